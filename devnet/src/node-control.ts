import { setTimeout as sleep } from 'node:timers/promises';
import type { DevnetKind } from './accounts.ts';
import type { DevnetChain } from './chains.ts';

/** One JSON-RPC call. Throws with the node's own message when the node refuses it. */
export async function callRpc(url: string, method: string, params: readonly unknown[] = []): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const answer = (await response.json()) as { result?: unknown; error?: { message: string } };
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
  return answer.result;
}

/** Milliseconds between two actions while transactions are included at once. */
const LOOK_MS = 10;

/** Ends one slot after another until `signal` is aborted. Transactions go into the current slot as they arrive. */
async function endSlots(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await callRpc(url, 'causeway_advanceSlots', [1]);
    await sleep(LOOK_MS);
  }
}

/** Mines a block whenever a transaction waits, until `signal` is aborted. */
async function mineWaiting(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { pending } = (await callRpc(url, 'txpool_status')) as { pending: string };
    if (Number(pending) > 0) await callRpc(url, 'evm_mine');
    else await sleep(LOOK_MS);
  }
}

/** Includes transactions at once, on each kind of chain. */
const AT_ONCE: Readonly<Record<DevnetKind, (url: string, signal: AbortSignal) => Promise<void>>> = {
  evm: mineWaiting,
  solana: endSlots,
  // A waiting transaction triggers a round by itself.
  radix: async () => {},
};

/**
 * Includes every transaction at once while `action` runs, in addition to the blocks of the interval. The node's own
 * automine is not used because it forgets the interval.
 */
export async function withInstantBlocks<T>(chains: readonly DevnetChain[], action: () => Promise<T>): Promise<T> {
  const done = new AbortController();
  const mining = Promise.allSettled(chains.map(({ network, node }) => AT_ONCE[network.kind](node.url, done.signal)));
  try {
    return await action();
  } finally {
    done.abort();
    await mining;
  }
}
