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
    'relayer/src/signer/void-policy.ts': {
      'an anchor is used up only where anchors do not expire': ['if (!provider.buildVoid)', 'if (false)'],
      'an anchor is used up only for the deployed oracle': ['if (!oracle.ok) return oracle;', ''],
      'an anchor is used up only for a verified deployment': ['if (!verified.ok) return verified;', ''],
      'only the next anchor is used up': ['if (!current.ok) return current;', ''],
      'an anchor is used up only when the own operator allows it': ['if (!allowed.ok) return allowed;', ''],
    },
    'relayer/src/plan/proposal.ts': {
      'a request to use up an anchor has no further member': [
        'proposalSchema.pick({ destination: true, family: true, anchor: true })',
        'z.object(proposalSchema.pick({ destination: true, family: true, anchor: true }).shape)',
      ],
    },
    'relayer/src/submit/void-anchor.ts': {
      'an anchor is not used up while another transaction of the payer waits': [
        'if (others.length > 0) {',
        'if (others.length < 0) {',
      ],
      'an anchor is used up with as many signatures as the threshold': [
        'if (signatures.length < oracle.threshold) {',
        'if (signatures.length < 0) {',
      ],
    },
    'storage/src/bridge/void-allowances.ts': {
      'an allowance expires': ['gt(voidAllowances.expiresAtMs, clock.now())', 'gt(voidAllowances.expiresAtMs, 0)'],
      'an allowance is for one family': ['and(eq(voidAllowances.family, family), ', 'and('],
      'an allowance is for one chain': ['eq(voidAllowances.domain, domain), ', ''],
      'an allowance is for one anchor': [', eq(voidAllowances.anchor, anchor));', ');'],
    },
    'relayer/src/plan/planner.ts': {
      'nothing is planned from a broken view': ['[here, row.message.source]', '[here]'],
      'nothing is planned to a broken view': ['[here, row.message.source]', '[row.message.source]'],
    },
    'relayer/src/submit/standing.ts': {
      'the relayer finishes a transaction that only uses up an anchor': ["if (details.void) return 'send';", ''],
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
