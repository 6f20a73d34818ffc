import type { Result } from '@causeway/protocol';
import type { Ending, Frozen, FrozenBy, NewAudit, WalletReading, WalletRow } from '@causeway/storage';

/**
 * A wallet to store. `isDefault`: true makes it the default of its avatar and type; "first" only if there is none;
 * false never.
 */
export type NewWallet = Pick<
  WalletRow,
  'avatarId' | 'providerType' | 'name' | 'description' | 'address' | 'publicKey' | 'seedIndex' | 'verified'
> & { readonly isDefault: boolean | 'first' };

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
  /** Where orders could end at each of the wallets below the seed, by the wallet's id. */
  readonly endings: ReadonlyMap<string, readonly Ending[]>;
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

/** Wallets and the sealed seeds below which they are derived. Every write is fully durable. */
export interface WalletRepository extends WalletReading {
  /** Stores a wallet with what belongs to it, in one transaction. */
  add(wallet: NewWallet, more?: Added): Promise<Result<WalletRow, AddRefused>>;
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
  /** Destroys a seed and all wallets below it, with a security event. */
  destroySeed(destruction: SeedDestruction): Promise<Result<void, SeedKept>>;
}
