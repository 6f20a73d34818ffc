import assert from 'node:assert/strict';
import { idOf, limitKey, memoryKey, VALID_BLOCKS } from '@causeway/chains/test-support';
import { buildBatch, KIND, type Message, packProof, type SignedTransaction, ZERO_32 } from '@causeway/protocol';
import { CHECKPOINTS } from '../src/checkpoint.ts';
import { withCrash } from './support/crash.ts';
import { BAD, EVERY_KIND, EXPIRING, type Scene, sceneOf } from './support/scene.ts';
import { type TestSigner, World } from './support/world.ts';

const PAYER = memoryKey(77);
/** Delivery fee towards beta, local units. */
const FEE = 7n;

for (const [kind, create] of Object.entries(EVERY_KIND)) {
  describe(`from lock to mint, to a chain ${kind}`, function () {
    this.timeout(120_000);
    let { world, alpha, beta, relayer } = {} as Scene;
    beforeEach(async () => {
      ({ world, alpha, beta, relayer } = await sceneOf(create()));
    });
    afterEach(() => world.close());
    const finals = async () => (await world.orders()).map(({ final }) => final);

    it('mints a lock after 32 blocks and not after 31, with as few transactions as the chain allows', async () => {
      alpha.lock(beta);
      alpha.mine();
      alpha.mine(31);
      await relayer.step();
      assert.deepEqual(await world.states(), ['confirming']);
      assert.equal(beta.broadcasts.length, 0);
      alpha.mine();
      await relayer.step();
      const { commitsApart } = beta.oracleRules;
      if (commitsApart) {
        assert.deepEqual(await world.states(), ['proving'], 'its own proposal is still to come');
        beta.mine();
        await relayer.step();
      }
      assert.deepEqual(await world.states(), ['minting']);
      beta.mine();
      await relayer.step();
      assert.deepEqual(await world.states(), ['completed']);
      assert.equal(beta.executions().get(idOf(alpha, 0)), 1);
      assert.equal(beta.broadcasts.length, commitsApart ? 2 : 1);
    });

    it('shows a completed order as irrevocable after the finality of its destination', async () => {
      alpha.lock(beta);
      await world.deliver(relayer);
      assert.deepEqual(await world.states(), ['completed']);
      if (beta.finalityBlocks > 0) assert.deepEqual(await finals(), [false]);
      await world.deliver(relayer);
      assert.deepEqual(await finals(), [true]);
    });

    it('releases burned tokens, in both directions', async () => {
      alpha.lock(beta);
      beta.lock(alpha);
      await world.deliver(relayer);
      alpha.lock(beta, { kind: KIND.burn });
      beta.lock(alpha, { kind: KIND.burn });
      await world.deliver(relayer);
      assert.deepEqual(await world.states(), ['completed', 'completed', 'completed', 'completed']);
      for (const [home, remote] of [[alpha, beta] as const, [beta, alpha] as const]) {
        assert.equal(home.state.outstanding.get(remote.domain), 0n);
        assert.equal(remote.state.supply.get(home.domain), 0n);
      }
    });

    it('refunds a burn by minting on its source', async () => {
      alpha.lock(beta);
      await world.deliver(relayer);
      alpha.settings.unpayable.set(BAD, 'InvalidRecipient');
      beta.lock(alpha, { kind: KIND.burn, recipient: BAD });
      await world.deliver(relayer);
      await world.deliver(relayer);
      assert.deepEqual(await world.states(), ['completed', 'refunded']);
      assert.equal(beta.state.supply.get(alpha.domain), 1_000n);
      assert.equal(alpha.state.outstanding.get(beta.domain), 1_000n);
    });

    it('takes another relayer’s execution as success', async () => {
      alpha.lock(beta);
      alpha.mine();
      await world.run(relayer, 10);
      const message = alpha.emitted()[0] as Message;
      const batch = buildBatch(0n, [idOf(alpha, 0)]);
      beta.executeAsOther([
        { function: 'commitRoot', source: alpha.domain, firstNonce: 0n, count: 1, root: batch.root },
        { function: 'mintTokens', message, proof: packProof('mintTokens', message, batch) },
      ]);
      await world.deliver(relayer);
      assert.deepEqual(await world.states(), ['completed']);
      assert.equal(beta.broadcasts.length, 0);
    });

    it('shows a credited payment as completed and credited', async () => {
      alpha.lock(beta, { recipient: BAD });
      beta.settings.refusing.add(BAD);
      await world.deliver(relayer);
      const [order] = await world.orders();
      assert.deepEqual([order?.state, order?.credited], ['completed', true]);
    });

    it('waits with two signatures, and continues when a third signer is back', async () => {
      for (const signer of world.signers.slice(0, 3)) signer.down = true;
      alpha.lock(beta);
      await world.deliver(relayer);
      const [order] = await world.orders();
      const shown = beta.oracleRules.commitsApart ? ['proving', 0] : ['signing', 2];
      assert.deepEqual([order?.state, order?.signatures], shown);
      assert.equal(beta.broadcasts.length, 0);
      (world.signers[0] as TestSigner).down = false;
      await world.run(relayer, 4);
      assert.deepEqual(await world.states(), ['completed']);
    });

    for (const point of CHECKPOINTS.filter((name) => name !== 'during-rollback')) {
      it(`loses and repeats nothing after a crash at ${point}`, async () => {
        beta.settings.unpayable.set(BAD, 'InvalidRecipient');
        alpha.settings.fees.set(beta.domain, FEE);
        alpha.lock(beta);
        alpha.endowment = 10n ** 12n;
        const args = { remote: beta.domain, recipient: BAD, localAmount: alpha.endowment / 2n, reference: ZERO_32 };
        const prepared = await alpha.prepareSend('lockTokens', PAYER, { ...args, maxFee: FEE });
        assert.ok(prepared.ok);
        await alpha.broadcast(prepared.value[0] as SignedTransaction);
        beta.lock(alpha);
        await withCrash(world, point);
        assert.deepEqual([...(await world.states())].sort(), ['completed', 'completed', 'refunded']);
        assert.deepEqual([...beta.executions().entries()], [[idOf(alpha, 0), 1]]);
        assert.deepEqual([...alpha.executions().values()], [1, 1]);
        // The refund returns the amount, and the fee was paid once.
        const held = await alpha.wallet.holding(PAYER.address, alpha.asset);
        assert.deepEqual(held, { ok: true, value: alpha.endowment - FEE });
      });
    }
  });
}

