import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, min, ne } from 'drizzle-orm';
import { avatarLock } from '../avatars/index.ts';
import type { AreaContext } from '../core/area.ts';
import { pageOf } from '../core/page.ts';
import { all, first, run } from '../core/steps.ts';
import type { WalletTables } from './schema.ts';
import { defaultWallet, findWallet, markPhraseGiven, seedOf, walletAt, walletsBelowSeed } from './wallet-steps.ts';
import type { SeedRow, WalletReading } from './wallets.ts';

/** WalletReading over its tables. */
export function createWalletReading(context: AreaContext<WalletTables>): WalletReading {
  const { read, write, clock } = context;
  const { wallets, walletSeeds: seeds, walletIndexes: indexes } = context.tables;

  return {
    seed: (avatarId) => read(() => seedOf(context, avatarId)),

    addSeed: (seed) =>
      write(
        'full',
        function* () {
          const known = yield* seedOf(context, seed.avatarId);
          if (known) return known;
          const nowMs = clock.now();
          const row: SeedRow = { ...seed, createdAtMs: nowMs, updatedAtMs: nowMs, phraseGivenAtMs: null };
          yield* run((db) => db.insert(seeds).values(row));
          return row;
        },
        { locks: [avatarLock(seed.avatarId)] },
      ),

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
      write(
        'full',
        function* () {
          const same = and(eq(seeds.avatarId, avatarId), eq(seeds.sealed, old));
          const changed = yield* run((db) =>
            db.update(seeds).set({ sealed, masterKey, updatedAtMs: clock.now() }).where(same),
          );
          return changed === 1;
        },
        { locks: [avatarLock(avatarId)] },
      ),

    takeIndex: (avatarId, providerType) =>
      write(
        'normal',
        function* () {
          const place = and(eq(indexes.avatarId, avatarId), eq(indexes.providerType, providerType));
          const known = yield* first((db) => db.select().from(indexes).where(place));
          const index = known?.next ?? 0;
          const next = index + 1;
          if (known) yield* run((db) => db.update(indexes).set({ next }).where(place));
          else yield* run((db) => db.insert(indexes).values({ avatarId, providerType, next }));
          return index;
        },
        { locks: [avatarLock(avatarId)] },
      ),

    get: (id) => read(() => findWallet(context, id)),

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

    defaultOf: (avatarId, providerType) => read(() => defaultWallet(context, { avatarId, providerType })),

    atAddress: (avatarId, providerType, address) => read(() => walletAt(context, { avatarId, providerType }, address)),

    belowSeed: (avatarId) => read(() => walletsBelowSeed(context, avatarId)),

    frozen: () => read(() => all((db) => db.select().from(wallets).where(isNotNull(wallets.frozenAtMs)))),

    hiddenBefore: (beforeMs, after, limit) =>
      read(() =>
        all((db) =>
          db
            .select()
            .from(wallets)
            .where(and(lt(wallets.hiddenAtMs, beforeMs), gt(wallets.id, after)))
            .orderBy(asc(wallets.id))
            .limit(limit),
        ),
      ),

    phraseGiven: (avatarId) =>
      write('full', () => markPhraseGiven(context, avatarId), { locks: [avatarLock(avatarId)] }),
  };
}
