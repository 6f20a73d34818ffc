import { deriveEd25519Seed, solanaKeyFromSeed } from '@causeway/chains/keys';
import { bytesToHex, hexToBytes } from '@causeway/protocol';
import type { DevKeys } from '../dev-keys.ts';

export const solanaKeys: DevKeys = {
  derive: (seed, index) => {
    const privateKey = bytesToHex(deriveEd25519Seed(hexToBytes(seed), [44, 501, index, 0]));
    return { address: solanaKeyFromSeed(privateKey).address, privateKey };
  },
  keyOf: solanaKeyFromSeed,
};
