import type { Domain, Hex, Result } from '@causeway/protocol';
import type { Row } from '../core/kit.ts';
import type { Page } from '../core/page.ts';
import type { WalletTables } from './schema.ts';

/** An avatar's wallet. */
export type WalletRow = Row<WalletTables['wallets']>;

/**
 * A wallet to store. `isDefault`: true makes it the default of its avatar and type; "first" only if there is none; false
 * never.
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
  /** Stores a wallet. Fails with the wallet of the same avatar, type and address, which may be deleted. */
  add(wallet: NewWallet): Promise<Result<WalletRow, WalletRow>>;
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
   * Makes it the default of its avatar and type. Returns undefined and changes nothing when it is deleted, not verified,
   * or has none of `versions`.
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
  hide(id: string, endings: readonly Ending[], versions?: readonly number[]): Promise<Result<WalletRow, HideRefused>>;
  /** Restores a deleted wallet, which is then no default. */
  restore(id: string): Promise<WalletRow | undefined>;
  /**
   * Removes wallets that were deleted before `beforeMs`, and the seeds of avatars without any wallet. Wallets that
   * `endingsOf` finds an order for stay. Returns the number of wallets.
   */
  purge(beforeMs: number, endingsOf: (wallet: WalletRow) => readonly Ending[]): Promise<number>;
}
