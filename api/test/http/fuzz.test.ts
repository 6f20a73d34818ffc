import { strict as assert } from 'node:assert';
import { cases, timeLimit } from '@causeway/protocol/test-support/cases';
import * as fc from 'fast-check';
import { ALICE, apiForAll, as, RECIPIENT } from '../support/api.ts';

describe('any request', function () {
  this.timeout(timeLimit(120_000));
  const api = apiForAll({ coins: 1_000_000 });

  const word = fc.oneof(
    fc.constantFrom(
      'ETH',
      'POL',
      'ARB',
      'ethereum',
      'polygon',
      'ETH@polygon',
      'ETH@',
      '@',
      '@polygon',
      '__proto__',
      'constructor',
    ),
    fc.string({ maxLength: 120 }),
  );
  const amount = fc.oneof(
    fc.constantFrom<unknown>('0.5', '1', 0.1, 1e-9, 1e21, -0, 1e308, 5e-324, '1e5', '9'.repeat(60), '0'.repeat(120)),
    fc.double(),
    fc.integer(),
    fc.string({ maxLength: 140 }),
    fc.jsonValue(),
  );
  const key = (name: string) => fc.constantFrom(name, name.charAt(0).toUpperCase() + name.slice(1));
  const field = fc.oneof(
    ...['from', 'to', 'fromToken', 'toToken', 'fromChain', 'toChain'].map((name) => fc.tuple(key(name), word)),
    fc.tuple(key('amount'), amount),
    fc.tuple(key('destinationAddress'), fc.oneof(fc.constant(RECIPIENT), word)),
    fc.tuple(fc.constantFrom('fromAddress', 'refundAddress'), fc.oneof(fc.constant(RECIPIENT), word)),
    fc.tuple(fc.constant('expiresInMinutes'), fc.oneof(fc.integer(), fc.jsonValue())),
    fc.tuple(fc.constant('mode'), fc.oneof(fc.constantFrom('bridge', 'swap'), fc.jsonValue())),
    fc.tuple(fc.string(), fc.jsonValue()),
  );
  const likely = fc
    .tuple(word, word, amount, fc.array(field, { maxLength: 4 }))
    .map(([from, to, much, more]) => ({ from, to, amount: much, ...Object.fromEntries(more) }));

  const post = (payload: string, headers: Record<string, string> = {}) =>
    api.app.inject({
      method: 'POST',
      url: '/api/v1/orders',
      headers: { ...as(ALICE), 'content-type': 'application/json', ...headers },
      payload,
    });

  const assertSound = (answer: { statusCode: number; body: string; headers: Record<string, unknown> }): void => {
    assert.ok(answer.statusCode < 500, `${answer.statusCode}: ${answer.body}`);
    if (answer.statusCode < 300) return;
    const problem = JSON.parse(answer.body);
    assert.equal(problem.isError, true);
    assert.equal(problem.status, answer.statusCode);
    assert.equal(typeof problem.errorCode, 'string');
  };

  it('with an order-like body is answered, and never with a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(likely, async (body) => assertSound(await post(JSON.stringify(body)))),
      cases(400, 10_000),
    );
  });

  it('with any JSON, and with any text, is answered, and never with a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string(), fc.string({ unit: 'binary' })), async (text) =>
        assertSound(await post(text)),
      ),
      cases(300, 5_000),
    );
  });

  it('with any idempotency key or number form is answered, and never with a 5xx', async () => {
    const keys = fc.string({ maxLength: 300 }).map((text) => text.replace(/[^\x20-\x7e]/g, '').trim());
    const numbers = fc.stringMatching(/^-?(0|[1-9]\d{0,30})(\.\d{1,30})?([eE][+-]?\d{1,3})?$/);
    await fc.assert(
      fc.asyncProperty(keys, numbers, async (idempotencyKey, number) => {
        assertSound(
          await post(`{"from":"ETH","to":"polygon","amount":${number}}`, { 'idempotency-key': idempotencyKey }),
        );
      }),
      cases(300, 5_000),
    );
  });

  it('for any path and query is answered, and never with a 5xx', async () => {
    const tail = fc.string({ maxLength: 60 }).map(encodeURIComponent);
    const paths = fc.oneof(
      tail.map((text) => `/api/v1/orders/${text}`),
      tail.map((text) => `/api/v1/orders/${text}/check-balance`),
      tail.map((text) => `/api/v1/orders?cursor=${text}`),
      tail.map((text) => `/docs/errors/${text}`),
    );
    await fc.assert(
      fc.asyncProperty(paths, async (url) => {
        const answer = await api.app.inject({ url, headers: as(ALICE) });
        assert.ok(answer.statusCode < 500, `${url}: ${answer.body}`);
      }),
      cases(300, 5_000),
    );
  });
});
