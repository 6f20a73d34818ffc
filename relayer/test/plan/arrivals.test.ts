import assert from 'node:assert/strict';
import { type Scene, sceneOf } from '../support/scene.ts';
import { World } from '../support/world.ts';

/** Seconds after which a lock is cancelled, and milliseconds for which it is delivered from when it turned final. */
const CANCEL_AFTER = 60;
const DELIVER_MS = 600_000;

describe('a backlog that turns final too late at once', function () {
  this.timeout(60_000);
  let { world, alpha, beta } = {} as Scene;

  beforeEach(async () => {
    ({ world, alpha, beta } = await sceneOf(World.create(CANCEL_AFTER)));
  });
  afterEach(() => world.close());

  /** Locks on alpha whose blocks turn final only when they are too late by the clock of beta. */
  function lockLate(count: number): void {
    for (let index = 0; index < count; index++) alpha.lock(beta);
    beta.blockMs = 10_000;
    beta.mine(50);
    beta.blockMs = 1_000;
    alpha.mine(33);
  }

  it('is delivered', async () => {
    const relayer = await world.relayer({ deliverAfterFinalMs: DELIVER_MS });
    lockLate(5);
    await world.run(relayer, 4);
    assert.deepEqual(await world.states(), Array(5).fill('completed'));
  });

  it('is cancelled when it could not be delivered in that time', async () => {
    const relayer = await world.relayer({ deliverAfterFinalMs: DELIVER_MS });
    beta.settings.inboundPaused = true;
    lockLate(2);
    await world.run(relayer, 3);
    assert.deepEqual(await world.states(), ['proving', 'proving']);
    world.clock.tick(DELIVER_MS);
    await world.run(relayer, 3);
    for (const state of await world.states()) assert.match(state, /cancel|refund/);
  });

  it('is cancelled in time though the chain’s final block goes back and forth meanwhile', async () => {
    const relayer = await world.relayer({ deliverAfterFinalMs: DELIVER_MS });
    beta.settings.inboundPaused = true;
    lockLate(1);
    for (let passedMs = 0; passedMs <= DELIVER_MS; passedMs += DELIVER_MS / 10) {
      alpha.tag = alpha.tag === 1 ? alpha.tip.number : 1;
      await world.run(relayer, 2);
      world.clock.tick(DELIVER_MS / 10);
    }
    await world.run(relayer, 3);
    for (const state of await world.states()) assert.match(state, /cancel|refund/);
  });

  for (const [where, setMs] of [
    ['ahead', DELIVER_MS],
    ['back', -DELIVER_MS],
  ] as const)
    it(`has the same time while the machine’s clock is set ${where}`, async () => {
      const relayer = await world.relayer({ deliverAfterFinalMs: DELIVER_MS });
      beta.settings.inboundPaused = true;
      lockLate(1);
      await world.run(relayer, 3);
      world.clock.set(setMs);
      world.clock.tick(DELIVER_MS / 2);
      await world.run(relayer, 3);
      assert.deepEqual(await world.states(), ['proving']);
      world.clock.tick(DELIVER_MS / 2);
      await world.run(relayer, 3);
      for (const state of await world.states()) assert.match(state, /cancel|refund/);
    });

  it('is cancelled by the next process when the one before had begun to', async () => {
    const relayer = await world.relayer({ deliverAfterFinalMs: DELIVER_MS });
    beta.settings.inboundPaused = true;
    lockLate(1);
    await world.run(relayer, 3);
    world.clock.tick(DELIVER_MS);
    for (const signer of world.signers) signer.down = true;
    await world.run(relayer, 3);
    assert.deepEqual(await world.states(), ['cancelling']);
    for (const signer of world.signers) signer.down = false;
    beta.settings.inboundPaused = false;
    const next = await world.relayer({ deliverAfterFinalMs: DELIVER_MS });
    await world.run(next, 4);
    for (const state of await world.states()) assert.match(state, /refund/);
  });
});
