import type { LimitRepository, PlatformStorage } from '@causeway/storage';
import { memoize } from '@causeway/storage/jobs';
import type { PayingStores } from './stores.ts';
import { createTransferJobs } from './transfer-repository.ts';
import type { TransferRepository } from './transfers.ts';
import { createWalletJobs } from './wallet-repository.ts';
import type { WalletRepository } from './wallets.ts';

/** Wallets, their sealed seeds, transfers from them, and the limits of a day. */
export interface WalletStorage extends WalletRepository {
  readonly transfers: TransferRepository;
  readonly limits: LimitRepository;
}

/** An open database with the jobs over wallets in the place of their tables. */
export type WithWallets = Omit<PlatformStorage, 'wallets'> & { readonly wallets: WalletStorage };

/** The jobs over the tables of wallets in an open database. */
export const walletStorage = memoize((stores: PayingStores): WalletStorage => {
  const { wallets, transfers, limits } = stores.wallets;
  return {
    ...wallets,
    ...createWalletJobs(stores),
    transfers: { ...transfers, ...createTransferJobs(stores) },
    limits,
  };
});
