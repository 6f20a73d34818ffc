import assert from 'node:assert/strict';
import { CALL_UNITS, memoryKey } from '@causeway/chains/test-support';
import { sharesOf } from '@causeway/outbox';
import type { Charge } from '@causeway/storage';
import { BAD, EVERY_KIND, type Scene, sceneOf } from '../support/scene.ts';
import { World } from '../support/world.ts';

/** Coins of chains in memory have 18 decimals on an EVM chain. */
const COIN = 10n ** 18n;

const metricOf = async ({ world }: Pick<Scene, 'world'>, name: string, labels: Readonly<Record<string, string>>) => {
  const [metric] = (await world.metrics.registry.getMetricsAsJSON()).filter((each) => each.name === name);
  const found = metric?.values.filter((each) =>
    Object.entries(labels).every(([label, value]) => (each.labels as Record<string, unknown>)[label] === value),
  );
  return found?.reduce((sum, { value }) => sum + value, 0);
};

for (const [destination, create] of Object.entries(EVERY_KIND)) {
  describe(`the books of a destination ${destination}`, function () {
    this.timeout(120_000);
    let scene: Scene;
    beforeEach(async () => {
      scene = await sceneOf(create());
    });
    afterEach(() => scene.world.close());

    it('have what each transaction cost, charged to the lane that paid for it', async () => {
      const { world, alpha, beta, relayer } = scene;
      alpha.lock(beta);
      alpha.lock(beta);
      beta.settings.unpayable.set(BAD, 'InvalidRecipient');
      alpha.lock(beta, { recipient: BAD });
      await world.deliver(relayer);
      beta.mine(33);
      await world.run(relayer, 6);
      assert.deepEqual(await world.states(), ['completed', 'completed', 'refunded']);

      const costed = await world.storage.submissions.costed(0);
      const shares = costed.flatMap(sharesOf);
      const works = shares.map(({ work, source, destination, chain }) => [work, source, destination, chain].join(' '));
      const lane = `${alpha.domain} ${beta.domain}`;
      const expected = [`cancellation ${lane} ${beta.domain}`, `delivery ${lane} ${beta.domain}`];
      for (const work of [...expected, `refund ${lane} ${alpha.domain}`]) assert.ok(works.includes(work), work);
      const total = (chain: number) =>
        shares.filter((share) => share.chain === chain).reduce((sum, { cost }) => sum + cost, 0n);
      const calls = costed
        .filter(({ domain }) => domain === beta.domain)
        .flatMap(({ details }) => details.charges as Charge[]);
      assert.equal(total(beta.domain), CALL_UNITS * BigInt(calls.length));
      // The refund of a lock: a root and an execution.
      assert.equal(total(alpha.domain), 2n * CALL_UNITS);

      const spent = await metricOf(scene, 'causeway_lane_cost_coins_total', { chain: 'alpha', work: 'refund' });
      assert.equal(spent, Number(2n * CALL_UNITS) / Number(COIN));
    });
  });
}

describe('the books of a destination with one call per transaction', function () {
  this.timeout(120_000);

  it('have what the landed part of a dropped transaction cost', async () => {
    const { world, alpha, beta, relayer } = await sceneOf(World.apart());
    alpha.lock(beta);
    alpha.lock(beta);
    alpha.mine(33);
    await world.run(relayer, 1);
    beta.loses = (call) => call.function === 'mintTokens' && call.message.nonce === 0n;
    await world.run(relayer, 20);
    const dropped = (await world.storage.submissions.costed(0)).filter(({ costs }) =>
      costs.some(({ fee }) => fee === 0n),
    );
    assert.ok(dropped.length > 0);
    assert.deepEqual(
      dropped
        .slice(0, 1)
        .flatMap(sharesOf)
        .map(({ work, cost }) => [work, cost]),
      [['delivery', CALL_UNITS]],
    );
    await world.close();
  });
});

