import { strict as assert } from 'node:assert';
import type { ChainConfig, ChainProvider, Deployment } from '@causeway/chains';
import { RpcProxy } from '@causeway/local-nodes';
import { must } from './bridges.ts';

/** A world whose deployment is compared. */
interface Compared {
  readonly node: { readonly url: string };
  readonly here: { readonly deployment: Deployment };
  provider(name: 'here', change: Pick<ChainConfig, 'rpc'>, deployment: Deployment): ChainProvider;
}

/** Remotes of a bridge that is linked with every kind of network at once. */
const REMOTES = 10;

/** Compares the deployment of `world`, with ten remotes, through one endpoint: at most 40 requests, within 2 s. */
export async function assertCheapComparison(world: Compared): Promise<void> {
  const { deployment } = world.here;
  const main = deployment.bridges.main ?? assert.fail('there is no bridge');
  const [[name, remote] = assert.fail('there is no remote')] = Object.entries(main.remotes);
  // The same remote under several names costs what several do.
  const remotes = Object.fromEntries(
    Array.from({ length: REMOTES }, (_, index) => [index === 0 ? name : `${name}${index}`, remote]),
  );
  const proxy = await RpcProxy.start(world.node.url);
  const file = { ...deployment, bridges: { ...deployment.bridges, main: { ...main, remotes } } };
  const provider = world.provider('here', { rpc: [proxy.url] }, file);
  const [start, before] = [performance.now(), proxy.requests];
  assert.deepEqual(must(await provider.compare()).differences, []);
  assert(performance.now() - start < 2_000);
  assert(proxy.requests - before <= 40, String(proxy.requests - before));
  await proxy.stop();
}
