import { ok, type Result } from '@causeway/protocol';
import {
  type Ending,
  freezing,
  frozenIn,
  type NewAudit,
  NOT_FROZEN,
  type WalletReading,
  type WalletRow,
} from '@causeway/storage';
import { appendAudit, avatarLock, sharedAvatarLock } from '@causeway/storage/avatars';
import { readLocked, type TxScript } from '@causeway/storage/jobs';
import {
  defaultWallet,
  findWallet,
  frozenKeyOf,
  hasWallet,
  heldAt,
  insertWallet,
  markPhraseGiven,
  openTransferOf,
  orderEndingAtAny,
  removeSeed,
  removeWallet,
  seedOf,
  updateWallet,
  walletAt,
  walletsBelowSeed,
} from '@causeway/storage/wallets';
import { frozenOf } from './freezes.ts';
import type { PayingStores } from './stores.ts';
import type { AddRefused, HideRefused, NewWallet, SeedDestruction, WalletRepository } from './wallets.ts';

/** The wallet is locked once it is read. */
const LOCKED_LATER = { locks: [] } as const;

const refusal = <E>(error: E): Result<never, E> => ({ ok: false, error });

/** The jobs of a WalletRepository. */
export function createWalletJobs(stores: PayingStores): Omit<WalletRepository, keyof WalletReading> {
  const { context } = stores.wallets;
  const { write, clock, newId } = context;
  const audits = stores.avatars.context;
  function* record(
    audit: NewAudit | undefined,
    { id: walletId, avatarId: subjectId }: Pick<WalletRow, 'id' | 'avatarId'>,
  ) {
    if (audit) yield* appendAudit(audits, { ...audit, subjectId, facts: { ...audit.facts, walletId } });
  }

  /** Ends the default of the row's avatar and type, if it is another wallet. */
  function* clearDefault(row: Pick<WalletRow, 'avatarId' | 'providerType'>): TxScript<void> {
    const before = yield* defaultWallet(context, row);
    if (before) yield* updateWallet(context, before, { isDefault: false });
  }

  /** The wallet, with its avatar locked: all of an avatar's wallets and its seed are decided about together. */
  const held = (id: string): TxScript<WalletRow | undefined> =>
    readLocked(
      () => findWallet(context, id),
      (row) => (row ? [avatarLock(row.avatarId)] : []),
    );

  function* add(wallet: NewWallet, sealed: string | undefined): TxScript<Result<WalletRow, AddRefused>> {
    if (sealed !== undefined && (yield* seedOf(context, wallet.avatarId))?.sealed !== sealed) {
      return refusal({ code: 'SEED_CHANGED' });
    }
    const known = yield* walletAt(context, wallet, wallet.address);
    if (known) return refusal({ code: 'EXISTS', wallet: known });
    const isDefault =
      wallet.isDefault === 'first' ? (yield* defaultWallet(context, wallet)) === undefined : wallet.isDefault;
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
    yield* insertWallet(context, row);
    return ok(row);
  }

  function* hide(row: WalletRow, endings: readonly Ending[]): TxScript<Result<WalletRow, HideRefused>> {
    const orderId = yield* orderEndingAtAny(context, endings);
    if (orderId !== undefined) return refusal({ code: 'ORDER_CAN_END_HERE', orderId });
    const transferId = yield* openTransferOf(context, row.id);
    if (transferId !== undefined) return refusal({ code: 'TRANSFER_UNDER_WAY', transferId });
    return ok(yield* updateWallet(context, row, { hiddenAtMs: clock.now(), isDefault: false }));
  }

  /** Removes a wallet, and the seed below which no wallet is left if its owner has the phrase. */
  function* remove(row: WalletRow): TxScript<void> {
    yield* removeWallet(context, row.id);
    const seed = (yield* hasWallet(context, row.avatarId)) ? undefined : yield* seedOf(context, row.avatarId);
    if (seed && seed.phraseGivenAtMs !== null) yield* removeSeed(context, row.avatarId);
  }

  function* destroySeed({ avatarId, addresses, endings, audit }: SeedDestruction) {
    if (!(yield* seedOf(context, avatarId))) return refusal({ code: 'NO_SEED' } as const);
    const below = yield* walletsBelowSeed(context, avatarId);
    const held = [...new Set(below.map(({ address }) => address))];
    const named = new Set(addresses);
    const isOther = held.length !== named.size || held.some((address) => !named.has(address));
    if (isOther || below.some(({ id }) => !endings.has(id))) {
      return refusal({ code: 'ADDRESSES_DIFFER', addresses: held } as const);
    }
    for (const row of below) {
      if (row.hiddenAtMs === null) return refusal({ code: 'NOT_DELETED', address: row.address } as const);
      const orderId = yield* orderEndingAtAny(context, endings.get(row.id) ?? []);
      if (orderId !== undefined) return refusal({ code: 'ORDER_CAN_END_HERE', orderId } as const);
    }
    for (const { id } of below) yield* removeWallet(context, id);
    yield* removeSeed(context, avatarId);
    yield* appendAudit(audits, audit);
    return ok(undefined);
  }

  return {
    add: (wallet, { sealed, audit, phrase = false } = {}) =>
      write(
        'full',
        function* () {
          const { avatarId } = wallet;
          const frozen = phrase ? yield* frozenOf(stores, { avatarId, address: null }) : undefined;
          if (frozen) return refusal({ code: 'FROZEN', frozen } as const);
          const added = yield* add(wallet, sealed);
          if (!added.ok) return added;
          if (phrase) yield* markPhraseGiven(context, avatarId);
          yield* record(audit, added.value);
          if (audit && phrase) yield* record({ ...audit, action: 'wallet.phraseShown' }, added.value);
          return added;
        },
        { locks: [avatarLock(wallet.avatarId)] },
      ),

    setDefault: (id, versions) =>
      write(
        'full',
        function* () {
          const row = yield* held(id);
          if (!row?.verified || row.hiddenAtMs !== null || versions?.includes(row.version) === false) return undefined;
          if (row.isDefault) return row;
          yield* clearDefault(row);
          return yield* updateWallet(context, row, { isDefault: true });
        },
        LOCKED_LATER,
      ),

    setChallenge: (id, challenge, challengeExpiresAtMs) =>
      write(
        'full',
        function* () {
          const row = yield* held(id);
          return row?.hiddenAtMs === null
            ? yield* updateWallet(context, row, { challenge, challengeExpiresAtMs })
            : undefined;
        },
        LOCKED_LATER,
      ),

    verify: (id, challenge, publicKey) =>
      write(
        'full',
        function* () {
          const row = yield* held(id);
          const valid = row?.challenge === challenge && (row.challengeExpiresAtMs ?? 0) > clock.now();
          if (!row || !valid) return undefined;
          return yield* updateWallet(context, row, {
            verified: true,
            publicKey,
            challenge: null,
            challengeExpiresAtMs: null,
          });
        },
        LOCKED_LATER,
      ),

    freeze: (id, { by, reason }, audit) =>
      write(
        'full',
        function* () {
          const row = yield* held(id);
          if (!row) return undefined;
          const rows = yield* heldAt(context, row.avatarId, row.address);
          for (const one of rows) yield* updateWallet(context, one, freezing(one, { by, reason, nowMs: clock.now() }));
          yield* record(audit, row);
          return yield* findWallet(context, id);
        },
        LOCKED_LATER,
      ),

    thaw: (id, by, audit) =>
      write(
        'full',
        function* () {
          const row = yield* held(id);
          if (!row || row.frozenAtMs === null) return row;
          const rows = yield* heldAt(context, row.avatarId, row.address);
          if (by === 'owner' && rows.some(({ frozenBy }) => frozenBy === 'admin')) return 'byAdmin' as const;
          for (const one of rows) yield* updateWallet(context, one, NOT_FROZEN);
          yield* record(audit, row);
          return yield* findWallet(context, id);
        },
        LOCKED_LATER,
      ),

    hide: (id, endings, versions, audit) =>
      write(
        'full',
        function* () {
          const row = yield* held(id);
          if (row?.hiddenAtMs !== null) return refusal({ code: 'NOT_FOUND' } as const);
          if (versions?.includes(row.version) === false) {
            return refusal({ code: 'VERSION_MISMATCH', version: row.version } as const);
          }
          const hidden = yield* hide(row, endings);
          if (hidden.ok) yield* record(audit, hidden.value);
          return hidden;
        },
        LOCKED_LATER,
      ),

    restore: (id, audit) =>
      write(
        'full',
        function* () {
          const row = yield* held(id);
          if (!row || row.hiddenAtMs === null) return undefined;
          yield* record(audit, row);
          return yield* updateWallet(context, row, { hiddenAtMs: null });
        },
        LOCKED_LATER,
      ),

    remove: (id, beforeMs, endings) =>
      write(
        'full',
        function* () {
          const row = yield* held(id);
          if (row === undefined || row.hiddenAtMs === null || row.hiddenAtMs >= beforeMs) return false;
          if ((yield* orderEndingAtAny(context, endings)) !== undefined) return false;
          yield* remove(row);
          return true;
        },
        LOCKED_LATER,
      ),

    recordExport: (wallet, what, audit) =>
      write(
        'full',
        function* () {
          const { avatarId, address } = wallet;
          const payer = { avatarId, address: what === 'privateKey' ? address : null };
          const frozen =
            (yield* frozenOf(stores, payer)) ??
            (what === 'recoveryPhrase' ? frozenIn('wallet', yield* frozenKeyOf(context, avatarId)) : undefined);
          if (!frozen) yield* record(audit, wallet);
          return frozen;
        },
        { locks: [sharedAvatarLock(wallet.avatarId)] },
      ),

    destroySeed: (destruction) =>
      write('full', () => destroySeed(destruction), { locks: [avatarLock(destruction.avatarId)] }),
  };
}
