import type { DevnetName } from '@causeway/devnet';
import { startStack } from './stack.ts';
import { until } from './wait.ts';

/** RPC requests of all services to all endpoints of all chains. */
export interface RequestFacts {
  readonly requests: number;
  /** Requests for each block of one chain, a mean over the chains. */
  readonly perBlock: number;
  /** The most frequent calls of JSON-RPC, with their numbers. A request can hold several. */
  readonly byCall: Readonly<Record<string, number>>;
}

/** How many kinds of calls are listed. */
const LISTED = 12;

/** Blocks after the start until signers and relayer have read all that came before. */
const SETTLE_BLOCKS = 100;

/** Longest time for that many blocks of a chain, milliseconds. */
const LIMIT_MS = 600_000;

/** Counts the requests on `networks`, ethereum among them, while ethereum makes `blocks` blocks and nobody orders. */
export async function requestsAtRest(networks: readonly DevnetName[], blocks: number): Promise<RequestFacts> {
  const stack = await startStack({ networks, logLevel: 'warn' });
  try {
    const head = async (): Promise<number> => {
      const found = await stack.provider('ethereum').head();
      if (!found.ok) throw new Error(found.error.message);
      return found.value.number;
    };
    const grows = async (by: number) => {
      const target = (await head()) + by;
      await until(`ethereum reaches block ${target}`, async () => (await head()) >= target, LIMIT_MS);
    };
    const endpoints = stack.devnet.chains.flatMap((chain) => chain.endpoints);
    const look = () => {
      const calls = new Map<string, number>();
      for (const [call, times] of endpoints.flatMap((endpoint) => [...endpoint.calls]))
        calls.set(call, (calls.get(call) ?? 0) + times);
      return { requests: endpoints.reduce((sum, { requests }) => sum + requests, 0), calls };
    };
    await grows(SETTLE_BLOCKS);
    const before = look();
    await grows(blocks);
    const after = look();
    const requests = after.requests - before.requests;
    const calls = [...after.calls].map(([call, times]) => [call, times - (before.calls.get(call) ?? 0)] as const);
    const byCall = Object.fromEntries(calls.sort(([, one], [, other]) => other - one).slice(0, LISTED));
    return { requests, perBlock: requests / blocks / networks.length, byCall };
  } finally {
    await stack.stop();
  }
}
