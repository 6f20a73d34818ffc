import { type Mutant, mutantsOf } from '../mutant.ts';

/** Views that contradict their chain. */
export const BROKEN_VIEW_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('relayer', {
    'relayer/src/view/finality.ts': {
      'a head below the record mends no view': ['cursor.number === head.number &&', 'cursor.number >= head.number &&'],
    },
    'relayer/src/view/watcher.ts': {
      'a broken view is stored as such': ['if (!result.ok) await this.#soundness.failed(result.error);', ''],
    },
    'relayer/src/signer/service.ts': {
      'a view that breaks while a proposal is verified stops its signature': [
        'if (!stillWhole.ok) return stillWhole;',
        '',
      ],
      'a refresh that finds the view broken ends the verification': [
        'if (!whole.ok) return whole;\n    const second',
        'const second',
      ],
    },
    'relayer/src/signer/broken-view.ts': {
      'a broken view of a source stops signatures': ['[destination, ...actions.map(sourceOf)]', '[destination]'],
      'a broken view of the destination stops signatures': [
        '[destination, ...actions.map(sourceOf)]',
        'actions.map(sourceOf)',
      ],
    },
    'relayer/src/signer/known-final.ts': {
      'final blocks are forgotten when the newest has changed': [
        "if (!same.ok && same.error.code === 'NOT_FINAL') this.#chains.delete(domain);",
        '',
      ],
      'the newest remembered block stands for the others': [
        'if (number > (this.newest?.number ?? -1))',
        'if (number >= 0)',
      ],
      'a block of another branch is not remembered': [
        'this.#hashes.get(String(number)) === hash',
        'this.#hashes.get(String(number)) !== undefined',
      ],
      'a remembered block is compared with the chain': ['if (!same.ok) return same;', ''],
    },
    'relayer/src/plan/planner.ts': {
      'nothing is planned from a broken view': ['[here, row.message.source]', '[here]'],
      'nothing is planned to a broken view': ['[here, row.message.source]', '[row.message.source]'],
    },
    'relayer/src/submit/standing.ts': {
      'what a rollback took back is not sent': ["blockHash) return 'withdraw';", "blockHash) return 'send';"],
      'a root of vanished messages is not sent': [
        "root.toLowerCase()) return 'withdraw';",
        "root.toLowerCase()) return 'send';",
      ],
      'a transaction from a broken view is not sent': ['[destination, ...sources]', '[destination]'],
    },
    'storage/src/bridge/broken-views.ts': {
      'a view is broken since the first failure': ['set: { code, reason }', 'set: row'],
    },
    'storage/src/bridge/chain-view-repository.ts': {
      'only a turn that mends ends a broken view': ['if (mends) yield* mend(', 'yield* mend('],
    },
  }),
];
