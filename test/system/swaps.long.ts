// Swaps between the coins of four chains by the real solver, in every direction, after and before their delivery.
import { strict as assert } from 'node:assert';
import type { OrderDetail } from '@causeway/client';
import { BlockTimes, inBlocks } from '../support/block-times.ts';
import { accountOn } from '../support/chain-control.ts';
import {
  coinOf,
  SWAP_CHAINS,
  SWAP_WAYS,
  type SwapChain,
  SwapMarket,
  type SwapWay,
  type SwapWish,
} from '../support/swap-market.ts';
import { until } from '../support/wait.ts';
import { held } from '../support/ways.ts';

/** Seconds after which the oracle cancels; a deadline is at most three quarters of it away. */
const CANCEL_AFTER = 240;
const DEADLINE = 150;
/** What the lanes of a devnet's solver take at least, whole coins. */
const CONFIGURED_LEAST = 0.000001;
/** Above all early fills of a lane, whole coins. */
const MUCH = '1000000';

/** Swaps from one EVM chain to another that are ordered at once, of so many coins each. */
const AT_ONCE = 60;
const SMALL = '0.005';

/** A way to each chain. */
const ALONE: readonly SwapWay[] = [
  { from: 'solana', to: 'ethereum' },
  { from: 'ethereum', to: 'polygon' },
  { from: 'polygon', to: 'solana' },
  { from: 'ethereum', to: 'radix' },
];

