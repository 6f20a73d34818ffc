// Three stolen keys of the oracle commit straight to a chain. Every signer and the relayer see it, and nothing more is
// executed on that lane until operators have repaired it.
import assert from 'node:assert/strict';
import { idOf, type MemoryChain } from '@causeway/chains/test-support';
import { type BridgeEvent, type Hex, KIND, type Message } from '@causeway/protocol';
import type { BridgeStorage } from '@causeway/storage';
import { commitForged, executeForged, repair } from '../support/forgery.ts';
import { EVERY_KIND, type Scene, sceneOf } from '../support/scene.ts';
import { type TestSigner, THRESHOLD } from '../support/world.ts';

/** Turns of a party after which it must have seen a forgery. */
const POLLS = 3;

for (const [kind, create] of Object.entries(EVERY_KIND))
  describe(`what nobody sent, on a chain ${kind}`, function () {
    this.timeout(120_000);
    let { world, alpha, beta, relayer } = {} as Scene;
    let signer = {} as TestSigner;

    beforeEach(async () => {
      ({ world, alpha, beta, relayer } = await sceneOf(create()));
      signer = world.signers[0] as TestSigner;
      // As many as must sign are enough, and their looking is most of the work.
      for (const idle of world.signers.splice(THRESHOLD)) idle.down = true;
    });
    afterEach(() => world.close());

    /** Every chain goes on by a block, and every party polls once. */
    async function poll(): Promise<void> {
      for (const chain of world.chains) chain.mine();
      await relayer.see();
      for (const each of world.signers) await each.advance();
    }
    const parties = (): readonly BridgeStorage[] => [world.storage, ...world.signers.map(({ storage }) => storage)];
    async function differencesOf(storage: BridgeStorage): Promise<readonly string[]> {
      const found = await storage.comparisons.differences();
      return found.map(({ lane, kind: what, subject }) => `${lane.source}>${lane.destination} ${what} ${subject}`);
    }
    /** Checks that each party has exactly these differences after at most three turns. */
    async function assertSeen(...expected: readonly string[]): Promise<void> {
      for (let polls = 0; polls < POLLS; polls++) await poll();
      for (const party of parties()) assert.deepEqual([...(await differencesOf(party))].sort(), [...expected].sort());
    }
    const shown = async (metrics: { readonly registry: { metrics(): Promise<string> } }, from: string, to: string) =>
      (await metrics.registry.metrics()).includes(
        `causeway_lane_differences{family="main",source="${from}",destination="${to}"} `,
      );
    const forgedAt = (nonce: number, amount: bigint, from: MemoryChain = alpha, to: MemoryChain = beta): Message => ({
      ...(from.emitted()[nonce] as Message),
      wireAmount: amount,
      recipient: `0x${'00'.repeat(30)}beef` as Hex,
      destinationBridge: to.bridge,
    });
    /** Beta claims that it executed alpha's message `index`, with other fields than it has. */
    function claimExecution(fields: Partial<Extract<BridgeEvent, { readonly type: 'executed' }>>, index = 0): void {
      const { recipient, wireAmount, reference, nonce } = alpha.emitted()[index] as Message;
      const paid = { operation: 'mintTokens', recipient, wireAmount, reference, credited: false } as const;
      beta.state.statuses.set(`${alpha.domain}/${nonce}`, 'executed');
      beta.forge((at) => ({ type: 'executed', messageId: idOf(alpha, index), ...paid, ...fields, at }));
      beta.mine();
    }
    const rootOf = (nonce = 0) => `${alpha.domain}>${beta.domain} root ${nonce}`;
    const executionOf = (id: Hex) => `${alpha.domain}>${beta.domain} execution ${id}`;

    it('is seen within three polls: a mint of 4 under the nonce of a waiting lock of 5', async () => {
      alpha.lock(beta, { wireAmount: 5_000n });
      alpha.mine(33);
      const forged = forgedAt(0, 4_000n);
      const id = executeForged(beta, forged);
      await assertSeen(rootOf(), executionOf(id));
      assert.ok(await shown(world.metrics, 'alpha', 'beta'), 'the relayer shows it');
      assert.ok(await shown(world.signerMetrics, 'alpha', 'beta'), 'signers show it');
      const [first] = await world.storage.comparisons.differences();
      assert.ok((first?.sinceMs ?? 0) > 0 && first?.detail.includes('beta'), 'it says since when, and where');
    });

    it('is seen within three polls, while the lock in whose place it is waits to be final, and afterwards', async () => {
      alpha.lock(beta, { wireAmount: 5_000n });
      alpha.mine(1);
      const id = executeForged(beta, forgedAt(0, 4_000n));
      alpha.mine(3);
      await assertSeen(rootOf(), executionOf(id));
      alpha.mine(33);
      await assertSeen(rootOf(), executionOf(id));
    });

    it('is seen within three polls: a release of what was never burned', async () => {
      // The outstanding amount lets the forged release through, because the contract cannot know better.
      alpha.lock(beta, { wireAmount: 9_000n });
      await world.deliver(relayer);
      beta.lock(alpha, { kind: KIND.burn, wireAmount: 5_000n });
      beta.mine(33);
      const id = executeForged(alpha, { ...forgedAt(0, 4_000n, beta, alpha), kind: KIND.burn });
      const lane = `${beta.domain}>${alpha.domain}`;
      await assertSeen(`${lane} root 0`, `${lane} execution ${id}`);
    });

    it('is seen within three polls: a root alone, over a nonce that was never sent', async () => {
      alpha.lock(beta);
      await world.deliver(relayer);
      commitForged(beta, { ...forgedAt(0, 4_000n), nonce: 1n });
      alpha.mine(3);
      await assertSeen(rootOf(1));
    });

    it('is seen within three polls: a root that was replaced wrongly', async () => {
      // A root that no message waits for is used by nobody, and is not read on a chain with foreign transactions.
      beta.settings.inboundPaused = true;
      alpha.lock(beta);
      alpha.mine(33);
      commitForged(beta, alpha.emitted()[0] as Message);
      await assertSeen();
      beta.replaceRoot(alpha.domain, 0n, 1, `0x${'f0'.repeat(32)}`);
      await assertSeen(rootOf());
      repair(beta, alpha, 0n, 1, []);
      await assertSeen();
    });

    it('is seen within three polls: an execution without any root, as a compromised bridge claims it', async () => {
      alpha.lock(beta);
      alpha.mine(33);
      const messageId: Hex = `0x${'ab'.repeat(32)}`;
      claimExecution({ messageId, wireAmount: 7n });
      await assertSeen(executionOf(messageId));
    });

    it('is seen within three polls: another amount, recipient, reference or function than that of the message', async () => {
      const others = {
        wireAmount: 1_001n,
        recipient: `0x${'00'.repeat(30)}beef`,
        reference: `0x${'01'.repeat(32)}`,
        operation: 'releaseTokens',
      } as const;
      const fields = Object.entries(others);
      for (const _ of fields) alpha.lock(beta);
      alpha.mine(33);
      for (const [index, [field, other]] of fields.entries()) claimExecution({ [field]: other }, index);
      await assertSeen(...fields.map((_, index) => executionOf(idOf(alpha, index))));
      const details = (await signer.storage.comparisons.differences()).map(({ detail }) => detail);
      for (const [index, [field, other]] of fields.entries()) {
        const told = `${idOf(alpha, index)} otherwise: ${field} ${other} instead of`;
        assert.equal(details.filter((detail) => detail.includes(told)).length, 1, told);
      }
    });

    it('stops locks and burns of the lane, both ways, and nothing else; the lane goes on after repair and acknowledgement', async () => {
      beta.lock(alpha);
      alpha.lock(beta, { wireAmount: 5_000n });
      alpha.mine(33);
      const id = executeForged(beta, forgedAt(0, 4_000n));
      await assertSeen(rootOf(), executionOf(id));
      alpha.lock(beta);
      await world.deliver(relayer);
      // The views compare all lanes with their counters twice meanwhile: the forged execution is not one that they
      // miss.
      for (const chain of world.chains) chain.mine(20);
      await world.run(relayer, 3);
      for (const chain of world.chains) chain.mine(20);
      assert.deepEqual(await relayer.step(), [], 'the views go on');
      assert.equal(beta.executions().get(idOf(alpha, 1)), undefined, 'a further lock waits');
      assert.equal(
        alpha.executions().get(idOf(beta, 0)),
        undefined,
        'also on the way back, where forged tokens could come home',
      );
      repair(beta, alpha, 0n, 1, [0n]);
      await assertSeen(executionOf(id));
      await world.deliver(relayer);
      assert.equal(beta.executions().get(idOf(alpha, 1)), undefined, 'it waits for the operators');
      for (const party of parties()) {
        const ended = await party.comparisons.acknowledge([id], world.clock.now());
        assert.deepEqual(
          ended.map(({ subject }) => subject),
          [id],
        );
      }
      await assertSeen();
      await world.run(relayer, 20);
      for (const chain of world.chains) chain.mine(33);
      await world.run(relayer, 20);
      assert.equal(beta.executions().get(idOf(alpha, 1)), 1, 'the lane goes on');
      assert.equal(alpha.executions().get(idOf(beta, 0)), 1, 'both ways');
      assert.equal(beta.executions().get(idOf(alpha, 0)), undefined, 'the replaced message is not minted');
    });
  });
