import type { Holding } from '@causeway/storage';
import { type TxScript, together } from '@causeway/storage/jobs';
import { owedByOrders } from '@causeway/storage/orders';
import { owedByTransfers } from '@causeway/storage/wallets';
import type { PayingStores } from './stores.ts';

/** What a wallet can spend of an asset, as read from its chain. */
export interface Funds {
  readonly holding: Holding;
  /** The balance without the reserve for fees, local units. */
  readonly free: bigint;
  /** The newest event before the balance was read (events.latest). What left the wallet after it counts as reserved. */
  readonly asOf: number;
}

/** What orders and transfers together will still take of a holding, or have taken after the balance was read. */
export function* reservedFunds(stores: PayingStores, { holding, asOf }: Omit<Funds, 'free'>): TxScript<bigint> {
  const [ofOrders, ofTransfers] = yield* together(
    owedByOrders(stores.bridge, holding, asOf),
    owedByTransfers(stores.wallets.context, holding, asOf),
  );
  return ofOrders + ofTransfers;
}
