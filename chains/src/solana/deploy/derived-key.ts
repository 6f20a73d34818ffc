import { type Hex, keccak256 } from '@causeway/protocol';
import type { KeyHandle } from '../../provider.ts';
import { solanaKeyFromSeed } from '../keystore.ts';

/**
 * The key of an account that `key`'s owner creates for `purpose`: made from a signature that nobody else can make and
 * that is never shown, so a repeated run finds the account again and nothing secret has to be kept.
 */
export async function derivedKey(key: KeyHandle, purpose: string): Promise<KeyHandle> {
  // No transaction starts like this: the signature is good for nothing else.
  const text: Hex = `0x${Buffer.from(`Causeway deployment key for ${purpose}`).toString('hex')}`;
  return solanaKeyFromSeed(keccak256(await key.sign(text)));
}
