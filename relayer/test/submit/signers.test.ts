import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OracleCall } from '@causeway/chains';
import { MemoryChain, memoryKey } from '@causeway/chains/test-support';
import type { Identity } from '@causeway/keys';
import { ZERO_32 } from '@causeway/protocol';
import { systemClock } from '@causeway/runtime';
import { signAnswer } from '../../src/exchange/signed-message.ts';
import type { Proposal } from '../../src/plan/proposal.ts';
import { httpSigner } from '../../src/submit/signers.ts';
import { RELAYER, SIGNER, STRANGER } from '../support/identities.ts';

const members = [1, 2, 3, 4, 5].map((number) => memoryKey(number).address);
const chain = new MemoryChain({ name: 'beta', domain: 2, members, threshold: 3, startMs: 0 });
const commit: OracleCall = { function: 'commitRoot', source: 1, firstNonce: 0n, count: 1, root: ZERO_32 };
const built = await chain.build('0', [commit]);
const _transaction = (built as Extract<typeof built, { ok: true }>).value;
const proposal: Proposal = {
  destination: 2,
  family: 'main',
  anchor: '0',
  actions: [{ commit: 1, firstNonce: 0n, count: 1 }],
};

describe('a signer over HTTP', () => {
  /** How the server answers: which identity signs, for which nonce; unsigned when absent. */
  interface Answer {
    readonly status: number;
    readonly body: string;
    readonly by?: Identity;
    readonly nonce?: string;
  }
  let server: Server;
  let answer: Answer | undefined;
  const ask = async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const asking = { identity: RELAYER, clock: systemClock, timeoutMs: 200 };
    return httpSigner({ url, identity: SIGNER.name }, asking).sign(proposal, new AbortController().signal);
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (answer === undefined) return;
    const { status, body, by } = answer;
    const nonce = answer.nonce ?? /;nonce="([^"]*)"/.exec(String(request.headers['signature-input']))?.[1] ?? '';
    const sending = by && { from: by, to: RELAYER.name, nonce, clock: systemClock };
    const signed = sending ? await signAnswer(status, body, sending) : undefined;
    response.writeHead(status, signed?.ok ? signed.value : {}).end(body);
  };
  before((done) => {
    server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1', done);
  });
  after((done) => {
    server.closeAllConnections();
    server.close(done);
  });

  const REFUSAL = '{"code":"NOT_FINAL","message":"wait","retryable":true,"action":1}';

  it('returns its refusal unchanged', async () => {
    answer = { status: 409, body: REFUSAL, by: SIGNER };
    const refused = await ask();
    assert.deepEqual(refused, {
      ok: false,
      error: { code: 'NOT_FINAL', message: 'wait', retryable: true, action: 1 },
    });
  });

  it('that does not know this relayer says so', async () => {
    answer = { status: 401, body: '{"code":"UNAUTHENTICATED","message":"not known here","retryable":false}' };
    const refused = await ask();
    assert.ok(!refused.ok);
    assert.equal(refused.error.code, 'UNAUTHENTICATED');
    assert.ok(refused.error.message.includes(RELAYER.name) && refused.error.message.includes('not known here'));
  });

  for (const [what, given, code] of [
    ['something that is not JSON', { status: 200, body: '<html>', by: SIGNER }, 'SIGNER_ANSWER'],
    [
      'another form',
      { status: 200, body: '{"signer":"x","signature":"zz","digest":"0x"}', by: SIGNER },
      'SIGNER_ANSWER',
    ],
    ['without a signature', { status: 409, body: REFUSAL }, 'SIGNER_ANSWER'],
    ['by the signature of another', { status: 409, body: REFUSAL, by: STRANGER }, 'SIGNER_ANSWER'],
    ['what it answered to another request', { status: 409, body: REFUSAL, by: SIGNER, nonce: 'x' }, 'SIGNER_ANSWER'],
    ['nothing in time', undefined, 'SIGNER_TIMEOUT'],
  ] as const) {
    it(`that answers ${what}: ${code}`, async () => {
      answer = given;
      const result = await ask();
      assert.equal(result.ok ? 'signed' : result.error.code, code);
    });
  }
});
