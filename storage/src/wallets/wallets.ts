import type { Domain, Hex } from '@causeway/protocol';
import type { Row } from '../core/dialect.ts';
import type { Page } from '../core/page.ts';
import type { WalletTables } from './schema.ts';

/** An avatar's wallet. */
export type WalletRow = Row<WalletTables['wallets']>;

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

/**
 * Wallets as they are stored, and the sealed seeds below which they are derived. Every write is fully durable unless it
 * says otherwise.
 */
export interface WalletReading {
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

  /** The wallets below the avatar's seed, also deleted ones, by id. */
  belowSeed(avatarId: string): Promise<readonly WalletRow[]>;
  /** Wallets that were deleted before `beforeMs`, by id; `after` is the last one before. */
  hiddenBefore(beforeMs: number, after: string, limit: number): Promise<readonly WalletRow[]>;
  /** Every frozen wallet. */
  frozen(): Promise<readonly WalletRow[]>;
  /** Records that the owner has the recovery phrase. */
  phraseGiven(avatarId: string): Promise<void>;
}
