import type { Hex } from '@causeway/protocol';
import { computeAddress, SigningKey } from 'ethers';
import type { KeyScheme } from '../key-scheme.ts';
import type { KeyHandle } from '../provider.ts';

/** A handle on a raw private key of 32 bytes, for local chains and tests. Other keys come from keystores. */
export function keyFromPrivate(privateKey: Hex): KeyHandle {
  const key = new SigningKey(privateKey);
  return {
    address: computeAddress(key.publicKey),
    publicKey: key.compressedPublicKey as Hex,
    sign: async (digest) => key.sign(digest).serialized as Hex,
  };
}

/** Keys of EVM chains. The keystores of other programs may leave out the address. */
export const evmKeys: KeyScheme = {
  keyOf: keyFromPrivate,
  label: { field: 'address', of: (address) => address.slice(2).toLowerCase(), optional: true },
};
