import assert from 'node:assert/strict';
import type { CallCode } from '@causeway/chains';
import { limitKey } from '@causeway/chains/test-support';
import { cancelOf, fail, type Message } from '@causeway/protocol';
import { judge } from '../../src/plan/delivery.ts';
import type { Verdict } from '../../src/plan/verdicts.ts';
import { type Scene, sceneOf } from '../support/scene.ts';
import { World } from '../support/world.ts';

describe('a refused call', () => {
  let { world, alpha, beta } = {} as Scene;

  before(async () => {
    ({ world, alpha, beta } = await sceneOf(World.create()));
    alpha.lock(beta);
    alpha.mine();
  });
  after(() => world.close());

  const EXPECTED = {
    done: ['AlreadyExecuted', 'AlreadyCancelled'],
    wait: [
      'InboundPaused',
      'RemotePaused',
      'InsufficientGas',
      'NotOracle',
      'InvalidAccount',
      'InsufficientOutstanding',
    ],
    refill: ['RateLimited'],
    never: ['InvalidRecipient', 'DustAmount', 'OrderReplaced'],
    stale: ['NonceGap', 'UnknownRoot'],
    broken: ['InvalidProof', 'MessageIdMismatch', 'WrongAssetHome', 'MalformedProof'],
  } as const satisfies Readonly<Record<Verdict, readonly CallCode[]>>;

  for (const [verdict, codes] of Object.entries(EXPECTED)) {
    for (const code of codes) {
      it(`${code}: ${verdict}`, async () => {
        const [message] = alpha.emitted();
        assert.ok(message);
        const judged = await judge(beta, message, fail(code, code).error);
        assert.deepEqual(judged, { ok: true, value: verdict });
      });
    }
  }

  it('for a Cancel: wait, because a Cancel can only be delivered', async () => {
    beta.lock(alpha, cancelOf(alpha.emitted()[0] as Message, 0n));
    beta.mine();
    const [cancel] = beta.emitted();
    assert.ok(cancel);
    for (const code of EXPECTED.never) {
      assert.deepEqual(await judge(alpha, cancel, fail(code, code).error), { ok: true, value: 'wait' }, code);
    }
    const limit = { available: 0n, capacity: cancel.wireAmount - 1n };
    alpha.settings.limits.set(limitKey(beta.domain, 'canonical'), limit);
    assert.deepEqual(await judge(alpha, cancel, fail('RateLimited', '').error), { ok: true, value: 'wait' });
  });
});
