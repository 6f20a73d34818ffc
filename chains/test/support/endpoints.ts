import { type Lie, type RpcFault, RpcProxy } from '@causeway/local-nodes';

/** Behaviour of an endpoint: like its node, dead (drops connections), slow (answers too late), or lying. */
export type Behaviour = 'honest' | 'dead' | 'slow' | Lie;

/** Longer than any test's time-out, milliseconds. */
const TOO_LATE_MS = 600_000;

const faultOf = (behaviour: Behaviour): RpcFault | null => {
  if (behaviour === 'honest') return null;
  if (behaviour === 'dead') return { kind: 'dead' };
  return behaviour === 'slow' ? { kind: 'slow', delayMs: TOO_LATE_MS } : { kind: 'lying', lie: behaviour };
};

/** Three RPC endpoints in front of one node. */
export interface Endpoints {
  readonly urls: string[];
  /** Sets the behaviour of each endpoint from now on; those without a name are honest. */
  behave(...behaviours: readonly Behaviour[]): void;
  /** Calls that the first has received so far. */
  calls(): number;
  /** Calls of `method` that all of them have received so far. */
  callsOf(method: string): number;
  stop(): Promise<void>;
}

/** Starts three endpoints in front of the node at `url`. */
export async function threeEndpoints(url: string): Promise<Endpoints> {
  const proxies = await Promise.all([1, 2, 3].map(() => RpcProxy.start(url)));
  return {
    urls: proxies.map((proxy) => proxy.url),
    behave: (...behaviours) => {
      for (const [index, proxy] of proxies.entries()) proxy.setFault(faultOf(behaviours[index] ?? 'honest'));
    },
    calls: () => [...(proxies[0]?.calls.values() ?? [])].reduce((sum, times) => sum + times, 0),
    callsOf: (method) => proxies.reduce((sum, proxy) => sum + (proxy.calls.get(method) ?? 0), 0),
    stop: async () => {
      await Promise.all(proxies.map((proxy) => proxy.stop()));
    },
  };
}