describe('the books of a chain', function () {
  this.timeout(120_000);
  let scene: Scene;
  beforeEach(async () => {
    scene = await sceneOf(World.create());
  });
  afterEach(() => scene.world.close());

  it('count the fee of each final lock, as it was read last, and keep it', async () => {
    const { world, alpha, beta, relayer } = scene;
    alpha.settings.fees.set(beta.domain, COIN / 4n);
    alpha.lock(beta);
    await world.deliver(relayer);
    const income = () => metricOf(scene, 'causeway_lane_income_coins_total', { source: 'alpha', destination: 'beta' });
    assert.equal(await income(), 0.25);
    alpha.settings.fees.set(beta.domain, COIN / 2n);
    const read = await relayer.books.get('alpha')?.read();
    assert.ok(read?.ok);
    alpha.lock(beta);
    alpha.lock(beta);
    await world.deliver(relayer);
    assert.equal(await income(), 1.25);
    assert.equal(await metricOf(scene, 'causeway_delivery_fee_coins', { source: 'alpha' }), 0.5);
    const [kept] = await world.storage.deliveryFees.income(0);
    assert.equal(kept?.fee, COIN / 2n);
    assert.equal(await metricOf(scene, 'causeway_lane_income_coins_total', { source: 'beta' }), 0);
  });

  it('have the balance of the payer, and fail when it cannot be read', async () => {
    const { alpha, relayer } = scene;
    const books = relayer.books.get('alpha');
    const payer = alpha.parseAddress(memoryKey(99).address);
    assert.ok(payer.ok);
    alpha.give(payer.value, 3n * COIN);
    assert.ok((await books?.read())?.ok);
    const balance = await metricOf(scene, 'causeway_payer_balance_coins', { chain: 'alpha' });
    assert.equal(balance, 3);
    const [noted] = await scene.world.storage.oracleRecord.payers();
    assert.deepEqual([noted?.domain, noted?.minimum], [alpha.domain, null]);
    alpha.failing('holding');
    const failed = await books?.read();
    assert.ok(failed && !failed.ok && failed.error.code === 'RPC_UNAVAILABLE');
  });

  it('have the credits that can be claimed, and count each claim once', async () => {
    const { world, alpha, beta, relayer } = scene;
    const other = `0x${'00'.repeat(30)}bad1` as const;
    for (const recipient of [BAD, other]) {
      beta.settings.refusing.add(recipient);
      alpha.lock(beta, { recipient });
    }
    await world.deliver(relayer);
    const [second, first] = await world.orders();
    assert.ok(first?.credited && second?.credited);
    assert.deepEqual(
      (await world.storage.orders.credited(alpha.family, beta.domain, 1)).map(({ id }) => id),
      [second.id],
    );
    assert.deepEqual(await world.storage.orders.credited(alpha.family, alpha.domain, 1), []);
    const books = relayer.books.get('beta');
    const counts = async () => {
      assert.ok((await books?.read())?.ok);
      const labels = { chain: 'beta' };
      return [
        await metricOf(scene, 'causeway_credits_unclaimed', labels),
        await metricOf(scene, 'causeway_claims_total', labels),
      ];
    };
    assert.deepEqual(await counts(), [2, 0]);
    beta.state.credits.clear();
    assert.deepEqual(await counts(), [0, 2]);
    assert.deepEqual(await counts(), [0, 2]);
    books?.credited(first);
    assert.deepEqual(await counts(), [0, 3]);
    assert.equal(await metricOf(scene, 'causeway_credits_total', { chain: 'beta' }), 1);
  });

  it('count deliveries that left rent in a new account, and take no payment to the payer for a cost', async () => {
    const { alpha, beta, relayer } = scene;
    const lane = { family: alpha.family, source: alpha.domain, destination: beta.domain, chain: beta.domain };
    const share = { ...lane, work: 'delivery', messages: 1 } as const;
    relayer.books.get('beta')?.spent([
      { ...share, cost: COIN, rent: COIN / 2n },
      { ...share, cost: COIN, rent: 0n },
      { ...share, work: 'commitment', cost: COIN, rent: COIN },
      { ...share, cost: -COIN, rent: -COIN },
    ]);
    assert.equal(await metricOf(scene, 'causeway_new_account_deliveries_total', { chain: 'beta' }), 1);
    assert.equal(await metricOf(scene, 'causeway_lane_cost_coins_total', { chain: 'beta' }), 3);
  });
});
