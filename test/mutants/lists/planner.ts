import { type Mutant, mutantsOf } from '../mutant.ts';

/** Which messages go first, and which wait. */
export const PLANNER_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('relayer', {
    'relayer/src/plan/held-buckets.ts': {
      'nothing passes a refund that waits for its bucket': [
        'return refund !== undefined && refund !== messageId;',
        'return false;',
      ],
      'a bucket is free once its refund is paid': [
        'if (!waiting.has(refund)) this.#refunds.delete(bucket);',
        'this.#refunds.get(bucket + refund + waiting.size);',
      ],
    },
    'relayer/src/plan/delivery.ts': {
      'a refund above the capacity holds nothing up': [
        "if (message.wireAmount <= limits.value.capacity) return ok('refill');",
        "if (message.wireAmount > 0n) return ok('refill');",
      ],
    },
    'relayer/src/plan/fairness.ts': {
      'a sender has a share of a batch while others wait': ['return Math.floor(count / share);', 'return 0;'],
    },
    'relayer/src/plan/planner.ts': {
      'a crowd hides no other sender': ['WINDOW, crowds);', 'WINDOW);'],
    },
    'relayer/src/plan/selection.ts': {
      'nothing is executed for a remote that is paused alone': [
        ' || this.#reading.lanes.get(row.message.source)?.paused;',
        ';',
      ],
    },
  }),
];
