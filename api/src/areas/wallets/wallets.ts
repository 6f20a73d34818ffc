import type { PeriodicTask } from '@causeway/runtime';
import type { WalletRow } from '@causeway/storage';
import type { WalletDirectory } from '../../bridge/wallets.ts';
import type { AvatarService } from '../avatars/index.ts';
import type { WalletExports } from './exports.ts';
import type { WalletLimits } from './limits.ts';
import type { WalletRemoval } from './removal.ts';
import type { WalletService } from './service.ts';
import type { Spending } from './spending.ts';
import type { TransferStorage, TransferWorker } from './transfer-worker.ts';
import type { WalletTransfers } from './transfers.ts';

/** The parts of the wallets area. */
export interface Wallets {
  readonly service: WalletService;
  /** What ends for good. */
  readonly removal: WalletRemoval;
  /** Removes wallets whose time to be restored is over. */
  readonly purges: PeriodicTask;
  readonly transfers: WalletTransfers;
  /** What sends and orders draw on the limits of a day. */
  readonly spending: Spending;
  readonly limits: WalletLimits;
  readonly exports: WalletExports;
  /** A security event, to be stored with the change that caused it; see AvatarService.auditOf. */
  readonly audit: AvatarService['auditOf'];
  /**
   * Whom a caller acts on: itself, an agent of its own, or, as an admin with a reason, anybody; see
   * AvatarService.actedOn.
   */
  readonly actedOn: AvatarService['actedOn'];
  /** Called with each wallet that was frozen. */
  readonly onFrozen: ((wallet: WalletRow) => Promise<void>)[];
  /** Ends the open work of a wallet that was frozen, or leaves it to the next round. */
  readonly frozen: (wallet: WalletRow) => Promise<void>;
  /** The wallets as orders see them. */
  readonly directory: WalletDirectory;
  /** Makes the worker that sends transfers, for the one process that signs for custodial wallets. */
  readonly worker: (storage: TransferStorage, onLost?: () => void) => TransferWorker;
}
