import { setTimeout as sleep } from 'node:timers/promises';
import type { DevnetKind } from './accounts.ts';
import type { DevnetChain } from './chains.ts';

/** One JSON-RPC call. Throws with the node's own message when it refuses. */
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

/** How often something is done about it while blocks come at once, milliseconds. */
const LOOK_MS = 10;

/** Ends slots one after the other, until `signal` is aborted: transactions are in the current one as they come. */
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

/** How transactions are included at once on each kind of chain. */
const AT_ONCE: Readonly<Record<DevnetKind, (url: string, signal: AbortSignal) => Promise<void>>> = {
  evm: mineWaiting,
  solana: endSlots,
  // A round comes with the transactions that wait for it.
  radix: async () => {},
};

/**
 * Mines every transaction at once while `action` runs, besides the blocks of the interval. (The node's own automine
 * would do so too, but forgets the interval.)
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
