import type { Domain, Hex, Result } from '@causeway/protocol';
import type { NewAudit } from '../avatars/index.ts';
import type { Frozen, FrozenBy } from '../core/freezes.ts';
import type { Row } from '../core/kit.ts';
import type { Page } from '../core/page.ts';
import type { WalletTables } from './schema.ts';

/** An avatar's wallet. */
export type WalletRow = Row<WalletTables['wallets']>;

/**
 * A wallet to store. `isDefault`: true makes it the default of its avatar and type; "first" only if there is none;
 * false never.
 */
export type NewWallet = Pick<
  WalletRow,
  'avatarId' | 'providerType' | 'name' | 'description' | 'address' | 'publicKey' | 'seedIndex' | 'verified'
> & { readonly isDefault: boolean | 'first' };

/** An avatar's sealed seed. */
export type SeedRow = Row<WalletTables['walletSeeds']>;

export type NewSeed = Pick<SeedRow, 'avatarId' | 'sealed' | 'masterKey'>;

/** A place where an order can end. */
export interface Ending {
  readonly domain: Domain;
  /** The address left-padded, and in the chain's own form. */
  readonly address32: Hex;
  readonly address: string;
}

/** Why a wallet is not stored. */
export type AddRefused =
  /** The avatar's wallet of the same type and address, which may be deleted. */
  | { readonly code: 'EXISTS'; readonly wallet: WalletRow }
  /** The account is frozen, so the recovery phrase is not shown. */
  | { readonly code: 'FROZEN'; readonly frozen: Frozen }
  /** The seed of the key is gone, sealed anew, or another one. */
  | { readonly code: 'SEED_CHANGED' };

/** A secret that leaves for good: the key of one wallet, or the phrase below which all keys of its avatar are. */
export type ExportedSecret = 'privateKey' | 'recoveryPhrase';

/** What belongs to a new wallet. */
export interface Added {
  /** The avatar's seed, from which the key was derived: it must still be that one. */
  readonly sealed?: string;
  /** The security event. */
  readonly audit?: NewAudit | undefined;
  /** The recovery phrase is shown to the owner: refused while the account is frozen, and recorded. */
  readonly phrase?: boolean;
}

/** A seed to destroy: `addresses` names every wallet below it, all of them deleted. */
export interface SeedDestruction {
  readonly avatarId: string;
  readonly addresses: readonly string[];
  readonly endingsOf: (wallet: WalletRow) => readonly Ending[];
  readonly audit: NewAudit;
}

/** Why a seed is not destroyed. */
export type SeedKept =
  | { readonly code: 'NO_SEED' }
  /** The addresses below the seed are others. */
  | { readonly code: 'ADDRESSES_DIFFER'; readonly addresses: readonly string[] }
  | { readonly code: 'NOT_DELETED'; readonly address: string }
  | { readonly code: 'ORDER_CAN_END_HERE'; readonly orderId: string };

/** Why a wallet is not deleted. */
export type HideRefused =
  | { readonly code: 'NOT_FOUND' }
  | { readonly code: 'VERSION_MISMATCH'; readonly version: number }
  /** An order that can still end at the wallet. */
  | { readonly code: 'ORDER_CAN_END_HERE'; readonly orderId: string }
  /** A transfer of the wallet is under way. */
  | { readonly code: 'TRANSFER_UNDER_WAY'; readonly transferId: string };

/** Wallets and the sealed seeds below which they are derived. Every write is fully durable unless it says otherwise. */
export interface WalletRepository {
  seed(avatarId: string): Promise<SeedRow | undefined>;
  /** Stores the first seed of an avatar. Returns the avatar's seed, which another request may have stored before. */
  addSeed(seed: NewSeed): Promise<SeedRow>;
  /** Seeds under another master key than `masterKey`, by avatar; `after` is the last avatar before. */
  seedsNotUnder(masterKey: string, after: string | null, limit: number): Promise<readonly SeedRow[]>;
  /** One seed under each master key that seals any. */
  seedOfEachKey(): Promise<readonly SeedRow[]>;
  /** Replaces `sealed` of an avatar's seed if it still is `old`. */
  replaceSealed(seed: NewSeed, old: string): Promise<boolean>;

