import assert from 'node:assert/strict';
import type { OracleSigning } from '@causeway/chains';
import { idOf, limitKey, type PackingMemoryChain } from '@causeway/chains/test-support';
import { fail, ok } from '@causeway/protocol';
import { type Scene, sceneOf } from '../support/scene.ts';
import { World } from '../support/world.ts';

describe('packed orders', function () {
  this.timeout(60_000);
  let { world, alpha, beta, relayer } = {} as Scene<PackingMemoryChain>;

  /** The anchors of the transactions that beta was sent. */
  let anchors: string[] = [];

  beforeEach(async () => {
    ({ world, alpha, beta, relayer } = await sceneOf(World.packing()));
    anchors = [];
    const prepare = beta.prepareOracle.bind(beta);
    beta.prepareOracle = (transaction, ...rest) => {
      anchors.push(transaction.anchor);
      return prepare(transaction, ...rest);
    };
  });
  afterEach(() => world.close());

  const lockSome = (count: number): void => {
    for (let index = 0; index < count; index++) alpha.lock(beta);
  };

  it('go out when all signers know them, and one order alone as before', async () => {
    lockSome(3);
    await world.deliver(relayer);
    lockSome(1);
    await world.deliver(relayer);
    assert.deepEqual(await world.states(), Array(4).fill('completed'));
    assert.deepEqual(anchors, ['0+packed', '1']);
  });

  it('go out while a threshold of signers knows them', async () => {
    for (const signer of world.signers.slice(0, 2)) signer.earlier = true;
    lockSome(3);
    await world.deliver(relayer);
    assert.deepEqual(await world.states(), Array(3).fill('completed'));
    assert.deepEqual(anchors, ['0+packed']);
  });

  it('are single calls in the same turn when too few signers know them, and after two for ten minutes', async () => {
    for (const signer of world.signers.slice(0, 3)) signer.earlier = true;
    lockSome(2);
    await world.deliver(relayer);
    lockSome(1);
    for (const chain of world.chains) chain.mine(33);
    lockSome(2);
    for (const chain of world.chains) chain.mine(33);
    assert.deepEqual(await relayer.step(), []);
    await world.run(relayer, 2);
    assert.deepEqual(await world.states(), Array(5).fill('completed'));
    const asked = () =>
      world.metrics.signatures.get().then(({ values }) => values.map(({ labels, value }) => [labels.code, value]));
    lockSome(2);
    const before = await asked();
    await world.deliver(relayer);
    const refusals = (list: Awaited<ReturnType<typeof asked>>) =>
      list.filter(([code]) => code === 'ANCHOR_MISMATCH').reduce((sum, [, value]) => sum + Number(value), 0);
    assert.equal(refusals(await asked()), refusals(before), 'the form is known by now');
    // The signers were upgraded meanwhile.
    for (const signer of world.signers) signer.earlier = false;
    world.clock.tick(10 * 60_000);
    lockSome(2);
    await world.deliver(relayer);
    assert.deepEqual(await world.states(), Array(9).fill('completed'));
    assert.deepEqual(anchors, ['0', '1', '2', '3+packed']);
  });

  it('are as many single calls as fit, when too few signers take as many packed ones', async () => {
    const MOST = 3;
    const room: OracleSigning['room'] = async () =>
      ok({ most: 6n, packs: true, useOf: (_call, packed) => (packed ? 1n : 2n) });
    Object.assign(beta, { room });
    const build = beta.build.bind(beta);
    beta.build = async (anchor, calls) =>
      calls.length > MOST && !anchor.endsWith('+packed') ? fail('BATCH_TOO_LARGE', 'too many') : build(anchor, calls);
    for (const signer of world.signers.slice(0, 3)) {
      const { sign } = signer.client;
      signer.client.sign = async (proposal, signal) =>
        proposal.actions.length > MOST ? fail('INVALID_ACTIONS', `at most ${MOST} actions`) : sign(proposal, signal);
    }
    lockSome(5);
    await world.deliver(relayer);
    await world.run(relayer, 4);
    assert.deepEqual(await world.states(), Array(5).fill('completed'));
    assert.ok(anchors.length >= 2 && anchors.every((anchor) => !anchor.endsWith('+packed')), anchors.join());
  });

  it('go out again after signers that were a block behind have refused them once', async () => {
    const behind = new Set(world.signers.slice(0, 3));
    for (const signer of behind) {
      const { sign } = signer.client;
      signer.client.sign = async (...args) =>
        behind.delete(signer) ? fail('ANCHOR_MISMATCH', 'the next anchor is another', true) : sign(...args);
    }
    for (let batch = 0; batch < 2; batch++) {
      lockSome(2);
      await world.deliver(relayer);
    }
    assert.deepEqual(await world.states(), Array(4).fill('completed'));
    assert.deepEqual(anchors, ['0', '1+packed']);
  });

  it('do not go out once their single calls did, though a slow signer has signed them meanwhile', async () => {
    // As on Radix, where an anchor is good for what else was committed.
    beta.acceptsAnchor = async () => ok(undefined);
    for (const signer of world.signers.slice(2, 4)) signer.earlier = true;
    const slow = world.signers[4] as (typeof world.signers)[number];
    const { sign } = slow.client;
    let answers = 0;
    slow.client.sign = async (...args) => {
      const signed = await sign(...args);
      return answers++ === 0 ? fail('SIGNER_TIMEOUT', 'it was too slow', true) : signed;
    };
    lockSome(3);
    await world.deliver(relayer);
    const before = await world.orders();
    await world.run(relayer, 3);
    assert.deepEqual(await world.orders(), before);
    assert.deepEqual(anchors, ['0']);
    for (let nonce = 0; nonce < 3; nonce++) assert.equal(beta.executions().get(idOf(alpha, nonce)), 1);
  });

  it('that another transaction took the place of are skipped, counted, and the others delivered', async () => {
    lockSome(2);
    alpha.lock(beta, { wireAmount: 5_000n });
    for (const chain of world.chains) chain.mine(33);
    // Others draw from the bucket while the transaction is on its way, so that it has no room for the third.
    const broadcast = beta.broadcast.bind(beta);
    beta.broadcast = async (submission) => {
      if (beta.broadcasts.length === 0) {
        beta.settings.limits.set(limitKey(alpha.domain, 'bridged'), { available: 2_500n, capacity: 10_000n });
      }
      return broadcast(submission);
    };
    await world.run(relayer, 1);
    beta.mine();
    beta.settings.limits.delete(limitKey(alpha.domain, 'bridged'));
    await relayer.step();
    // It could be delivered by now, and waits all the same.
    assert.deepEqual(anchors, ['0+packed']);
    assert.equal(relayer.planners.get('beta')?.deferrals.waits(idOf(alpha, 2)), true);
    assert.deepEqual(await world.states(), ['completed', 'completed', 'minting']);
    const { values } = await world.metrics.skippedOrders.get();
    assert.deepEqual(values, [{ labels: { chain: 'beta', code: 'RateLimited' }, value: 1 }]);
    await world.run(relayer, 5);
    assert.deepEqual(await world.states(), ['completed', 'completed', 'completed']);
    for (let nonce = 0; nonce < 3; nonce++) assert.equal(beta.executions().get(idOf(alpha, nonce)), 1);
  });
});
