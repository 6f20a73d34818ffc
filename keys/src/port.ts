import type { Hex, Result } from '@causeway/protocol';
import type { KeyServiceFailure } from './failures.ts';

/**
 * The place of a secret, such as its purpose and its owner. A wrapped key and a sealed secret open only under the
 * context under which they were made, so that a copy in another row is worthless. It is public.
 */
export type Context = readonly string[];

/** A data key, encrypted by a master key. */
export interface WrappedKey {
  /** The version of the master key that wrapped it, such as `local:2:0f1e…`. */
  readonly masterKey: string;
  readonly bytes: Uint8Array;
}

/** The curves that chains sign with. */
export type Curve = 'secp256k1' | 'ed25519';

/** A key that signs and never leaves its service. */
export interface SigningKey {
  readonly curve: Curve;
  /** secp256k1: compressed, 33 bytes; ed25519: 32 bytes. */
  readonly publicKey: Hex;
  /**
   * secp256k1: signs a 32-byte digest, 65 bytes r ‖ s ‖ v with a low s and v 27 or 28. ed25519: signs a payload of up
   * to 4,096 bytes, 64 bytes. Fails with KEY_SERVICE_UNAVAILABLE or KEY_SERVICE_REFUSED.
   */
  sign(payload: Hex): Promise<Result<Hex, KeyServiceFailure>>;
}

/**
 * Holds the master keys. Wallets use it for wrapping; signers can use it for signing. No failure contains a secret:
 * KEYS_MISSING, KEYS_INVALID, KEYS_EXPOSED, KEY_UNKNOWN, KEY_MISMATCH, KEY_SERVICE_UNAVAILABLE (retryable),
 * KEY_SERVICE_REFUSED.
 */
export interface KeyService {
  /** The version of the master key that `wrap` uses now. */
  current(): Promise<Result<string, KeyServiceFailure>>;
  /** Encrypts a data key of 32 bytes. */
  wrap(dataKey: Uint8Array, context: Context): Promise<Result<WrappedKey, KeyServiceFailure>>;
  /**
   * Decrypts a data key. Fails with KEY_MISMATCH for another context or another master key, and with KEY_UNKNOWN for a
   * master key that the configuration does not name: whoever writes the database chooses the version in a record, and
   * no other key.
   */
  unwrap(wrapped: WrappedKey, context: Context): Promise<Result<Uint8Array, KeyServiceFailure>>;
  /** The signing key of that name. Fails with KEY_UNKNOWN. */
  signingKey(name: string): Promise<Result<SigningKey, KeyServiceFailure>>;
}

/** A context as bytes; different contexts have different bytes. */
export const contextBytes = (context: Context): Buffer => Buffer.from(JSON.stringify(context), 'utf8');
