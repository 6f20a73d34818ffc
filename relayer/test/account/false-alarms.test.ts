// What resembles a forgery for a moment, or for good, and is none.
import assert from 'node:assert/strict';
import type { MemoryEndpoint } from '@causeway/chains/test-support';
import { fail, type Hex, KIND, type Message } from '@causeway/protocol';
import type { BridgeStorage } from '@causeway/storage';
import { Watcher } from '../../src/view/watcher.ts';
import { commitForged, laneBetween } from '../support/forgery.ts';
import { EVERY_KIND, type Scene, sceneOf } from '../support/scene.ts';
import { bridgeOf, type TestSigner, THRESHOLD } from '../support/world.ts';

for (const [kind, create] of Object.entries(EVERY_KIND))
  describe(`no false alarm, on a chain ${kind}`, function () {
    this.timeout(120_000);
    let { world, alpha, beta, relayer } = {} as Scene;
    beforeEach(async () => {
      ({ world, alpha, beta, relayer } = await sceneOf(create()));
      for (const idle of world.signers.splice(THRESHOLD)) idle.down = true;
      relayer = await world.relayer();
    });
    afterEach(() => world.close());

    const agrees = async (storage: BridgeStorage) => assert.deepEqual(await storage.comparisons.differences(), []);
    const watch = async (signer: TestSigner, turns: number) => {
      for (let turn = 0; turn < turns; turn++) {
        beta.mine();
        await signer.advance();
        await agrees(signer.storage);
      }
    };
    /** Nothing is left to compare, so that nothing is only overlooked. */
    const assertAllCompared = async ({ comparisons }: BridgeStorage) => {
      const lane = laneBetween(alpha, beta);
      const roots = await comparisons.uncomparedRoots(lane, 0n, 100);
      assert.deepEqual(
        roots.filter(({ inForce }) => inForce),
        [],
      );
      assert.deepEqual(await comparisons.uncomparedExecutions('main', beta.domain, 100), []);
    };

    it('while the scan of the source is behind: executions and roots of unknown messages wait', async () => {
      const slow = alpha.throughEndpoints();
      const signer = await world.signer(1, [slow, beta]);
      slow.scan = async () => fail('RPC_UNAVAILABLE', 'the scan fails', true);
      alpha.lock(beta);
      alpha.lock(beta);
      await world.deliver(relayer);
      assert.ok(beta.executions().size > 0);
      await watch(signer, 4);
      slow.scan = (...range) => alpha.scan(...range);
      await watch(signer, 2);
      await assertAllCompared(signer.storage);
    });

    it('while all endpoints of the source stand still at an old block', async () => {
      const old = alpha.throughEndpoints();
      const { tip } = alpha;
      old.head = async () => alpha.head().then(() => ({ ok: true as const, value: tip }));
      old.lane = async (domain) => alpha.lane(domain, tip);
      const signer = await world.signer(1, [old, beta]);
      await signer.advance();
      alpha.lock(beta);
      await world.deliver(relayer);
      await watch(signer, 4);
    });

    it('while one endpoint of the source lies, lags or is silent', async () => {
      for (const one of ['lying', 'slow', 'dead'] satisfies readonly MemoryEndpoint[]) {
        const signer = await world.signer(1, [alpha.throughEndpoints(['honest', one, 'honest']), beta]);
        alpha.lock(beta);
        await world.deliver(relayer);
        await watch(signer, 2);
        await assertAllCompared(signer.storage);
      }
    });

    it('after a reorganisation of the source that moves locks to other nonces', async () => {
      const signer = world.signers[0] as TestSigner;
      alpha.lock(beta, { wireAmount: 1_111n });
      alpha.mine(3);
      await signer.advance();
      alpha.reorg(3);
      alpha.lock(beta, { wireAmount: 2_222n });
      await world.deliver(relayer);
      await watch(signer, 3);
      await assertAllCompared(signer.storage);
    });

    it('when intervals were dropped, before and after their messages existed', async () => {
      const signer = world.signers[0] as TestSigner;
      alpha.lock(beta);
      alpha.mine(33);
      commitForged(beta, { ...(alpha.emitted()[0] as Message) });
      beta.dropInterval(alpha.domain, 0n, 1);
      await world.deliver(relayer);
      await watch(signer, 3);
      beta.executeAsOther([
        { function: 'commitRoot', source: alpha.domain, firstNonce: 1n, count: 2, root: `0x${'f0'.repeat(32)}` },
      ]);
      await signer.advance();
      beta.dropInterval(alpha.domain, 1n, 2);
      alpha.mine(40);
      await watch(signer, 3);
      alpha.lock(beta);
      await world.deliver(relayer);
      await watch(signer, 3);
      await assertAllCompared(signer.storage);
    });

    it('when messages are executed, cancelled, refunded and burned', async () => {
      const signer = world.signers[0] as TestSigner;
      alpha.lock(beta);
      alpha.lock(beta, { recipient: BAD });
      beta.settings.unpayable.set(BAD, 'InvalidRecipient');
      await world.deliver(relayer);
      beta.lock(alpha, { kind: KIND.burn });
      await world.deliver(relayer);
      await world.deliver(relayer);
      await watch(signer, 3);
      await agrees(world.storage);
      await assertAllCompared(signer.storage);
      assert.ok(alpha.executions().size >= 2, 'the refund and the burn were paid');
    });

    it('after an operator took back final blocks of the source, and sees what that leaves', async () => {
      const signer = world.signers[0] as TestSigner;
      alpha.lock(beta);
      await world.deliver(relayer);
      await watch(signer, 2);
      const { chainView, comparisons } = signer.storage;
      await chainView.rollback('main', alpha.domain, 0, { evenFinal: { readAfter: undefined } });
      const roots = await comparisons.uncomparedRoots(laneBetween(alpha, beta), 0n, 100);
      assert.equal(roots.length, 1, 'it is compared again');
      // The command asks for a new process.
      await new Watcher(bridgeOf(alpha), chainView).advance();
      await watch(signer, 3);
      await assertAllCompared(signer.storage);
    });
  });

const BAD: Hex = `0x${'00'.repeat(30)}bad0`;
