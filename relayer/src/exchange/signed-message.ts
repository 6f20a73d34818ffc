import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type Identity, identityKey } from '@causeway/keys';
import { bytesToHex, fail, hexToBytes, ok, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import { httpbis, type Request, type Response, type SigningKey, type VerifyConfig } from 'http-message-signatures';
import type { ExchangeFailure } from '../failures.ts';

// Requests of the relayer and answers of signers, each with an HTTP message signature (RFC 9421) over its content
// digest (RFC 9530). The tag names the peer that it is for, and the answer repeats the request's nonce. So neither
// counts for another signer, another relayer, another body or a second time.

/** The headers of a message. */
export type Headers = Readonly<Record<string, string>>;

/** Furthest distance between a message's time and the receiver's clock, milliseconds. */
export const MOST_AGE_MS = 60_000;

const REQUEST_FIELDS = ['@method', '@path', 'content-digest'];
const ANSWER_FIELDS = ['@status', 'content-digest'];
const PARAMETERS = ['created', 'nonce', 'keyid', 'alg', 'tag'];
const ALGORITHM = 'ed25519';

/** The start of a request. */
export interface RequestHead {
  readonly method: string;
  /** Path, from its first slash. */
  readonly path: string;
}

/** What a message is signed with: who sends it, whom it is for, when, and the nonce of its exchange. */
export interface Sending {
  readonly from: Identity;
  readonly to: string;
  readonly nonce: string;
  readonly clock: Clock;
}

/** Who sent a verified message, and the nonce of its exchange. */
export interface Sender {
  readonly from: string;
  readonly nonce: string;
}

/** Whose messages the receiver `to` takes. */
export interface Receiving {
  readonly to: string;
  readonly from: readonly string[];
  readonly clock: Clock;
}

const tagFor = (name: string): string => `causeway ${name}`;

/** The value of the Content-Digest header of `body`. */
const digestOf = (body: string | Uint8Array): string =>
  `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;

/** The URL that the library asks for, of which only the path is signed. */
const urlOf = (path: string): string => `http://signer${path}`;

/** The headers that sign a request with `body`. Fails as the key service does. */
export const signRequest = (
  { method, path }: RequestHead,
  body: string,
  sending: Sending,
): Promise<Result<Headers, ExchangeFailure>> =>
  sign({ method, url: urlOf(path), headers: { 'content-digest': digestOf(body) } }, REQUEST_FIELDS, sending);

/** The headers that sign an answer with `body`. Fails as the key service does. */
export const signAnswer = (status: number, body: string, sending: Sending): Promise<Result<Headers, ExchangeFailure>> =>
  sign({ status, headers: { 'content-digest': digestOf(body) } }, ANSWER_FIELDS, sending);

async function sign(
  message: Request | Response,
  fields: string[],
  { from, to, nonce, clock }: Sending,
): Promise<Result<Headers, ExchangeFailure>> {
  let failure: ExchangeFailure | undefined;
  const key: SigningKey = {
    id: from.name,
    alg: ALGORITHM,
    async sign(data) {
      const signature = await from.sign(bytesToHex(data));
      if (signature.ok) return Buffer.from(hexToBytes(signature.value));
      failure = signature.error;
      return Buffer.alloc(0);
    },
  };
  const paramValues = { created: new Date(clock.now()), nonce, tag: tagFor(to) };
  const config = { key, fields, params: PARAMETERS, paramValues };
  const { headers } = await ('status' in message
    ? httpbis.signMessage(config, message)
    : httpbis.signMessage(config, message));
  return failure === undefined ? ok(headers as Headers) : { ok: false, error: failure };
}

/** True when the message has signed this body. The digest itself must have been verified. */
export const hasBody = (headers: Headers, body: string | Uint8Array): boolean =>
  headers['content-digest'] === digestOf(body);

/**
 * The sender of a request whose headers are signed. Its body is compared later by `hasBody`. Fails with
 * UNAUTHENTICATED, which says why.
 */
export const verifyRequest = (
  { method, path }: RequestHead,
  headers: Headers,
  receiving: Receiving,
): Promise<Result<Sender, ExchangeFailure>> =>
  verified(receiving, (config) =>
    httpbis.verifyMessage({ ...config, requiredFields: REQUEST_FIELDS }, { method, url: urlOf(path), headers }),
  );

/** The sender of an answer whose headers are signed, like verifyRequest. */
export const verifyAnswer = (
  status: number,
  headers: Headers,
  receiving: Receiving,
): Promise<Result<Sender, ExchangeFailure>> =>
  verified(receiving, (config) =>
    httpbis.verifyMessage({ ...config, requiredFields: ANSWER_FIELDS }, { status, headers }),
  );

async function verified(
  { to, from, clock }: Receiving,
  verifyMessage: (config: VerifyConfig) => Promise<boolean | null>,
): Promise<Result<Sender, ExchangeFailure>> {
  let sender: Sender | undefined;
  let refusal = 'it is not signed';
  const config: VerifyConfig = {
    requiredParams: PARAMETERS,
    // Our own clock is compared below.
    notAfter: Number.MAX_SAFE_INTEGER,
    async keyLookup({ keyid, created, nonce, tag }) {
      if (sender !== undefined) throw new Error('it has two signatures');
      const skewMs = created instanceof Date ? Math.abs(clock.now() - created.getTime()) : Number.POSITIVE_INFINITY;
      if (keyid === undefined || !from.includes(keyid)) refusal = `its sender ${keyid} is not known here`;
      else if (tag !== tagFor(to)) refusal = `it is for another receiver than ${to}`;
      else if (skewMs > MOST_AGE_MS) refusal = `its time differs from the clock here by ${skewMs} ms`;
      else if (nonce) {
        sender = { from: keyid, nonce };
        return { id: keyid, algs: [ALGORITHM], verify: async (data, signature) => isSignedBy(keyid, data, signature) };
      }
      return null;
    },
  };
  try {
    if ((await verifyMessage(config)) && sender) return ok(sender);
    if (sender) refusal = 'its signature is wrong';
  } catch (error) {
    refusal = error instanceof Error ? error.message : String(error);
  }
  return fail('UNAUTHENTICATED', refusal);
}

/** Head of the SPKI form of an Ed25519 public key (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

const publicKeys = new Map<string, KeyObject>();

/** True for a signature of the identity `name`. */
export function isSignedBy(name: string, data: Buffer, signature: Buffer): boolean {
  let key = publicKeys.get(name);
  if (key === undefined) {
    key = createPublicKey({ key: Buffer.concat([SPKI, identityKey(name)]), format: 'der', type: 'spki' });
    publicKeys.set(name, key);
  }
  return verify(null, data, key, signature);
}
