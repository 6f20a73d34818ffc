import { forgesEvents, forksSlots, hidesTransactions, inventsAccounts, runsAheadSlots } from '@causeway/devnet';
import { survivesMisbehavingEndpoints } from '../support/misbehaving-endpoints.ts';
import { sharedStack } from '../support/shared.ts';

/** Doubles every digit one of an event. */
const forged = forgesEvents((data) => data.replaceAll('1', '2'));

describe('Solana RPC endpoints that misbehave', function () {
  this.timeout(400_000);

  survivesMisbehavingEndpoints(() => sharedStack('solana'), {
    chain: 'solana',
    asset: 'SOL',
    faults: {
      'is dead': { kind: 'dead' },
      'is slow': { kind: 'slow', delayMs: 10_000 },
      'hides transactions': { kind: 'lying', lie: hidesTransactions },
      'forges events': { kind: 'lying', lie: forged },
      'claims more slots than there are': { kind: 'lying', lie: runsAheadSlots(40) },
      'shows another fork': { kind: 'lying', lie: forksSlots },
      'invents accounts': { kind: 'lying', lie: inventsAccounts(Buffer.alloc(400, 1).toString('base64')) },
    },
  });
});
