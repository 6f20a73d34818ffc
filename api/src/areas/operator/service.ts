import { type AttentionService, createAttentionService } from './attention.ts';
import { type CreditService, createCreditService } from './credits.ts';
import type { OperatorDeps } from './deps.ts';
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
