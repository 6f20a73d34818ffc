import { fail, type Hex, ok, type Result } from '@causeway/protocol';
import { decryptKeystore, encryptKeystore } from '../keystore.ts';
import type { KeyHandle } from '../provider.ts';
import type { KeystoreSource } from '../secret.ts';
import { decodeAddress } from './address.ts';
import { radixKeyFromSeed } from './key.ts';

/**
 * Encrypts the seed of an ed25519 key into a Web3 Secret Storage v3 file. The file names the key's account on the
 * network `networkId`, and thereby the network.
 */
export function writeRadixKeystore(
  path: string,
  seed: Hex,
  password: string,
  scryptN: number,
  networkId: number,
): Promise<void> {
  return encryptKeystore(path, seed, { account: radixKeyFromSeed(seed, networkId).address }, password, scryptN);
}

/**
 * The key in an encrypted keystore, for the network of the account that the file names and checked against that
 * account. Fails as decryptKeystore does, and with KEYSTORE_INVALID for a keystore of another kind of chain.
 */
export async function openRadixKeystore(source: KeystoreSource, baseDir: string): Promise<Result<KeyHandle>> {
  const opened = await decryptKeystore(source, baseDir);
  if (!opened.ok) return opened;
  const { account } = opened.value.fields;
  const address = typeof account === 'string' ? decodeAddress(account) : null;
  const key = address && radixKeyFromSeed(opened.value.secret, address.network.id);
  if (key && key.address === account) return ok(key);
  return fail('KEYSTORE_INVALID', `${source.keystore} does not hold the key of the Radix account that it names`);
}
