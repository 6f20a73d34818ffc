import assert from 'node:assert/strict';
import { idOf, limitKey } from '@causeway/chains/test-support';
import { buildBatch, cancelOf, KIND, type Message, messageIdOf, packProof } from '@causeway/protocol';
import type { Planner } from '../../src/plan/planner.ts';
import { type Scene, sceneOf } from '../support/scene.ts';
import { type TestSigner, World } from '../support/world.ts';

describe('planner', function () {
  this.timeout(120_000);
  let { world, alpha, beta, relayer } = {} as Scene;

  const planner = () => relayer.planners.get('beta') as Planner;
  const actions = () => relayer.plan();
  /** Makes a lock on alpha with each of `fields`, all of them final and seen. */
  const locked = async (...fields: readonly Partial<Message>[]) => {
    for (const each of fields) alpha.lock(beta, each);
    alpha.mine(33);
    await relayer.see();
  };
  const limit = (available: bigint, capacity = 10_000n) =>
    beta.settings.limits.set(limitKey(alpha.domain, 'bridged'), { available, capacity });

  beforeEach(async () => {
    ({ world, alpha, beta, relayer } = await sceneOf(World.create()));
  });
  afterEach(() => world.close());

  it('commits final messages without gaps and executes them', async () => {
    alpha.lock(beta);
    alpha.lock(beta);
    alpha.mine(33);
    alpha.lock(beta);
    alpha.mine();
    await relayer.see();
    assert.deepEqual(await actions(), ['commit 0+2', 'execute 0 of 0+2', 'execute 1 of 0+2']);
  });

  it('does not read the chain when there is nothing to do', async () => {
    await relayer.see();
    beta.reads.clear();
    await relayer.step();
    assert.deepEqual([...beta.reads.keys()].sort(), ['head']);
  });

  it('commits a message above the limit, and executes it under that root later', async () => {
    limit(1_000n);
    await locked({ wireAmount: 5_000n }, { wireAmount: 100n });
    assert.deepEqual(await actions(), ['commit 0+2', 'execute 1 of 0+2']);
    await world.run(relayer, 2);
    assert.deepEqual(await world.states(), ['proving', 'completed']);
    limit(10_000n);
    world.clock.tick(10_000);
    assert.deepEqual(await actions(), ['execute 0 of 0+2']);
    await world.run(relayer, 2);
    assert.deepEqual(await world.states(), ['completed', 'completed']);
  });

  it('simulates once for many messages that one limit refuses', async () => {
    limit(0n);
    await locked(...Array(20).fill({}));
    beta.reads.clear();
    assert.equal(await actions(), undefined);
    assert.equal(beta.reads.get('simulate'), 1);
  });

  it('does not propose a commitment without an execution', async () => {
    limit(0n);
    await locked({});
    assert.equal(await actions(), undefined);
  });

  it('waits while the bridge is paused, and delivers everything right after', async () => {
    beta.settings.inboundPaused = true;
    await locked({});
    assert.equal(await actions(), undefined);
    beta.settings.inboundPaused = false;
    assert.deepEqual(await actions(), ['commit 0+1', 'execute 0 of 0+1']);
  });

  it('cancels messages that can never be paid, in the same batch as payable ones', async () => {
    const bad = `0x${'00'.repeat(31)}05` as const;
    beta.settings.unpayable.set(bad, 'InvalidRecipient');
    await locked({ recipient: bad }, {});
    assert.deepEqual(await actions(), ['commit 0+2', 'cancel 0 of 0+2', 'execute 1 of 0+2']);
    const [first] = await world.states();
    assert.equal(first, 'cancelling');
  });

  it('cancels a message above the whole capacity', async () => {
    limit(999n, 999n);
    await locked({});
    assert.deepEqual(await actions(), ['commit 0+1', 'cancel 0 of 0+1']);
  });

  it('cancels only an order that an operator cancelled and that is late', async () => {
    await locked({});
    const order = await world.order();
    await world.storage.orders.transition(order.id, 'cancelStarted');
    assert.equal(await actions(), undefined);
    beta.blockMs = 60_000;
    beta.mine(50);
    await relayer.see();
    world.clock.tick(10_000);
    assert.deepEqual(await actions(), ['commit 0+1', 'cancel 0 of 0+1']);
  });

  it('cancels a cancelled order at once when it can never be delivered', async () => {
    const bad = `0x${'00'.repeat(31)}05` as const;
    beta.settings.unpayable.set(bad, 'InvalidRecipient');
    await locked({ recipient: bad });
    const order = await world.order();
    await world.storage.orders.transition(order.id, 'cancelStarted');
    assert.deepEqual(await actions(), ['commit 0+1', 'cancel 0 of 0+1']);
  });

  it('keeps messages of other buckets, and cancellations, beside one that its limit refuses', async () => {
    const bad = `0x${'00'.repeat(31)}05` as const;
    beta.settings.unpayable.set(bad, 'InvalidRecipient');
    limit(1_000n);
    await locked(
      { recipient: bad, wireAmount: 6_000n },
      { wireAmount: 5_000n },
      { kind: KIND.burn, assetHome: beta.domain, wireAmount: 7_000n },
    );
    assert.deepEqual(await actions(), ['commit 0+3', 'cancel 0 of 0+3', 'execute 2 of 0+3']);
  });

  it('sees new messages behind any number of deferred ones', async () => {
    await locked(...Array(260).fill({}));
    for (const row of await planner().candidates()) planner().defer(row, 'test');
    assert.deepEqual(await planner().candidates(), []);
    await locked({});
    assert.deepEqual(
      (await planner().candidates()).map(({ message }) => message.nonce),
      [260n],
    );
  });

  describe('on a chain that runs every call apart', () => {
    beforeEach(async () => {
      await world.close();
      ({ world, alpha, beta, relayer } = await sceneOf(World.apart()));
    });

    /** Refunds of `refunds`, and a burn of `burned`, under one root on beta, whose bucket has 1,000. */
    async function committed(refunds: readonly bigint[], burned: bigint): Promise<void> {
      for (const wireAmount of refunds) beta.lock(alpha, { wireAmount });
      beta.mine(33);
      for (const index of refunds.keys()) alpha.lock(beta, cancelOf(beta.emitted()[index] as Message, 0n));
      burn(burned);
      alpha.mine(33);
      const batch = buildBatch(0n, alpha.emitted().map(messageIdOf));
      const interval = { source: alpha.domain, firstNonce: 0n, count: alpha.emitted().length, root: batch.root };
      beta.executeAsOther([{ function: 'commitRoot', ...interval }]);
      releases(1_000n);
      await relayer.see();
    }

    it('lets others draw from a bucket beside a refund that fits, to the last unit', async () => {
      await committed([600n], 400n);
      assert.deepEqual(await actions(), ['execute 0 of 0+2', 'execute 1 of 0+2']);
    });

    it('lets nothing pass a refund that no longer fits beside another one (M3)', async () => {
      await committed([600n, 600n], 100n);
      assert.deepEqual(await actions(), ['execute 0 of 0+3']);
    });
  });

  it('tells a Cancel of an executed message from a second Cancel', async () => {
    for (const wireAmount of [1n, 2n]) beta.lock(alpha, { wireAmount });
    beta.mine(33);
    const [executed, open] = beta.emitted() as [Message, Message];
    const batch = buildBatch(0n, [executed, open].map(messageIdOf));
    alpha.executeAsOther([
      { function: 'commitRoot', source: beta.domain, firstNonce: 0n, count: 2, root: batch.root },
      { function: 'mintTokens', message: executed, proof: packProof('mintTokens', executed, batch) },
    ]);
    for (const original of [executed, open, open, open]) alpha.lock(beta, cancelOf(original, 0n));
    alpha.mine(33);
    await relayer.see();
    assert.deepEqual(await actions(), ['commit 0+4', 'execute 1 of 0+4']);
    const { values } = await world.metrics.deferred.get();
    const reasons = values.map(({ labels, value }) => [labels.reason, value]);
    assert.deepEqual(Object.fromEntries(reasons), { cancelOfExecuted: 1, cancelRepeated: 2 });
  });

  it('puts refunds first, however old the other messages are', async () => {
    beta.lock(alpha);
    beta.mine(33);
    alpha.lock(beta);
    alpha.mine();
    alpha.lock(beta, cancelOf(beta.emitted()[0] as Message, 0n));
    alpha.mine(33);
    await relayer.see();
    assert.deepEqual(await actions(), ['commit 0+2', 'execute 1 of 0+2', 'execute 0 of 0+2']);
  });

  /** A burn on alpha whose release on beta draws from the same bucket as a refund there. */
  const burn = (wireAmount: bigint) => alpha.lock(beta, { kind: KIND.burn, assetHome: beta.domain, wireAmount });
  const releases = (available: bigint) =>
    beta.settings.limits.set(limitKey(alpha.domain, 'canonical'), { available, capacity: 1_000n });

  it('lets nothing smaller pass a refund that waits for its bucket (M3, P6)', async () => {
    beta.lock(alpha, { wireAmount: 1_000n });
    beta.mine(33);
    alpha.lock(beta, cancelOf(beta.emitted()[0] as Message, 0n));
    alpha.mine(33);
    releases(100n);
    await relayer.see();
    assert.equal(await actions(), undefined, 'the refund is refused, and holds the bucket');
    burn(100n);
    alpha.lock(beta, { wireAmount: 100n });
    alpha.mine(33);
    for (const available of [200n, 500n, 999n]) {
      releases(available);
      world.clock.tick(10_000);
      await relayer.see();
      assert.deepEqual(await actions(), ['commit 0+3', 'execute 2 of 0+3'], 'another bucket is free');
    }
    releases(1_000n);
    world.clock.tick(10_000);
    assert.deepEqual((await actions())?.slice(0, 2), ['commit 0+3', 'execute 0 of 0+3']);
    await world.run(relayer, 2);
    releases(100n);
    world.clock.tick(10_000);
    await world.run(relayer, 2);
    const executed = [0, 1, 2].map((nonce) => beta.state.statuses.get(`${alpha.domain}/${nonce}`));
    assert.deepEqual(executed, ['executed', 'executed', 'executed'], 'the bucket is free again');
  });

  it('lets everything go on beside a refund that no bucket will ever hold', async () => {
    beta.lock(alpha, { wireAmount: 2_000n });
    beta.mine(33);
    alpha.lock(beta, cancelOf(beta.emitted()[0] as Message, 0n));
    burn(100n);
    alpha.mine(33);
    releases(1_000n);
    await relayer.see();
    assert.deepEqual(await actions(), ['commit 0+2', 'execute 1 of 0+2']);
  });

  it('gives one sender a quarter of a batch while others wait, however many messages it has', async () => {
    const [crowd, other] = [`0x${'0c'.repeat(32)}`, `0x${'0d'.repeat(32)}`] as const;
    for (let index = 0; index < 600; index++) alpha.lock(beta, { sender: crowd });
    alpha.mine();
    for (let index = 0; index < 3; index++) alpha.lock(beta, { sender: other });
    alpha.mine(33);
    relayer = await world.relayer({ maxBatchOrders: 8, maxCommitMessages: 1_000 });
    await relayer.see();
    const executed = (await actions())?.slice(1);
    const nonces = [600, 601, 0, 1, 602, 2, 3, 4].toSorted((a, b) => a - b);
    assert.deepEqual(
      [executed ?? []]
        .flat()
        .map((action) => Number(/execute (\d+)/.exec(action)?.[1]))
        .toSorted((a, b) => a - b),
      nonces,
    );
  });

  it('executes nothing of a remote that is paused alone, and everything after it', async () => {
    beta.settings.pausedRemotes.add(alpha.domain);
    await locked({});
    assert.equal(await actions(), undefined);
    beta.settings.pausedRemotes.delete(alpha.domain);
    assert.deepEqual(await actions(), ['commit 0+1', 'execute 0 of 0+1']);
  });

  it('leaves a failed order alone until an operator retries it', async () => {
    await locked({});
    const { id } = await world.order();
    await world.storage.orders.transition(id, 'failed');
    assert.equal(await actions(), undefined);
    await world.storage.orders.transition(id, 'retried');
    world.clock.tick(10_000);
    assert.deepEqual(await actions(), ['commit 0+1', 'execute 0 of 0+1']);
  });

  it('cancels a replaced message', async () => {
    beta.state.statuses.set(`${alpha.domain}/0`, 'replaced');
    await locked({});
    assert.deepEqual(await actions(), ['commit 0+1', 'cancel 0 of 0+1']);
  });

  it('leaves a message that its root does not prove to an operator, and delivers it after a retry', async () => {
    alpha.lock(beta);
    alpha.mine(33);
    beta.executeAsOther([
      { function: 'commitRoot', source: alpha.domain, firstNonce: 0n, count: 1, root: `0x${'f0'.repeat(32)}` },
    ]);
    await world.run(relayer, 1);
    const order = await world.order();
    assert.deepEqual([order.state, order.failureCode], ['failed', 'ROOT_MISMATCH']);
    world.clock.tick(60_000);
    assert.equal(await actions(), undefined);
    assert.equal((await world.storage.orders.transition(order.id, 'retried'))?.state, 'proving');
  });

  it('takes at most the configured number of messages', async () => {
    relayer = await world.relayer({ maxBatchOrders: 3 });
    await locked(...Array(5).fill({}));
    assert.equal((await actions())?.length, 4);
  });

  it('keeps a batch below 100 KB', async () => {
    relayer = await world.relayer({ maxBatchOrders: 500 });
    await locked(...Array(250).fill({}));
    const planned = await planner().plan(await planner().candidates());
    assert.ok(planned.ok && planned.value);
    const bytes = planned.value.calls.reduce(
      (sum, call) => sum + ('proof' in call ? call.proof.length / 2 + 320 : 320),
      0,
    );
    assert.ok(bytes > 60_000 && bytes < 100_000, `${bytes}`);
  });

  it('sets a message aside that signers refuse, and delivers the others', async () => {
    alpha.lock(beta);
    alpha.lock(beta);
    alpha.mine(33);
    for (const signer of world.signers) refuseNonce(signer, 0n);
    assert.deepEqual(await relayer.step(), ['NOT_ENOUGH_SIGNATURES']);
    beta.mine();
    await world.run(relayer, 2);
    assert.deepEqual(await world.states(), ['signing', 'completed']);
  });

  function refuseNonce({ client }: TestSigner, nonce: bigint): void {
    const sign = client.sign.bind(client);
    Object.assign(client, {
      sign: async (proposal: Parameters<typeof sign>[0], signal: AbortSignal) => {
        const action = proposal.actions.findIndex((each) => 'execute' in each && each.nonce === nonce);
        if (action < 0) return sign(proposal, signal);
        return { ok: false, error: { code: 'ROOT_MISMATCH', message: 'refused', retryable: false, action } };
      },
    });
  }

  it('plans again when the chain changed after the read', async () => {
    await locked({});
    beta.simulate = async () => ({
      ok: false,
      error: { code: 'NonceGap', message: '', retryable: false, callIndex: 0 },
    });
    assert.equal(await actions(), 'STALE');
  });

  it('finds the messages by id', async () => {
    await locked({});
    assert.equal((await planner().candidates())[0]?.messageId, idOf(alpha, 0));
  });
});
