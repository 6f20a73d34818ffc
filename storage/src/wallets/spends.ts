import { and, asc, count, eq, gte, inArray, isNull } from 'drizzle-orm';
import { avatarTables } from '../avatars/index.ts';
import type { AreaContext } from '../core/area.ts';
import { memoize } from '../core/statements.ts';
import { all, first, run, type TxScript } from '../core/steps.ts';
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

/** The address of a wallet of the avatar that is not deleted. */
export function* spendableAddress(
  { tables: { wallets } }: Context,
  walletId: string,
  avatarId: string,
): TxScript<string | undefined> {
  const visible = and(eq(wallets.id, walletId), eq(wallets.avatarId, avatarId), isNull(wallets.hiddenAtMs));
  return (yield* first((db) => db.select({ address: wallets.address }).from(wallets).where(visible)))?.address;
}

/** When a session or an API key was revoked, and when it expires; undefined when there is none. */
export function* credentialEnds(
  { engine }: Context,
  { kind, id: credentialId }: { readonly kind: 'token' | 'apiKey'; readonly id: string },
): TxScript<{ readonly revokedAtMs: number | null; readonly expiresAtMs: number | null } | undefined> {
  const { avatarSessions, avatarApiKeys } = avatarsOf(engine.dialect);
  const table = kind === 'token' ? avatarSessions : avatarApiKeys;
  const { revokedAtMs, expiresAtMs, id } = table;
  return yield* first((db) => db.select({ revokedAtMs, expiresAtMs }).from(table).where(eq(id, credentialId)));
}

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
  { tables: { spendingLimits: limits } }: Context,
  subjects: readonly LimitSubject[],
  ids: readonly string[],
  assets: readonly string[],
): TxScript<LimitRow[]> =>
  all((db) =>
    db
      .select()
      .from(limits)
      .where(
        and(
          inArray(limits.subject, [...subjects]),
          inArray(limits.subjectId, [...ids]),
          inArray(limits.asset, [...assets]),
        ),
      ),
  );

export function* insertSpend({ tables }: Context, row: WalletTables['walletSpends']['$inferInsert']): TxScript<void> {
  yield* run((db) => db.insert(tables.walletSpends).values(row));
}
