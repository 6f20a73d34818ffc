import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCRYPT_N, writeKeystore } from '@causeway/chains';
import type { Hex } from '@causeway/protocol';
import { type DevAccount, type DevRole, devAccount } from './accounts.ts';

/** Folder of keystores, their passwords and API tokens, below the devnet's folder. */
const KEYS = 'keys';

/** Where a configuration file finds a key; paths are relative to it. */
export interface KeystoreReference {
  readonly keystore: string;
  readonly password: { readonly file: string };
}

/** Writes the account's key as an encrypted keystore, with a random password in a file of its own. */
export async function writeDevKeystore(folder: string, role: DevRole): Promise<KeystoreReference> {
  const { privateKey }: DevAccount = devAccount(role);
  const password = writeSecret(folder, `${role}.password`, randomBytes(16).toString('hex'));
  const keystore = join(KEYS, `${role}.json`);
  await writeKeystore(join(folder, keystore), privateKey as Hex, password.secret, SCRYPT_N.development);
  return { keystore, password: { file: password.file } };
}

/** Writes a random API token that only this devnet accepts. */
export function writeToken(folder: string, caller: string): { readonly file: string; readonly secret: string } {
  return writeSecret(folder, `${caller}.token`, `dev-${caller}-${randomBytes(12).toString('hex')}`);
}

function writeSecret(folder: string, name: string, secret: string): { readonly file: string; readonly secret: string } {
  mkdirSync(join(folder, KEYS), { recursive: true, mode: 0o700 });
  const file = join(KEYS, name);
  writeFileSync(join(folder, file), `${secret}\n`, { mode: 0o600 });
  return { file, secret };
}
