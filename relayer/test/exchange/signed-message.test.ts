import assert from 'node:assert/strict';
import type { AnyFailure, Result } from '@causeway/protocol';
import {
  type Headers,
  hasBody,
  MOST_AGE_MS,
  type Receiving,
  type Sender,
  type Sending,
  signAnswer,
  signRequest,
  verifyAnswer,
  verifyRequest,
} from '../../src/exchange/signed-message.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { RELAYER, SIGNER, STRANGER } from '../support/identities.ts';

const HEAD = { method: 'POST', path: '/v1/sign' };
const BODY = '{"a":1}';
const clock = new FakeClock();
const sending: Sending = { from: RELAYER, to: SIGNER.name, nonce: 'n-1', clock };
const receiving: Receiving = { to: SIGNER.name, from: [RELAYER.name], clock };

const headersOf = (signed: Result<Headers, AnyFailure>): Headers => {
  assert.ok(signed.ok);
  return signed.value;
};
const request = async (change: Partial<Sending> = {}): Promise<Headers> =>
  headersOf(await signRequest(HEAD, BODY, { ...sending, ...change }));

function assertRefused(verified: Result<Sender, AnyFailure>, reason: RegExp): void {
  assert.ok(!verified.ok);
  assert.equal(verified.error.code, 'UNAUTHENTICATED');
  assert.match(verified.error.message, reason);
}

describe('a signed request', () => {
  it('names its sender and its nonce, and is bound to its body', async () => {
    const headers = await request();
    assert.deepEqual(await verifyRequest(HEAD, headers, receiving), {
      ok: true,
      value: { from: RELAYER.name, nonce: 'n-1' },
    });
    assert.deepEqual([hasBody(headers, BODY), hasBody(headers, '{"a":2}')], [true, false]);
  });

  it('counts for one method, one path and one receiver', async () => {
    const headers = await request();
    const wrong = /signature is wrong/;
    assertRefused(await verifyRequest({ ...HEAD, method: 'PUT' }, headers, receiving), wrong);
    assertRefused(await verifyRequest({ ...HEAD, path: '/v1/other' }, headers, receiving), wrong);
    assertRefused(await verifyRequest(HEAD, headers, { ...receiving, to: STRANGER.name }), /another receiver/);
  });

  it('is refused from a stranger, in the name of a relayer, and without a signature', async () => {
    assertRefused(await verifyRequest(HEAD, await request({ from: STRANGER }), receiving), /not known here/);
    const forged = { name: RELAYER.name, sign: STRANGER.sign };
    assertRefused(await verifyRequest(HEAD, await request({ from: forged }), receiving), /signature is wrong/);
    assertRefused(await verifyRequest(HEAD, {}, receiving), /not signed/);
    const { 'content-digest': _, ...rest } = await request();
    assertRefused(await verifyRequest(HEAD, rest, receiving), /content-digest/);
  });

  it('is refused with another digest than the signed one', async () => {
    const other = headersOf(await signRequest(HEAD, 'another body', sending));
    const mixed = { ...(await request()), 'content-digest': other['content-digest'] as string };
    assertRefused(await verifyRequest(HEAD, mixed, receiving), /signature is wrong/);
  });

  it('is refused with two signatures', async () => {
    const [one, two] = [await request(), await request({ nonce: 'n-2' })];
    const both = Object.fromEntries(
      Object.keys(one).map((name) => [
        name,
        name === 'content-digest' ? one[name] : `${one[name]}, ${two[name]?.replace('sig', 'other')}`,
      ]),
    ) as Headers;
    assertRefused(await verifyRequest(HEAD, both, receiving), /two signatures/);
  });

  for (const [what, ms, taken] of [
    ['a minute old', -MOST_AGE_MS, true],
    ['older than a minute', -MOST_AGE_MS - 1_000, false],
    ['a minute ahead', MOST_AGE_MS, true],
    ['further ahead', MOST_AGE_MS + 1_000, false],
  ] as const) {
    it(`that is ${what} is ${taken ? 'taken' : 'refused'}`, async () => {
      const headers = await request({ clock: new FakeClock(clock.now() + ms) });
      const verified = await verifyRequest(HEAD, headers, receiving);
      if (taken) assert.ok(verified.ok);
      else assertRefused(verified, /differs from the clock here/);
    });
  }

  it('must sign each of its parts', async () => {
    const headers = await request();
    const input = headers['Signature-Input'] as string;
    for (const part of ['"@method" ', '"@path" ', ' "content-digest"']) {
      const without = { ...headers, 'Signature-Input': input.replace(part, '') };
      assertRefused(await verifyRequest(HEAD, without, receiving), /required signed fields/);
    }
    for (const parameter of [/;nonce="[^"]*"/, /;created=\d+/, /;keyid="[^"]*"/, /;tag="[^"]*"/]) {
      const without = { ...headers, 'Signature-Input': input.replace(parameter, '') };
      assert.equal((await verifyRequest(HEAD, without, receiving)).ok, false, String(parameter));
    }
  });
});

describe('a signed answer', () => {
  const answering: Sending = { from: SIGNER, to: RELAYER.name, nonce: 'n-1', clock };
  const asking: Receiving = { to: RELAYER.name, from: [SIGNER.name], clock };

  it('is bound to its status, its receiver and the nonce of the request', async () => {
    const headers = headersOf(await signAnswer(200, BODY, answering));
    assert.deepEqual(await verifyAnswer(200, headers, asking), {
      ok: true,
      value: { from: SIGNER.name, nonce: 'n-1' },
    });
    assertRefused(await verifyAnswer(409, headers, asking), /signature is wrong/);
    assertRefused(await verifyAnswer(200, headers, { ...asking, to: STRANGER.name }), /another receiver/);
  });

  it('is never taken for a request, nor a request for an answer', async () => {
    const answer = headersOf(await signAnswer(200, BODY, answering));
    assertRefused(await verifyRequest(HEAD, answer, { ...asking }), /required signed fields/);
    assertRefused(await verifyAnswer(200, await request(), receiving), /required signed fields/);
  });
});
