import type { Area, AreaContext } from '../core/area.ts';
import { createLimitRepository } from './limit-repository.ts';
import type { LimitRepository } from './limits.ts';
import { type WalletTables, walletTables } from './schema.ts';
import { spentReads } from './spent.ts';
import { createTransferReading } from './transfer-reading.ts';
import type { TransferReading } from './transfers.ts';
import { createWalletReading } from './wallet-reading.ts';
import type { WalletReading } from './wallets.ts';

/** The tables of wallets, their sealed seeds, and transfers from them. The API's area adds the jobs that decide. */
export interface WalletStore {
  readonly context: AreaContext<WalletTables>;
  readonly wallets: WalletReading;
  readonly transfers: TransferReading;
  readonly limits: LimitRepository;
  readonly spent: ReturnType<typeof spentReads>;
}

export const wallets: Area<WalletTables, WalletStore> = {
  tables: walletTables,
  open: (context) => ({
    context,
    wallets: createWalletReading(context),
    transfers: createTransferReading(context),
    limits: createLimitRepository(context, context.engine.dialect),
    spent: spentReads(context.tables, context.engine.dialect),
  }),
};

export type * from './limits.ts';
export * from './locks.ts';
export * from './spends.ts';
export { DAY_MS } from './spent.ts';
export {
  findTransfer,
  insertTransfer,
  openTransferOf,
  owedByTransfers,
  TRANSFER_LEFT,
  UNDER_WAY,
  updateTransfer,
} from './transfer-reading.ts';
export type * from './transfers.ts';
export type * from './values.ts';
export * from './wallet-steps.ts';
export type * from './wallets.ts';
