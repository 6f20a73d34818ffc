import { strict as assert } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { accountOn, controlOf } from '../support/chain-control.ts';
import type { ChainControl, SystemKind } from '../support/control.ts';
import { executionsAt } from '../support/executions.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { DELIVERY_STEPS } from '../support/limits.ts';
import type { Stack } from '../support/stack.ts';
import { until } from '../support/wait.ts';
import { homeOf } from '../support/ways.ts';

/** Orders of one kill, each in a transaction of its own; more than may be under way. */
const ORDERS = 6;
/** Transactions that may be under way. */
const MOST = 4;
/** Blocks that make a lock final. */
const FINAL = 40;

/** The checkpoints at which three transactions are under way, and the relayer is about to send the fourth. */
const BEFORE_FOURTH: readonly string[] = ['after-root-proposed', 'after-two-signatures'];
const INCLUSION = 'before-inclusion-recorded';

/**
 * Kills the relayer with three or four of the oracle's transactions under way, at each checkpoint of a delivery, while
 * the destination makes no block. Another one goes on; every message is executed once.
 */
export function killsWithSeveralUnderWay({ deliveries }: SystemKind, stackOf: () => Promise<Stack>): void {
  const way = deliveries[0]?.way ?? assert.fail('no delivery');
  let stack: Stack;
  let destination: ChainControl;

  before(async () => {
    stack = await stackOf();
    destination = controlOf(stack, way.to);
    await stack.relayer.stop();
    const { config } = stack.devnet.configuration.relayer;
    const text = readFileSync(config, 'utf8');
    const single = text.replace(/^relayer:\n/m, (line) => `${line}  maxBatchOrders: 1\n`);
    assert.notEqual(single, text);
    writeFileSync(config, single);
    await stack.relayer.start();
  });

  /** Final locks that no relayer has seen. Returns the ids of their orders. */
  async function locked(): Promise<readonly string[]> {
    const { home } = homeOf(way.from);
    const source = stack.provider(home);
    const there = stack.provider(way.to);
    const sent = async () => (await read(source.lane(there.domain))).nextOutboundNonce;
    const before = await sent();
    const request = { from: way.from, to: way.to, amount: way.amount, destinationAddress: accountOn('bob', way.to) };
    const ids = await Promise.all(Array.from({ length: ORDERS }, () => stack.as('alice').order(request)));
    await until('all are locked', async () => (await sent()) === before + BigInt(ORDERS));
    await controlOf(stack, home).mine(FINAL);
    return ids;
  }

  /**
   * Where transactions have no order, makes blocks until the one with the root of the orders has ended: only then are
   * there more.
   */
  async function rootEnds(before: bigint): Promise<void> {
    const there = stack.provider(way.to);
    if (there.order) return;
    const [first] = await fill(1);
    await until('the root is committed', async () => {
      const { nextInboundNonce } = await read(there.lane(stack.provider(homeOf(way.from).home).domain));
      if (nextInboundNonce === before + BigInt(ORDERS)) return true;
      await destination.mine(1);
      return false;
    });
    await until('its transaction has ended', async () => (await stack.underWay()).every(({ id }) => id !== first?.id));
  }

  const fill = (count: number) =>
    until(`${count} are under way`, async () => {
      const open = await stack.underWay();
      return open.length >= count ? open : undefined;
    });

  for (const point of DELIVERY_STEPS) {
    it(`${point}: delivers everything once after a restart`, async () => {
      const there = stack.provider(way.to);
      const start = (await read(there.head())).number + 1;
      const { nextInboundNonce } = await read(there.lane(stack.provider(homeOf(way.from).home).domain));
      await stack.relayer.stop();
      await destination.freeze();
      const ids = await locked();
      // A root that goes first reaches each checkpoint before the others do.
      const roots = there.order ? 0 : 1;
      stack.relayer.startDoomed(`${point}:${roots + (point === INCLUSION ? 1 : MOST)}`);
      await rootEnds(nextInboundNonce);
      if (point === INCLUSION) {
        await fill(MOST);
        await destination.thaw();
      }
      assert.equal(await stack.relayer.ended(), 'SIGKILL', 'the relayer reached the checkpoint');
      const open = await stack.underWay();
      assert.equal(open.length, BEFORE_FOURTH.includes(point) ? MOST - 1 : MOST);
      assert.ok(open.every(({ orderIds }) => orderIds.length === 1));
      await stack.relayer.start();
      if (point !== INCLUSION) {
        await fill(MOST);
        await destination.thaw();
      }
      await stack.as('alice').completesAll(ids);
      const executions = await executionsAt(there, start);
      assert.deepEqual([...executions.values()], Array(ORDERS).fill(1), 'each message, executed once');
      // An order is completed once its execution is seen, and its transaction a moment later.
      await until('none is under way', async () => (await stack.underWay()).length === 0);
    });
  }

  it('loses nothing: every asset is conserved', () => assertConserved(stack.registry.providers));
}
