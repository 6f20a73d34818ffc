import assert from 'node:assert/strict';
import type { ChainProvider } from '@causeway/chains';
import { idOf, limitKey, memoryKey } from '@causeway/chains/test-support';
import { buildBatch, fail, type Message, packProof } from '@causeway/protocol';
import { showing } from '../support/showing.ts';
import {
  cancel,
  commit,
  emitCancelOnBeta,
  execute,
  ofBeta,
  onAlpha,
  proposal,
  refuses,
  type SignerScene,
  signerScene,
} from '../support/signer-scene.ts';

describe('signer', function () {
  this.timeout(120_000);
  let { world, alpha, beta, signer } = {} as SignerScene;

  beforeEach(async () => {
    ({ world, alpha, beta, signer } = await signerScene());
  });
  afterEach(() => world.close());

  it('signs a commitment and execution that it derives itself, and records it before it answers', async () => {
    const answer = await signer.service.sign(proposal(commit(2), execute('1', 2)));
    assert.ok(answer.ok);
    const messages = alpha.emitted();
    const batch = buildBatch(0n, [idOf(alpha, 0), idOf(alpha, 1)]);
    const message = messages[1] as Message;
    const expected = await beta.build('0', [
      { function: 'commitRoot', source: alpha.domain, firstNonce: 0n, count: 2, root: batch.root },
      { function: 'mintTokens', message, proof: packProof('mintTokens', message, batch) },
    ]);
    assert.ok(expected.ok);
    assert.equal(answer.value.digest, expected.value.digest);
    assert.equal(beta.recoverSigner(expected.value, answer.value), memoryKey(1).address);
    const [logged] = await signer.storage.signatures.list(1);
    assert.deepEqual([logged?.digest, logged?.anchor, logged?.domain], [expected.value.digest, '0', beta.domain]);
  });

  it('signs several proposals for one anchor', async () => {
    assert.ok((await signer.service.sign(proposal(commit(1), execute()))).ok);
    assert.ok((await signer.service.sign(proposal(commit(2), execute('0', 2)))).ok);
  });

  it('updates its view when the proposal needs newer blocks', async () => {
    const late = await world.signer(2);
    const answer = await late.service.sign(proposal(commit(1), execute()));
    assert.ok(answer.ok, 'a signer without any view yet refreshes and signs');
  });

  it('updates its view when a Cancel undoes a message that it has not seen yet', async () => {
    await emitCancelOnBeta({ alpha, beta, signer }, (message) => message);
    const behind: { head?: ChainProvider['head'] } = { head: async () => fail('NO_QUORUM', 'no head yet', true) };
    const late = await world.seeingSigner(2, [showing(alpha, behind), beta]);
    delete behind.head;
    assert.ok((await late.service.sign(onAlpha(ofBeta.commit(), ofBeta.execute()))).ok);
  });

  it('does not sign when its log cannot be written', async () => {
    const failing = await world.seeingSigner(3);
    failing.storage.signatures.record = async () => {
      throw new Error('disk full');
    };
    await assert.rejects(failing.service.sign(proposal(commit(1), execute())), /disk full/);
  });

  describe('signs a cancellation', () => {
    it('once the destination’s finalized time is after the deadline, and not at it', async () => {
      const deadline = (alpha.emittedAtMs()[0] as number) + 600_000;
      beta.blockMs = deadline - beta.tip.timeMs;
      beta.mine();
      beta.blockMs = 1;
      beta.mine(32);
      await refuses(signer, 'CANCEL_TOO_EARLY', proposal(commit(), cancel()));
      beta.mine();
      assert.ok((await signer.service.sign(proposal(commit(), cancel()))).ok);
    });

    it('of a message that can never be paid', async () => {
      const { recipient } = alpha.emitted()[0] as Message;
      beta.settings.unpayable.set(recipient, 'InvalidRecipient');
      assert.ok((await signer.service.sign(proposal(commit(), cancel()))).ok);
    });

    it('of a message above the whole capacity', async () => {
      beta.settings.limits.set(limitKey(alpha.domain, 'bridged'), { available: 999n, capacity: 999n });
      assert.ok((await signer.service.sign(proposal(commit(), cancel()))).ok);
    });
  });

  it('signs the execution of a Cancel for a message in its own view', async () => {
    await emitCancelOnBeta({ alpha, beta, signer }, (message) => message);
    assert.ok((await signer.service.sign(onAlpha(ofBeta.commit(), ofBeta.execute()))).ok);
  });
});
