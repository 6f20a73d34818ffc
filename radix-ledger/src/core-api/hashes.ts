import { decodeBech32m, encodeBech32m } from './bech32m.ts';
import type { Network } from './network.ts';

export const HASH_LENGTH = 32;

/**
 * Parses the hash of a transaction's intent, in hex or bech32m (`txid_sim1…`). Returns hex; null when it is neither.
 */
export function parseIntentHash(text: string, network: Network): string | null {
  if (/^[\da-f]{64}$/i.test(text)) return text.toLowerCase();
  const decoded = decodeBech32m(text);
  const fits = decoded?.hrp === `txid_${network.hrpSuffix}` && decoded.bytes.length === HASH_LENGTH;
  return fits ? Buffer.from(decoded.bytes).toString('hex') : null;
}

/** The hash (hex) of a ledger transaction as bech32m: `ledgertransaction_sim1…`. */
export function ledgerHashBech32m(hash: string, network: Network): string {
  return encodeBech32m(`ledgertransaction_${network.hrpSuffix}`, Buffer.from(hash, 'hex'));
}
