import { type AnyFailure, ok } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import {
  EMPTY_PAGE,
  type Ending,
  type FreezeWish,
  type FrozenBy,
  mapPage,
  type NewAudit,
  type OrderRow,
  type Page,
  type WalletRow,
} from '@causeway/storage';
import type { Caller } from '../../http/callers/callers.ts';
import { requireRecent } from '../../http/callers/recent.ts';
import type { Answer } from '../../http/errors/errors.ts';
import { refuseFrozen } from '../../http/errors/frozen.ts';
import type { AvatarKey } from '../avatars/index.ts';
import { readBalances, whatIsIn } from './balance.ts';
import { refuse } from './errors.ts';
import type { WithWallets } from './rules/wallet-storage.ts';
import type { AddRefused, HideRefused, NewWallet } from './rules/wallets.ts';
import type { CreateWalletRequest, WalletBalanceView, WalletView } from './schemas.ts';
import type { Vault } from './vault.ts';
import { type WalletOrder, walletView } from './view.ts';
import { connected, type WalletNetworks, type WalletPlace } from './wallet-networks.ts';

/** How often a key is derived for a wallet while the seed changes. */
const MOST_TRIES = 3;
/** Wallets that are read at a time for the list of keys. */
const KEYS_PAGE = 200;
/** How long a challenge may be signed, milliseconds. */
const CHALLENGE_MS = 600_000;

export interface WalletServiceDeps {
  readonly storage: Pick<WithWallets, 'wallets' | 'orders'>;
  readonly places: WalletNetworks;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly random: (length: number) => Uint8Array;
}

/** A new wallet, and the recovery phrase if it was asked for. */
export interface CreatedWallet {
  readonly row: WalletRow;
  readonly phrase: string | null;
}

const notFound = (id: string) => refuse('WALLET_NOT_FOUND', `wallet ${id} does not exist`);

/** A deletion's conditions: the versions of If-Match, and whether a balance is accepted. */
export interface Deletion {
  readonly versions?: readonly number[] | undefined;
  readonly withBalance: boolean;
  readonly audit?: NewAudit;
}

/** The avatars' wallets. Every method takes the owner, whom the access table has checked. */
export class WalletService {
  readonly #deps: WalletServiceDeps;

  constructor(deps: WalletServiceDeps) {
    this.#deps = deps;
  }

  /** A wallet as its owner sees it. */
  view(row: WalletRow): WalletView {
    return walletView(row, this.#deps.places.chainOf(row.providerType)?.network.name ?? null);
  }

  /**
   * Creates a wallet with a key below the avatar's seed, or one whose key its owner holds. It is on disk afterwards.
   */
  async create(avatarId: string, body: CreateWalletRequest, audit?: NewAudit): Promise<Answer<CreatedWallet>> {
    const place = await this.#deps.places.of(body.walletProviderType);
    if (!place.ok) return place;
    return body.generateKeyPair === false
      ? this.#import(avatarId, place.value, body, audit)
      : this.#generate(avatarId, place.value, body, audit);
  }

  async #generate(
    avatarId: string,
    place: WalletPlace,
    body: CreateWalletRequest,
    audit: NewAudit | undefined,
  ): Promise<Answer<CreatedWallet>> {
    const { storage } = this.#deps;
    if (body.walletAddress !== undefined || body.publicKey !== undefined) {
      return refuse('MALFORMED_REQUEST', 'walletAddress and publicKey need generateKeyPair: false');
    }
    const { type } = place;
    let refused: AddRefused = { code: 'SEED_CHANGED' };
    for (let tries = 0; tries < MOST_TRIES && refused.code === 'SEED_CHANGED'; tries += 1) {
      const made = await this.#derive(avatarId, place, body.showRecoveryPhrase === true);
      if (!made.ok) return made;
      const { phrase, sealed, ...facts } = made.value;
      const isDefault = body.isDefaultWallet === true ? true : 'first';
      const wallet = newWallet(avatarId, type, body, { ...facts, verified: true, isDefault });
      const row = await storage.wallets.add(wallet, { sealed, audit, phrase: phrase !== null });
      if (row.ok) return ok({ row: row.value, phrase });
      refused = row.error;
    }
    return notAdded(refused);
  }

