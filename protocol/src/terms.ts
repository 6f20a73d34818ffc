import { isAddress32, toAddress32 } from './address.ts';
import type { SettlerContractError } from './contract-errors.ts';
import type { Domain } from './domain.ts';
import { concatHex, exactHex, type Hex, isHex, readerOf, uintToHex, ZERO_32 } from './hex.ts';
import { keccak256 } from './keccak.ts';
import { type Failure, fail, ok, type Result } from './result.ts';

/** The only version of terms. It is their first byte. */
export const TERMS_VERSION = 1;

/** Where the input goes when nobody fills a swap: to the recipient as it is, or home, burned or locked. */
export const FALLBACK = { token: 0, home: 1 } as const;

/** The largest finishFee is amountIn divided by this. */
export const FINISH_FEE_DIVISOR = 20n;

/** After this time beyond the deadline, seconds, giveBack returns the token, and whatever amount has arrived. */
export const LATE_SECONDS = 86_400n;

/** The terms of a swap. Addresses are words of 32 bytes, left-padded; times are seconds since 1970. */
export interface Terms {
  readonly version: number;
  /** The chain and the settler that the terms are for. */
  readonly domain: Domain;
  readonly settler: Hex;
  /** What the bridge delivers on this chain; zero is the native coin. */
  readonly assetIn: Hex;
  /** Local units of assetIn, at most 128 bits. */
  readonly amountIn: bigint;
  /** What the user wants, on the same chain; zero is the native coin. */
  readonly assetOut: Hex;
  /** Local units of assetOut, at most 128 bits: what a fill pays until exclusiveUntil. */
  readonly quotedOut: bigint;
  /** Local units of assetOut, at most 128 bits: what a fill pays at least. */
  readonly minOut: bigint;
  /** The user on this chain. */
  readonly recipient: Hex;
  /** Until exclusiveUntil only this account fills the swap; zero is anyone. */
  readonly solver: Hex;
  readonly exclusiveUntil: bigint;
  /** From this second on nobody fills the swap. */
  readonly deadline: bigint;
  /** One of FALLBACK, or another byte in terms that no settler fills. */
  readonly fallback: number;
  /** Domain and address of the fallback home; both zero for the other one. */
  readonly home: Domain;
  readonly homeAddress: Hex;
  /** Local units of assetIn, for who finishes a swap that nobody filled. */
  readonly finishFee: bigint;
  /** Random, new for each order. */
  readonly salt: Hex;
}

type FieldName = keyof Terms;
type FieldType = 'number' | 'bigint' | 'word';

/** The fields in the order of their encoding: type and bytes. */
const FIELDS: { readonly [Name in FieldName]: readonly [type: FieldType, bytes: number] } = {
  version: ['number', 1],
  domain: ['number', 4],
  settler: ['word', 32],
  assetIn: ['word', 32],
  amountIn: ['bigint', 16],
  assetOut: ['word', 32],
  quotedOut: ['bigint', 16],
  minOut: ['bigint', 16],
  recipient: ['word', 32],
  solver: ['word', 32],
  exclusiveUntil: ['bigint', 8],
  deadline: ['bigint', 8],
  fallback: ['number', 1],
  home: ['number', 4],
  homeAddress: ['word', 32],
  finishFee: ['bigint', 16],
  salt: ['word', 32],
};
const NAMES = Object.keys(FIELDS) as FieldName[];

/** Bytes of encoded terms. */
export const TERMS_LENGTH = NAMES.reduce((length, name) => length + FIELDS[name][1], 0);

/** Encodes terms in 314 bytes: big-endian, packed. Throws RangeError when a field does not fit. */
export const encodeTerms = (terms: Terms): Hex =>
  concatHex(
    ...NAMES.map((name) => {
      const [type, bytes] = FIELDS[name];
      return type === 'word'
        ? exactHex(terms[name] as Hex, bytes, name)
        : uintToHex(terms[name] as bigint | number, bytes);
    }),
  );

/** keccak256 of encoded terms: the swap's id, the reference of its order, and the salt of its vault. */
export const termsIdOf = (encoded: Hex): Hex => keccak256(encoded);

/**
 * The fields of encoded terms, whatever they say: the ways out of a vault serve bad terms too. Fails with
 * MalformedTerms unless `encoded` has 314 bytes.
 */
export function decodeTerms(encoded: Hex): Result<Terms, Failure<'MalformedTerms'>> {
  if (!isHex(encoded, TERMS_LENGTH)) return fail('MalformedTerms', `terms have ${TERMS_LENGTH} bytes`);
  const take = readerOf(encoded);
  const read = { number: Number, bigint: BigInt, word: (hex: Hex) => hex };
  const fields = NAMES.map((name) => {
    const [type, bytes] = FIELDS[name];
    return [name, read[type](take(bytes))];
  });
  return ok(Object.fromEntries(fields) as unknown as Terms);
}

/** A settler and its chain. */
export interface SettlerSite {
  readonly domain: Domain;
  /** Left-padded to 32 bytes. */
  readonly settler: Hex;
  /** Bytes of an address on the settler's chain. */
  readonly addressLength: number;
}

/** What is wrong with terms. These are the errors with which `fill` of the settlers refuses them. */
export type TermsFault = Extract<
  SettlerContractError,
  | 'FinishFeeTooHigh'
  | 'InvalidAsset'
  | 'InvalidDeadline'
  | 'InvalidFallback'
  | 'InvalidRecipient'
  | 'InvalidSolver'
  | 'MalformedTerms'
  | 'MinOutAboveQuotedOut'
  | 'UnknownVersion'
  | 'WrongSettler'
  | 'ZeroAmount'
