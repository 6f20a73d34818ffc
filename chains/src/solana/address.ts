import { bytesToHex, fail, type Hex, ok, type Result, ZERO_32 } from '@causeway/protocol';
import { PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import type { AddressFailure } from '../failures.ts';
import { addressBytes, addressOf } from './addresses.ts';

/** The 32 bytes of a base58 address. Fails with INVALID_ADDRESS and how to fix it. */
export function parseSolanaAddress(address: string): Result<Hex, AddressFailure> {
  const key = publicKeyOf(address);
  if (key === null) return fail('INVALID_ADDRESS', 'a Solana address is 32 bytes in base58');
  const bytes = addressBytes(key);
  return bytes === ZERO_32 ? fail('INVALID_ADDRESS', 'the System program receives nothing') : ok(bytes);
}

/** base58 of an address. Throws RangeError unless it has 32 bytes. */
export const formatSolanaAddress = (address: Hex): string => addressOf(address).toBase58();

/** The key that `text` spells in canonical base58; null for any other text. */
export function publicKeyOf(text: string): PublicKey | null {
  // Longer texts are no addresses, and their decoding takes quadratic time.
  if (text.length > 44) return null;
  try {
    const key = new PublicKey(text);
    return key.toBase58() === text ? key : null;
  } catch {
    return null;
  }
}

/** The bytes of a mint's address, in hexadecimal. Throws when it is no base58. */
export const solanaOriginBytes = (address: string): string => bytesToHex(bs58.decode(address));

/** The key that `text` spells. Fails with INVALID_ADDRESS; `what` names it. */
export function parseKey(text: string, what: string): Result<PublicKey, AddressFailure> {
  const key = publicKeyOf(text);
  return key === null ? fail('INVALID_ADDRESS', `${what} is no Solana address: 32 bytes in base58`) : ok(key);
}
