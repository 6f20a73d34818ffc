import { ok, type Result } from '@causeway/protocol';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, min, ne } from 'drizzle-orm';
import { appendAudit, avatarTables, type NewAudit } from '../avatars/index.ts';
import { bridgeTables, orderEndingAt } from '../bridge/index.ts';
import type { AreaContext } from '../core/area.ts';
import { type Frozen, freezing, frozenIn, frozenOf, NOT_FROZEN } from '../core/freezes.ts';
import type { Kit } from '../core/kit.ts';
import { pageOf } from '../core/page.ts';
import { given, prepared } from '../core/statements.ts';
import { all, first, run, type Steps } from '../core/steps.ts';
import type { WalletTables } from './schema.ts';
import type {
  AddRefused,
  Ending,
  HideRefused,
  NewWallet,
  SeedDestruction,
  SeedRow,
  WalletRepository,
  WalletRow,
} from './wallets.ts';

const refusal = <E>(error: E): Result<never, E> => ({ ok: false, error });

/** WalletRepository over its tables. */
export function createWalletRepository(context: AreaContext<WalletTables>, kit: Kit): WalletRepository {
  const { read, write, clock, newId, freezes } = context;
  const { wallets, walletSeeds: seeds, walletIndexes: indexes, walletTransfers: transfers } = context.tables;
  const bridge = bridgeTables(kit);
  const audits = { newId, clock, tables: avatarTables(kit) };
  function* record(
    audit: NewAudit | undefined,
    { id: walletId, avatarId: subjectId }: Pick<WalletRow, 'id' | 'avatarId'>,
  ) {
    if (audit) yield* appendAudit(audits, { ...audit, subjectId, facts: { ...audit.facts, walletId } });
  }

  const heldAtAddress = prepared('walletsHeldAt', (db) =>
    db
      .select()
      .from(wallets)
      .where(and(given(wallets.avatarId, 'avatarId'), given(wallets.address, 'address'), isNotNull(wallets.seedIndex))),
  );
  /** The custodial wallets with one key. */
  const heldAt = (avatarId: string, address: string): Steps<WalletRow[]> => all(heldAtAddress, { avatarId, address });
  freezes.push(function* ({ avatarId, address }) {
    if (address === null) return undefined;
    const frozen = (yield* heldAt(avatarId, address)).map((row) => frozenIn('wallet', row));
    return frozen.find((one) => one !== undefined);
  });

  /** The freeze of a key below the avatar's seed, of a deleted wallet, too. */
  function* anyFrozen(avatarId: string): Steps<Frozen | undefined> {
    const held = and(eq(wallets.avatarId, avatarId), isNotNull(wallets.seedIndex), isNotNull(wallets.frozenAtMs));
    return frozenIn('wallet', yield* first((db) => db.select().from(wallets).where(held).limit(1)));
  }

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
    const written = { ...fields, updatedAtMs: clock.now(), version: row.version + 1 };
    yield* run((db) => db.update(wallets).set(written).where(eq(wallets.id, row.id)));
    return { ...row, ...written };
  }

  /** Ends the default of the row's avatar and type, if it is another wallet. */
  function* clearDefault(row: Pick<WalletRow, 'avatarId' | 'providerType'>): Steps<void> {
    const before = yield* defaultOf(row);
    if (before) yield* change(before, { isDefault: false });
  }

  function* add(wallet: NewWallet, sealed: string | undefined): Steps<Result<WalletRow, AddRefused>> {
    if (sealed !== undefined && (yield* seedOf(wallet.avatarId))?.sealed !== sealed) {
      return refusal({ code: 'SEED_CHANGED' });
    }
    const known = yield* first((db) =>
      db
        .select()
        .from(wallets)
        .where(and(ofType(wallet), eq(wallets.address, wallet.address))),
    );
    if (known) return refusal({ code: 'EXISTS', wallet: known });
    const isDefault = wallet.isDefault === 'first' ? (yield* defaultOf(wallet)) === undefined : wallet.isDefault;
    if (isDefault) yield* clearDefault(wallet);
    const nowMs = clock.now();
    const row: WalletRow = {
      ...wallet,
      ...NOT_FROZEN,
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
    return ok(yield* change(row, { hiddenAtMs: clock.now(), isDefault: false }));
  }

  /** Removes a wallet, and the seed below which no wallet is left if its owner has the phrase. */
  function* remove(row: WalletRow): Steps<void> {
    yield* run((db) => db.delete(wallets).where(eq(wallets.id, row.id)));
    const left = yield* first((db) =>
      db.select({ id: wallets.id }).from(wallets).where(eq(wallets.avatarId, row.avatarId)).limit(1),
    );
    const seed = left ? undefined : yield* seedOf(row.avatarId);
    if (seed && seed.phraseGivenAtMs !== null) yield* destroy(row.avatarId);
  }

  function* phraseGiven(avatarId: string): Steps<void> {
    const notYet = and(eq(seeds.avatarId, avatarId), isNull(seeds.phraseGivenAtMs));
    yield* run((db) => db.update(seeds).set({ phraseGivenAtMs: clock.now() }).where(notYet));
  }

  function* destroy(avatarId: string): Steps<void> {
    yield* run((db) => db.delete(seeds).where(eq(seeds.avatarId, avatarId)));
    yield* run((db) => db.delete(indexes).where(eq(indexes.avatarId, avatarId)));
  }

  function* destroySeed({ avatarId, addresses, endingsOf, audit }: SeedDestruction) {
    if (!(yield* seedOf(avatarId))) return refusal({ code: 'NO_SEED' } as const);
    const below = yield* all((db) =>
      db
        .select()
        .from(wallets)
        .where(and(eq(wallets.avatarId, avatarId), isNotNull(wallets.seedIndex)))
        .orderBy(asc(wallets.id)),
    );
    const held = [...new Set(below.map(({ address }) => address))];
    const named = new Set(addresses);
    if (held.length !== named.size || held.some((address) => !named.has(address))) {
      return refusal({ code: 'ADDRESSES_DIFFER', addresses: held } as const);
    }
    for (const row of below) {
      if (row.hiddenAtMs === null) return refusal({ code: 'NOT_DELETED', address: row.address } as const);
      const orderId = yield* orderFor(endingsOf(row));
      if (orderId !== undefined) return refusal({ code: 'ORDER_CAN_END_HERE', orderId } as const);
    }
    for (const { id } of below) yield* run((db) => db.delete(wallets).where(eq(wallets.id, id)));
    yield* destroy(avatarId);
    yield* appendAudit(audits, audit);
    return ok(undefined);
  }

  return {
    seed: (avatarId) => read(() => seedOf(avatarId)),

    addSeed: (seed) =>
      write('full', function* () {
        const known = yield* seedOf(seed.avatarId);
        if (known) return known;
        const nowMs = clock.now();
        const row: SeedRow = { ...seed, createdAtMs: nowMs, updatedAtMs: nowMs, phraseGivenAtMs: null };
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
          db.update(seeds).set({ sealed, masterKey, updatedAtMs: clock.now() }).where(same),
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

    add: (wallet, { sealed, audit, phrase = false } = {}) =>
      write('full', function* () {
        const { avatarId } = wallet;
        const frozen = phrase ? yield* frozenOf(freezes, { avatarId, address: null }) : undefined;
        if (frozen) return refusal({ code: 'FROZEN', frozen } as const);
        const added = yield* add(wallet, sealed);
        if (!added.ok) return added;
        if (phrase) yield* phraseGiven(avatarId);
        yield* record(audit, added.value);
        if (audit && phrase) yield* record({ ...audit, action: 'wallet.phraseShown' }, added.value);
        return added;
      }),

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
        const valid = row?.challenge === challenge && (row.challengeExpiresAtMs ?? 0) > clock.now();
        if (!row || !valid) return undefined;
        return yield* change(row, { verified: true, publicKey, challenge: null, challengeExpiresAtMs: null });
      }),

    freeze: (id, { by, reason }, audit) =>
      write('full', function* () {
        const row = yield* find(id);
        if (!row) return undefined;
        const rows = yield* heldAt(row.avatarId, row.address);
        for (const one of rows) yield* change(one, freezing(one, { by, reason, nowMs: clock.now() }));
        yield* record(audit, row);
        return yield* find(id);
      }),

    thaw: (id, by, audit) =>
      write('full', function* () {
        const row = yield* find(id);
        if (!row || row.frozenAtMs === null) return row;
        const rows = yield* heldAt(row.avatarId, row.address);
        if (by === 'owner' && rows.some(({ frozenBy }) => frozenBy === 'admin')) return 'byAdmin' as const;
        for (const one of rows) yield* change(one, NOT_FROZEN);
        yield* record(audit, row);
        return yield* find(id);
      }),

    frozen: () => read(() => all((db) => db.select().from(wallets).where(isNotNull(wallets.frozenAtMs)))),

    hide: (id, endings, versions, audit) =>
      write('full', function* () {
        const row = yield* find(id);
        if (row?.hiddenAtMs !== null) return refusal({ code: 'NOT_FOUND' } as const);
        if (versions?.includes(row.version) === false) {
          return refusal({ code: 'VERSION_MISMATCH', version: row.version } as const);
        }
        const hidden = yield* hide(row, endings);
        if (hidden.ok) yield* record(audit, hidden.value);
        return hidden;
      }),

    restore: (id, audit) =>
      write('full', function* () {
        const row = yield* find(id);
        if (!row || row.hiddenAtMs === null) return undefined;
        yield* record(audit, row);
        return yield* change(row, { hiddenAtMs: null });
      }),

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

    remove: (id, beforeMs, endings) =>
      write('full', function* () {
        const row = yield* find(id);
        if (row === undefined || row.hiddenAtMs === null || row.hiddenAtMs >= beforeMs) return false;
        if ((yield* orderFor(endings)) !== undefined) return false;
        yield* remove(row);
        return true;
      }),

    recordExport: (wallet, what, audit) =>
      write('full', function* () {
        const { avatarId, address } = wallet;
        const payer = { avatarId, address: what === 'privateKey' ? address : null };
        const frozen =
          (yield* frozenOf(freezes, payer)) ?? (what === 'recoveryPhrase' ? yield* anyFrozen(avatarId) : undefined);
        if (!frozen) yield* record(audit, wallet);
        return frozen;
      }),

    phraseGiven: (avatarId) => write('full', () => phraseGiven(avatarId)),

    destroySeed: (destruction) => write('full', () => destroySeed(destruction)),
  };
}