>;

/** A rule of terms: the fault of those that break it, what to change, and whether `terms` do at `site`. */
type Rule = readonly [
  fault: Exclude<TermsFault, 'MalformedTerms'>,
  message: string,
  isBroken: (terms: Terms, site: SettlerSite) => boolean,
];

const isAccount = (word: Hex, site: SettlerSite): boolean => isAddress32(word, site.addressLength);
const isZeroOrAccount = (word: Hex, site: SettlerSite): boolean => word === ZERO_32 || isAccount(word, site);

/** The rules in the order in which settlers check them. */
const RULES: readonly Rule[] = [
  ['UnknownVersion', 'the version must be 1', ({ version }) => version !== TERMS_VERSION],
  [
    'WrongSettler',
    'domain and settler must be those of the settler that fills',
    (terms, { domain, settler }) => terms.domain !== domain || terms.settler !== settler.toLowerCase(),
  ],
  [
    'InvalidAsset',
    'assetIn and assetOut must be zero or addresses of this chain',
    ({ assetIn, assetOut }, site) => !isZeroOrAccount(assetIn, site) || !isZeroOrAccount(assetOut, site),
  ],
  [
    'ZeroAmount',
    'amountIn, quotedOut and minOut must be more than zero',
    ({ amountIn, quotedOut, minOut }) => amountIn === 0n || quotedOut === 0n || minOut === 0n,
  ],
  ['MinOutAboveQuotedOut', 'minOut must be at most quotedOut', ({ quotedOut, minOut }) => minOut > quotedOut],
  [
    'InvalidRecipient',
    'the recipient must be an address of this chain, and not the settler',
    ({ recipient, settler }, site) => !isAccount(recipient, site) || recipient === settler,
  ],
  [
    'InvalidSolver',
    'the solver must be zero or an address of this chain',
    ({ solver }, site) => !isZeroOrAccount(solver, site),
  ],
  [
    'InvalidDeadline',
    'the deadline must be after exclusiveUntil',
    ({ exclusiveUntil, deadline }) => deadline <= exclusiveUntil,
  ],
  [
    'InvalidFallback',
    'the fallback is 0 without a home, or 1 with the domain of another chain and an address there',
    ({ fallback, domain, home, homeAddress }) =>
      fallback === FALLBACK.home
        ? home === 0 || home === domain || homeAddress === ZERO_32
        : fallback !== FALLBACK.token || home !== 0 || homeAddress !== ZERO_32,
  ],
  [
    'FinishFeeTooHigh',
    'finishFee must be at most a twentieth of amountIn',
    ({ finishFee, amountIn }) => finishFee > amountIn / FINISH_FEE_DIVISOR,
  ],
];

/**
 * The terms in `encoded`, as the settler at `site` fills them. Fails with the settlers' error names for terms that
 * break a rule. It does not know what the bridge registers: whether the lane home carries the amount, and addresses of
 * what length.
 */
export function parseTerms(encoded: Hex, site: SettlerSite): Result<Terms, Failure<TermsFault>> {
  const decoded = decodeTerms(encoded);
  if (!decoded.ok) return decoded;
  const broken = RULES.find(([, , isBroken]) => isBroken(decoded.value, site));
  return broken === undefined ? decoded : fail(broken[0], broken[1]);
}

/**
 * What a fill at `time` pays, local units of assetOut: quotedOut until exclusiveUntil, then linearly less down to
 * minOut at the deadline and after it, rounded up. For terms that parseTerms takes.
 */
export function outAt({ quotedOut, minOut, exclusiveUntil, deadline }: Terms, time: bigint): bigint {
  if (time <= exclusiveUntil) return quotedOut;
  if (time >= deadline) return minOut;
  return quotedOut - ((quotedOut - minOut) * (time - exclusiveUntil)) / (deadline - exclusiveUntil);
}

/** Creation code of an ERC-1167 clone around its implementation's address. */
const CLONE_HEAD: Hex = '0x3d602d80600a3d3981f3363d3d373d3d3d363d73';
const CLONE_TAIL: Hex = '0x5af43d82803e903d91602b57fd5bf3';

/**
 * The address, left-padded, to which the bridge delivers the input of the swap `id` on an EVM chain: a clone that the
 * settler makes by CREATE2 with the id as salt. Its implementation is the first contract that the settler made. Throws
 * RangeError unless `settler` is an EVM address in 20 or 32 bytes.
 */
export function evmVaultOf(settler: Hex, id: Hex): Hex {
  const word = toAddress32(settler);
  if (!isAddress32(word, 20)) throw new RangeError('a settler on an EVM chain has an address of 20 bytes');
  const creator: Hex = `0x${word.slice(-40)}`;
  // RLP of the list (creator, 1).
  const implementation = lastBytes(keccak256(concatHex('0xd694', creator, '0x01')));
  const code = keccak256(concatHex(CLONE_HEAD, implementation, CLONE_TAIL));
  return toAddress32(lastBytes(keccak256(concatHex('0xff', creator, exactHex(id, 32, 'an id'), code))));
}

const lastBytes = (hash: Hex): Hex => `0x${hash.slice(-40)}`;
