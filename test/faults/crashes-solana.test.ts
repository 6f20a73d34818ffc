import { devAccount } from '@causeway/devnet';
import { DELIVERY, killsAtEveryCheckpoint } from '../support/crashes.ts';
import { type Stack, startStack } from '../support/stack.ts';

describe('a relayer that is killed while it delivers to Solana', function () {
  this.timeout(400_000);
  let stack: Stack | undefined;
  const stackOf = async () => {
    const lanes = { 'solana:ethereum': 12 };
    stack = await startStack({
      networks: ['ethereum', 'solana'],
      families: ['main'],
      cancelAfterSeconds: { default: 300, lanes },
    });
    return stack;
  };
  after(() => stack?.stop());

  // The root goes into a transaction of its own, so that all but the first come twice.
  const [lockSeen = '', ...proposing] = DELIVERY;
  killsAtEveryCheckpoint(stackOf, {
    delivered: [
      {
        order: {
          from: 'ETH',
          to: 'solana',
          amount: '0.03',
          destinationAddress: devAccount('bob', 'solana').address,
        },
        executedAt: 'solana',
        deaths: [[lockSeen, ...proposing, ...proposing]],
      },
    ],
    refunded: {
      order: { from: 'SOL', to: 'ethereum', amount: '1', destinationAddress: devAccount('bob').address },
      executedAt: 'solana',
      paused: 'ethereum',
    },
  });
});
