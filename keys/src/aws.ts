import { createHash } from 'node:crypto';
import { bytesToHex, fail, type Hex, hexToBytes, ok, type Result } from '@causeway/protocol';
import { AwsClient } from 'aws4fetch';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { KeyServiceCode, KeyServiceFailure } from './failures.ts';
import { type Context, type Curve, contextBytes, type KeyService, type SigningKey, type WrappedKey } from './port.ts';
import { compressed, digestBytes, recoverable } from './signing.ts';

/** A key service of AWS KMS. Credentials come from the environment, under AWS's usual names. */
export const awsSource = z.strictObject({
  region: z.string().min(1),
  /** Id, ARN or alias of the symmetric key that wraps. */
  key: z.string().min(1),
  /** Ids, ARNs or aliases of signing keys, by name. */
  signing: z.record(z.string(), z.string()).default({}),
  /** URL of the service, if it is not the region's own. */
  endpoint: z.url().optional(),
});
export type AwsSource = z.infer<typeof awsSource>;

/** Versions of master keys are `aws:ARN`. */
const PREFIX = 'aws:';
const TIMEOUT_MS = 5_000;
/**
 * Calls to the service at a time. KMS grants an account 1,000 requests per second for elliptic-curve keys, and a call
 * takes some 20 ms: 16 at a time stay below that, and make the 192 signatures of the largest proposal in a quarter of a
 * second.
 */
const CALLS_AT_ONCE = 16;
/** The longest message that KMS signs, bytes. */
const MAX_MESSAGE = 4_096;

const blob = z.string().transform((text) => Uint8Array.from(Buffer.from(text, 'base64')));
const encrypted = z.object({ CiphertextBlob: blob, KeyId: z.string() });
const decrypted = z.object({ Plaintext: blob });
const described = z.object({ KeyMetadata: z.object({ Arn: z.string() }) });
const published = z.object({ PublicKey: blob, KeySpec: z.string() });
const signed = z.object({ Signature: blob });
const refused = z.object({ __type: z.string() });

/** Errors of KMS by name; any other one is KEY_SERVICE_REFUSED. */
const CODES: Readonly<Record<string, KeyServiceCode>> = {
  InvalidCiphertextException: 'KEY_MISMATCH',
  IncorrectKeyException: 'KEY_MISMATCH',
  NotFoundException: 'KEY_UNKNOWN',
};
/** Errors after which the same request can succeed. */
const RETRYABLE = /Throttling|Unavailable|Timeout|Internal/;

/** Length of an SPKI form's head before the key itself. */
const HEADS: Readonly<Record<string, { readonly curve: Curve; readonly head: number }>> = {
  ECC_SECG_P256K1: { curve: 'secp256k1', head: 23 },
  ECC_NIST_EDWARDS25519: { curve: 'ed25519', head: 12 },
};

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** KMS's encryption context. It appears in the service's own log, so it holds a hash of ours. */
const encryptionContext = (context: Context) => ({
  causeway: createHash('sha256').update(contextBytes(context)).digest('hex'),
});

const unavailable = () => fail('KEY_SERVICE_UNAVAILABLE', 'the key service does not answer', true);

class AwsKeys implements KeyService {
  readonly #source: AwsSource;
  readonly #client: AwsClient;
  readonly #url: string;
  readonly #calls = pLimit(CALLS_AT_ONCE);
  /**
   * ARNs that the configured key has had since this process began: an alias can get another key. An ARN of a key is its
   * own.
   */
  readonly #arns: Set<string>;

  constructor(source: AwsSource, client: AwsClient) {
    this.#source = source;
    this.#arns = new Set([source.key]);
    this.#client = client;
    this.#url = source.endpoint ?? `https://kms.${source.region}.amazonaws.com/`;
  }

  async current(): Promise<Result<string, KeyServiceFailure>> {
    const key = await this.#call('DescribeKey', { KeyId: this.#source.key }, described);
    if (!key.ok) return key;
    this.#arns.add(key.value.KeyMetadata.Arn);
    return ok(`${PREFIX}${key.value.KeyMetadata.Arn}`);
  }

  async wrap(dataKey: Uint8Array, context: Context): Promise<Result<WrappedKey, KeyServiceFailure>> {
    const request = {
      KeyId: this.#source.key,
      Plaintext: base64(dataKey),
      EncryptionContext: encryptionContext(context),
    };
    const answer = await this.#call('Encrypt', request, encrypted);
    if (!answer.ok) return answer;
    this.#arns.add(answer.value.KeyId);
    return ok({ masterKey: `${PREFIX}${answer.value.KeyId}`, bytes: answer.value.CiphertextBlob });
  }

