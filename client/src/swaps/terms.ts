import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { bytesOf, wordOf } from '../words.ts';
import { ZERO_WORD } from './addresses.ts';

/**
 * The terms of a swap, version 1. Words are 32 bytes in hexadecimal, in small letters; times are seconds since 1970,
 * amounts local units.
 */
export interface SwapTerms {
  readonly version: bigint;
  /** The chain and the settler that the terms are for. */
  readonly domain: bigint;
  readonly settler: string;
  /** What the bridge delivers; the zero word is the chain's own coin. */
  readonly assetIn: string;
  readonly amountIn: bigint;
  readonly assetOut: string;
  /** What a fill pays until exclusiveUntil, and from the deadline on. */
  readonly quotedOut: bigint;
  readonly minOut: bigint;
  readonly recipient: string;
  /** Until exclusiveUntil only this account fills; the zero word is anyone. */
  readonly solver: string;
  readonly exclusiveUntil: bigint;
  readonly deadline: bigint;
  /** 0: the recipient gets assetIn when nobody fills. 1: it goes home. */
  readonly fallback: bigint;
  readonly home: bigint;
  readonly homeAddress: string;
  readonly finishFee: bigint;
  readonly salt: string;
}

/** The fields in the order of their encoding, with their bytes; 32 of them are a word. */
const FIELDS: Readonly<Record<keyof SwapTerms, number>> = {
  version: 1,
  domain: 4,
  settler: 32,
  assetIn: 32,
  amountIn: 16,
  assetOut: 32,
  quotedOut: 16,
  minOut: 16,
  recipient: 32,
  solver: 32,
  exclusiveUntil: 8,
  deadline: 8,
  fallback: 1,
  home: 4,
  homeAddress: 32,
  finishFee: 16,
  salt: 32,
};

/** Names of all fields. */
export const TERMS_FIELDS = Object.keys(FIELDS) as (keyof SwapTerms)[];

const TERMS_BYTES = 314;

/** Decoded terms with their id. */
export interface DecodedTerms {
  readonly terms: SwapTerms;
  /** keccak256 of the 314 bytes: the id of the swap, and the reference of its order. */
  readonly id: Uint8Array;
}

/** The terms in 314 bytes of hexadecimal, whatever they say; undefined for any other text. */
export function decodeTerms(hex: string): DecodedTerms | undefined {
  const bytes = bytesOf(hex, TERMS_BYTES);
  if (bytes === undefined) return undefined;
  let end = 0;
  const terms = TERMS_FIELDS.map((name) => {
    end += FIELDS[name];
    const part = bytes.subarray(end - FIELDS[name], end);
    return [name, part.length === 32 ? wordOf(part) : BigInt(`0x${bytesToHex(part)}`)];
  });
  return { terms: Object.fromEntries(terms) as unknown as SwapTerms, id: keccak_256(bytes) };
}

/** The names that the settlers give to faults of terms. */
export type SwapTermsFault =
  | 'FinishFeeTooHigh'
  | 'InvalidAsset'
  | 'InvalidDeadline'
  | 'InvalidFallback'
  | 'InvalidRecipient'
  | 'InvalidSolver'
  | 'MinOutAboveQuotedOut'
  | 'UnknownVersion'
  | 'ZeroAmount';

/** The largest finish fee is amountIn divided by this. */
const FINISH_FEE_DIVISOR = 20n;

/**
 * Why no settler on a chain whose addresses have `addressBytes` bytes would fill the terms; undefined when one would.
 * What the settler's chain and address are is another question.
 */
export function faultOf(terms: SwapTerms, addressBytes: number): SwapTermsFault | undefined {
  const isAccount = (word: string) => word !== ZERO_WORD && /^0x0*$/.test(word.slice(0, -2 * addressBytes));
  const isZeroOrAccount = (word: string) => word === ZERO_WORD || isAccount(word);
  const { amountIn, quotedOut, minOut, recipient, home, homeAddress } = terms;
  const hasHome = home !== 0n && home !== terms.domain && homeAddress !== ZERO_WORD;
  const hasNoHome = home === 0n && homeAddress === ZERO_WORD;
  const broken: Readonly<Record<SwapTermsFault, boolean>> = {
    UnknownVersion: terms.version !== 1n,
    InvalidAsset: !isZeroOrAccount(terms.assetIn) || !isZeroOrAccount(terms.assetOut),
    ZeroAmount: amountIn === 0n || quotedOut === 0n || minOut === 0n,
    MinOutAboveQuotedOut: minOut > quotedOut,
    InvalidRecipient: !isAccount(recipient) || recipient === terms.settler,
    InvalidSolver: !isZeroOrAccount(terms.solver),
    InvalidDeadline: terms.deadline <= terms.exclusiveUntil,
    InvalidFallback: terms.fallback === 1n ? !hasHome : terms.fallback !== 0n || !hasNoHome,
    FinishFeeTooHigh: terms.finishFee > amountIn / FINISH_FEE_DIVISOR,
  };
  return (Object.keys(broken) as SwapTermsFault[]).find((fault) => broken[fault]);
}
