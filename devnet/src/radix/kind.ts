import { startRadixNode } from '@causeway/local-nodes';
import type { LocalKind } from '../kind.ts';
import { radixPour } from './pour.ts';
import { fundRadixAccounts, fundUsers } from './token.ts';

/** Rounds per block time of the other chains, while transactions wait. */
const ROUNDS_PER_BLOCK = 4;

/** Radix, by the ledger of radix-ledger. A waiting transaction triggers a round by itself. */
export const radixKind: LocalKind = {
  nodePorts: 1,
  start: (_network, { port, blockTime, state }, guard) =>
    startRadixNode({ port, roundMs: Math.round((blockTime * 1000) / ROUNDS_PER_BLOCK), state }, guard),
  fundAccounts: fundRadixAccounts,
  fundUsers,
  pour: radixPour,
  coins: { usual: 10_000n, most: 100_000n },
  returnGas: '3',
  finalAtOnce: true,
  oracleLabel: 'oracle role',
  deploySettings: () => ({}),
};
