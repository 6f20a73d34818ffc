import { strict as assert } from 'node:assert';
import type { ChainProvider } from '@causeway/chains';
import { type Lie, RpcRefusal } from '@causeway/local-nodes';
import { must } from '../support/bridges.ts';
import { threeEndpoints } from '../support/endpoints.ts';
import { allEvents, lock } from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

describe('finality and log queries of an EVM chain', function () {
  this.timeout(120_000);
  let world: World<'evm'>;
  let polygon: ChainProvider;
  before(async () => {
    world = await sharedWorld('evm');
    polygon = world.provider();
  });

  it('follow another depth, and the finalized tag on request', async () => {
    await world.node.mine(40);
    const head = must(await polygon.head()).number;
    const shallow = world.provider('here', { finality: { blocks: 3, finalizedTag: false } });
    assert.equal(must(await shallow.finalized()).number, head - 3);
    const tagged = world.provider('here', { finality: { blocks: 3, finalizedTag: true } });
    const tag = (await world.node.rpc('eth_getBlockByNumber', 'finalized', false)) as { number: string };
    assert.equal(must(await tagged.finalized()).number, Math.min(head - 3, Number(tag.number)));
  });

  it('have only a final genesis while the chain is short', async () => {
    const young = world.provider('here', { finality: { blocks: 100_000, finalizedTag: false } });
    assert.equal(must(await young.finalized()).number, 0);
  });

  it('give the same events in one query or in many', async () => {
    await lock(polygon, world.provider('ethereum'));
    const inOne = await allEvents(polygon);
    assert.deepEqual(await allEvents(world.provider('here', { logRange: 1 })), inOne);
    assert.deepEqual(await allEvents(world.provider('here', { logRange: 7 })), inOne);
  });

  it('halve wide log queries that endpoints refuse until they fit', async () => {
    const queries: number[] = [];
    const narrow: Lie = ({ method, params }, result) => {
      if (method !== 'eth_getLogs') return result;
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string };
      const width = Number(toBlock) - Number(fromBlock) + 1;
      queries.push(width);
      return width > 4 ? new RpcRefusal('query returned more than 10000 results') : result;
    };
    const endpoints = await threeEndpoints(world.node.url);
    endpoints.behave(narrow, narrow, narrow);
    const events = await allEvents(world.provider('here', { rpc: endpoints.urls }));
    await endpoints.stop();
    assert.deepEqual(events, await allEvents(polygon));
    assert(queries.some((width) => width > 4) && queries.some((width) => width <= 4));
  });
});
