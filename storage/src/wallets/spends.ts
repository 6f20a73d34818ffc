import { and, asc, count, eq, gte, isNull } from 'drizzle-orm';
import { avatarTables } from '../avatars/index.ts';
import type { AreaContext } from '../core/area.ts';
import { given, isAmong, memoize, placeholders, prepared } from '../core/statements.ts';
import { all, first, send, type TxScript } from '../core/steps.ts';
import type { LimitRow } from './limits.ts';
import type { WalletTables } from './schema.ts';
import { DAY_MS } from './spent.ts';
import type { LimitSubject, Quantity } from './values.ts';

type Context = AreaContext<WalletTables>;

const avatarsOf = memoize(avatarTables);

/** The amount of a limit. */
export const quantityOf = ({ amount, decimals }: Pick<LimitRow, 'amount' | 'decimals'>): Quantity => ({
  units: amount,
  decimals,
});

const spendStatements = memoize(({ tables, engine: { dialect } }: Context) => {
  const { wallets, spendingLimits: limits, walletSpends } = tables;
  const { avatarSessions: sessions, avatarApiKeys: keys } = avatarsOf(dialect);
  const endsOf = ({ revokedAtMs, expiresAtMs }: typeof sessions | typeof keys) => ({ revokedAtMs, expiresAtMs });
  return {
    spendable: prepared('spendableWallet', (db) =>
      db
        .select({ address: wallets.address })
        .from(wallets)
        .where(and(given(wallets.id, 'walletId'), given(wallets.avatarId, 'avatarId'), isNull(wallets.hiddenAtMs))),
    ),
    token: prepared('sessionEnds', (db) => db.select(endsOf(sessions)).from(sessions).where(given(sessions.id, 'id'))),
    apiKey: prepared('apiKeyEnds', (db) => db.select(endsOf(keys)).from(keys).where(given(keys.id, 'id'))),
    limits: prepared('limitsOf', (db) =>
      db
        .select()
        .from(limits)
        .where(
          and(
            isAmong(dialect, limits.subject, 'subjects'),
            isAmong(dialect, limits.subjectId, 'ids'),
            isAmong(dialect, limits.asset, 'assets'),
          ),
        ),
    ),
    insert: prepared('insertSpend', (db) => db.insert(walletSpends).values(placeholders(walletSpends))),
  };
});

/** The address of a wallet of the avatar that is not deleted. */
export function* spendableAddress(context: Context, walletId: string, avatarId: string): TxScript<string | undefined> {
  return (yield* first(spendStatements(context).spendable, { walletId, avatarId }))?.address;
}

/** When a session or an API key was revoked, and when it expires; undefined when there is none. */
export const credentialEnds = (
  context: Context,
  { kind, id }: { readonly kind: 'token' | 'apiKey'; readonly id: string },
): TxScript<{ readonly revokedAtMs: number | null; readonly expiresAtMs: number | null } | undefined> =>
  first(spendStatements(context)[kind], { id });

/** Number of the sends of an avatar within the day before `nowMs`. */
export function* countSends(context: Context, avatarId: string, nowMs: number): TxScript<number> {
  const { walletTransfers: transfers } = context.tables;
  const ofDay = and(eq(transfers.avatarId, avatarId), gte(transfers.createdAtMs, nowMs - DAY_MS));
  return (yield* first((db) => db.select({ sends: count() }).from(transfers).where(ofDay)))?.sends ?? 0;
}

/** The time of one of the sends of the day before `nowMs`, `skip` after the first. */
export function* sendTime(
  { tables: { walletTransfers: transfers } }: Context,
  avatarId: string,
  nowMs: number,
  skip: number,
): TxScript<number | undefined> {
  const ofDay = and(eq(transfers.avatarId, avatarId), gte(transfers.createdAtMs, nowMs - DAY_MS));
  const at = yield* first((db) =>
    db
      .select({ atMs: transfers.createdAtMs })
      .from(transfers)
      .where(ofDay)
      .orderBy(asc(transfers.createdAtMs))
      .limit(1)
      .offset(skip),
  );
  return at?.atMs;
}

/** The limits of these subjects for these assets. */
export const limitsOf = (
  context: Context,
  subjects: readonly LimitSubject[],
  ids: readonly string[],
  assets: readonly string[],
): TxScript<LimitRow[]> => {
  const lists = { subjects: JSON.stringify(subjects), ids: JSON.stringify(ids), assets: JSON.stringify(assets) };
  return all(spendStatements(context).limits, lists);
};

export function* insertSpend(context: Context, row: WalletTables['walletSpends']['$inferInsert']): TxScript<void> {
  yield* send(spendStatements(context).insert, { ...row });
}
