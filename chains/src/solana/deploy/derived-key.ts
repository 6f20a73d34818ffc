import { type Hex, keccak256 } from '@causeway/protocol';
import type { KeyHandle } from '../../provider/provider.ts';
import { solanaKeyFromSeed } from '../keystore.ts';

/**
 * The key of an account that the owner of `key` creates for `purpose`. It derives from a signature that only `key` can
 * make and that is never revealed. A repeated run therefore finds the account again without storing a secret.
 */
export async function derivedKey(key: KeyHandle, purpose: string): Promise<KeyHandle> {
  // No transaction starts with this text, so the signature authorises nothing.
  const text: Hex = `0x${Buffer.from(`Causeway deployment key for ${purpose}`).toString('hex')}`;
  return solanaKeyFromSeed(keccak256(await key.sign(text)));
}
