import type { DevnetChain } from './chains.ts';
import { kindOf } from './kinds.ts';

/**
 * Includes every transaction at once while `action` runs, in addition to the blocks of the interval. The node's own
 * automine is not used because it forgets the interval.
 */
export async function withInstantBlocks<T>(chains: readonly DevnetChain[], action: () => Promise<T>): Promise<T> {
  const done = new AbortController();
  const mining = Promise.allSettled(
    chains.map(({ network, node }) => kindOf(network).includeAtOnce?.(node.url, done.signal)),
  );
  try {
    return await action();
  } finally {
    done.abort();
    await mining;
  }
}
