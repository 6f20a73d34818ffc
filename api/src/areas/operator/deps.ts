import type { Clock } from '@causeway/runtime';
import type { PlatformStorage } from '@causeway/storage';
import type { BridgeContext } from '../../bridge/context.ts';
import type { MarketService } from '../market/index.ts';
import type { OrderService } from '../orders/index.ts';

/** What the services of this area work with. */
export interface OperatorDeps {
  readonly storage: Pick<
    PlatformStorage,
    'orders' | 'submissions' | 'deliveryFees' | 'oracleRecord' | 'comparisons' | 'chainView'
  >;
  readonly bridge: Pick<BridgeContext, 'catalogue'>;
  readonly clock: Clock;
  readonly market: Pick<MarketService, 'networks' | 'assets'>;
  readonly orders: Pick<OrderService, 'troubled' | 'view'>;
}