  /** A new key below the avatar's seed, which is made if there is none; `phrase` only if it is to be shown. */
  async #derive(avatarId: string, { type, scheme }: WalletPlace, show: boolean) {
    const { vault, storage } = this.#deps;
    let phrase: string | null = null;
    if (!(await vault.has(avatarId))) {
      const seed = await vault.create(avatarId);
      if (!seed.ok) return seed;
      phrase = seed.value.phrase;
    }
    if (show && phrase === null) {
      return refuse('RECOVERY_PHRASE_GONE', 'the avatar has a seed already; its phrase is not shown again');
    }
    const seedIndex = await storage.wallets.takeIndex(avatarId, type.id);
    const derived = await vault.derive(avatarId, scheme, seedIndex);
    if (!derived.ok) return derived;
    const { key, sealed } = derived.value;
    const { address, publicKey } = key;
    return ok({ address, publicKey, seedIndex, sealed, phrase: show ? phrase : null });
  }

  async #import(
    avatarId: string,
    place: WalletPlace,
    body: CreateWalletRequest,
    audit: NewAudit | undefined,
  ): Promise<Answer<CreatedWallet>> {
    const { walletAddress, publicKey, showRecoveryPhrase, isDefaultWallet } = body;
    if (walletAddress === undefined && publicKey === undefined) {
      return refuse('MALFORMED_REQUEST', 'give walletAddress or publicKey, or generateKeyPair: true');
    }
    if (showRecoveryPhrase === true) {
      return refuse('MALFORMED_REQUEST', 'a wallet whose key you hold has no recovery phrase here');
    }
    if (isDefaultWallet === true) {
      return refuse('WALLET_NOT_VERIFIED', 'sign its challenge first, then make it the default');
    }
    const given = place.scheme.parse({
      ...(walletAddress !== undefined && { address: walletAddress.trim() }),
      ...(publicKey !== undefined && { publicKey: publicKey.trim() }),
    });
    if (!given.ok) return invalid(given.error);
    const facts = { ...given.value, seedIndex: null, verified: false, isDefault: false };
    const row = await this.#deps.storage.wallets.add(newWallet(avatarId, place.type, body, facts), { audit });
    return row.ok ? ok({ row: row.value, phrase: null }) : notAdded(row.error);
  }

  /** The wallet, also a deleted one if `hidden`. */
  async get(avatarId: string, id: string, hidden = false): Promise<Answer<WalletRow>> {
    const row = await this.#deps.storage.wallets.get(id.toLowerCase());
    return row?.avatarId === avatarId && (hidden || row.hiddenAtMs === null) ? ok(row) : notFound(id);
  }

  list(
    filter: { readonly avatarId: string; readonly providerType?: number; readonly hidden?: boolean },
    after: string | null,
    limit: number,
    skip: number,
  ): Promise<Page<WalletRow>> {
    return this.#deps.storage.wallets.list(filter, after, limit, skip);
  }

  /** The keys of the avatar's wallets that are held here. */
  async keys(avatarId: string): Promise<readonly AvatarKey[]> {
    const keys: AvatarKey[] = [];
    for (let after: string | null = null; ; ) {
      const { items, nextCursor } = await this.list({ avatarId }, after, KEYS_PAGE, 0);
      for (const { id, address, seedIndex, createdAtMs } of items) {
        if (seedIndex === null) continue;
        keys.push({ keyId: id, purpose: 'wallet', publicPart: address, createdAtMs, rotatedAtMs: null });
      }
      if (nextCursor === null) return keys;
      after = nextCursor;
    }
  }

  async defaultOf(avatarId: string, providerType: number): Promise<Answer<WalletRow>> {
    const place = await this.#deps.places.of(providerType);
    if (!place.ok) return place;
    const row = await this.#deps.storage.wallets.defaultOf(avatarId, providerType);
    return row ? ok(row) : refuse('WALLET_NOT_FOUND', `there is no default wallet of type ${providerType}`);
  }

  /**
   * Makes a wallet the default of its type. One whose key is not held here needs a recent password of `caller`, because
   * orders without an address are paid to the default.
   */
  async setDefault(
    caller: Caller,
    avatarId: string,
    id: string,
    versions: readonly number[] | undefined,
  ): Promise<Answer<WalletRow>> {
    const row = await this.get(avatarId, id);
    if (!row.ok) return row;
    if (!row.value.verified) return refuse('WALLET_NOT_VERIFIED', 'sign its challenge first');
    const isHeldHere = row.value.seedIndex !== null;
    const recent = isHeldHere ? ok(undefined) : requireRecent(caller, this.#deps.clock.now());
    if (!recent.ok) return recent;
    const changed = await this.#deps.storage.wallets.setDefault(row.value.id, versions);
    return changed ? ok(changed) : this.#changed(avatarId, id);
  }

  /** The refusal of a change that did not find the wallet as it was. */
  async #changed(avatarId: string, id: string): Promise<Answer<never>> {
    const now = await this.get(avatarId, id);
    return now.ok ? refuse('VERSION_MISMATCH', `the wallet is at version ${now.value.version}`) : now;
  }

  /** A new text for the owner to sign; an earlier one is not accepted any more. */
  async challenge(avatarId: string, id: string): Promise<Answer<WalletRow>> {
    const row = await this.get(avatarId, id);
    if (!row.ok) return row;
    const { clock, random, storage } = this.#deps;
    const text = `causeway wallet ${row.value.id} nonce ${Buffer.from(random(16)).toString('hex')}`;
    const changed = await storage.wallets.setChallenge(row.value.id, text, clock.now() + CHALLENGE_MS);
    return changed ? ok(changed) : notFound(id);
  }

  /** Marks the wallet verified if `signature` is of its current challenge. */
  async verify(avatarId: string, id: string, signature: string): Promise<Answer<WalletRow>> {
    const row = await this.get(avatarId, id);
    if (!row.ok) return row;
    const { challenge, address, publicKey, providerType } = row.value;
    const place = await this.#deps.places.of(providerType);
    if (!place.ok) return place;
    const proven = challenge === null ? null : place.value.scheme.prove({ address, publicKey }, challenge, signature);
    if (challenge === null) return refuse('INVALID_SIGNATURE', 'ask for a challenge first');
    if (proven?.ok !== true) return invalid((proven as { readonly error: AnyFailure }).error);
    const verified = await this.#deps.storage.wallets.verify(row.value.id, challenge, proven.value.publicKey);
    return verified ? ok(verified) : refuse('INVALID_SIGNATURE', 'the challenge expired or was replaced');
  }

  async balance(avatarId: string, id: string): Promise<Answer<WalletBalanceView>> {
    const row = await this.get(avatarId, id);
    if (!row.ok) return row;
    const place = await this.#deps.places.of(row.value.providerType);
    if (!place.ok) return place;
    const chain = connected(place.value);
    return chain.ok ? ok(await readBalances(row.value, chain.value)) : chain;
  }

  /**
   * Deletes a wallet. Refused while an order can still end there. A wallet with a balance, or one whose balance cannot
   * be read, needs `withBalance`.
   */
  async delete(avatarId: string, id: string, { versions, withBalance, audit }: Deletion): Promise<Answer<WalletRow>> {
    const row = await this.get(avatarId, id);
    if (!row.ok) return row;
    const { wallets } = this.#deps.storage;
    const held = withBalance || row.value.seedIndex === null ? 'nothing' : await whatIsIn(row.value, this.#deps.places);
    if (held !== 'nothing') {
      const message =
        held === 'unknown'
          ? 'what the wallet holds is unknown, because its chain cannot be read here'
          : 'the wallet holds coins or tokens';
      return refuse('WALLET_HAS_BALANCE', message, { facts: { balance: held } });
    }
    const hidden = await wallets.hide(row.value.id, this.endingsOf(row.value), versions, audit);
    return hidden.ok ? hidden : refuseHide(id, hidden.error);
  }

  /** Where orders could end at the wallet. */
  endingsOf({ providerType, address }: WalletRow): readonly Ending[] {
    const provider = this.#deps.places.chainOf(providerType)?.provider;
    const parsed = provider?.parseAddress(address);
    return provider && parsed?.ok ? [{ domain: provider.domain, address32: parsed.value, address }] : [];
  }

  /** Orders from or to the wallet, newest first. A wallet whose chain is not configured has none. */
  async orders(wallet: WalletRow, after: string | null, limit: number, skip: number): Promise<Page<WalletOrder>> {
    const [place] = this.endingsOf(wallet);
    if (!place) return EMPTY_PAGE;
    const { domain, address32: address } = place;
    const page = await this.#deps.storage.orders.atAddress({ domain, address }, after, limit, skip);
    const sends = ({ source, sender }: OrderRow) => source === domain && sender === address;
    return mapPage(page, (order) => ({ order, role: sends(order) ? 'sender' : 'recipient' }));
  }

  async restore(avatarId: string, id: string, audit?: NewAudit): Promise<Answer<WalletRow>> {
    const row = await this.get(avatarId, id, true);
    if (!row.ok || row.value.hiddenAtMs === null) return row;
    const restored = await this.#deps.storage.wallets.restore(row.value.id, audit);
    return restored ? ok(restored) : notFound(id);
  }

  /** Freezes the key of a wallet, and with it every wallet of the avatar with the same address. */
  async freeze(avatarId: string, id: string, wish: FreezeWish, audit: NewAudit): Promise<Answer<WalletRow>> {
    const row = await this.#custodial(avatarId, id);
    if (!row.ok) return row;
    const frozen = await this.#deps.storage.wallets.freeze(row.value.id, wish, audit);
    return frozen ? ok(frozen) : notFound(id);
  }

  /** Ends the freeze of a wallet's key; of an admin's freeze, only when an admin does. */
  async thaw(avatarId: string, id: string, by: FrozenBy, audit: NewAudit): Promise<Answer<WalletRow>> {
    const row = await this.#custodial(avatarId, id);
    if (!row.ok) return row;
    const thawed = await this.#deps.storage.wallets.thaw(row.value.id, by, audit);
    if (thawed !== 'byAdmin') return thawed ? ok(thawed) : notFound(id);
    return refuseFrozen({ what: 'wallet', by: 'admin', atMs: row.value.frozenAtMs ?? 0, reason: null });
  }

  async #custodial(avatarId: string, id: string): Promise<Answer<WalletRow>> {
    const row = await this.get(avatarId, id, true);
    if (!row.ok || row.value.seedIndex !== null) return row;
    return refuse('WALLET_NOT_CUSTODIAL', 'the owner holds the key of this wallet');
  }
}

