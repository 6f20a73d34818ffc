import { strict as assert } from 'node:assert';
import type { ChainConfig, ChainProvider } from '@causeway/chains';
import { RpcProxy } from '@causeway/local-nodes';
import { must } from './bridges.ts';

/** A world whose deployment is compared. */
interface Compared {
  readonly node: { readonly url: string };
  provider(name: 'here', change: Pick<ChainConfig, 'rpc'>): ChainProvider;
}

/** Compares the deployment of `world` through one endpoint: at most 40 requests, within 2 s. */
export async function assertCheapComparison(world: Compared): Promise<void> {
  const proxy = await RpcProxy.start(world.node.url);
  const provider = world.provider('here', { rpc: [proxy.url] });
  const [start, before] = [performance.now(), proxy.requests];
  must(await provider.compare());
  assert(performance.now() - start < 2_000);
  assert(proxy.requests - before <= 40, String(proxy.requests - before));
  await proxy.stop();
}
