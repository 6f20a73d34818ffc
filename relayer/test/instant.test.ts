import assert from 'node:assert/strict';
import {
  type ExpiringMemoryChain,
  idOf,
  MAX_CALLS,
  type MemoryChain,
  VALID_BLOCKS,
} from '@causeway/chains/test-support';
import { type Hex, KIND } from '@causeway/protocol';
import { CHECKPOINTS } from '../src/checkpoint.ts';
import { type TestRelayer, World } from './support/world.ts';

/** A recipient that can never be paid. */
const BAD: Hex = `0x${'00'.repeat(30)}bad0`;

/** A process that ended at a checkpoint. */
class Crash extends Error {}

describe('a chain whose blocks are final at once and whose transactions expire', function () {
  this.timeout(120_000);
  let world: World<ExpiringMemoryChain>;
  let alpha: MemoryChain;
  let beta: ExpiringMemoryChain;
  let relayer: TestRelayer;

  beforeEach(async () => {
    world = await World.instant();
    [alpha, beta] = world.chains;
    relayer = await world.relayer();
  });
  afterEach(() => world.close());

  const orders = async () => (await world.storage.orders.list({}, null, 100)).items;
  const openAnchor = async () => (await world.storage.submissions.open(['oracle']))[0]?.details.anchor;

  it('gets its locks proposed in the block that shows them, through every order state', async () => {
    beta.lock(alpha);
    beta.mine();
    await relayer.step();
    const [order] = await orders();
    assert.deepEqual([order?.state, order?.requiredConfirmations], ['minting', 0]);
    const events = await world.storage.events.after(order?.id ?? '', 0, 100);
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

  it('shows a mint as irrevocable at once, in one transaction with its root', async () => {
    alpha.lock(beta);
    alpha.mine(33);
    await relayer.step();
    beta.mine();
    await relayer.step();
    assert.deepEqual(
      (await orders()).map(({ state, final }) => [state, final]),
      [['completed', true]],
    );
    assert.equal(beta.broadcasts.length, 1);
  });

  it('gets no more calls in one transaction than it accepts, roots included', async () => {
    const proposals = async () =>
      (await world.storage.submissions.open(['oracle'])).map(({ details }) => (details.actions as unknown[]).length);
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
    beta.settings.unpayable.set(BAD, 'NotNow');
    beta.mine();
    beta.settings.unpayable.clear();
    await relayer.step();
    assert.deepEqual([await world.states(), beta.broadcasts.length], [['proving'], 1]);
    world.clock.tick(1_000);
    await relayer.step();
    assert.equal(beta.broadcasts.length, 2);
  });

  it('gets a proposal with a new anchor when its transaction expired', async () => {
    alpha.lock(beta);
    alpha.mine(33);
    beta.loses = () => true;
    await relayer.step();
    const first = await openAnchor();
    beta.mine(VALID_BLOCKS);
    await relayer.step();
    assert.equal(await openAnchor(), first, 'it is waited for as long as it can be included');
    beta.mine();
    await relayer.step();
    beta.loses = () => false;
    assert.notEqual(await openAnchor(), first);
    await world.run(relayer, 2);
    assert.deepEqual(await world.states(), ['completed']);
    assert.deepEqual([...beta.executions().values()], [1]);
  });

  it('gets a proposal with a new anchor when its signers were down until the old one expired', async () => {
    alpha.lock(beta);
    alpha.mine(33);
    for (const signer of world.signers) signer.down = true;
    await world.run(relayer, VALID_BLOCKS + 2);
    assert.deepEqual(await world.states(), ['signing']);
    for (const signer of world.signers) signer.down = false;
    await world.run(relayer, 2);
    assert.deepEqual(await world.states(), ['completed']);
  });

  it('gets a lost transaction again, without another fee', async () => {
    alpha.lock(beta);
    alpha.mine(33);
    await relayer.step();
    beta.dropMempool();
    world.clock.tick(11_000);
    await relayer.step();
    assert.deepEqual([beta.broadcasts.length, new Set(beta.broadcasts.map(({ raw }) => raw)).size], [2, 1]);
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

  it('releases burned tokens, in both directions', async () => {
    alpha.lock(beta);
    beta.lock(alpha);
    await world.run(relayer, 40);
    alpha.lock(beta, { kind: KIND.burn });
    beta.lock(alpha, { kind: KIND.burn });
    await world.run(relayer, 40);
    assert.deepEqual(new Set(await world.states()), new Set(['completed']));
    for (const [home, remote] of [[alpha, beta] as const, [beta, alpha] as const]) {
      assert.equal(home.state.outstanding.get(remote.domain), 0n);
      assert.equal(remote.state.supply.get(home.domain), 0n);
    }
  });

  for (const point of CHECKPOINTS) {
    it(`loses and repeats nothing after a crash at ${point}`, async () => {
      beta.settings.unpayable.set(BAD, 'InvalidRecipient');
      alpha.lock(beta);
      alpha.lock(beta, { recipient: BAD });
      beta.lock(alpha);
      let crashes = 0;
      const checkpoint = (name: string) => {
        if (name !== point || crashes > 0) return;
        crashes++;
        throw new Crash(point);
      };
      relayer = await world.relayer({ checkpoint });
      const done = async () => (await world.states()).every((state) => state === 'completed' || state === 'refunded');
      for (let round = 0; round < 120 && (round < 2 || !(await done())); round++) {
        try {
          await world.run(relayer, 1);
        } catch (error) {
          assert.ok(error instanceof Crash);
          relayer = await world.relayer({ checkpoint });
        }
      }
      assert.equal(crashes, 1, 'the checkpoint was reached');
      assert.deepEqual([...(await world.states())].sort(), ['completed', 'completed', 'refunded']);
      assert.deepEqual([...beta.executions().entries()], [[idOf(alpha, 0), 1]]);
      assert.deepEqual(new Set(alpha.executions().values()), new Set([1]));
      assert.deepEqual(await world.storage.submissions.open(['oracle']), []);
    });
  }
});
