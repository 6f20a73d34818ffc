import { devAccount } from '@causeway/devnet';
import { DELIVERY, killsAtEveryCheckpoint } from '../support/crashes.ts';
import { sharedStack } from '../support/shared.ts';

describe('a relayer that is killed while it delivers to Solana', function () {
  this.timeout(400_000);

  // The root goes into a separate transaction, so every checkpoint except the first comes twice.
  const [lockSeen = '', ...proposing] = DELIVERY;
  killsAtEveryCheckpoint(() => sharedStack('solana'), {
    delivered: [
      {
        order: {
          from: 'ETH',
          to: 'solana',
          amount: '0.03',
          destinationAddress: devAccount('bob', 'solana').address,
        },
        executedAt: 'solana',
        deaths: [lockSeen, ...proposing, ...proposing],
      },
    ],
    refunded: {
      order: { from: 'SOL', to: 'arbitrum', amount: '1', destinationAddress: devAccount('bob').address },
      executedAt: 'solana',
      paused: 'arbitrum',
    },
  });
});
