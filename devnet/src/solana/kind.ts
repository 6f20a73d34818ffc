import { setTimeout as sleep } from 'node:timers/promises';
import { callRpc, startSolanaNode } from '@causeway/local-nodes';
import { devAccounts } from '../accounts.ts';
import type { LocalKind } from '../kind.ts';
import { solanaPour } from './pour.ts';
import { fundUsers } from './token.ts';

/** Initial balance of every development account, lamports: 10,000 SOL. */
const FUNDING = 10_000n * 10n ** 9n;

/** Milliseconds between two slots while transactions are included at once. */
const SLOT_MS = 10;

/** Solana, by the chain in this folder. */
export const solanaKind: LocalKind = {
  // Solana's clients expect subscriptions on the port after the node's.
  nodePorts: 2,
  start(_network, { port, blockTime, state }, guard) {
    const balances = Object.fromEntries(devAccounts('solana').map(({ address }) => [address, FUNDING]));
    return startSolanaNode({ port, slotMs: Math.round(blockTime * 1000), balances, state }, guard);
  },
  fundUsers,
  pour: solanaPour,
  coins: { usual: 100n, most: 10_000n },
  // Most of it is the rent of the swap's slot and of a token account.
  returnGas: '0.005',
  // Transactions go into the current slot as they arrive.
  async includeAtOnce(url, signal) {
    while (!signal.aborted) {
      await callRpc(url, 'causeway_advanceSlots', [1]);
      await sleep(SLOT_MS);
    }
  },
  finalAtOnce: false,
  oracleLabel: 'oracle set',
  deploySettings: () => ({}),
};
