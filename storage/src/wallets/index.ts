import type { Area } from '../core/area.ts';
import { type WalletTables, walletTables } from './schema.ts';
import { createTransferRepository } from './transfer-repository.ts';
import type { TransferRepository } from './transfers.ts';
import { createWalletRepository } from './wallet-repository.ts';
import type { WalletRepository } from './wallets.ts';

/** Wallets, their sealed seeds, and transfers from them. */
export interface WalletStorage extends WalletRepository {
  readonly transfers: TransferRepository;
}

export const wallets: Area<WalletTables, WalletStorage> = {
  tables: walletTables,
  open: (context) => ({
    ...createWalletRepository(context, context.engine.kit),
    transfers: createTransferRepository(context, context.engine.kit),
  }),
};

export type * from './transfers.ts';
export type * from './wallets.ts';
