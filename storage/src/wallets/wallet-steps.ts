import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { bridgeTables, orderEndingAt } from '../bridge/index.ts';
import type { AreaContext } from '../core/area.ts';
import { given, memoize, prepared } from '../core/statements.ts';
import { all, first, run, type TxScript } from '../core/steps.ts';
import type { WalletTables } from './schema.ts';
import type { Ending, SeedRow, WalletRow } from './wallets.ts';

type Context = AreaContext<WalletTables>;
type OfType = Pick<WalletRow, 'avatarId' | 'providerType'>;

const bridgeOf = memoize(bridgeTables);

/** Compiled queries over wallets. */
const walletStatements = memoize(({ wallets, walletSeeds: seeds }: WalletTables) => ({
  seed: prepared('walletSeed', (db) => db.select().from(seeds).where(given(seeds.avatarId, 'avatarId'))),
  frozenKey: prepared('frozenKey', (db) =>
    db
      .select()
      .from(wallets)
      .where(and(given(wallets.avatarId, 'avatarId'), isNotNull(wallets.seedIndex), isNotNull(wallets.frozenAtMs)))
      .limit(1),
  ),
  heldAtAddress: prepared('walletsHeldAt', (db) =>
    db
      .select()
      .from(wallets)
      .where(and(given(wallets.avatarId, 'avatarId'), given(wallets.address, 'address'), isNotNull(wallets.seedIndex))),
  ),
  defaultOfType: prepared('defaultWallet', (db) =>
    db
      .select()
      .from(wallets)
      .where(
        and(
          given(wallets.avatarId, 'avatarId'),
          given(wallets.providerType, 'providerType'),
          eq(wallets.isDefault, true),
        ),
      ),
  ),
}));

/** The custodial wallets with one key. */
export const heldAt = ({ tables }: Context, avatarId: string, address: string): TxScript<WalletRow[]> =>
  all(walletStatements(tables).heldAtAddress, { avatarId, address });

/** A frozen wallet below the avatar's seed, also a deleted one. */
export const frozenKeyOf = ({ tables }: Context, avatarId: string): TxScript<WalletRow | undefined> =>
  first(walletStatements(tables).frozenKey, { avatarId });

export const findWallet = ({ tables: { wallets } }: Context, id: string): TxScript<WalletRow | undefined> =>
  first((db) => db.select().from(wallets).where(eq(wallets.id, id)));

/** The avatar's wallet of the type with the address. */
export const walletAt = (
  { tables: { wallets } }: Context,
  { avatarId, providerType }: OfType,
  address: string,
): TxScript<WalletRow | undefined> =>
  first((db) =>
    db
      .select()
      .from(wallets)
      .where(and(eq(wallets.avatarId, avatarId), eq(wallets.providerType, providerType), eq(wallets.address, address))),
  );

export const defaultWallet = (
  { tables }: Context,
  { avatarId, providerType }: OfType,
): TxScript<WalletRow | undefined> => first(walletStatements(tables).defaultOfType, { avatarId, providerType });

/** The wallets below the avatar's seed, also deleted ones, by id. */
export const walletsBelowSeed = ({ tables: { wallets } }: Context, avatarId: string): TxScript<WalletRow[]> =>
  all((db) =>
    db
      .select()
      .from(wallets)
      .where(and(eq(wallets.avatarId, avatarId), isNotNull(wallets.seedIndex)))
      .orderBy(asc(wallets.id)),
  );

/** True when the avatar has a wallet, also a deleted one. */
export function* hasWallet({ tables: { wallets } }: Context, avatarId: string): TxScript<boolean> {
  const one = yield* first((db) =>
    db.select({ id: wallets.id }).from(wallets).where(eq(wallets.avatarId, avatarId)).limit(1),
  );
  return one !== undefined;
}

export function* insertWallet({ tables }: Context, row: WalletRow): TxScript<void> {
  yield* run((db) => db.insert(tables.wallets).values(row));
}

/** Writes columns of a wallet as its next version. Returns the row with them. */
export function* updateWallet(
  { tables: { wallets }, clock }: Context,
  row: WalletRow,
  fields: Partial<WalletRow>,
): TxScript<WalletRow> {
  const written = { ...fields, updatedAtMs: clock.now(), version: row.version + 1 };
  yield* run((db) => db.update(wallets).set(written).where(eq(wallets.id, row.id)));
  return { ...row, ...written };
}

export function* removeWallet({ tables: { wallets } }: Context, id: string): TxScript<void> {
  yield* run((db) => db.delete(wallets).where(eq(wallets.id, id)));
}

export const seedOf = ({ tables }: Context, avatarId: string): TxScript<SeedRow | undefined> =>
  first(walletStatements(tables).seed, { avatarId });

/** Records that the owner has the recovery phrase, unless that is recorded. */
export function* markPhraseGiven({ tables: { walletSeeds: seeds }, clock }: Context, avatarId: string): TxScript<void> {
  const notYet = and(eq(seeds.avatarId, avatarId), isNull(seeds.phraseGivenAtMs));
  yield* run((db) => db.update(seeds).set({ phraseGivenAtMs: clock.now() }).where(notYet));
}

/** Removes an avatar's seed and the indexes below it. */
export function* removeSeed({ tables }: Context, avatarId: string): TxScript<void> {
  const { walletSeeds: seeds, walletIndexes: indexes } = tables;
  yield* run((db) => db.delete(seeds).where(eq(seeds.avatarId, avatarId)));
  yield* run((db) => db.delete(indexes).where(eq(indexes.avatarId, avatarId)));
}

/** An order that can still pay one of these places; undefined when there is none. */
export function* orderEndingAtAny({ engine }: Context, endings: readonly Ending[]): TxScript<string | undefined> {
  for (const ending of endings) {
    const orderId = yield* orderEndingAt(bridgeOf(engine.dialect), ending);
    if (orderId !== undefined) return orderId;
  }
  return undefined;
}