  async unwrap({ masterKey, bytes }: WrappedKey, context: Context): Promise<Result<Uint8Array, KeyServiceFailure>> {
    const known = await this.#requireConfigured(masterKey);
    if (!known.ok) return known;
    const request = {
      KeyId: masterKey.slice(PREFIX.length),
      CiphertextBlob: base64(bytes),
      EncryptionContext: encryptionContext(context),
    };
    const answer = await this.#call('Decrypt', request, decrypted);
    return answer.ok ? ok(answer.value.Plaintext) : answer;
  }

  /**
   * Fails with KEY_UNKNOWN unless the record names the configured key. Otherwise whoever writes the database could
   * bring in secrets under a key of another account. An alias may have got another key a moment ago, so the service is
   * asked once more.
   */
  async #requireConfigured(masterKey: string): Promise<Result<void, KeyServiceFailure>> {
    const arn = masterKey.startsWith(PREFIX) ? masterKey.slice(PREFIX.length) : null;
    if (arn !== null && !this.#arns.has(arn)) {
      const current = await this.current();
      if (!current.ok) return current;
    }
    return arn !== null && this.#arns.has(arn) ? ok(undefined) : fail('KEY_UNKNOWN', `${masterKey} is not configured`);
  }

  async signingKey(name: string): Promise<Result<SigningKey, KeyServiceFailure>> {
    const KeyId = this.#source.signing[name];
    if (KeyId === undefined) return fail('KEY_UNKNOWN', `there is no signing key ${name}`);
    const found = await this.#call('GetPublicKey', { KeyId }, published);
    if (!found.ok) return found;
    const form = HEADS[found.value.KeySpec];
    if (!form) return fail('KEY_SERVICE_REFUSED', `signing key ${name} is of the kind ${found.value.KeySpec}`);
    const raw = found.value.PublicKey.subarray(form.head);
    const publicKey = form.curve === 'ed25519' ? bytesToHex(raw) : compressed(raw);
    const sign = (payload: Hex) =>
      form.curve === 'ed25519' ? this.#signMessage(KeyId, payload) : this.#signDigest(KeyId, payload, publicKey);
    return ok({ curve: form.curve, publicKey, sign });
  }

  async #signMessage(KeyId: string, payload: Hex): Promise<Result<Hex, KeyServiceFailure>> {
    const message = hexToBytes(payload);
    if (message.length > MAX_MESSAGE) throw new RangeError(`the service signs messages of up to ${MAX_MESSAGE} bytes`);
    const request = { KeyId, Message: base64(message), MessageType: 'RAW', SigningAlgorithm: 'ED25519_SHA_512' };
    const answer = await this.#call('Sign', request, signed);
    return answer.ok ? ok(bytesToHex(answer.value.Signature)) : answer;
  }

  async #signDigest(KeyId: string, payload: Hex, publicKey: Hex): Promise<Result<Hex, KeyServiceFailure>> {
    const digest = digestBytes(payload);
    const request = { KeyId, Message: base64(digest), MessageType: 'DIGEST', SigningAlgorithm: 'ECDSA_SHA_256' };
    const answer = await this.#call('Sign', request, signed);
    if (!answer.ok) return answer;
    const signature = recoverable(answer.value.Signature, digest, publicKey);
    return signature ? ok(signature) : fail('KEY_SERVICE_REFUSED', 'the service signed with another key');
  }

  /** One request, when it is its turn. Its failures name KMS's error and nothing of the request. */
  #call<T extends z.ZodType>(
    operation: string,
    body: object,
    schema: T,
  ): Promise<Result<z.output<T>, KeyServiceFailure>> {
    return this.#calls(() => this.#ask(operation, body, schema));
  }

  async #ask<T extends z.ZodType>(
    operation: string,
    body: object,
    schema: T,
  ): Promise<Result<z.output<T>, KeyServiceFailure>> {
    try {
      const response = await this.#client.fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${operation}` },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const answer: unknown = await response.json();
      if (response.ok) return ok(schema.parse(answer));
      const name = refused.safeParse(answer).data?.__type.split('#').at(-1) ?? '';
      if (response.status >= 500 || RETRYABLE.test(name)) return unavailable();
      return fail(
        CODES[name] ?? 'KEY_SERVICE_REFUSED',
        `the key service refused ${operation}: ${name || response.status}`,
      );
    } catch {
      return unavailable();
    }
  }
}

/** Keys in AWS KMS. Fails with KEYS_MISSING without credentials in the environment. */
export function awsKeys(
  source: AwsSource,
  environment: Readonly<Record<string, string | undefined>>,
): Result<KeyService, KeyServiceFailure> {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (!accessKeyId || !secretAccessKey) {
    return fail('KEYS_MISSING', 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for the key service');
  }
  const sessionToken = environment.AWS_SESSION_TOKEN;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken && { sessionToken }),
    service: 'kms',
    region: source.region,
    retries: 2,
  });
  return ok(new AwsKeys(source, client));
}
