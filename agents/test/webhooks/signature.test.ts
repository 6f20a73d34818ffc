import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { deliverAtMs, RETRY_PAUSES } from '../../src/webhooks/schedule.ts';
import { isWebhookSecret, newWebhookSecret, signedHeaders } from '../../src/webhooks/signature.ts';
import '../support/arbitraries.ts';

/** The published vector of Standard Webhooks. */
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const { secret, id, timestamp, body, signature } = VECTOR;

describe('signatures of webhooks', function describeSignatures() {
  this.timeout(20_000);

  it('are the published vector’s of Standard Webhooks', () => {
    assert.deepEqual(signedHeaders(id, body, [secret], timestamp * 1_000 + 999), {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    });
  });

  it('are an HMAC-SHA256 of id, time and body by each secret, separated by spaces', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.string({ unit: 'binary' }),
        fc.array(fc.uint8Array({ minLength: 24, maxLength: 64 }), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 0, max: 4_000_000_000_000 }),
        (message, content, keys, nowMs) => {
          const secrets = keys.map((key) => `whsec_${Buffer.from(key).toString('base64')}`);
          const text = Buffer.from(content).toString();
          const signed = `${message}.${Math.floor(nowMs / 1_000)}.${text}`;
          const expected = keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
          assert.equal(signedHeaders(message, text, secrets, nowMs)['webhook-signature'], expected.join(' '));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('are verified by the library with either of two secrets', () => {
    const other = newWebhookSecret(() => new Uint8Array(32).fill(7));
    const headers = signedHeaders(id, body, [other, secret], Date.now());
    for (const one of [other, secret]) assert.deepEqual(new Webhook(one).verify(body, headers), JSON.parse(body));
    const third = newWebhookSecret(() => new Uint8Array(32).fill(8));
    assert.throws(() => new Webhook(third).verify(body, headers));
  });

  it('have secrets of 24 to 64 bytes in base64', () => {
    const ofLength = (length: number) => newWebhookSecret(() => new Uint8Array(length).fill(length));
    for (const length of [24, 32, 64]) assert.equal(isWebhookSecret(ofLength(length)), true);
    for (const text of [ofLength(23), ofLength(65), secret.slice(6), 'whsec_', 'whsec_!!!!', `${secret}=`]) {
      assert.equal(isWebhookSecret(text), false, text);
    }
    assert.equal(newWebhookSecret((length) => new Uint8Array(length)).length, 'whsec_'.length + 44);
  });
});

describe('pauses between attempts at a webhook', () => {
  it('begin at 5 s, end at 24 h, and are longer by a random share', () => {
    const pauses = RETRY_PAUSES.map((_pause, index) => deliverAtMs(index + 1, 0, 0) ?? 0);
    assert.deepEqual([pauses[0], pauses.at(-1)], [5_000, 86_400_000]);
    assert.deepEqual(
      [...pauses].sort((a, b) => a - b),
      pauses,
    );
    assert.equal(deliverAtMs(1, 100, 0.5), 100 + 5_500);
    assert.equal(deliverAtMs(RETRY_PAUSES.length + 1, 0, 0), null);
  });
});
