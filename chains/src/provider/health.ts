import type { Clock } from '@causeway/runtime';
import type { Labelled } from '../rpc/quorum.ts';
import type { EndpointHealth } from './provider.ts';

/** Whether each endpoint answers `askHead` with the number of its newest block, and how fast. */
export const healthOf = <E extends Labelled>(
  endpoints: readonly E[],
  clock: Clock,
  askHead: (endpoint: E) => Promise<number>,
): Promise<readonly EndpointHealth[]> =>
  Promise.all(
    endpoints.map(async (endpoint) => {
      const start = clock.now();
      const head = await askHead(endpoint).catch(() => null);
      return { url: endpoint.label, up: head !== null, latencyMs: clock.now() - start, head };
    }),
  );
