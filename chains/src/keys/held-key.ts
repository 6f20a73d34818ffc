import { type AnyFailure, fail, type Hex, ok, type Result } from '@causeway/protocol';
import type { KeyFailure } from '../failures.ts';
import type { KeyHandle } from './key-handle.ts';
import type { KeyScheme } from './key-scheme.ts';

/** A key that another service holds and signs with. */
export interface HeldKey {
  readonly curve: string;
  /** As in KeyIdentity. */
  readonly publicKey: Hex;
  /** Signs as KeyHandle.sign does. */
  sign(payload: Hex): Promise<Result<Hex, AnyFailure>>;
}

/** Thrown by a handle whose service gives no signature, or one of another key. */
export class HeldKeyError extends Error {
  override readonly name = 'HeldKeyError';
  readonly failure: AnyFailure;

  constructor(failure: AnyFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/**
 * A handle on `key`, for the network of the address `at` where a key has another address on each. It checks every
 * signature before it gives it away. Fails with KEY_MISMATCH for a key that the kind cannot use.
 */
export function heldKey({ held, networks }: KeyScheme, key: HeldKey, at: string): Result<KeyHandle, KeyFailure> {
  if (held === undefined) return fail('KEY_MISMATCH', 'keys of this kind of chain come from keystores alone');
  const { curve, publicKey } = key;
  if (curve !== held.curve) return fail('KEY_MISMATCH', `the key is of ${curve}, not of ${held.curve}`);
  return ok({
    address: held.addressOf(publicKey, networks?.of(at)),
    publicKey,
    async sign(payload) {
      const signed = await key.sign(payload);
      const valid = signed.ok && held.verifies(publicKey, payload, signed.value);
      if (valid) return signed.value;
      const foreign = fail('KEY_SERVICE_REFUSED', 'the key service gave a signature of another key');
      throw new HeldKeyError((signed.ok ? foreign : signed).error);
    },
  });
}
