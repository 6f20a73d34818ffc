import assert from 'node:assert/strict';
import { idOf, limitKey } from '@causeway/chains/test-support';
import { buildBatch, type Hex, KIND, type Message, packProof } from '@causeway/protocol';
import { CHECKPOINTS } from '../src/checkpoint.ts';
import { type TestSigner, World } from './support/world.ts';

/** A recipient that some tests make special. */
const BAD: Hex = `0x${'00'.repeat(30)}bad0`;

/** A process that ended at a checkpoint. */
class Crash extends Error {}

describe('from lock to mint', function () {
  this.timeout(120_000);
  let world: World;
  beforeEach(async () => {
    world = await World.create();
  });
  afterEach(() => world.close());

  it('mints a lock after 32 blocks and not after 31, in one transaction with its root', async () => {
    const [alpha, beta] = world.chains;
    const relayer = await world.relayer();
    alpha.lock(beta);
    alpha.mine();
    alpha.mine(31);
    await relayer.step();
    assert.deepEqual(await world.states(), ['confirming']);
    assert.equal(beta.broadcasts.length, 0);
    alpha.mine();
    await relayer.step();
    assert.deepEqual(await world.states(), ['minting']);
    beta.mine();
    await relayer.step();
    assert.deepEqual(await world.states(), ['completed']);
    assert.equal(beta.executions().get(idOf(alpha, 0)), 1);
    assert.equal(beta.broadcasts.length, 1);
  });

  it('has the execution in its view before it plans again', async () => {
    const [alpha, beta] = world.chains;
    const relayer = await world.relayer();
    alpha.lock(beta);
    alpha.mine(33);
    await relayer.step();
    beta.mine();
    await relayer.destinations.get('beta')?.step();
    assert.deepEqual(await world.states(), ['completed']);
  });

  it('releases burned tokens', async () => {
    const [alpha, beta] = world.chains;
    const relayer = await world.relayer();
    alpha.lock(beta);
    await world.run(relayer, 36);
    beta.lock(alpha, { kind: KIND.burn });
    await world.run(relayer, 36);
    assert.deepEqual(await world.states(), ['completed', 'completed']);
    assert.equal(alpha.state.outstanding.get(beta.domain), 0n);
    assert.equal(beta.state.supply.get(alpha.domain), 0n);
  });

  it('shows a completed order as irrevocable after the finality of its destination', async () => {
    const [alpha, beta] = world.chains;
    const relayer = await world.relayer();
    alpha.lock(beta);
    await world.run(relayer, 36);
    const finals = async () => (await world.storage.orders.list({}, null, 10)).items.map(({ final }) => final);
    assert.deepEqual(await finals(), [false]);
    await world.run(relayer, 32);
    assert.deepEqual(await finals(), [true]);
  });

  it('never mints a lock that vanished, and mints it when it comes back', async () => {
    const [alpha, beta] = world.chains;
    const relayer = await world.relayer();
    alpha.lock(beta, { reference: `0x${'11'.repeat(32)}` });
    await world.run(relayer, 20);
    alpha.reorg(20);
    await world.run(relayer, 60);
    assert.deepEqual(await world.states(), ['locking']);
    assert.equal(beta.broadcasts.length, 0);
    alpha.lock(beta, { reference: `0x${'11'.repeat(32)}` });
    await world.run(relayer, 36);
    assert.deepEqual(await world.states(), ['completed']);
  });

  it('mints again after a reorganisation of the destination undid the mint', async () => {
    const [alpha, beta] = world.chains;
    const relayer = await world.relayer();
    alpha.lock(beta);
    await world.run(relayer, 36);
    assert.deepEqual(await world.states(), ['completed']);
    beta.reorg(5, false);
    beta.dropMempool();
    beta.mine(6);
    await relayer.step();
    assert.deepEqual(await world.states(), ['minting']);
    await world.run(relayer, 3);
    assert.deepEqual(await world.states(), ['completed']);
    assert.equal(beta.executions().get(idOf(alpha, 0)), 1);
  });

  it('refunds an undelivered order on the source, once the cancellation is final', async () => {
    const [alpha, beta] = world.chains;
    const relayer = await world.relayer();
    beta.settings.limits.set(limitKey(alpha.domain, 'bridged'), { available: 10n, capacity: 10_000n });
    alpha.lock(beta);
    alpha.blockMs = beta.blockMs = 60_000;
    await world.run(relayer, 40);
    const [waiting] = await world.states();
    assert.equal(waiting, 'proving');
    await world.run(relayer, 10);
    assert.deepEqual(await world.states(), ['refunding']);
    await world.run(relayer, 40);
    assert.deepEqual(await world.states(), ['refunded']);
    assert.equal(alpha.state.outstanding.get(beta.domain), 0n);
    assert.equal(beta.executions().size, 0);
  });

  it('refunds a burn by minting on its source', async () => {
    const [alpha, beta] = world.chains;
    const relayer = await world.relayer();
    alpha.lock(beta);
    await world.run(relayer, 36);
    alpha.settings.unpayable.set(BAD, 'InvalidRecipient');
    beta.lock(alpha, { kind: KIND.burn, recipient: BAD });
    await world.run(relayer, 80);
    assert.deepEqual(await world.states(), ['completed', 'refunded']);
    assert.equal(beta.state.supply.get(alpha.domain), 1_000n);
  });

  it('takes another relayer’s execution as success', async () => {
    const [alpha, beta] = world.chains;
    const relayer = await world.relayer();
    alpha.lock(beta);
    alpha.mine();
    await world.run(relayer, 10);
    const message = alpha.emitted()[0] as Message;
    const batch = buildBatch(0n, [idOf(alpha, 0)]);
    beta.executeAsOther([
      { function: 'commitRoot', source: alpha.domain, firstNonce: 0n, count: 1, root: batch.root },
      { function: 'mintTokens', message, proof: packProof('mintTokens', message, batch) },
    ]);
    await world.run(relayer, 40);
    assert.deepEqual(await world.states(), ['completed']);
    assert.equal(beta.broadcasts.length, 0);
  });

  it('shows a credited payment as completed and credited', async () => {
    const [alpha, beta] = world.chains;
    const relayer = await world.relayer();
    alpha.lock(beta, { recipient: BAD });
    beta.settings.refusing.add(BAD);
    await world.run(relayer, 36);
    const [order] = (await world.storage.orders.list({}, null, 1)).items;
    assert.deepEqual([order?.state, order?.credited], ['completed', true]);
  });

  it('waits with two signatures, and continues when a third signer is back', async () => {
    const [alpha, beta] = world.chains;
    const relayer = await world.relayer();
    for (const signer of world.signers.slice(0, 3)) signer.down = true;
    alpha.lock(beta);
    await world.run(relayer, 40);
    assert.deepEqual(await world.states(), ['signing']);
    assert.equal((await world.storage.orders.list({}, null, 1)).items[0]?.signatures, 2);
    assert.equal(beta.broadcasts.length, 0);
    (world.signers[0] as TestSigner).down = false;
    await world.run(relayer, 3);
    assert.deepEqual(await world.states(), ['completed']);
  });

  it('carries a hundred orders in batches of at most fifty', async () => {
    const [alpha, beta] = world.chains;
    const relayer = await world.relayer();
    for (let index = 0; index < 100; index++) alpha.lock(beta);
    await world.run(relayer, 38);
    assert.deepEqual(new Set(await world.states()), new Set(['completed']));
    assert.equal(beta.executions().size, 100);
    assert.equal(beta.broadcasts.length, 2);
  });

  for (const point of CHECKPOINTS) {
    it(`loses and repeats nothing after a crash at ${point}`, async () => {
      const [alpha, beta] = world.chains;
      alpha.lock(beta);
      beta.settings.unpayable.set(BAD, 'InvalidRecipient');
      alpha.lock(beta, { recipient: BAD });
      let crashes = 0;
      const checkpoint = (name: string) => {
        if (name !== point || crashes > 0) return;
        crashes++;
        throw new Crash(point);
      };
      let relayer = await world.relayer({ checkpoint });
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
      assert.deepEqual(await world.states(), ['completed', 'refunded']);
      assert.deepEqual([...beta.executions().values()], [1]);
      assert.deepEqual([...alpha.executions().values()], [1]);
      assert.deepEqual(await world.storage.submissions.open(['oracle']), []);
    });
  }
});
