import { type Mutant, mutantsOf } from '../mutant.ts';

/** Sequence numbers that nobody uses, and approvals that several locks of one account share. */
export const GAP_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('outbox', {
    'outbox/src/outbox.ts': {
      'sequence numbers are given back when storing fails': [
        'if (sequences && !(await this.#isStored(outgoing).catch(() => true))) sequences.release(signed);',
        '',
      ],
      'sequence numbers are kept while nobody knows whether they are stored': [
        '.catch(() => true)',
        '.catch(() => false)',
      ],
      'no fee is raised for a gap': [
        'return (await this.#waitsForOthers(row, route)) ? this.send(row, route) : this.#raise(row, route);',
        'return (await this.#waitsForOthers(row, route)) ? this.#raise(row, route) : this.#raise(row, route);',
      ],
    },
  }),
  ...mutantsOf('evm', {
    'chains/src/evm/nonces.ts': {
      'only a block frees the nonce of a transaction': [
        'if (nonce < mined) uses.delete(nonce);',
        'if (nonce < pending) uses.delete(nonce);',
      ],
      'nonces of transactions that belong together are in a row': [
        'if (uses.has(nonce)) first = nonce + 1;',
        'if (uses.has(nonce) && nonce === first) first = nonce + 1;',
      ],
      'a stored nonce is not missing': ['const underWay = held.has(nonce) &&', 'const underWay = !held.has(nonce) &&'],
    },
    'chains/src/evm/sender.ts': {
      'the gas of an approval does not fall with its replacement': ['gas.value > old.gasLimit)', 'gas.value > 0n)'],
    },
    'chains/src/evm/approvals.ts': {
      'an approval of its own is not estimated': ['const approval = own ||', 'const approval ='],
    },
  }),
];
