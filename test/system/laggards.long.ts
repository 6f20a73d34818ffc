// Two of three endpoints of each chain are behind the third together, now more and now less: a quorum shows the past.
import { strict as assert } from 'node:assert';
import { isBehind } from '@causeway/local-nodes/test-support';
import { accountOn, controlOf } from '../support/chain-control.ts';
import { executionsAt } from '../support/executions.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { type Stack, startStack } from '../support/stack.ts';

const CHAINS = ['ethereum', 'polygon'] as const;
/** Orders of a wave, and the waves: the endpoints are behind by another number of blocks in each. */
const ORDERS = 6;
const BEHIND = [5, 40, 0, 12, 33, 5, 25, 0, 40, 8] as const;

describe('two of three endpoints that are behind together', function () {
  this.timeout(900_000);
  let stack: Stack;
  let blocks = 0;

  before(async () => {
    stack = await startStack({ networks: CHAINS, families: ['main'], cancelAfterSeconds: { default: 3_600 } });
    for (const [at, name] of CHAINS.entries()) {
      const { endpoints, node } = stack.devnet.chain(name);
      // All of them know what the wallets have.
      await controlOf(stack, name).mine(Math.max(...BEHIND));
      // Another one is ahead on each chain.
      for (const endpoint of endpoints.filter((_, index) => index !== at)) {
        endpoint.setFault(isBehind(node.url, () => blocks));
      }
    }
  });
  after(() => stack?.stop());

  it('delay orders, and each is delivered once', async () => {
    const bob = stack.as('bob');
    const from = new Map<string, number>();
    for (const name of CHAINS) from.set(name, (await read(stack.provider(name).head())).number);
    const ids: string[] = [];
    for (blocks of BEHIND) {
      const began = performance.now();
      const wave = await Promise.all(
        Array.from({ length: ORDERS }, (_, at) => {
          const [token, to] = at % 2 === 0 ? (['ETH', 'polygon'] as const) : (['POL', 'ethereum'] as const);
          return bob.order({ from: token, to, amount: '0.01', destinationAddress: accountOn('carol', to) });
        }),
      );
      ids.push(...wave);
      await bob.completesAll(wave);
      console.log(`${blocks} blocks behind: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    }
    blocks = 0;
    for (const name of CHAINS) {
      const counts = [...(await executionsAt(stack.provider(name), (from.get(name) ?? 0) + 1)).values()];
      assert.deepEqual(counts, Array(ids.length / CHAINS.length).fill(1), name);
    }
    await assertConserved(stack.registry.providers);
  });
});
