// The vectors that every implementation of the protocol shares, as the tests of a kind read them.
import { readFileSync } from 'node:fs';
import { type Domain, type Hex, type ProofFor, STATUS, type Status } from '@causeway/protocol';
import type { Interval } from './bridge-under-test.ts';
import type { Remote } from './setting.ts';

export type Vector = Readonly<Record<string, string>>;
export interface CallVector {
  readonly name: string;
  readonly function: 'mintTokens' | 'releaseTokens' | 'cancelOrder';
  readonly orderId: Hex;
  readonly recipient: Hex | null;
  readonly localAmount: string | null;
  readonly proof: Hex;
}
export interface ProofVector extends CallVector {
  readonly kind: string;
  readonly source: string;
  readonly nonce: string;
  readonly wireAmount: string;
  readonly cancelMessageId: Hex | null;
}
export interface PackedVector {
  readonly name: string;
  readonly source: string;
  readonly startNonce: string;
  readonly functions: readonly ProofFor[];
  readonly packed: Hex;
}
/** The vectors of one kind's proofs: a bridge, its remotes, committed intervals and calls. */
export interface ProofVectors {
  readonly domain: string;
  readonly bridge: Hex;
  readonly wireDecimals: string;
  readonly remotes: readonly Vector[];
  readonly intervals: readonly Vector[];
  readonly proofs: readonly ProofVector[];
  readonly malformedIntervals: readonly Vector[];
  readonly malformedProofs: readonly (CallVector & { readonly error: string })[];
  /** Calls of executeMany, where the kind has it. */
  readonly packed?: readonly PackedVector[];
  readonly malformedPacked?: readonly { readonly name: string; readonly packed: Hex; readonly error: string }[];
}
export interface AddressVector {
  readonly name: string;
  readonly word: Hex;
  readonly length: string;
  readonly valid: boolean;
}
/** A lane whose last interval is dropped. Statuses are bytes in order, each with the status's value. */
export interface DropVector {
  readonly name: string;
  readonly counts: readonly string[];
  readonly before: Hex;
  readonly nextInboundNonce: string;
  readonly after: Hex;
}

const read = <T>(file: string): T =>
  JSON.parse(readFileSync(new URL(`../../vectors/${file}.json`, import.meta.url), 'utf8'));

export const proofVectors = (kind: 'solana' | 'radix'): ProofVectors => read(`proofs-${kind}`);
export const ADDRESS_VECTORS = read<readonly AddressVector[]>('addresses');
export const AMOUNT_VECTORS = read<readonly Vector[]>('amounts');
export const DROP_VECTORS = read<readonly DropVector[]>('drops');
/** Fees in smallest units; the short ones are 18 bits times a power of ten. */
export const FEE_VECTORS = read<readonly Record<string, string | null>[]>('fees').map(({ fee, mantissa }) => ({
  fee: BigInt(fee as string),
  isShort: mantissa !== null,
}));

/** The statuses of `bytes`. */
export const statusesIn = (bytes: Hex): Status[] =>
  [...Buffer.from(bytes.slice(2), 'hex')].map((value) => {
    const [name] = Object.entries(STATUS).find((entry) => entry[1] === value) ?? [];
    if (name === undefined) throw new Error(`no status has the value ${value}`);
    return name as Status;
  });

/** A word that every address length allows. */
export const FILLED: Hex = `0x${'01'.padStart(64, '0')}`;

/** A remote with addresses of `length` bytes. */
export const remoteOfLength = (length: number, domain: Domain = 1_000 + length): Remote => ({
  domain,
  bridge: FILLED,
  addressLength: length,
  wireDecimals: 9,
});

export const remotesOf = ({ remotes }: ProofVectors): readonly Remote[] =>
  remotes.map((fields) => ({
    domain: Number(fields.domain),
    bridge: fields.bridge as Hex,
    addressLength: Number(fields.addressLength),
    wireDecimals: Number(fields.wireDecimals),
  }));

export const intervalOfVector = ({ source, firstNonce, count, root }: Vector): Interval => ({
  source: Number(source),
  firstNonce: BigInt(firstNonce as string),
  count: Number(count),
  root: root as Hex,
});
