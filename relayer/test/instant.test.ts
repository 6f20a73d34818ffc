import assert from 'node:assert/strict';
import { type ExpiringMemoryChain, MAX_CALLS } from '@causeway/chains/test-support';
import { BAD, type Scene, sceneOf } from './support/scene.ts';
import { World } from './support/world.ts';

describe('a chain whose blocks are final at once and whose transactions expire', function () {
  this.timeout(120_000);
  let { world, alpha, beta, relayer } = {} as Scene<ExpiringMemoryChain>;
  beforeEach(async () => {
    ({ world, alpha, beta, relayer } = await sceneOf(World.instant()));
  });
  afterEach(() => world.close());

  it('gets its locks proposed in the block that shows them, through every order state', async () => {
    beta.lock(alpha);
    beta.mine();
    await relayer.step();
    const order = await world.order();
    assert.deepEqual([order.state, order.requiredConfirmations], ['minting', 0]);
    const events = await world.storage.events.after(order.id, 0, 100);
    assert.deepEqual(
      events.map(({ data }) => data.to),
      ['created', 'locked', 'confirming', 'proving', 'signing', 'minting'],
    );
    alpha.mine();
    await relayer.step();
    assert.deepEqual(await world.states(), ['completed']);
  });

  it('gets no query for finality: its newest block is final', async () => {
    const watcher = relayer.watchers.get('beta');
    beta.mine(3);
    await watcher?.advance();
    assert.deepEqual([watcher?.finalTo, beta.reads.get('finalized')], [beta.tip.number, undefined]);
  });

  it('gets no more calls in one transaction than it accepts, roots included', async () => {
    const proposals = async () =>
      (await world.storage.submissions.open(['oracle'])).map(
        ({ details }) => ('actions' in details ? details.actions : []).length,
      );
    for (let index = 0; index < 2 * MAX_CALLS; index++) alpha.lock(beta);
    alpha.mine(33);
    await relayer.step();
    assert.deepEqual(await proposals(), [MAX_CALLS]);
    beta.mine();
    await relayer.step();
    assert.deepEqual(await proposals(), [MAX_CALLS]);
    await world.run(relayer, 3);
    assert.deepEqual(new Set(await world.states()), new Set(['completed']));
    assert.deepEqual(new Set(beta.executions().values()), new Set([1]));
  });

  it('gets a call that failed after a good simulation again later, not at once', async () => {
    alpha.lock(beta, { recipient: BAD });
    alpha.mine(33);
    await relayer.step();
    beta.settings.unpayable.set(BAD, 'PaymentFailed');
    beta.mine();
    beta.settings.unpayable.clear();
    await relayer.step();
    assert.deepEqual([await world.states(), beta.broadcasts.length], [['proving'], 1]);
    world.clock.tick(1_000);
    await relayer.step();
    assert.equal(beta.broadcasts.length, 2);
  });

  it('refunds a lock that can never be paid as soon as the cancellation is on chain', async () => {
    beta.settings.unpayable.set(BAD, 'InvalidRecipient');
    alpha.lock(beta, { recipient: BAD });
    alpha.mine(33);
    await relayer.step();
    beta.mine();
    await relayer.step();
    assert.deepEqual(await world.states(), ['refunding']);
    alpha.mine();
    await relayer.step();
    assert.deepEqual(await world.states(), ['refunded']);
    assert.equal(alpha.state.outstanding.get(beta.domain), 0n);
  });

  it('gets its own lock refunded once the cancellation is final on the other chain', async () => {
    alpha.settings.unpayable.set(BAD, 'InvalidRecipient');
    beta.lock(alpha, { recipient: BAD });
    await world.run(relayer, 20);
    assert.deepEqual(await world.states(), ['refunding']);
    await world.run(relayer, 20);
    assert.deepEqual(await world.states(), ['refunded']);
    assert.equal(beta.state.outstanding.get(alpha.domain), 0n);
  });
});