for (const [kind, create] of Object.entries(EXPIRING)) {
  describe(`a transaction that expires, on a chain ${kind}`, () => {
    let { world, alpha, beta, relayer } = {} as Awaited<ReturnType<typeof expiring>>;
    const expiring = () => sceneOf(create());
    beforeEach(async () => {
      ({ world, alpha, beta, relayer } = await expiring());
      alpha.lock(beta);
      alpha.mine(33);
    });
    afterEach(() => world.close());
    const openAnchor = async () => (await world.storage.submissions.open(['oracle']))[0]?.details.anchor;

    it('is waited for as long as it can be included, then proposed with a new anchor', async () => {
      beta.loses = () => true;
      await relayer.step();
      const first = await openAnchor();
      beta.mine(VALID_BLOCKS);
      await relayer.step();
      assert.equal(await openAnchor(), first);
      beta.mine(1 + beta.finalityBlocks);
      await relayer.step();
      beta.loses = () => false;
      assert.notEqual(await openAnchor(), first);
      await world.run(relayer, 3);
      assert.deepEqual(await world.states(), ['completed']);
      assert.deepEqual([...beta.executions().values()], [1]);
    });

    it('is proposed with a new anchor when its signers were down until the old one expired', async () => {
      for (const signer of world.signers) signer.down = true;
      await world.run(relayer, VALID_BLOCKS + 2);
      assert.equal(await openAnchor(), undefined);
      for (const signer of world.signers) signer.down = false;
      await world.run(relayer, 3);
      assert.deepEqual(await world.states(), ['completed']);
    });

    it('is sent again when it is lost and still valid, without another fee', async () => {
      await relayer.step();
      beta.dropMempool();
      world.clock.tick(11_000);
      await relayer.step();
      assert.deepEqual([beta.broadcasts.length, new Set(beta.broadcasts.map(({ raw }) => raw)).size], [2, 1]);
    });

    for (const expired of [false, true]) {
      it(`and was reserved before a restart is ${expired ? 'dropped when it expired' : 'sent while it is valid'}`, async () => {
        beta.failing('broadcast');
        await relayer.step();
        beta.failures.clear();
        const { submissions } = world.storage;
        const [reserved] = await submissions.open(['oracle']);
        const states: string[] = [];
        const { setState } = submissions;
        submissions.setState = (id, state, options) => {
          if (id === reserved?.id) states.push(state);
          return setState(id, state, options);
        };
        if (expired) beta.mine(VALID_BLOCKS + 1);
        relayer = await world.relayer();
        await relayer.step();
        assert.deepEqual(states, [expired ? 'dropped' : 'broadcast']);
        await world.run(relayer, 5);
        assert.deepEqual(await world.states(), ['completed']);
      });
    }
  });
}

describe('from lock to mint, to a chain whose blocks can vanish', function () {
  this.timeout(120_000);
  let { world, alpha, beta, relayer } = {} as Scene;
  beforeEach(async () => {
    ({ world, alpha, beta, relayer } = await sceneOf(World.create()));
  });
  afterEach(() => world.close());

  it('has the execution in its view before it plans again', async () => {
    alpha.lock(beta);
    alpha.mine(33);
    await relayer.step();
    beta.mine();
    await relayer.destinations.get('beta')?.step();
    assert.deepEqual(await world.states(), ['completed']);
  });

  it('waits for nothing longer when the clock is set back', async () => {
    const patient = await world.relayer({ batchWindowMs: 5_000 });
    alpha.lock(beta);
    alpha.mine(33);
    await patient.step();
    world.clock.set(-600_000);
    world.clock.tick(5_000);
    await patient.step();
    assert.equal(beta.broadcasts.length, 1);
    world.clock.set(-600_000);
    beta.dropMempool();
    world.clock.tick(10_000);
    await world.run(patient, 2);
    assert.deepEqual(await world.states(), ['completed']);
  });

  it('never mints a lock that vanished, and mints it when it comes back', async () => {
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

  it('carries a hundred orders in batches of at most fifty', async () => {
    for (let index = 0; index < 100; index++) alpha.lock(beta);
    await world.run(relayer, 38);
    assert.deepEqual(new Set(await world.states()), new Set(['completed']));
    assert.equal(beta.executions().size, 100);
    assert.equal(beta.broadcasts.length, 2);
  });
});
