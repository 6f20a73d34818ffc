import { SIMULATOR } from '@causeway/chains';
import { deriveEd25519Seed, radixAccountPath, radixKeyFromSeed } from '@causeway/chains/keys';
import { bytesToHex, type Hex, hexToBytes } from '@causeway/protocol';
import type { DevKeys } from '../dev-keys.ts';

/** The key of `seed` on the local Radix network. */
const keyOf = (seed: Hex) => radixKeyFromSeed(seed, SIMULATOR.id);

export const radixKeys: DevKeys = {
  derive: (seed, index) => {
    const privateKey = bytesToHex(deriveEd25519Seed(hexToBytes(seed), radixAccountPath(SIMULATOR.id, index)));
    return { address: keyOf(privateKey).address, privateKey };
  },
  keyOf,
};
