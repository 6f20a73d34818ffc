import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SIMULATOR, writeKey } from '@causeway/chains';
import { SCRYPT_N } from '@causeway/chains/keys';
import { addMasterKey, makeIdentity } from '@causeway/keys';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '@causeway/protocol';
import { type DevnetKind, type DevRole, devAccount } from './accounts.ts';
import { unwrap } from './unwrap.ts';

/** Folder of keystores and their passwords, below the devnet's folder. */
const KEYS = 'keys';

/** A key's place in a configuration file; its paths are relative to that file. */
export interface KeystoreReference {
  readonly keystore: string;
  readonly password: { readonly file: string };
}

/** Writes the account's key as an encrypted keystore, with a random password in a separate file. */
export async function writeDevKeystore(folder: string, role: DevRole, kind: DevnetKind): Promise<KeystoreReference> {
  const name = `${role}.${kind}`;
  const password = writeSecret(folder, `${name}.password`, randomBytes(16).toString('hex'));
  const keystore = join(KEYS, `${name}.json`);
  const { privateKey } = devAccount(role, kind);
  await writeKey(kind, join(folder, keystore), privateKey, {
    password: password.secret,
    scryptN: SCRYPT_N.development,
    network: SIMULATOR.logicalName,
  });
  return { keystore, password: { file: password.file } };
}

/** The file of the API's master key in `folder`, made once: a later start must open what an earlier one has sealed. */
export function writeMasterKey(folder: string): string {
  const file = join(KEYS, 'master.keys');
  if (!existsSync(join(folder, file))) unwrap(addMasterKey(join(folder, file)));
  return file;
}

/** A process's identity towards its peers: where its key is, and its public name. */
export interface IdentityReference {
  readonly source: { readonly file: string };
  readonly name: string;
}

/** The identity of the process `name`, made once. */
export async function writeIdentity(folder: string, name: string): Promise<IdentityReference> {
  const file = join(KEYS, `${name}.identity`);
  const identity = unwrap(await makeIdentity(join(folder, file)));
  return { source: { file }, name: identity.name };
}

/** One keystore for each of `kinds`. */
export async function writeDevKeystores(
  folder: string,
  role: DevRole,
  kinds: readonly DevnetKind[],
): Promise<Readonly<Partial<Record<DevnetKind, KeystoreReference>>>> {
  return Object.fromEntries(
    await Promise.all(kinds.map(async (kind) => [kind, await writeDevKeystore(folder, role, kind)])),
  );
}

function writeSecret(folder: string, name: string, secret: string): { readonly file: string; readonly secret: string } {
  mkdirSync(join(folder, KEYS), { recursive: true, mode: PRIVATE_FOLDER });
  const file = join(KEYS, name);
  writeFileSync(join(folder, file), `${secret}\n`, { mode: PRIVATE_FILE });
  return { file, secret };
}
