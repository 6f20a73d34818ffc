import { createHmac, randomBytes } from 'node:crypto';
import type { Sealer } from '@causeway/keys';
import type { AnyFailure, Result } from '@causeway/protocol';
import type { PlatformStorage } from '@causeway/storage';

const PEPPER_BYTES = 32;

const opened = <T>(result: Result<T, AnyFailure>, doing: string): T => {
  if (!result.ok) throw new Error(`${doing}: ${result.error.message} (${result.error.code})`);
  return result.value;
};

export interface PepperDeps {
  readonly storage: Pick<PlatformStorage, 'sealedSecrets'>;
  readonly sealer: Sealer;
}

/** Hashes texts with a secret: without it, nobody can try texts on a hash. */
export type KeyedHash = (text: string) => Promise<string>;

/**
 * A keyed hash (HMAC-SHA256, hex) whose key is the secret `name` of the service. All processes of a database share it;
 * it is made at the first use. Rejects when the master key cannot be used.
 */
export function keyedHash(name: string, { storage, sealer }: PepperDeps): KeyedHash {
  const context = ['sealed-secrets', name];
  let known: Promise<Uint8Array> | undefined;
  const read = async (): Promise<Uint8Array> => {
    const stored = await storage.sealedSecrets.get(name);
    const make = async (): Promise<string> =>
      storage.sealedSecrets.create(name, opened(await sealer.seal(randomBytes(PEPPER_BYTES), context), name));
    return opened(await sealer.open(stored ?? (await make()), context), name);
  };
  return async (text) => {
    known ??= read().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return createHmac('sha256', await known)
      .update(text)
      .digest('hex');
  };
}
