import { devAccount } from '@causeway/devnet';
import { killsAtEveryCheckpoint } from '../support/crashes.ts';
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

  killsAtEveryCheckpoint(stackOf, {
    delivered: {
      order: {
        from: 'ETH',
        to: 'solana',
        amount: '0.03',
        destinationAddress: devAccount('bob', 'solana').address,
      },
      executedAt: 'solana',
    },
    refunded: {
      order: { from: 'SOL', to: 'ethereum', amount: '1', destinationAddress: devAccount('bob').address },
      executedAt: 'solana',
      paused: 'ethereum',
    },
  });
});
