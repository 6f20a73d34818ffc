import { fail, type Hex, ok, type Result } from '@causeway/protocol';
import type { KeystoreSource } from '../config.ts';
import { decryptKeystore, encryptKeystore } from '../keystore.ts';
import type { KeyHandle } from '../provider.ts';
import { decodeAddress } from './address.ts';
import { radixKeyFromSeed } from './key.ts';

/**
 * Encrypts the seed of an ed25519 key into a Web3 Secret Storage v3 file, which names its account on the network of that
 * id, and so the network.
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
 * The key in an encrypted keystore, for the network of the account that it names and checked against it; errors as
 * decryptKeystore, and KEYSTORE_INVALID for a keystore of another kind of chain.
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
