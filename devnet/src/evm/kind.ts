import { setTimeout as sleep } from 'node:timers/promises';
import { callRpc, startAnvil } from '@causeway/local-nodes';
import type { LocalKind } from '../kind.ts';
import { evmPour } from './pour.ts';
import { fundUsers } from './token.ts';

/** Milliseconds between two searches for waiting transactions. */
const LOOK_MS = 10;

/** EVM chains, by anvil. */
export const evmKind: LocalKind = {
  nodePorts: 1,
  start: ({ name, domain: chainId }, { port, blockTime, state }, guard) =>
    startAnvil({ name, chainId, port, blockTime, stateFile: `${state}.json` }, guard),
  fundUsers,
  pour: evmPour,
  coins: { usual: 100n, most: 10_000n },
  returnGas: '0.0005',
  async includeAtOnce(url, signal) {
    while (!signal.aborted) {
      const { pending } = (await callRpc(url, 'txpool_status')) as { pending: string };
      if (Number(pending) > 0) await callRpc(url, 'evm_mine');
      else await sleep(LOOK_MS);
    }
  },
  finalAtOnce: false,
  oracleLabel: 'oracle (Safe)',
  deploySettings: ({ domain }) => ({ chainId: domain }),
};
