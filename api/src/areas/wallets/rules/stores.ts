import type { PlatformStorage } from '@causeway/storage';

/** The tables that decide whether, and how much, a wallet may pay. */
export type PayingStores = Pick<PlatformStorage, 'bridge' | 'avatars' | 'wallets'>;
