import { fail, ok, type Result } from '@causeway/protocol';
import type { PublicKey } from '@solana/web3.js';
import type { CallFailure } from '../failures.ts';
import { publicKeyOf } from './address.ts';
import { withMargin } from './compute-budget.ts';

/** The terms of an OracleTransaction, apart from its calls. */
export interface Anchor {
  /** A recent block hash, base58. */
  readonly blockhash: string;
  readonly payer: PublicKey;
  /** Price of a compute unit, millionths of a lamport. */
  readonly computeUnitPrice: bigint;
  /** Number of the lookup table's entries that the messages use. */
  readonly tableLength: number;
  /** Limits of compute units of the calls, whole thousands; undefined for a call that no simulation measured. */
  readonly limits: readonly (number | undefined)[];
  /** Indexes, below 32, of the calls that pay a token account without creating it first. */
  readonly withoutCreation: ReadonlySet<number>;
}

/** Most entries of a lookup table. */
const MAX_TABLE = 256;

/** Bits in the mask of calls. */
const MASK_BITS = 32;

/** Compute units of one step of a limit, and the most steps: a byte, in which zero stands for no limit. */
const LIMIT_STEP = 1_000;
const MAX_STEPS = 255;

/** The limit for a call that used `used` compute units; undefined when an anchor has no room for it. */
export function limitFor(used: number): number | undefined {
  const steps = Math.ceil(withMargin(used) / LIMIT_STEP);
  return steps === 0 || steps > MAX_STEPS ? undefined : steps * LIMIT_STEP;
}

/**
 * "blockhash:payer:price:tableLength:limits:mask"; the limits are a byte each, and the mask is of the calls without
 * creation, both hexadecimal. ≤ 188 characters.
 */
export const formatAnchor = (anchor: Anchor): string => {
  const { blockhash, payer, computeUnitPrice, tableLength, limits, withoutCreation } = anchor;
  const steps = Buffer.from(limits.map((limit = 0) => limit / LIMIT_STEP)).toString('hex');
  const mask = [...withoutCreation].reduce((sum, index) => sum + 2 ** index, 0);
  return [blockhash, payer.toBase58(), computeUnitPrice, tableLength, steps, mask.toString(16)].join(':');
};

/** The parts of an anchor. Fails with INVALID_ANCHOR unless the text is exactly what formatAnchor writes. */
export function parseAnchor(text: string): Result<Anchor, CallFailure> {
  const [, blockhash = '', payerText = '', price = '', length = '', steps = '', maskText = ''] =
    /^(\w{32,44}):(\w{32,44}):(0|[1-9]\d{0,19}):(0|[1-9]\d{0,2}):((?:[\da-f]{2}){0,32}):(0|[1-9a-f][\da-f]{0,7})$/.exec(
      text,
    ) ?? [];
  const payer = publicKeyOf(payerText);
  const computeUnitPrice = BigInt(price);
  const tableLength = Number(length);
  if (publicKeyOf(blockhash) === null || payer === null || computeUnitPrice >= 1n << 64n || tableLength > MAX_TABLE) {
    return fail('INVALID_ANCHOR', 'an anchor is blockhash:payer:microLamports:tableLength:limits:mask');
  }
  const mask = Number.parseInt(maskText, 16);
  const indexes = Array.from({ length: MASK_BITS }, (_, index) => index).filter((index) => (mask >>> index) & 1);
  const limits = [...Buffer.from(steps, 'hex')].map((count) => (count === 0 ? undefined : count * LIMIT_STEP));
  return ok({ blockhash, payer, computeUnitPrice, tableLength, limits, withoutCreation: new Set(indexes) });
}
