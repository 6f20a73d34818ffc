// A solver that wins every quote, and then does what pays it best: it costs users time, and nothing else.
import { strict as assert } from 'node:assert';
import { runSwapCall } from '@causeway/chains';
import { proveAddresses } from '@causeway/cli/solver';
import type { OrderDetail } from '@causeway/client';
import { devAccount, devKey } from '@causeway/devnet';
import { decodeTerms, encodeTerms, type Hex, outAt, type Terms, termsIdOf, ZERO_32 } from '@causeway/protocol';
import { accountOn, networkOf } from '../support/chain-control.ts';
import { BLOCK_TIME } from '../support/evm-control.ts';
import { read } from '../support/invariants.ts';
import { withOwnKey } from '../support/own-key.ts';
import { coinOf, type SwapChain, SwapMarket } from '../support/swap-market.ts';
import { until } from '../support/wait.ts';
import { held } from '../support/ways.ts';

/** Seconds after which the oracle cancels; a deadline is at most three quarters of it away. */
const CANCEL_AFTER = 120;
const DEADLINE_SECONDS = 85;
/** Seconds from the deadline in which an idle solver gives a swap back: 30, and two blocks. */
const FINISHED_WITHIN = 30 + 2 * BLOCK_TIME;
const FROM: SwapChain = 'ethereum';
const DESTINATIONS = ['polygon', 'solana', 'radix'] as const satisfies readonly SwapChain[];
type Destination = (typeof DESTINATIONS)[number];
const AMOUNT = '0.02';
/** Seconds before the deadline in which the hostile solver fills. */
const LAST_SECONDS = 8n;
/** How long an offer of the hostile solver is good, seconds. */
const OFFER_SECONDS = 60;

interface Ordered {
  readonly to: Destination;
  readonly order: OrderDetail;
  readonly terms: Terms;
}

