import type { Clock } from '@causeway/runtime';
import type { PlatformStorage } from '@causeway/storage';
import type { BridgeContext } from '../../bridge/context.ts';
import type { MarketService } from '../market/index.ts';
import type { OrderService } from '../orders/index.ts';
import { type AttentionService, createAttentionService } from './attention.ts';
import { type CreditService, createCreditService } from './credits.ts';
import { createLaneAccountService, type LaneAccountService } from './lane-accounts.ts';
import { createPayerService, type PayerService } from './payers.ts';
import type { SignerStandingView } from './schemas.ts';
import { listSigners } from './signers.ts';
import { createTroubleService, type TroubleService } from './trouble.ts';

/** What the operations below /operator answer from. */
export interface OperatorService {
  readonly attention: AttentionService;
  readonly trouble: TroubleService;
  readonly credits: CreditService;
  readonly payers: PayerService;
  readonly laneAccounts: LaneAccountService;
  readonly signers: () => Promise<readonly SignerStandingView[]>;
}

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

/** Creates the services, which read nothing before the first request. */
export function createOperatorService(deps: OperatorDeps): OperatorService {
  const signers = () => listSigners(deps);
  const trouble = createTroubleService(deps);
  const credits = createCreditService(deps);
  const payers = createPayerService(deps);
  return {
    ...{ trouble, credits, payers, signers },
    laneAccounts: createLaneAccountService(deps),
    attention: createAttentionService(deps, { trouble, credits, payers, signers }),
  };
}