describe('swaps of every coin for every other', function () {
  this.timeout(900_000);
  let market: SwapMarket;
  let times: BlockTimes;

  before(async () => {
    market = await SwapMarket.start(CANCEL_AFTER);
    times = new BlockTimes(market.stack, SWAP_CHAINS);
  });
  after(async () => {
    await times?.stop();
    await market?.stop();
  });

  /** Orders all of `ways` at once; checks that user and solver got exactly what the terms say. */
  async function swapsAll(ways: readonly (SwapWay & SwapWish)[]): Promise<readonly OrderDetail[]> {
    const alice = market.stack.as('alice');
    const users = new Map<SwapChain, bigint>();
    for (const to of SWAP_CHAINS) users.set(to, await held(market.stack, to, accountOn('dave', to), coinOf(to)));
    const inputs = new Map<SwapWay, bigint>();
    for (const way of ways) inputs.set(way, await market.solverHolds(way.to, way.from));
    const ordered = await Promise.all(
      ways.map(({ from, to, ...wish }) => market.order({ from, to }, { deadlineSeconds: DEADLINE, ...wish })),
    );
    const ids = ordered.map(({ orderId }) => orderId);
    await alice.completesAll(ids);
    await until('every filler is paid', async () => {
      for (const id of ids) if (!(await alice.status(id)).settled) return false;
      return true;
    });
    for (const [way, before] of inputs) {
      const { from, to } = way;
      const of = ordered.filter(({ fromChain, toChain }) => fromChain === from && toChain === to);
      const amount = of.reduce((sum, { terms }) => sum + BigInt(terms?.amountIn ?? 0), 0n);
      assert.equal((await market.solverHolds(to, from)) - before, amount, `the input of ${from} to ${to}`);
    }
    for (const [to, before] of users) {
      const paid = ordered.filter(({ toChain }) => toChain === to);
      const out = paid.reduce((sum, { terms }) => sum + BigInt(terms?.quotedOut ?? 0), 0n);
      assert.equal((await held(market.stack, to, accountOn('dave', to), coinOf(to))) - before, out, `paid on ${to}`);
    }
    await market.isBalanced();
    const ended = await Promise.all(ids.map((id) => alice.detail(id)));
    await market.assertSound(ended);
    return ended;
  }

  /** Milliseconds from each order's `start` to the payment. */
  const untilPaid = (orders: readonly OrderDetail[], start: (order: OrderDetail) => Promise<number>) =>
    Promise.all(
      orders.map(async (order) => {
        const { toChain, fillTransaction } = order;
        const paid = await times.of(toChain as SwapChain, fillTransaction ?? assert.fail(`${order.orderId} is unpaid`));
        return paid - (await start(order));
      }),
    );

  /** How many of these orders the solver filled before they were delivered, and all of its transactions for them. */
  const ofSolver = (orders: readonly OrderDetail[]) =>
    market.withBooks(async ({ submissions }) => {
      const rows = await Promise.all(orders.map(({ reference }) => submissions.forOrder(reference as string)));
      return {
        early: rows.filter((of) => of.some(({ purpose }) => purpose === 'settle')).length,
        transactions: rows.flat().length,
      };
    });

  const requests = () =>
    market.stack.devnet.chains
      .flatMap(({ endpoints }) => endpoints)
      .reduce((sum, endpoint) => sum + endpoint.requests, 0);
  const each = (total: number) => (total / SWAP_WAYS.length).toFixed(1);

  it('are filled once they are delivered, and all get exactly what the terms say', async () => {
    const before = requests();
    const orders = await swapsAll(SWAP_WAYS);
    const asked = requests() - before;
    const { early, transactions } = await ofSolver(orders);
    assert.deepEqual([early, transactions], [0, SWAP_WAYS.length]);
    const spans = await untilPaid(orders, ({ toChain, mintTransaction }) =>
      times.of(toChain as SwapChain, mintTransaction ?? ''),
    );
    console.log(`    from the delivery to the payment: ${inBlocks(spans)}`);
    console.log(
      `    requests of all processes a swap: ${each(asked)}; transactions of the solver: ${each(transactions)}`,
    );
  });

  it('go from one EVM chain to another at a rate', async () => {
    const started = performance.now();
    await swapsAll(Array.from({ length: AT_ONCE }, () => ({ from: 'ethereum', to: 'polygon', amount: SMALL })));
    const seconds = (performance.now() - started) / 1_000;
    console.log(
      `    ${AT_ONCE} swaps ordered, filled and settled in ${seconds.toFixed(1)} s: ${(AT_ONCE / seconds).toFixed(2)} a second`,
    );
  });

  it('are filled down to the amount that the solver asks for at least', async () => {
    const offers = await market.offers();
    // A call on polygon costs so little that what is configured is more than what pays for it.
    const ways = SWAP_WAYS.filter(({ to }) => to !== 'polygon').map((way) => {
      const offer = offers.find(({ from, to }) => from.endsWith(`@${way.from}`) && to.endsWith(`@${way.to}`));
      const least = Number(offer?.minAmount);
      assert.ok(least > CONFIGURED_LEAST, `${way.from} to ${way.to}: ${least}`);
      // What a call costs is what the last one cost, and not each costs the same.
      return { ...way, amount: String((least * 1.2).toPrecision(4)) };
    });
    console.log(`    least amounts: ${ways.map(({ from, to, amount }) => `${from} to ${to} ${amount}`).join(', ')}`);
    await swapsAll(ways);
  });

  it('are filled before their delivery where the lanes allow it, and all get exactly what the terms say', async () => {
    await market.restartSolver(() => ({ early: { confirmations: 0, cap: MUCH, leastSeconds: 5 } }));
    const orders = await swapsAll(SWAP_WAYS);
    const { early, transactions } = await ofSolver(orders);
    const spans = await untilPaid(orders, ({ fromChain, lockTransaction }) =>
      times.of(fromChain as SwapChain, lockTransaction ?? ''),
    );
    console.log(`    from the lock to the payment: ${inBlocks(spans)}, ${early} of them before the delivery`);
    console.log(`    transactions of the solver a swap: ${each(transactions)}`);
    assert.ok(early >= SWAP_WAYS.length / 2, `${early} early fills`);
  });

  it('are filled before their delivery when they are alone', async () => {
    const spans: number[] = [];
    for (const way of ALONE) {
      const orders = await swapsAll([way]);
      const isEarly = (await ofSolver(orders)).early > 0;
      const [span] = await untilPaid(orders, ({ fromChain, lockTransaction }) =>
        times.of(fromChain as SwapChain, lockTransaction ?? ''),
      );
      assert.ok(isEarly && span !== undefined, `${way.from} to ${way.to} was filled late`);
      spans.push(span);
    }
    console.log(`    from the lock to the payment, alone: ${inBlocks(spans)}`);
  });
});
