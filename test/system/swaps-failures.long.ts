// What can go wrong with a swap, on a destination of each kind: whatever happens, the user has the wanted asset or the
// input in the end.
import { strict as assert } from 'node:assert';
import { runSwapCall } from '@causeway/chains';
import type { OrderDetail } from '@causeway/client';
import { devAccount, devKey } from '@causeway/devnet';
import type { Hex } from '@causeway/protocol';
import { accountOn, controlOf, networkOf } from '../support/chain-control.ts';
import { BLOCK_TIME } from '../support/evm-control.ts';
import { read } from '../support/invariants.ts';
import { withOwnKey } from '../support/own-key.ts';
import { RadixControl } from '../support/radix-control.ts';
import { coinOf, type SwapChain, SwapMarket, type SwapWish } from '../support/swap-market.ts';
import { until } from '../support/wait.ts';
import { held } from '../support/ways.ts';

/** Seconds after which the oracle cancels; a deadline is at most three quarters of it away. */
const CANCEL_AFTER = 120;
const DEADLINE = 85;
/** Seconds from the deadline in which an idle solver gives a swap back: 30, and two blocks. */
const FINISHED_WITHIN = 30 + 2 * BLOCK_TIME;
/** How far a ledger that nobody uses may be behind the clock, milliseconds. */
const LEDGER_BEHIND_MS = 2_000;
const FROM: SwapChain = 'ethereum';
/** A destination of each kind. */
const DESTINATIONS = ['polygon', 'solana', 'radix'] as const satisfies readonly SwapChain[];

/** An order, with its destination and the bytes of its terms. */
interface Ordered {
  readonly to: SwapChain;
  readonly order: OrderDetail;
  readonly encoded: Hex;
}

