import type { Mutant } from '../mutant.ts';

/** Which messages go first, and which wait. */
export const PLANNER_MUTANTS: readonly Mutant[] = [
  {
    id: 'relayer-nothing-passes-a-refund-that-waits-for-its-bucket',
    rule: 'nothing passes a refund that waits for its bucket',
    file: 'relayer/src/plan/held-buckets.ts',
    find: 'return refund !== undefined && refund !== messageId;',
    replace: 'return false;',
    suite: 'relayer',
  },
  {
    id: 'relayer-a-bucket-is-free-once-its-refund-is-paid',
    rule: 'a bucket is free once its refund is paid',
    file: 'relayer/src/plan/held-buckets.ts',
    find: 'if (!waiting.has(refund)) this.#refunds.delete(bucket);',
    replace: 'this.#refunds.get(bucket + refund + waiting.size);',
    suite: 'relayer',
  },
  {
    id: 'relayer-a-refund-above-the-capacity-holds-nothing-up',
    rule: 'a refund above the capacity holds nothing up',
    file: 'relayer/src/plan/delivery.ts',
    find: "if (message.wireAmount <= limits.value.capacity) return ok('refill');",
    replace: "if (message.wireAmount > 0n) return ok('refill');",
    suite: 'relayer',
  },
  {
    id: 'relayer-a-sender-has-a-share-of-a-batch-while-others-wait',
    rule: 'a sender has a share of a batch while others wait',
    file: 'relayer/src/plan/fairness.ts',
    find: 'return Math.floor(count / share);',
    replace: 'return 0;',
    suite: 'relayer',
  },
  {
    id: 'relayer-a-crowd-hides-no-other-sender',
    rule: 'a crowd hides no other sender',
    file: 'relayer/src/plan/planner.ts',
    find: 'WINDOW, crowds);',
    replace: 'WINDOW);',
    suite: 'relayer',
  },
  {
    id: 'relayer-nothing-is-executed-for-a-remote-that-is-paused-alone',
    rule: 'nothing is executed for a remote that is paused alone',
    file: 'relayer/src/plan/selection.ts',
    find: ' || this.#reading.lanes.get(row.message.source)?.paused;',
    replace: ';',
    suite: 'relayer',
  },
];
