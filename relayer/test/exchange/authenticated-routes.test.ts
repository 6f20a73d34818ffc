import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { authenticatedPost } from '../../src/exchange/authenticated-routes.ts';
import { Nonces } from '../../src/exchange/nonces.ts';
import { hasBody, MOST_AGE_MS, signRequest, verifyAnswer } from '../../src/exchange/signed-message.ts';
import { createServer } from '../../src/http.ts';
import { Metrics } from '../../src/metrics.ts';
import { MAX_PROPOSAL_BYTES } from '../../src/plan/proposal.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { OTHER_RELAYER, RELAYER, SIGNER, STRANGER } from '../support/identities.ts';

const clock = new FakeClock();

describe('a route for known relayers', () => {
  let server: FastifyInstance;
  let handled: string[];
  beforeEach(() => {
    handled = [];
    server = createServer(new Metrics(), async () => ({ status: 'ok', chains: [] }));
    const relayers = [RELAYER.name, OTHER_RELAYER.name];
    authenticatedPost(
      server,
      '/v1/sign',
      { identity: SIGNER, relayers, clock, mostNonces: 2 },
      async (body, relayer) => {
        handled.push(relayer === RELAYER.name ? body.toString() : `${relayer}: ${body.toString()}`);
        return { done: true };
      },
    );
  });
  afterEach(() => server.close());

  const signed = async (body: string, nonce = 'n-1', from = RELAYER) => {
    const headers = await signRequest({ method: 'POST', path: '/v1/sign' }, body, {
      from,
      to: SIGNER.name,
      nonce,
      clock,
    });
    assert.ok(headers.ok);
    return { 'content-type': 'application/json', ...headers.value };
  };
  const post = (body: string, headers: Record<string, string>) =>
    server.inject({ method: 'POST', url: '/v1/sign', payload: body, headers });

  it('handles a request once, and signs the answer for its sender', async () => {
    const headers = await signed('{}');
    const answer = await post('{}', headers);
    assert.deepEqual([answer.statusCode, answer.json()], [200, { done: true }]);
    const answered = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
    const sender = await verifyAnswer(200, answered, { to: RELAYER.name, from: [SIGNER.name], clock });
    assert.deepEqual(sender, { ok: true, value: { from: SIGNER.name, nonce: 'n-1' } });
    assert.ok(hasBody(answered, answer.body));
    const again = await post('{}', headers);
    assert.deepEqual([again.statusCode, again.json().code], [401, 'UNAUTHENTICATED']);
    assert.deepEqual(handled, ['{}']);
  });

  it('remembers the nonces of each relayer apart, so that none uses up the places of another', async () => {
    const codes = async (nonce: string, from: typeof RELAYER) => {
      const answer = await post('{}', await signed('{}', nonce, from));
      return [answer.statusCode, answer.json().code ?? 'done'];
    };
    for (const nonce of ['n-1', 'n-2']) assert.deepEqual(await codes(nonce, RELAYER), [200, 'done']);
    assert.deepEqual(await codes('n-3', RELAYER), [503, 'BUSY']);
    // The same nonces of another relayer are others.
    for (const nonce of ['n-1', 'n-2']) assert.deepEqual(await codes(nonce, OTHER_RELAYER), [200, 'done']);
    assert.deepEqual(await codes('n-1', OTHER_RELAYER), [401, 'UNAUTHENTICATED']);
    assert.deepEqual(handled.slice(2), [`${OTHER_RELAYER.name}: {}`, `${OTHER_RELAYER.name}: {}`]);
  });

  it('refuses another body than the signed one', async () => {
    const answer = await post('{"a":1}', await signed('{}'));
    assert.deepEqual([answer.statusCode, answer.json().code, handled], [401, 'UNAUTHENTICATED', []]);
  });

  it('refuses a stranger before it reads the body, and a relayer whose body is too large', async () => {
    const huge = JSON.stringify({ anchor: 'a'.repeat(MAX_PROPOSAL_BYTES) });
    for (const headers of [{ 'content-type': 'application/json' }, await signed(huge, 'n-1', STRANGER)]) {
      const answer = await post(huge, headers);
      assert.deepEqual([answer.statusCode, answer.json().code], [401, 'UNAUTHENTICATED']);
      assert.equal(answer.headers.signature, undefined);
    }
    assert.equal((await post(huge, await signed(huge))).statusCode, 413);
  });
});

describe('nonces', () => {
  it('are taken once until they are forgotten, and never more at once than can be told apart', () => {
    const time = new FakeClock();
    const nonces = new Nonces(time, 2 * MOST_AGE_MS, 2);
    assert.deepEqual([nonces.take('a'), nonces.take('a')], ['new', 'seen']);
    time.tick(MOST_AGE_MS);
    assert.deepEqual([nonces.take('b'), nonces.take('c')], ['new', 'full']);
    time.tick(MOST_AGE_MS);
    assert.deepEqual([nonces.take('c'), nonces.take('b'), nonces.take('a')], ['new', 'seen', 'full']);
  });
});
