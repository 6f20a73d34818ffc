import { fail, ok, type Result } from '@causeway/protocol';
import type { PublicKey } from '@solana/web3.js';
import { publicKeyOf } from './address.ts';

/** The terms of an OracleTransaction, apart from its calls. */
export interface Anchor {
  /** A recent block hash, base58. */
  readonly blockhash: string;
  readonly payer: PublicKey;
  /** Price of a compute unit, millionths of a lamport. */
  readonly computeUnitPrice: bigint;
  /** Number of the lookup table's entries that the messages use. */
  readonly tableLength: number;
  /** Indexes, below 32, of the calls that pay a token account without creating it first. */
  readonly withoutCreation: ReadonlySet<number>;
}

/** Most entries of a lookup table. */
const MAX_TABLE = 256;

/** Bits in the mask of calls. */
const MASK_BITS = 32;

/**
 * "blockhash:payer:price:tableLength:mask"; the mask of the calls without creation is hexadecimal. ≤ 123 characters.
 */
export const formatAnchor = ({ blockhash, payer, computeUnitPrice, tableLength, withoutCreation }: Anchor): string => {
  const mask = [...withoutCreation].reduce((sum, index) => sum + 2 ** index, 0);
  return [blockhash, payer.toBase58(), computeUnitPrice, tableLength, mask.toString(16)].join(':');
};

/** The parts of an anchor. Fails with INVALID_ANCHOR unless the text is exactly what formatAnchor writes. */
export function parseAnchor(text: string): Result<Anchor> {
  const [, blockhash = '', payerText = '', price = '', length = '', maskText = ''] =
    /^(\w{32,44}):(\w{32,44}):(0|[1-9]\d{0,19}):(0|[1-9]\d{0,2}):(0|[1-9a-f][\da-f]{0,7})$/.exec(text) ?? [];
  const payer = publicKeyOf(payerText);
  const computeUnitPrice = BigInt(price);
  const tableLength = Number(length);
  if (publicKeyOf(blockhash) === null || payer === null || computeUnitPrice >= 1n << 64n || tableLength > MAX_TABLE) {
    return fail('INVALID_ANCHOR', 'an anchor is blockhash:payer:microLamports:tableLength:mask');
  }
  const mask = Number.parseInt(maskText, 16);
  const indexes = Array.from({ length: MASK_BITS }, (_, index) => index).filter((index) => (mask >>> index) & 1);
  return ok({ blockhash, payer, computeUnitPrice, tableLength, withoutCreation: new Set(indexes) });
}