describe('swaps that something happens to', function () {
  this.timeout(900_000);
  let market: SwapMarket;
  const all: string[] = [];

  before(async () => {
    market = await SwapMarket.start(CANCEL_AFTER);
  });
  after(() => market?.stop());

  const alice = () => market.stack.as('alice');

  /** A swap to each destination for `role`. */
  const orderEach = (role: 'bob' | 'dave', wish: SwapWish = {}): Promise<readonly Ordered[]> =>
    Promise.all(
      DESTINATIONS.map(async (to) => {
        const order = await market.order({ from: FROM, to }, { recipient: accountOn(role, to), ...wish });
        all.push(order.orderId);
        return { to, order, encoded: order.terms?.hex as Hex };
      }),
    );

  const locked = async (orders: readonly Ordered[]) => {
    for (const { order } of orders) {
      await until('its lock is seen', async () => (await alice().detail(order.orderId)).messageId !== null);
    }
  };
  const delivered = async (orders: readonly Ordered[]) => {
    for (const { order } of orders) await alice().delivered(order.orderId);
  };

  /** Runs `causeway swap NAME` with the key of `role`, and nothing but the chains. */
  const swap = (name: 'finish' | 'withdraw', role: 'carol' | 'dave', { to, encoded }: Ordered, ...more: string[]) =>
    withOwnKey(
      market.stack,
      devAccount(role, networkOf(to).kind).privateKey,
      ...['swap', name, encoded, '--network', to],
      ...more,
    );

  /** Whether a chain has reached `seconds`. A ledger that nobody uses has no new block, and follows the clock. */
  async function hasReached(to: SwapChain, seconds: string | undefined): Promise<boolean> {
    const provider = market.stack.provider(to);
    const isQuiet = provider.finalityRule === 'atOnce';
    const timeMs = isQuiet ? Date.now() - LEDGER_BEHIND_MS : (await read(provider.head())).timeMs;
    return timeMs >= Number(seconds) * 1_000;
  }

  const isOverdue = (orders: readonly Ordered[]) =>
    until('the deadline has passed on every chain', async () => {
      for (const { to, order } of orders) if (!(await hasReached(to, order.terms?.deadline))) return false;
      return true;
    });

  /** What `role` got of a coin at each destination, local units; `coin`: the destination's own, or what was sent. */
  async function watchAll(role: 'bob' | 'carol' | 'dave', coin: (to: SwapChain) => SwapChain) {
    const holds = () =>
      Promise.all(DESTINATIONS.map((to) => held(market.stack, to, accountOn(role, to), coinOf(coin(to)))));
    const before = await holds();
    return async () => (await holds()).map((now, at) => now - (before[at] ?? 0n));
  }
  const input = () => FROM;
  const output = (to: SwapChain) => to;
  const lessFee = ({ order: { terms } }: Ordered) => BigInt(terms?.amountIn ?? 0) - BigInt(terms?.finishFee ?? 0);

  it('are refunded on the source when they are not delivered', async () => {
    await market.solver.stop();
    const orders = await orderEach('bob', { minToAmount: '1000' });
    await Promise.all(DESTINATIONS.map((to) => controlOf(market.stack, to).pauseInbound()));
    try {
      for (const { order } of orders) {
        const { refundTransaction } = await alice().reaches(order.orderId, 'refunded');
        assert.ok(refundTransaction);
      }
    } finally {
      await Promise.all(DESTINATIONS.map((to) => controlOf(market.stack, to).unpauseInbound()));
      await market.solver.start();
    }
    await market.offersAll();
  });

  it('end without their solver: filled by anyone, home, or with the token', async () => {
    const deadline = { deadlineSeconds: DEADLINE };
    const filled = await orderEach('dave', deadline);
    const home = await orderEach('bob', { ...deadline, fallback: 'home' });
    const token = await orderEach('bob', { ...deadline, fallback: 'token' });
    await market.solver.stop();
    await delivered([...filled, ...home, ...token]);
    const paid = await watchAll('dave', output);
    for (const { to, order, encoded } of filled) {
      const { exclusiveUntil, quotedOut } = order.terms ?? assert.fail('an order without terms');
      const provider = market.stack.provider(to);
      await until('anyone may fill', () => hasReached(to, exclusiveUntil));
      const call = { function: 'fill', terms: encoded, maxOut: BigInt(quotedOut) } as const;
      await read(runSwapCall(provider, market.settlerOn(to), devKey('carol', provider.kind as 'evm'), call));
      assert.equal((await alice().reaches(order.orderId, 'completed')).solver, accountOn('carol', to));
    }
    for (const [at, amount] of (await paid()).entries()) {
      const { minOut = '0', quotedOut = '0' } = filled[at]?.order.terms ?? {};
      assert.ok(amount >= BigInt(minOut) && amount <= BigInt(quotedOut), `${amount} of ${minOut} to ${quotedOut}`);
    }
    for (const one of filled) await swap('finish', 'carol', one);

    await isOverdue([...home, ...token]);
    const tokens = await watchAll('bob', input);
    const fees = await watchAll('carol', input);
    const address = market.stack.address('alice', FROM);
    const before = await held(market.stack, FROM, address, coinOf(FROM));
    for (const one of [...home, ...token]) await swap('finish', 'carol', one);
    for (const { order } of token) await alice().reaches(order.orderId, 'returned');
    for (const { order } of home) await alice().reaches(order.orderId, 'refunded');
    assert.deepEqual(await tokens(), token.map(lessFee));
    assert.deepEqual(
      await fees(),
      DESTINATIONS.map(
        (_, at) => BigInt(home[at]?.order.terms?.finishFee ?? 0) + BigInt(token[at]?.order.terms?.finishFee ?? 0),
      ),
    );
    // At home the coin has as many decimals as its token has on an EVM chain.
    const [{ order }] = home as [Ordered];
    const whole = BigInt(order.terms?.amountIn ?? 0);
    const atHome = home.map((one) => (lessFee(one) * whole) / BigInt(one.order.terms?.amountIn ?? 1));
    const wished = atHome.reduce((sum, amount) => sum + amount);
    assert.equal((await held(market.stack, FROM, address, coinOf(FROM))) - before, wished);
    await market.solver.start();
    await market.offersAll();
  });

  it('are taken by their recipient, also where it accepts no tokens', async () => {
    const orders = await orderEach('dave', { fallback: 'token' });
    await market.solver.stop();
    const radix = new RadixControl(market.stack);
    await radix.setDeposits('dave', 'reject');
    try {
      await delivered(orders);
      await isOverdue(orders);
      const [onRadix] = orders.filter(({ to }) => to === 'radix');
      await assert.rejects(swap('finish', 'carol', onRadix as Ordered), /PaymentFailed|refuse/i);
      const taken = await watchAll('bob', input);
      for (const one of orders) await swap('withdraw', 'dave', one, '--to', accountOn('bob', one.to));
      assert.deepEqual(
        await taken(),
        orders.map(({ order }) => BigInt(order.terms?.amountIn ?? 0)),
      );
    } finally {
      await radix.setDeposits('dave', 'accept');
    }
    for (const { order } of orders) await alice().reaches(order.orderId, 'returned');
    await market.solver.start();
    await market.offersAll();
  });

  it('end without the API: filled by the solver, or finished with nothing but the terms', async () => {
    const paid = await watchAll('dave', output);
    const orders = await orderEach('dave', { deadlineSeconds: DEADLINE });
    await locked(orders);
    for (const { order } of orders)
      await until('the solver knows it', () => market.withBooks(({ solver }) => solver.swap(order.reference as Hex)));
    await market.stack.api.kill();
    for (const { to, order } of orders) {
      await until(
        `the solver fills on ${to}`,
        async () => (await read(market.settlerOn(to).swap(order.reference as Hex))).stage === 'settled',
      );
    }
    assert.deepEqual(
      await paid(),
      orders.map(({ order }) => BigInt(order.terms?.quotedOut ?? 0)),
    );
    await market.stack.api.start();
    await market.offersAll();

    const late = await orderEach('bob', { fallback: 'token' });
    await market.solver.kill();
    await locked(late);
    await market.stack.api.kill();
    const tokens = await watchAll('bob', input);
    await isOverdue(late);
    for (const one of late) {
      await until('it may be finished', () =>
        swap('finish', 'carol', one).then(
          () => true,
          () => false,
        ),
      );
    }
    assert.deepEqual(await tokens(), late.map(lessFee));
    await market.stack.api.start();
    await market.solver.start();
    for (const { order } of [...orders, ...late]) {
      await until('it shows its end', async () => (await alice().status(order.orderId)).isFinished);
    }
  });

  it('are finished by the solver soon after their deadline', async () => {
    const orders = await orderEach('bob', { minToAmount: '1000000', fallback: 'token' });
    const took = await Promise.all(
      orders.map(async ({ to, order }) => {
        await alice().reaches(order.orderId, 'returned');
        const seconds = (Date.now() - Number(order.terms?.deadline) * 1_000) / 1_000;
        return [to, seconds] as const;
      }),
    );
    console.log(`    seconds from the deadline to the return: ${took.map((of) => of.join(' ')).join(', ')}`);
    for (const [to, seconds] of took) assert.ok(seconds <= FINISHED_WITHIN, `${to}: ${seconds} s`);
  });

  it('leave nothing behind', async () => {
    await market.isBalanced();
    const orders = await Promise.all(all.map((id) => alice().detail(id)));
    await until('every filler is paid', async () => {
      for (const { orderId, status } of orders)
        if (status === 'completed' && !(await alice().status(orderId)).settled) return false;
      return true;
    });
    await market.assertSound(await Promise.all(all.map((id) => alice().detail(id))));
  });
});
