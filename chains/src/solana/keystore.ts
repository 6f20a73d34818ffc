import { bytesToHex, type Hex, hexToBytes } from '@causeway/protocol';
import bs58 from 'bs58';
import { z } from 'zod';
import { ed25519KeyOf, isSignedBy } from '../keys/ed25519.ts';
import type { KeyScheme } from '../keys/key-scheme.ts';
import type { KeyHandle } from '../provider/provider.ts';

/**
 * A handle on the ed25519 key of a 32-byte seed; `sign` makes 64-byte signatures of messages of any length. For local
 * chains and tests; other keys come from keystores.
 */
export function solanaKeyFromSeed(seed: Hex): KeyHandle {
  const { publicKey, sign } = ed25519KeyOf(seed);
  return { address: addressOf(publicKey), publicKey, sign };
}

const addressOf = (publicKey: Hex): string => bs58.encode(hexToBytes(publicKey));

/** A key file of Solana's command-line tools: the seed, then the public key, as 64 numbers. */
const keyFile = z.array(z.int().min(0).max(255)).length(64);

/** Keys of Solana. */
export const solanaKeys: KeyScheme = {
  keyOf: solanaKeyFromSeed,
  held: { curve: 'ed25519', addressOf, verifies: isSignedBy },
  label: { of: (address) => address },
  keyFile: {
    description: "key file of Solana's command-line tools: a list of 64 numbers",
    secretOf: (content) => bytesToHex(Uint8Array.from(keyFile.parse(JSON.parse(content)).slice(0, 32))),
  },
};
