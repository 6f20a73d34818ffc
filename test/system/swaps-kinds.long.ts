// All that can be done with swaps to a chain of each kind; `npm test` has most of it on one kind.

import { solvesSwaps } from '../scenarios/solver.ts';
import { killsSolver } from '../scenarios/solver-process.ts';
import { endsSwaps } from '../scenarios/swaps.ts';
import type { SystemKind } from '../support/control.ts';
import { EVM } from '../support/evm-control.ts';
import { RADIX } from '../support/radix-control.ts';
import { SOLANA } from '../support/solana-control.ts';
import { type Stack, startStack } from '../support/stack.ts';

for (const kind of [EVM, SOLANA, RADIX] satisfies readonly SystemKind[]) {
  describe(`on ${kind.chain}`, function () {
    this.timeout(400_000);
    let stack: Stack;
    before(async () => {
      stack = await startStack(kind.stack);
    });
    after(() => stack?.stop());
    describe('swaps', () => endsSwaps(kind, async () => stack));
    describe('a solver of swaps', () => solvesSwaps(kind, async () => stack));
    describe('a solver in a process of its own', () => killsSolver(kind, async () => stack));
  });
}
