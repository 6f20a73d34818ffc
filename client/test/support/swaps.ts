import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base58, bech32m } from '@scure/base';
import type { SettlerKind, SwapAnswer, SwapTerms, SwapWish, TrustedSettler } from '../../src/index.ts';
import { ADDRESS_BYTES, vaultWord } from '../../src/swaps/addresses.ts';
import { decodeTerms, TERMS_FIELDS } from '../../src/swaps/terms.ts';

/** A vector of contracts/vectors/terms.json: the members that these tests read. */
export interface TermsVector {
  readonly name: string;
  readonly atDomain: string;
  readonly atSettler: string;
  readonly addressLength: string;
  readonly encoded: string;
  readonly id: string;
  /** Null off EVM chains. */
  readonly vault: string | null;
  readonly error: string | null;
  readonly fields: Readonly<Record<keyof SwapTerms, string>> | null;
}

export const VECTORS: readonly TermsVector[] = JSON.parse(
  readFileSync(new URL('../../../contracts/vectors/terms.json', import.meta.url), 'utf8'),
);

const hash = (text: string) => createHash('sha256').update(text).digest();

/** A sample address of 32 bytes in base58. */
export const solanaAddress = (name: string): string => base58.encode(hash(name));
/** A sample id of a swap. */
export const sampleId = (name: string): Uint8Array => hash(name);

const OF_BYTES: Readonly<Record<SettlerKind, (bytes: Uint8Array) => string>> = {
  evm: (bytes) => `0x${bytesToHex(bytes)}`,
  solana: (bytes) => base58.encode(bytes),
  radix: (bytes) => bech32m.encodeFromBytes('account_sim', bytes),
};

/** A word as an address in its chain's own form. */
export const addressOf = (kind: SettlerKind, word: string): string =>
  OF_BYTES[kind](hexToBytes(word.slice(2)).slice(-ADDRESS_BYTES[kind]));

const assetOf = (kind: SettlerKind, word: string): string | null =>
  /^0x0*$/.test(word) ? null : addressOf(kind, word);

export const kindOf = ({ addressLength }: TermsVector): SettlerKind =>
  (Object.keys(ADDRESS_BYTES) as SettlerKind[]).find(
    (kind) => ADDRESS_BYTES[kind] === Number(addressLength),
  ) as SettlerKind;

/** The settler that sees the terms of a vector. */
export function settlerOf(vector: TermsVector): TrustedSettler {
  const kind = kindOf(vector);
  const site = { domain: Number(vector.atDomain), address: addressOf(kind, vector.atSettler) };
  if (kind === 'evm') return { kind, ...site };
  if (kind === 'solana') return { kind, ...site, program: solanaAddress('program') };
  return { kind, ...site, account: addressOf(kind, `0x${'00'.repeat(2)}51${'ab'.repeat(29)}`) };
}

/** Tokens of these tests have two decimals. */
const DECIMALS = 2;
export const decimal = (units: bigint): string => {
  const digits = String(units).padStart(DECIMALS + 1, '0');
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
};

/** An answer that lacks nothing. */
export type WholeAnswer = Required<SwapAnswer> & { readonly terms: NonNullable<SwapAnswer['terms']> };

/** The answer of an honest service for these terms at `settler`. */
export function answerOf(hex: string, settler: TrustedSettler): WholeAnswer {
  const decoded = decodeTerms(hex);
  if (decoded === undefined) throw new RangeError('these are no terms');
  const { terms, id } = decoded;
  const fields = Object.fromEntries(TERMS_FIELDS.map((name) => [name, String(terms[name])]));
  return {
    mode: 'swap',
    // An answer has integers where they are small; the test compares them as text.
    terms: { ...(fields as unknown as WholeAnswer['terms']), hex },
    settler: addressOf(settler.kind, terms.settler),
    destinationAddress: addressOf(settler.kind, terms.recipient),
    fromAmount: decimal(terms.amountIn),
    finishFee: decimal(terms.finishFee),
    exclusiveUntil: dateOf(terms.exclusiveUntil).toISOString(),
    vault: addressOf(settler.kind, vaultWord(settler, id)),
    reference: `0x${bytesToHex(keccak_256(hexToBytes(hex.slice(2))))}`,
    toAmount: decimal(terms.quotedOut),
    minToAmount: decimal(terms.minOut),
    deadline: dateOf(terms.deadline).toISOString(),
    fallback: terms.fallback === 1n ? 'home' : 'token',
  };
}

/** The latest time that a date can say, seconds. */
export const LATEST = 8_640_000_000_000n;
const dateOf = (seconds: bigint): Date => new Date(Number(seconds < LATEST ? seconds : LATEST) * 1_000);

/** What a caller asked who got these terms from an honest service. */
export function wishOf(hex: string, settler: TrustedSettler): SwapWish {
  const terms = decodeTerms(hex)?.terms as SwapTerms;
  const { kind } = settler;
  const deadline = dateOf(terms.deadline);
  return {
    settler,
    amount: decimal(terms.amountIn),
    delivered: { address: assetOf(kind, terms.assetIn), decimals: DECIMALS },
    wanted: { address: assetOf(kind, terms.assetOut), decimals: DECIMALS },
    minToAmount: decimal(terms.minOut),
    toAmount: decimal(terms.quotedOut),
    recipient: addressOf(kind, terms.recipient),
    deadline: { earliest: deadline, latest: deadline },
    fallback:
      terms.fallback === 1n
        ? // Every word is an address of this kind of chain, because it has 32 bytes.
          { domain: Number(terms.home), kind: 'solana', address: addressOf('solana', terms.homeAddress) }
        : 'token',
    finishFee: decimal(terms.finishFee),
  };
}

/** The terms in `hex` with other fields: words in hexadecimal, numbers as bigint. */
export function withFields(hex: string, fields: Partial<SwapTerms>): string {
  const terms = { ...(decodeTerms(hex)?.terms as SwapTerms), ...fields };
  const bytes = [1, 4, 32, 32, 16, 32, 16, 16, 32, 32, 8, 8, 1, 4, 32, 16, 32];
  const parts = TERMS_FIELDS.map((name, index) => {
    const digits = 2 * (bytes[index] as number);
    return typeof terms[name] === 'string' ? terms[name].slice(2) : terms[name].toString(16).padStart(digits, '0');
  });
  return `0x${parts.join('')}`;
}
