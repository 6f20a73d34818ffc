import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { chainKinds, type KeyScheme, writeKey } from '@causeway/chains';
import { SCRYPT_N } from '@causeway/chains/keys';
import { bytesToHex, type Hex } from '@causeway/protocol';
import { passwordOf, secretOf, usageError } from './key-flags.ts';

/** Options of `causeway keystore`. */
export interface KeystoreFlags {
  readonly kind: string;
  /** The network of the key, where a key has another address on each. */
  readonly network?: string;
  readonly passwordFile?: string;
  readonly passwordEnv?: string;
  readonly from?: string;
  readonly keyEnv?: string;
}

/** Writes the keystore and returns its key's address. Throws a UsageError that says how to fix the command. */
export async function makeKeystore(file: string, flags: KeystoreFlags): Promise<string> {
  const kind = chainKinds().find(({ name }) => name === flags.kind);
  if (kind === undefined)
    throw usageError(
      `--kind is ${chainKinds()
        .map(({ name }) => name)
        .join(' or ')}`,
    );
  const keys = await kind.keys();
  checkNetwork(flags, keys);
  if (existsSync(file)) throw usageError(`${file} exists; keystores are never overwritten`);
  const password = passwordOf(flags);
  const secret = chosenSecret(flags, keys);
  const { network } = flags;
  const { production: scryptN } = SCRYPT_N;
  await writeKey(kind.name, resolve(file), secret, { password, scryptN, ...(network !== undefined && { network }) });
  return keys.keyOf(secret, network).address;
}

function checkNetwork({ kind, network }: KeystoreFlags, { networks }: KeyScheme): void {
  if (networks === undefined && network !== undefined) throw usageError(`--network is not for ${kind} keys`);
  if (networks !== undefined && !networks.names.includes(network ?? '')) {
    throw usageError(`--network is ${networks.names.join(' or ')} for ${kind} keys`);
  }
}

function chosenSecret({ from, keyEnv, kind }: KeystoreFlags, { keyFile }: KeyScheme): Hex {
  if (from === undefined) return keyEnv === undefined ? bytesToHex(randomBytes(32)) : secretOf(keyEnv);
  if (keyEnv !== undefined) throw usageError('give --from or --key-env, not both');
  if (keyFile === undefined) throw usageError(`--from: there are no key files of ${kind} keys`);
  try {
    return keyFile.secretOf(readFileSync(from, 'utf8'));
  } catch {
    throw usageError(`${from} is no ${keyFile.description}`);
  }
}