  /** Takes the next index below the avatar's seed. It is never given again; a crash may leave it unused. */
  takeIndex(avatarId: string, providerType: number): Promise<number>;
  /** Stores a wallet with what belongs to it, in one transaction. */
  add(wallet: NewWallet, more?: Added): Promise<Result<WalletRow, AddRefused>>;
  /** The wallet, also a deleted one. */
  get(id: string): Promise<WalletRow | undefined>;
  /** The avatar's wallets, oldest first, without deleted ones unless `hidden`. */
  list(
    filter: { readonly avatarId: string; readonly providerType?: number; readonly hidden?: boolean },
    cursor: string | null,
    limit: number,
    skip?: number,
  ): Promise<Page<WalletRow>>;
  defaultOf(avatarId: string, providerType: number): Promise<WalletRow | undefined>;
  /** The avatar's wallet with that address, also a deleted one. */
  atAddress(avatarId: string, providerType: number, address: string): Promise<WalletRow | undefined>;

  /**
   * Makes it the default of its avatar and type. Returns undefined and changes nothing when it is deleted, not
   * verified, or has none of `versions`.
   */
  setDefault(id: string, versions?: readonly number[]): Promise<WalletRow | undefined>;
  /** Stores the text that the owner may sign until `expiresAtMs`. */
  setChallenge(id: string, challenge: string, expiresAtMs: number): Promise<WalletRow | undefined>;
  /** Marks it verified and takes its challenge, if that is still `challenge` and not expired. */
  verify(id: string, challenge: string, publicKey: string | null): Promise<WalletRow | undefined>;
  /**
   * Deletes a wallet: it can be restored until `purge`. Refused while an order can still end at one of `endings`, late
   * locks included, or a transfer is under way; that is looked at in the same transaction.
   */
  hide(
    id: string,
    endings: readonly Ending[],
    versions?: readonly number[],
    audit?: NewAudit,
  ): Promise<Result<WalletRow, HideRefused>>;
  /** Restores a deleted wallet, which is then no default. */
  restore(id: string, audit?: NewAudit): Promise<WalletRow | undefined>;
  /** Wallets that were deleted before `beforeMs`, by id; `after` is the last one before. */
  hiddenBefore(beforeMs: number, after: string, limit: number): Promise<readonly WalletRow[]>;
  /**
   * Freezes the key of a custodial wallet: with it every wallet of the avatar with the same address, on whatever chain.
   * An admin's freeze stays one when the owner freezes, too.
   */
  freeze(
    id: string,
    wish: { readonly by: FrozenBy; readonly reason: string | null },
    audit: NewAudit,
  ): Promise<WalletRow | undefined>;
  /** Ends the freeze of a wallet's key. `byAdmin`: only an admin may. */
  thaw(id: string, by: FrozenBy, audit: NewAudit): Promise<WalletRow | 'byAdmin' | undefined>;
  /** Every frozen wallet. */
  frozen(): Promise<readonly WalletRow[]>;
  /**
   * Removes a wallet for good if it was deleted before `beforeMs` and no order can end at `endings`. The seed of an
   * avatar without any wallet goes with it only if its owner has the phrase. True when the wallet was removed.
   */
  remove(id: string, beforeMs: number, endings: readonly Ending[]): Promise<boolean>;
  /**
   * Records an export of the wallet's key, or of the recovery phrase below which all keys are. It returns the freeze of
   * the account, or of a wallet whose key would leave, and then records nothing.
   */
  recordExport(
    wallet: Pick<WalletRow, 'id' | 'avatarId' | 'address'>,
    what: ExportedSecret,
    audit: NewAudit,
  ): Promise<Frozen | undefined>;
  /** Records that the owner has the recovery phrase. */
  phraseGiven(avatarId: string): Promise<void>;
  /** Destroys a seed and all wallets below it, with a security event. */
  destroySeed(destruction: SeedDestruction): Promise<Result<void, SeedKept>>;
}
