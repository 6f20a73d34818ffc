import assert from 'node:assert/strict';
import type { ChainProvider } from '@causeway/chains';
import { idOf, limitKey } from '@causeway/chains/test-support';
import { buildBatch, cancelOf, type Hex, type Message, ok } from '@causeway/protocol';
import type { RefusalCode } from '../../src/signer/refusal.ts';
import { BAD } from '../support/scene.ts';
import { showing } from '../support/showing.ts';
import {
  cancel,
  causing,
  commit,
  commitOnBeta,
  emitCancelOnBeta,
  execute,
  ofBeta,
  onAlpha,
  proposal,
  refuses,
  type SignerScene,
  signerScene,
  TESTED,
} from '../support/signer-scene.ts';
import type { TestSigner } from '../support/world.ts';

describe('signer', function () {
  this.timeout(120_000);
  let { world, alpha, beta, signer } = {} as SignerScene;

  beforeEach(async () => {
    ({ world, alpha, beta, signer } = await signerScene());
  });
  afterEach(() => world.close());

  describe('refuses', () => {
    const caused = causing(TESTED.messages);
    async function refused(code: RefusalCode, body: unknown, by: TestSigner = signer, why = ''): Promise<void> {
      await refuses(by, code, body, why);
      caused(code);
    }

    it('messages it has not seen: UNKNOWN_MESSAGE', () =>
      refused('UNKNOWN_MESSAGE', proposal(commit(3), execute('0', 3)), signer, 'emitted no nonce 2 on this lane'));

    it('a message that is missing among those it has seen: UNKNOWN_MESSAGE', async () => {
      const { chainView } = signer.storage;
      const messages = chainView.messages.bind(chainView);
      for (const missing of [0, 1]) {
        chainView.messages = async (...args) => (await messages(...args)).toSpliced(missing, 1);
        const why = `of 2 messages, the one with nonce ${missing} is not seen here`;
        await refused('UNKNOWN_MESSAGE', proposal(commit(2), execute('0', 2)), signer, why);
      }
    });

    it('messages above the message count of the source’s bridge: UNKNOWN_MESSAGE', async () => {
      alpha.state.outbound.set(beta.domain, 1n);
      await refused('UNKNOWN_MESSAGE', proposal(commit(2), execute('1', 2)));
      commitOnBeta({ alpha, beta }, 1);
      await refused('UNKNOWN_MESSAGE', { ...proposal(commit(1, '1'), execute()), anchor: '1' });
      assert.ok((await signer.service.sign({ ...proposal(execute()), anchor: '1' })).ok);
    });

    it('messages above that count in any of its intervals, wherever it stands: UNKNOWN_MESSAGE', async () => {
      const single = (index: number) => buildBatch(BigInt(index), [idOf(alpha, index)]);
      beta.executeAsOther(
        [0, 1].map((index) => ({
          function: 'commitRoot',
          source: alpha.domain,
          firstNonce: BigInt(index),
          count: 1,
          root: single(index).root,
        })),
      );
      const uses = [execute('0', 1, '0'), execute('1', 1, '1')];
      alpha.state.outbound.set(beta.domain, 1n);
      for (const order of [uses, uses.toReversed()]) {
        await refused('UNKNOWN_MESSAGE', { ...proposal(...order), anchor: '1' }, signer, 'emitted no nonce 1');
      }
      alpha.state.outbound.set(beta.domain, 2n);
      assert.ok((await signer.service.sign({ ...proposal(...uses), anchor: '1' })).ok);
    });

    it('a message with 31 confirmations, and signs it with 32: NOT_FINAL', async () => {
      alpha.lock(beta);
      alpha.mine(32);
      await refused('NOT_FINAL', proposal(commit(3), execute('2', 3)));
      alpha.mine();
      assert.ok((await signer.service.sign(proposal(commit(3), execute('2', 3)))).ok);
    });

    it('a message whose block changed since it was recorded: NOT_FINAL', async () => {
      const lies: { block?: ChainProvider['block'] } = {};
      const checking = await world.seeingSigner(2, [showing(alpha, lies), beta]);
      lies.block = async (number) => ok({ number, hash: `0x${'ee'.repeat(32)}`, timeMs: 0 });
      await refused('NOT_FINAL', proposal(commit(), execute()), checking);
    });

    it('an interval that leaves a gap or overlaps: NONCE_GAP', async () => {
      await refused('NONCE_GAP', proposal(commit(1, '1'), execute('1', 1, '1')));
      commitOnBeta({ alpha, beta }, 1);
      await refused('NONCE_GAP', { ...proposal(commit(2), execute('1', 2)), anchor: '1' });
    });

    it('an interval without a root: ROOT_NOT_COMMITTED', () => refused('ROOT_NOT_COMMITTED', proposal(execute())));

    it('a committed root that differs from the root of the messages: ROOT_MISMATCH', async () => {
      commitOnBeta({ alpha, beta }, 1, [], `0x${'f0'.repeat(32)}`);
      await refused('ROOT_MISMATCH', { ...proposal(execute()), anchor: '1' });
    });

    it('an executed message: ALREADY_EXECUTED', async () => {
      commitOnBeta({ alpha, beta }, 1, [0]);
      await refused('ALREADY_EXECUTED', { ...proposal(execute()), anchor: '1' });
      await refused('ALREADY_EXECUTED', { ...proposal(cancel()), anchor: '1' });
    });

    it('a cancelled message: ALREADY_CANCELLED', async () => {
      commitOnBeta({ alpha, beta }, 1);
      beta.state.statuses.set(`${alpha.domain}/0`, 'cancelled');
      await refused('ALREADY_CANCELLED', { ...proposal(execute()), anchor: '1' });
    });

    it('to execute a replaced message, and cancels it: MESSAGE_REPLACED', async () => {
      commitOnBeta({ alpha, beta }, 1);
      beta.state.statuses.set(`${alpha.domain}/0`, 'replaced');
      await refused('MESSAGE_REPLACED', { ...proposal(execute()), anchor: '1' });
      assert.ok((await signer.service.sign({ ...proposal(cancel()), anchor: '1' })).ok);
    });

    it('to cancel a replaced message while it may have been executed in blocks that it did not scan: VIEW_IMPORTED', async () => {
      commitOnBeta({ alpha, beta }, 1);
      beta.state.statuses.set(`${alpha.domain}/0`, 'replaced');
      await signer.storage.chainView.forgetOwnScans('main', beta.domain);
      const why = 'causeway view rescan --chain beta';
      await refused('VIEW_IMPORTED', { ...proposal(cancel()), anchor: '1' }, signer, why);
    });

    it('M2 P5: to cancel what its own view has as executed, though its nonce was replaced: ALREADY_EXECUTED', async () => {
      commitOnBeta({ alpha, beta }, 1, [0]);
      await signer.advance();
      assert.equal((await signer.storage.chainView.outcome(idOf(alpha, 0)))?.status, 'executed');
      for (const status of ['replaced', 'none'] as const) {
        beta.state.statuses.set(`${alpha.domain}/0`, status);
        await refused('ALREADY_EXECUTED', { ...proposal(cancel()), anchor: '1' });
        await refused('ALREADY_EXECUTED', { ...proposal(execute()), anchor: '1' });
      }
    });

    it('M2 P5: the second of two genuine Cancels of one message: CANCEL_REPEATED', async () => {
      for (let nonce = 0n; nonce < 2n; nonce++) {
        beta.lock(alpha, cancelOf(alpha.emitted()[0] as Message, nonce));
        beta.mine();
      }
      alpha.mine(33);
      beta.mine(33);
      await signer.advance();
      const pay = (...nonces: readonly string[]) =>
        onAlpha(ofBeta.commit(2), ...nonces.map((nonce) => ofBeta.execute(nonce, 2)));
      await refused('CANCEL_REPEATED', pay('0', '1'));
      await refused('CANCEL_REPEATED', pay('1'));
      assert.ok((await signer.service.sign(pay('0'))).ok);
    });

    it('an early cancellation of a deliverable message: CANCEL_TOO_EARLY', () =>
      refused('CANCEL_TOO_EARLY', proposal(commit(), cancel())));

    it('an early cancellation while the bridge is only paused or its limit used up: CANCEL_TOO_EARLY', async () => {
      beta.settings.inboundPaused = true;
      await refused('CANCEL_TOO_EARLY', proposal(commit(), cancel()));
      beta.settings.inboundPaused = false;
      beta.settings.limits.set(limitKey(alpha.domain, 'bridged'), { available: 0n, capacity: 1_000n });
      await refused('CANCEL_TOO_EARLY', proposal(commit(), cancel()));
    });

    it('to cancel a Cancel: CANCEL_OF_CANCEL', async () => {
      await emitCancelOnBeta({ alpha, beta, signer }, (message) => message);
      await refused('CANCEL_OF_CANCEL', onAlpha(ofBeta.commit(), ofBeta.cancel()));
    });

    for (const [what, forge] of [
      ['of another amount', (message: Message) => ({ ...message, wireAmount: 999_999n })],
      ['for another sender', (message: Message) => ({ ...message, sender: BAD, recipient: BAD })],
      ['of a message never emitted', (message: Message) => ({ ...message, reference: `0x${'01'.repeat(32)}` as Hex })],
      ['of another asset', (message: Message) => ({ ...message, assetHome: beta.domain })],
    ] as const) {
      it(`a Cancel ${what}: CANCEL_NOT_EMITTED`, async () => {
        await emitCancelOnBeta({ alpha, beta, signer }, forge);
        await refused('CANCEL_NOT_EMITTED', onAlpha(ofBeta.commit(), ofBeta.execute()));
      });
    }

    it('a Cancel of a message whose own lock is not final yet: NOT_FINAL', async () => {
      alpha.lock(beta);
      alpha.mine(32);
      await emitCancelOnBeta({ alpha, beta, signer }, (message) => message, 2);
      await refused('NOT_FINAL', onAlpha(ofBeta.commit(), ofBeta.execute()));
    });
  });
});