describe('swaps of a hostile solver', function () {
  this.timeout(600_000);
  let market: SwapMarket;
  const all: string[] = [];

  before(async () => {
    market = await SwapMarket.start(CANCEL_AFTER);
    await proveAddresses(market.stack.as('bob').client, market.stack.devnet, 'bob');
  });
  after(() => market?.stop());

  const alice = () => market.stack.as('alice');
  const accountOf = (to: Destination) => devAccount('bob', networkOf(to).kind).address;
  const isOver = (seconds: bigint) => BigInt(Date.now()) >= seconds * 1_000n;

  /** Offers the market's own rate, better than the other solver's, on every lane that the test uses. */
  async function offersTheBest(): Promise<void> {
    const client = market.stack.as('bob').client;
    const offers = await Promise.all(
      DESTINATIONS.map(async (to) => {
        const lane = { from: `${coinOf(FROM)}@${FROM}`, to: `${coinOf(to)}@${to}` };
        const { exchangeRate } = await client.market.swapQuote({ ...lane, amount: AMOUNT });
        const bounds = { minAmount: '0.001', maxAmount: '1', validSeconds: OFFER_SECONDS };
        return { ...lane, rate: String(exchangeRate), ...bounds, solverAddress: accountOf(to) };
      }),
    );
    const { response } = await client.http.PUT('/api/v1/offers', { body: { offers } });
    assert.equal(response.status, 200);
  }

  /** A swap to each destination for dave at the hostile solver's rate; with `isAlone` nobody else may fill at first. */
  async function orderEach(isAlone: boolean): Promise<readonly Ordered[]> {
    await offersTheBest();
    return Promise.all(
      DESTINATIONS.map(async (to) => {
        const { client } = alice();
        const deadline = new Date(Date.now() + DEADLINE_SECONDS * 1_000).toISOString();
        const { orderId } = await client.orders.create({
          ...{ mode: 'swap', from: `${coinOf(FROM)}@${FROM}`, to: `${coinOf(to)}@${to}`, amount: AMOUNT },
          ...{ destinationAddress: accountOn('dave', to), deadline, fallback: 'token' },
        });
        all.push(orderId);
        const order = await client.orders.get(orderId);
        const terms = await read(Promise.resolve(decodeTerms(order.terms?.hex as Hex)));
        const solver = await read(Promise.resolve(market.stack.provider(to).parseAddress(accountOf(to))));
        assert.equal(order.terms?.solver, isAlone ? solver : ZERO_32, `who may fill alone on ${to}`);
        return { to, order, terms };
      }),
    );
  }

  async function paid(): Promise<() => Promise<readonly bigint[]>> {
    const holds = () =>
      Promise.all(DESTINATIONS.map((to) => held(market.stack, to, accountOn('dave', to), coinOf(to))));
    const before = await holds();
    return async () => (await holds()).map((now, at) => now - (before[at] ?? 0n));
  }

  const fill = ({ to }: Ordered, encoded: Hex, maxOut: bigint) =>
    runSwapCall(market.stack.provider(to), market.settlerOn(to), devKey('bob', networkOf(to).kind), {
      function: 'fill',
      terms: encoded,
      maxOut,
    });

  it('are filled by another one when it never fills, for what the terms say at that time', async () => {
    const received = await paid();
    const orders = await orderEach(true);
    for (const { order, to, terms } of orders) {
      const filled = await alice().reaches(order.orderId, 'completed');
      assert.equal(filled.solver, devAccount('solver', networkOf(to).kind).address);
      assert.ok(BigInt(order.terms?.minOut ?? 0) === terms.minOut);
    }
    for (const [at, amount] of (await received()).entries()) {
      const { terms } = orders[at] as Ordered;
      assert.ok(amount >= terms.minOut && amount <= terms.quotedOut, `${amount} of ${terms.minOut}`);
    }
  });

  it('are filled by itself as late as it can, for no less than the least amount', async () => {
    await market.solver.stop();
    const received = await paid();
    // It missed too many, so that nobody waits for it any more.
    const orders = await orderEach(false);
    await Promise.all(
      orders.map(async (one) => {
        const { order, terms } = one;
        await alice().delivered(order.orderId);
        await until('most of the time is over', async () => isOver(terms.deadline - LAST_SECONDS));
        await read(fill(one, order.terms?.hex as Hex, terms.quotedOut));
        await alice().reaches(order.orderId, 'completed');
      }),
    );
    for (const [at, amount] of (await received()).entries()) {
      const { terms } = orders[at] as Ordered;
      assert.ok(amount >= terms.minOut && amount < outAt(terms, terms.deadline - 3n * LAST_SECONDS), `${amount}`);
    }
    for (const { to, order } of orders) {
      const key = devAccount('bob', networkOf(to).kind).privateKey;
      await withOwnKey(market.stack, key, 'swap', 'finish', order.terms?.hex as Hex, '--network', to);
    }
    await market.solver.start();
    await market.offersAll();
  });

  it('are given back soon after their deadline when it fills others, of changed terms, and too late', async () => {
    const orders = await orderEach(false);
    const input = () =>
      Promise.all(DESTINATIONS.map((to) => held(market.stack, to, accountOn('dave', to), coinOf(FROM))));
    const before = await input();
    // The other solver fills at no price that these terms come to.
    await market.restartSolver(() => ({ spreadBps: 290, leastSpreadBps: 280 }));
    await Promise.all(
      orders.map(async (one) => {
        const { to, order, terms } = one;
        const changed = encodeTerms({ ...terms, quotedOut: 2n, minOut: 1n });
        await read(fill(one, changed, 2n));
        assert.equal((await read(market.settlerOn(to).swap(order.reference as Hex))).stage, 'none');
        assert.equal((await read(market.settlerOn(to).swap(termsIdOf(changed)))).stage, 'filled');
        await alice().delivered(order.orderId);
        const settling = { function: 'settle', terms: changed } as const;
        const key = devKey('bob', networkOf(to).kind);
        const settled = await runSwapCall(market.stack.provider(to), market.settlerOn(to), key, settling);
        assert.equal(settled.ok, false, `${to} pays for the fill of other terms`);
        await alice().reaches(order.orderId, 'returned');
        const seconds = (Date.now() - Number(terms.deadline) * 1_000) / 1_000;
        console.log(`    ${to}: ${seconds.toFixed(1)} s from the deadline to the return`);
        assert.ok(seconds <= FINISHED_WITHIN, `${to}: ${seconds} s`);
        const late = await fill(one, order.terms?.hex as Hex, terms.quotedOut);
        assert.equal(late.ok, false, `${to} is filled after its return`);
      }),
    );
    const lessFee = orders.map(({ terms }) => terms.amountIn - terms.finishFee);
    assert.deepEqual(
      (await input()).map((now, at) => now - (before[at] ?? 0n)),
      lessFee,
    );
  });

  it('leave nothing behind', async () => {
    await until('every filler is paid', async () => {
      for (const id of all) {
        const { status, settled } = await alice().status(id);
        if (status === 'completed' && !settled) return false;
      }
      return true;
    });
    await market.assertSound(await Promise.all(all.map((id) => alice().detail(id))));
  });
});
