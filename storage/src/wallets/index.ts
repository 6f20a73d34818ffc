import type { Area } from '../core/area.ts';
import { createLimitRepository } from './limit-repository.ts';
import type { LimitRepository } from './limits.ts';
import { type WalletTables, walletTables } from './schema.ts';
import { createLedger } from './spending.ts';
import { createTransferRepository } from './transfer-repository.ts';
import type { TransferRepository } from './transfers.ts';
import { createWalletRepository } from './wallet-repository.ts';
import type { WalletRepository } from './wallets.ts';

/** Wallets, their sealed seeds, and transfers from them. */
export interface WalletStorage extends WalletRepository {
  readonly transfers: TransferRepository;
  readonly limits: LimitRepository;
}

export const wallets: Area<WalletTables, WalletStorage> = {
  tables: walletTables,
  open(context) {
    const { kit } = context.engine;
    const ledger = createLedger(context, kit);
    context.ledgers.push(ledger);
    return {
      ...createWalletRepository(context, kit),
      transfers: createTransferRepository(context, kit, ledger),
      limits: createLimitRepository(context, kit),
    };
  },
};

export type * from './limits.ts';
export type * from './transfers.ts';
export type * from './wallets.ts';
