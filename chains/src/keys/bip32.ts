import { bytesToHex, type Hex } from '@causeway/protocol';
import { HDKey } from '@scure/bip32';

/** The secp256k1 key of a BIP-39 seed at a BIP-32 path; the public key is compressed. */
export function secp256k1KeyAt(seed: Uint8Array, path: string): { readonly secret: Hex; readonly publicKey: Hex } {
  const { privateKey, publicKey } = HDKey.fromMasterSeed(seed).derive(path);
  if (!privateKey || !publicKey) throw new Error('the seed has no key at this path');
  return { secret: bytesToHex(privateKey), publicKey: bytesToHex(publicKey) };
}
