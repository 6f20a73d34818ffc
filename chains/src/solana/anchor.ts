import { fail, ok, type Result } from '@causeway/protocol';
import type { PublicKey } from '@solana/web3.js';
import { publicKeyOf } from './address.ts';

/** What an OracleTransaction is bound to, besides its calls. */
export interface Anchor {
  /** A recent block hash, base58. */
  readonly blockhash: string;
  readonly payer: PublicKey;
  /** Millionths of a lamport for a compute unit. */
  readonly computeUnitPrice: bigint;
  /** Entries of the lookup table that the messages use. */
  readonly tableLength: number;
}

/** Most entries of a lookup table. */
const MAX_TABLE = 256;

/** "blockhash:payer:price:tableLength". */
export const formatAnchor = ({ blockhash, payer, computeUnitPrice, tableLength }: Anchor): string =>
  [blockhash, payer.toBase58(), computeUnitPrice, tableLength].join(':');

/** The parts of an anchor; fails with INVALID_ANCHOR unless it is written exactly as formatAnchor writes it. */
export function parseAnchor(text: string): Result<Anchor> {
  const [, blockhash = '', payerText = '', price = '', length = ''] =
    /^(\w{32,44}):(\w{32,44}):(0|[1-9]\d{0,19}):(0|[1-9]\d{0,2})$/.exec(text) ?? [];
  const payer = publicKeyOf(payerText);
  const computeUnitPrice = BigInt(price);
  const tableLength = Number(length);
  if (publicKeyOf(blockhash) === null || payer === null || computeUnitPrice >= 1n << 64n || tableLength > MAX_TABLE) {
    return fail('INVALID_ANCHOR', 'an anchor is blockhash:payer:microLamports:tableLength');
  }
  return ok({ blockhash, payer, computeUnitPrice, tableLength });
}
