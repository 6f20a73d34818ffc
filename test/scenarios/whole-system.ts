import type { SystemKind } from '../support/control.ts';
import { sharedStack } from '../support/shared.ts';
import type { Stack } from '../support/stack.ts';
import { withstandsTwoMembers } from './collusion.ts';
import { killsAtEveryCheckpoint } from './crashes.ts';
import { survivesMisbehavingEndpoints } from './endpoints.ts';
import { waitsForFinality } from './finality.ts';
import { carriesOrders } from './orders.ts';
import { paysBack } from './refunds.ts';
import { solvesSwaps } from './solver.ts';
import { endsSwaps } from './swaps.ts';

/** What the whole system does with a kind of chain: every scenario on the stack of its suite, which is the result. */
export function describeSystem(kind: SystemKind): () => Promise<Stack> {
  const stack = () => sharedStack(kind);
  const scenarios = {
    'orders from and to': carriesOrders,
    'orders that cannot be delivered in time, from and to': paysBack,
    ...(kind.confirms && { 'finality of': waitsForFinality }),
    'two malicious members and a malicious relayer, on': withstandsTwoMembers,
    // Every way in which a swap ends is the same on all kinds; a solver fills one on each. The long mode has all.
    ...(kind.kind === 'evm' && { 'swaps to': endsSwaps }),
    'a solver of swaps to': solvesSwaps,
    'endpoints that misbehave, of': survivesMisbehavingEndpoints,
    'a relayer that is killed while it delivers, from and to': killsAtEveryCheckpoint,
  };
  for (const [what, run] of Object.entries(scenarios)) {
    describe(`${what} ${kind.chain}`, function () {
      this.timeout(400_000);
      run(kind, stack);
    });
  }
  return stack;
}
