import { ok, type Result } from '@causeway/protocol';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, min, ne } from 'drizzle-orm';
import { bridgeTables, orderEndingAt } from '../bridge/index.ts';
import type { AreaContext } from '../core/area.ts';
import type { Kit } from '../core/kit.ts';
import { pageOf } from '../core/page.ts';
import { given, prepared } from '../core/statements.ts';
import { all, first, run, type Steps } from '../core/steps.ts';
import type { WalletTables } from './schema.ts';
import type { Ending, HideRefused, NewWallet, SeedRow, WalletRepository, WalletRow } from './wallets.ts';

/** Wallets that are removed in one transaction. */
const PURGE_PAGE = 100;

const refusal = <E>(error: E): Result<never, E> => ({ ok: false, error });

/** WalletRepository over its tables. */
export function createWalletRepository(context: AreaContext<WalletTables>, kit: Kit): WalletRepository {
  const { read, write, clock, newId } = context;
  const { wallets, walletSeeds: seeds, walletIndexes: indexes, walletTransfers: transfers } = context.tables;
  const bridge = bridgeTables(kit);

  const find = (id: string): Steps<WalletRow | undefined> =>
    first((db) => db.select().from(wallets).where(eq(wallets.id, id)));
  const seedOf = (avatarId: string) => first((db) => db.select().from(seeds).where(eq(seeds.avatarId, avatarId)));
  const ofType = ({ avatarId, providerType }: Pick<WalletRow, 'avatarId' | 'providerType'>) =>
    and(eq(wallets.avatarId, avatarId), eq(wallets.providerType, providerType));
  const defaultOfType = prepared('defaultWallet', (db) =>
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
  );
  const defaultOf = ({ avatarId, providerType }: Pick<WalletRow, 'avatarId' | 'providerType'>) =>
    first(defaultOfType, { avatarId, providerType });

  function* change(row: WalletRow, fields: Partial<WalletRow>): Steps<WalletRow> {
    const written = { ...fields, updatedAtMs: clock(), version: row.version + 1 };
    yield* run((db) => db.update(wallets).set(written).where(eq(wallets.id, row.id)));
    return { ...row, ...written };
  }

  /** Ends the default of the row's avatar and type, if it is another wallet. */
  function* clearDefault(row: Pick<WalletRow, 'avatarId' | 'providerType'>): Steps<void> {
    const before = yield* defaultOf(row);
    if (before) yield* change(before, { isDefault: false });
  }

  function* add(wallet: NewWallet): Steps<Result<WalletRow, WalletRow>> {
    const known = yield* first((db) =>
      db
        .select()
        .from(wallets)
        .where(and(ofType(wallet), eq(wallets.address, wallet.address))),
    );
    if (known) return refusal(known);
    const isDefault = wallet.isDefault === 'first' ? (yield* defaultOf(wallet)) === undefined : wallet.isDefault;
    if (isDefault) yield* clearDefault(wallet);
    const nowMs = clock();
    const row: WalletRow = {
      ...wallet,
      isDefault,
      id: newId(),
      challenge: null,
      challengeExpiresAtMs: null,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      hiddenAtMs: null,
      version: 1,
    };
    yield* run((db) => db.insert(wallets).values(row));
    return ok(row);
  }

  function* orderFor(endings: readonly Ending[]): Steps<string | undefined> {
    for (const ending of endings) {
      const orderId = yield* orderEndingAt(bridge, ending);
      if (orderId !== undefined) return orderId;
    }
    return undefined;
  }

  function* hide(row: WalletRow, endings: readonly Ending[]): Steps<Result<WalletRow, HideRefused>> {
    const orderId = yield* orderFor(endings);
    if (orderId !== undefined) return refusal({ code: 'ORDER_CAN_END_HERE', orderId });
    const transfer = yield* first((db) =>
      db
        .select({ id: transfers.id })
        .from(transfers)
        .where(and(eq(transfers.walletId, row.id), inArray(transfers.state, ['requested', 'sent', 'included'])))
        .limit(1),
    );
    if (transfer) return refusal({ code: 'TRANSFER_UNDER_WAY', transferId: transfer.id });
    return ok(yield* change(row, { hiddenAtMs: clock(), isDefault: false }));
  }

  function* remove(row: WalletRow): Steps<void> {
    yield* run((db) => db.delete(wallets).where(eq(wallets.id, row.id)));
    const left = yield* first((db) =>
      db.select({ id: wallets.id }).from(wallets).where(eq(wallets.avatarId, row.avatarId)).limit(1),
    );
    if (left) return;
    yield* run((db) => db.delete(seeds).where(eq(seeds.avatarId, row.avatarId)));
    yield* run((db) => db.delete(indexes).where(eq(indexes.avatarId, row.avatarId)));
  }

  return {
    seed: (avatarId) => read(() => seedOf(avatarId)),

    addSeed: (seed) =>
      write('full', function* () {
        const known = yield* seedOf(seed.avatarId);
        if (known) return known;
        const nowMs = clock();
        const row: SeedRow = { ...seed, createdAtMs: nowMs, updatedAtMs: nowMs };
        yield* run((db) => db.insert(seeds).values(row));
        return row;
      }),

    seedsNotUnder: (masterKey, after, limit) =>
      read(() =>
        all((db) =>
          db
            .select()
            .from(seeds)
            .where(and(ne(seeds.masterKey, masterKey), after === null ? undefined : gt(seeds.avatarId, after)))
            .orderBy(asc(seeds.avatarId))
            .limit(limit),
        ),
      ),

    seedOfEachKey: () =>
      read(() =>
        all((db) => {
          const first = db
            .select({ avatarId: min(seeds.avatarId) })
            .from(seeds)
            .groupBy(seeds.masterKey);
          return db.select().from(seeds).where(inArray(seeds.avatarId, first)).orderBy(asc(seeds.masterKey));
        }),
      ),

    replaceSealed: ({ avatarId, sealed, masterKey }, old) =>
      write('full', function* () {
        const same = and(eq(seeds.avatarId, avatarId), eq(seeds.sealed, old));
        const changed = yield* run((db) =>
          db.update(seeds).set({ sealed, masterKey, updatedAtMs: clock() }).where(same),
        );
        return changed === 1;
      }),

    takeIndex: (avatarId, providerType) =>
      write('normal', function* () {
        const place = and(eq(indexes.avatarId, avatarId), eq(indexes.providerType, providerType));
        const known = yield* first((db) => db.select().from(indexes).where(place));
        const index = known?.next ?? 0;
        const next = index + 1;
        if (known) yield* run((db) => db.update(indexes).set({ next }).where(place));
        else yield* run((db) => db.insert(indexes).values({ avatarId, providerType, next }));
        return index;
      }),

    add: (wallet) => write('full', () => add(wallet)),

    get: (id) => read(() => find(id)),

    list: ({ avatarId, providerType, hidden = false }, cursor, limit, skip = 0) =>
      read(function* () {
        const rows = yield* all((db) =>
          db
            .select()
            .from(wallets)
            .where(
              and(
                eq(wallets.avatarId, avatarId),
                providerType === undefined ? undefined : eq(wallets.providerType, providerType),
                hidden ? isNotNull(wallets.hiddenAtMs) : isNull(wallets.hiddenAtMs),
                cursor === null ? undefined : gt(wallets.id, cursor),
              ),
            )
            .orderBy(asc(wallets.id))
            .limit(limit + 1)
            .offset(skip),
        );
        return pageOf(rows, limit);
      }),

    defaultOf: (avatarId, providerType) => read(() => defaultOf({ avatarId, providerType })),

    atAddress: (avatarId, providerType, address) =>
      read(() =>
        first((db) =>
          db
            .select()
            .from(wallets)
            .where(and(ofType({ avatarId, providerType }), eq(wallets.address, address))),
        ),
      ),

    setDefault: (id, versions) =>
      write('full', function* () {
        const row = yield* find(id);
        if (!row?.verified || row.hiddenAtMs !== null || versions?.includes(row.version) === false) return undefined;
        if (row.isDefault) return row;
        yield* clearDefault(row);
        return yield* change(row, { isDefault: true });
      }),

    setChallenge: (id, challenge, challengeExpiresAtMs) =>
      write('full', function* () {
        const row = yield* find(id);
        return row?.hiddenAtMs === null ? yield* change(row, { challenge, challengeExpiresAtMs }) : undefined;
      }),

    verify: (id, challenge, publicKey) =>
      write('full', function* () {
        const row = yield* find(id);
        const valid = row?.challenge === challenge && (row.challengeExpiresAtMs ?? 0) > clock();
        if (!row || !valid) return undefined;
        return yield* change(row, { verified: true, publicKey, challenge: null, challengeExpiresAtMs: null });
      }),

    hide: (id, endings, versions) =>
      write('full', function* () {
        const row = yield* find(id);
        if (row?.hiddenAtMs !== null) return refusal({ code: 'NOT_FOUND' } as const);
        if (versions?.includes(row.version) === false) {
          return refusal({ code: 'VERSION_MISMATCH', version: row.version } as const);
        }
        return yield* hide(row, endings);
      }),

    restore: (id) =>
      write('full', function* () {
        const row = yield* find(id);
        return row && row.hiddenAtMs !== null ? yield* change(row, { hiddenAtMs: null }) : undefined;
      }),

    async purge(beforeMs, endingsOf) {
      let removed = 0;
      for (let after = ''; ; ) {
        const seen = await write('full', function* () {
          const page = yield* all((db) =>
            db
              .select()
              .from(wallets)
              .where(and(lt(wallets.hiddenAtMs, beforeMs), gt(wallets.id, after)))
              .orderBy(asc(wallets.id))
              .limit(PURGE_PAGE),
          );
          let gone = 0;
          for (const row of page) {
            if ((yield* orderFor(endingsOf(row))) !== undefined) continue;
            yield* remove(row);
            gone += 1;
          }
          return { gone, last: page.length === PURGE_PAGE ? page.at(-1)?.id : undefined };
        });
        removed += seen.gone;
        if (seen.last === undefined) return removed;
        after = seen.last;
      }
    },
  };
}
