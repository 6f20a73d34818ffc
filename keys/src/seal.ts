import { randomBytes } from 'node:crypto';
import { fail, ok, type Result } from '@causeway/protocol';
import { decrypt, encrypt, KEY_BYTES, type Random } from './aes.ts';
import type { KeyServiceFailure } from './failures.ts';
import { type Context, contextBytes, type KeyService, type WrappedKey } from './port.ts';

/** First part of every sealed secret: the version of its form. */
const FORM = 's1';

const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const toBytes = (text: string): Buffer => Buffer.from(text, 'base64url');

/** A sealed secret, taken apart. */
interface Parts {
  readonly wrapped: WrappedKey;
  readonly body: Uint8Array;
}

function partsOf(sealed: string): Parts | null {
  const [form, masterKey, bytes, body, ...rest] = sealed.split('.');
  if (form !== FORM || !masterKey || !bytes || !body || rest.length > 0) return null;
  return { wrapped: { masterKey: toBytes(masterKey).toString('utf8'), bytes: toBytes(bytes) }, body: toBytes(body) };
}

const join = ({ masterKey, bytes }: WrappedKey, body: Uint8Array): string =>
  [FORM, toText(Buffer.from(masterKey, 'utf8')), toText(bytes), toText(body)].join('.');

const damaged = () => fail('SEALED_DAMAGED', 'the sealed secret is damaged or belongs elsewhere');

/** The version of the master key of a sealed secret; null for any other text. */
export const masterKeyOf = (sealed: string): string | null => partsOf(sealed)?.wrapped.masterKey ?? null;

/**
 * Envelope encryption: every secret has a random data key (AES-256-GCM), which a master key wraps. A sealed secret is
 * text, safe to store: form, version of the master key, wrapped data key and ciphertext, in base64url. Both encryptions
 * authenticate the context, and the wrapping also the version of the master key.
 */
export class Sealer {
  readonly #keys: KeyService;
  readonly #random: Random;

  constructor(keys: KeyService, random: Random = randomBytes) {
    this.#keys = keys;
    this.#random = random;
  }

  /** Seals `plain` under a new data key. Fails as KeyService.wrap does. */
  async seal(plain: Uint8Array, context: Context): Promise<Result<string, KeyServiceFailure>> {
    const dataKey = this.#random(KEY_BYTES);
    try {
      const wrapped = await this.#keys.wrap(dataKey, context);
      return wrapped.ok
        ? ok(join(wrapped.value, encrypt(dataKey, plain, contextBytes(context), this.#random)))
        : wrapped;
    } finally {
      dataKey.fill(0);
    }
  }

  /** The secret in `sealed`. Fails with SEALED_DAMAGED, and as KeyService.unwrap does. */
  async open(sealed: string, context: Context): Promise<Result<Uint8Array, KeyServiceFailure>> {
    const parts = partsOf(sealed);
    if (!parts) return damaged();
    const dataKey = await this.#keys.unwrap(parts.wrapped, context);
    if (!dataKey.ok) return dataKey;
    const plain = decrypt(dataKey.value, parts.body, contextBytes(context));
    dataKey.value.fill(0);
    return plain ? ok(plain) : damaged();
  }

  /**
   * The same secret under the current master key: only the data key is wrapped anew, and the ciphertext stays. Returns
   * `sealed` itself when it is current. Fails as open does.
   */
  async rewrap(sealed: string, context: Context): Promise<Result<string, KeyServiceFailure>> {
    const parts = partsOf(sealed);
    if (!parts) return damaged();
    const current = await this.#keys.current();
    if (!current.ok) return current;
    if (current.value === parts.wrapped.masterKey) return ok(sealed);
    const dataKey = await this.#keys.unwrap(parts.wrapped, context);
    if (!dataKey.ok) return dataKey;
    // A wrong data key must never replace the right one.
    const right = decrypt(dataKey.value, parts.body, contextBytes(context));
    right?.fill(0);
    const wrapped = right ? await this.#keys.wrap(dataKey.value, context) : damaged();
    dataKey.value.fill(0);
    return wrapped.ok ? ok(join(wrapped.value, parts.body)) : wrapped;
  }

  /** The version of the master key that new secrets are sealed under. */
  current(): Promise<Result<string, KeyServiceFailure>> {
    return this.#keys.current();
  }
}
