import assert from 'node:assert/strict';
import { idOf, type MemoryChain } from '@causeway/chains/test-support';
import {
  type BridgeEvent,
  cancelOf,
  type EventPosition,
  type Hex,
  type Message,
  messageIdOf,
  padLeft,
  uintToHex,
  ZERO_32,
} from '@causeway/protocol';
import { actionsOf, proposalTo } from './support/proposals.ts';
import { type Scene, sceneOf } from './support/scene.ts';
import { World } from './support/world.ts';

/** Rounds until a lock is final, delivered and observed. */
const DELIVERED = 45;

describe('a compromised third chain', function () {
  this.timeout(120_000);
  let { world, alpha, beta, relayer } = {} as Scene;
  let gamma: MemoryChain;

  beforeEach(async () => {
    ({ world, alpha, beta, relayer } = await sceneOf(World.three()));
    gamma = world.chains[2] as MemoryChain;
  });
  afterEach(() => world.close());

  const executed =
    (messageId: Hex) =>
    (at: EventPosition): BridgeEvent => ({
      type: 'executed',
      operation: 'mintTokens',
      messageId,
      recipient: padLeft(uintToHex(1, 20)),
      wireAmount: 1n,
      reference: ZERO_32,
      credited: false,
      at,
    });
  /** A Cancel of alpha's first message that gamma invents. */
  const forgedCancel = (): Message => ({
    ...cancelOf(alpha.emitted()[0] as Message, 0n),
    source: gamma.domain,
    sourceBridge: gamma.bridge,
  });

  it('cannot complete an order with a false execution event', async () => {
    alpha.lock(beta);
    await world.run(relayer, 5);
    gamma.forge(executed(idOf(alpha, 0)));
    await world.run(relayer, 1);
    assert.equal((await world.order()).state, 'confirming');
    await world.run(relayer, DELIVERED);
    assert.equal((await world.order()).state, 'completed');
    assert.equal(beta.executions().get(idOf(alpha, 0)), 1);
    assert.equal((await world.storage.chainView.outcome(idOf(alpha, 0)))?.domain, beta.domain);
  });

  it('cannot do so before the lock is seen', async () => {
    alpha.lock(beta);
    alpha.mine();
    gamma.forge(executed(idOf(alpha, 0)));
    gamma.mine();
    await relayer.watchers.get('gamma')?.advance();
    await world.run(relayer, DELIVERED);
    assert.deepEqual(await world.states(), ['completed']);
    assert.equal(beta.executions().get(idOf(alpha, 0)), 1);
  });

  it('cannot cancel an order with a false Cancel', async () => {
    alpha.lock(beta);
    await world.run(relayer, 5);
    gamma.lock(alpha, forgedCancel());
    await world.run(relayer, DELIVERED + 5);
    assert.deepEqual(await world.states(), ['completed']);
    assert.equal(beta.executions().get(idOf(alpha, 0)), 1);
  });

  it('gets no proposal for its Cancel, and delays no refund', async () => {
    beta.settings.inboundPaused = true;
    alpha.lock(beta);
    await world.run(relayer, 2);
    gamma.lock(alpha, forgedCancel());
    await world.run(relayer, 700);
    assert.deepEqual(await world.states(), ['refunded']);
    const forged = messageIdOf(gamma.emitted()[0] as Message);
    assert.equal(alpha.executions().has(forged), false);
    assert.equal(alpha.executions().size, 1);
    assert.doesNotMatch(await world.metrics.registry.metrics(), /CANCEL_NOT_EMITTED/);
  });

  it('H1: gets no signature for its Cancel, and takes none from the message', async () => {
    alpha.lock(beta);
    alpha.mine();
    gamma.lock(alpha, forgedCancel());
    gamma.forge(executed(idOf(alpha, 0)));
    for (const chain of world.chains) chain.mine(34);
    const [signer] = world.signers;
    await signer?.advance();
    const ask = async (on: MemoryChain, from: MemoryChain) => {
      const { commit, execute } = actionsOf(from.domain);
      const answer = await signer?.service.sign(proposalTo(on.domain, '0', commit(), execute()));
      return answer?.ok ? 'signed' : answer?.error.code;
    };
    assert.equal(await ask(alpha, gamma), 'CANCEL_NOT_EMITTED');
    assert.equal(await ask(beta, alpha), 'signed');
  });

  it('M2: is refunded once when its destination cancels twice', async () => {
    alpha.lock(beta);
    await world.run(relayer, 2);
    for (let nonce = 0n; nonce < 2n; nonce++) {
      beta.lock(alpha, cancelOf(alpha.emitted()[0] as Message, nonce));
      beta.mine();
    }
    await world.run(relayer, DELIVERED + 40);
    const [first, second] = beta.emitted().map(messageIdOf);
    assert.ok(first && second);
    assert.equal(alpha.executions().get(first), 1);
    assert.equal(alpha.executions().has(second), false);
    assert.deepEqual(await world.states(), ['refunded']);
    assert.ok((await relayer.watchers.get('beta')?.advance())?.ok, 'its view goes on');
    assert.match(await world.metrics.registry.metrics(), /reason="cancelRepeated"/);
  });

  it('M2: a message that its destination executed and then cancelled is not paid back, and stops no lane of that chain', async () => {
    alpha.lock(beta);
    await world.run(relayer, DELIVERED);
    assert.deepEqual(await world.states(), ['completed']);
    beta.lock(alpha, cancelOf(alpha.emitted()[0] as Message, 0n));
    beta.lock(gamma);
    gamma.lock(beta);
    await world.run(relayer, DELIVERED);
    assert.equal(alpha.executions().size, 0);
    assert.deepEqual(await world.states(), ['completed', 'completed', 'completed']);
    for (const watcher of relayer.watchers.values()) assert.ok((await watcher.advance()).ok);
    assert.match(await world.metrics.registry.metrics(), /reason="cancelOfExecuted"/);
    const interval = { firstNonce: '0', count: 1 };
    const actions = [
      { commit: beta.domain, ...interval },
      { execute: beta.domain, nonce: '0', ...interval },
    ];
    const [signer] = world.signers;
    await signer?.advance();
    const answer = await signer?.service.sign({ destination: alpha.domain, family: 'main', anchor: '0', actions });
    assert.equal(answer?.ok ? 'signed' : answer?.error.code, 'ALREADY_EXECUTED');
  });

  it('does not stop the views of the chain that really executes', async () => {
    alpha.lock(beta);
    for (let block = 0; block < 34; block++) for (const chain of world.chains) chain.mine();
    for (const watcher of relayer.watchers.values()) await watcher.advance();
    await relayer.destinations.get('beta')?.step();
    gamma.forge(executed(idOf(alpha, 0)));
    gamma.mine();
    for (const signer of world.signers) await signer.advance();
    await relayer.watchers.get('gamma')?.advance();
    beta.mine();
    assert.equal(beta.executions().get(idOf(alpha, 0)), 1);
    const scans = beta.reads.get('scan') ?? 0;
    const advanced = await relayer.watchers.get('beta')?.advance();
    assert.ok(advanced?.ok, 'the relayer follows beta');
    for (const signer of world.signers) await signer.advance();
    assert.equal((beta.reads.get('scan') ?? 0) - scans, 1 + world.signers.length);
    for (const { storage } of [world, ...world.signers]) {
      assert.equal((await storage.chainView.outcome(idOf(alpha, 0)))?.domain, beta.domain);
    }
  });

  it('does not get its execution reported to the orders', async () => {
    alpha.lock(beta);
    await world.run(relayer, 2);
    let told: readonly Hex[] = [];
    const watcher = world.watcherOf(gamma, async ({ outcomes }) => {
      told = [...told, ...outcomes];
    });
    gamma.forge(executed(idOf(alpha, 0)));
    gamma.mine();
    assert.ok((await watcher.advance()).ok);
    assert.equal(told.length, 0);
    await world.run(relayer, DELIVERED);
    assert.equal((await world.storage.chainView.outcome(idOf(alpha, 0)))?.domain, beta.domain);
    gamma.forge(executed(idOf(alpha, 0)));
    gamma.mine();
    assert.ok((await watcher.advance()).ok);
    assert.equal(told.length, 0, 'nor after the real one');
  });
});