/** A wallet to store. */
const newWallet = (
  avatarId: string,
  type: WalletPlace['type'],
  { name = type.name, description = '' }: CreateWalletRequest,
  facts: Pick<NewWallet, 'address' | 'publicKey' | 'seedIndex' | 'verified' | 'isDefault'>,
): NewWallet => ({ avatarId, providerType: type.id, name, description, ...facts });

/** Why a wallet was not added. */
function notAdded(error: AddRefused): Answer<never> {
  if (error.code === 'FROZEN') return refuseFrozen(error.frozen);
  if (error.code === 'SEED_CHANGED') {
    return refuse('KEYS_UNAVAILABLE', 'the avatar’s seed keeps changing', { retryAfter: 5 });
  }
  const { id, hiddenAtMs } = error.wallet;
  const message = hiddenAtMs === null ? 'the avatar has this wallet already' : 'the wallet is deleted: restore it';
  return refuse('WALLET_EXISTS', message, { facts: { walletId: id } });
}

function invalid({ code, message }: AnyFailure): Answer<never> {
  const known = ['INVALID_ADDRESS', 'INVALID_PUBLIC_KEY', 'INVALID_SIGNATURE'] as const;
  return refuse(known.find((name) => name === code) ?? 'INVALID_ADDRESS', message);
}

function refuseHide(id: string, refused: HideRefused): Answer<never> {
  if (refused.code === 'NOT_FOUND') return notFound(id);
  if (refused.code === 'VERSION_MISMATCH') {
    return refuse('VERSION_MISMATCH', `the wallet is at version ${refused.version}`);
  }
  if (refused.code === 'TRANSFER_UNDER_WAY') {
    return refuse('TRANSFER_UNDER_WAY', 'a transfer from the wallet is under way', {
      facts: { transferId: refused.transferId },
    });
  }
  return refuse('ORDER_CAN_END_HERE', 'an order can still pay this wallet', { facts: { orderId: refused.orderId } });
}
