import { fail, type Hex, hexToBytes, ok, type Result } from '@causeway/protocol';
import { z } from 'zod';
import type { KeyServiceFailure } from './failures.ts';
import { type KeyDependencies, openSigningKey, type SigningKeySource } from './open.ts';
import type { SigningKey } from './port.ts';
import { addSigningKey } from './ring-file.ts';

/** Name of the signing key that proves who a process is. */
const IDENTITY = 'identity';

const PREFIX = 'ed25519:';
const PUBLIC_KEY_BYTES = 32;

/** The public part of an identity: "ed25519:" and the public key of 32 bytes in base64url without padding. */
export const identityName = z
  .string()
  .refine(
    (text) => text.startsWith(PREFIX) && nameOf(publicBytes(text)) === text,
    'is no identity: "ed25519:" and 43 characters, as `causeway identity` prints it',
  );

const publicBytes = (name: string): Buffer => Buffer.from(name.slice(PREFIX.length), 'base64url');

const nameOf = (publicKey: Uint8Array): string =>
  publicKey.length === PUBLIC_KEY_BYTES ? PREFIX + Buffer.from(publicKey).toString('base64url') : '';

/** The public key of an identity, 32 bytes. */
export const identityKey = (name: string): Uint8Array => publicBytes(identityName.parse(name));

/** A key by which a process proves to another one who it is. */
export interface Identity {
  /** As in `identityName`. */
  readonly name: string;
  /** The signature of up to 4,096 bytes, 64 bytes. Fails as the key service does. */
  sign(payload: Hex): Promise<Result<Hex, KeyServiceFailure>>;
}

/** The identity of `key`. Fails with KEYS_INVALID for a key of another curve. */
function identityOf({ curve, publicKey, sign }: SigningKey): Result<Identity, KeyServiceFailure> {
  if (curve !== 'ed25519') return fail('KEYS_INVALID', `the signing key ${IDENTITY} is of ${curve}, not of ed25519`);
  return ok({ name: nameOf(hexToBytes(publicKey)), sign });
}

/** Opens the identity of a key source. Fails as openSigningKey does. */
export async function openIdentity(
  source: SigningKeySource,
  baseDir: string,
  dependencies: KeyDependencies = {},
): Promise<Result<Identity, KeyServiceFailure>> {
  const key = await openSigningKey(source, IDENTITY, baseDir, dependencies);
  return key.ok ? identityOf(key.value) : key;
}

/** The identity in the key file at `path`, which gets a random one if it has none. Fails as openSigningKey does. */
export async function makeIdentity(path: string): Promise<Result<Identity, KeyServiceFailure>> {
  const added = addSigningKey(path, IDENTITY, 'ed25519');
  return added.ok ? openIdentity({ file: path }, '.') : added;
}
