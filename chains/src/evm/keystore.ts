import type { Hex } from '@causeway/protocol';
import { computeAddress, recoverAddress, SigningKey } from 'ethers';
import type { KeyScheme } from '../keys/key-scheme.ts';
import type { KeyHandle } from '../provider/provider.ts';

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
  held: {
    curve: 'secp256k1',
    addressOf: (publicKey) => computeAddress(publicKey),
    verifies: (publicKey, digest, signature) => {
      try {
        return /(1b|1c)$/.test(signature) && recoverAddress(digest, signature) === computeAddress(publicKey);
      } catch {
        return false;
      }
    },
  },
  label: { of: (address) => address.slice(2).toLowerCase(), optional: true },
};
