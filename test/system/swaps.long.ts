// Swaps between the coins of four chains by the real solver, in every direction, after and before their delivery.
import { strict as assert } from 'node:assert';
import { accountOn } from '../support/chain-control.ts';
import { coinOf, SWAP_CHAINS, SWAP_WAYS, type SwapChain, SwapMarket, type SwapWay } from '../support/swap-market.ts';
import { until } from '../support/wait.ts';
import { held } from '../support/ways.ts';

/** Seconds after which the oracle cancels; a deadline is at most three quarters of it away. */
const CANCEL_AFTER = 240;
const DEADLINE = 150;
/** Above all early fills of a lane, whole coins. */
const MUCH = '1000000';

describe('swaps of every coin for every other', function () {
  this.timeout(900_000);
  let market: SwapMarket;

  before(async () => {
    market = await SwapMarket.start(CANCEL_AFTER);
  });
  after(() => market?.stop());

  /** Orders all of `ways` at once; checks that user and solver got exactly what the terms say. */
  async function swapsAll(ways: readonly SwapWay[]): Promise<void> {
    const alice = market.stack.as('alice');
    const users = new Map<SwapChain, bigint>();
    for (const to of SWAP_CHAINS) users.set(to, await held(market.stack, to, accountOn('dave', to), coinOf(to)));
    const inputs = new Map<SwapWay, bigint>();
    for (const way of ways) inputs.set(way, await market.solverHolds(way.to, way.from));
    const ordered = await Promise.all(ways.map((way) => market.order(way, { deadlineSeconds: DEADLINE })));
    const ids = ordered.map(({ orderId }) => orderId);
    await alice.completesAll(ids);
    await until('every filler is paid', async () => {
      for (const id of ids) if (!(await alice.status(id)).settled) return false;
      return true;
    });
    for (const [at, way] of ways.entries()) {
      const { terms } = ordered[at] ?? {};
      const got = (await market.solverHolds(way.to, way.from)) - (inputs.get(way) ?? 0n);
      assert.equal(got, BigInt(terms?.amountIn ?? 0), `the input of ${way.from} to ${way.to}`);
    }
    for (const [to, before] of users) {
      const paid = ordered.filter(({ toChain }) => toChain === to);
      const out = paid.reduce((sum, { terms }) => sum + BigInt(terms?.quotedOut ?? 0), 0n);
      assert.equal((await held(market.stack, to, accountOn('dave', to), coinOf(to))) - before, out, `paid on ${to}`);
    }
    await market.isBalanced();
    await market.assertSound(await Promise.all(ids.map((id) => alice.detail(id))));
  }

  it('are filled once they are delivered, and all get exactly what the terms say', () => swapsAll(SWAP_WAYS));

  it('are filled before their delivery where the lanes allow it, and all get exactly what the terms say', async () => {
    await market.restartSolver(() => ({ early: { confirmations: 0, cap: MUCH, leastSeconds: 5 } }));
    await swapsAll(SWAP_WAYS);
  });
});
