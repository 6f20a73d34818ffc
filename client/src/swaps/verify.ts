import type { CreatedOrder } from '../areas/orders.ts';
import { wordOf } from '../words.ts';
import {
  ADDRESS_BYTES,
  addressWord,
  givenWord,
  type SettlerKind,
  type TrustedSettler,
  vaultWord,
  ZERO_WORD,
} from './addresses.ts';
import { type DecodedTerms, decodeTerms, faultOf, type SwapTerms, TERMS_FIELDS } from './terms.ts';

/** A token on the settler's chain. */
export interface SwapToken {
  /** In the chain's own form; null is the chain's own coin. */
  readonly address: string | null;
  readonly decimals: number;
}

/** Where the input goes when nobody fills, if it goes home. */
export interface SwapHome {
  /** The source's id in messages, as `GET /networks` lists it, and its kind of chain. */
  readonly domain: number;
  readonly kind: SettlerKind;
  /** The receiver there, in the chain's own form. */
  readonly address: string;
}

/** What the caller asked for, and what the caller knows without the service. Amounts are decimal, in whole units. */
export interface SwapWish {
  readonly settler: TrustedSettler;
  /** What is sent. */
  readonly amount: string;
  /** The token that the bridge delivers for it on the settler's chain, and the token that the caller wants there. */
  readonly delivered: SwapToken;
  readonly wanted: SwapToken;
  /** The least of the wanted token that the caller accepts. */
  readonly minToAmount: string;
  /** What the quote promised, if there was one; a fill pays it until the named solver's time ends. */
  readonly toAmount?: string;
  /** The caller's address on the settler's chain, in its own form. */
  readonly recipient: string;
  /** When the swap ends at the earliest and at the latest. The same time twice is an exact one, in whole seconds. */
  readonly deadline: { readonly earliest: Date; readonly latest: Date };
  /** `token`: the recipient gets the delivered token when nobody fills. */
  readonly fallback: 'token' | SwapHome;
  /** The most of the delivered token that who finishes an unfilled swap may get; a twentieth of `amount` if absent. */
  readonly finishFee?: string;
}

/** What the service answered to an order of mode `swap`: the members that are verified. */
export type SwapAnswer = Pick<
  CreatedOrder,
  | 'mode'
  | 'terms'
  | 'settler'
  | 'vault'
  | 'reference'
  | 'destinationAddress'
  | 'fromAmount'
  | 'toAmount'
  | 'minToAmount'
  | 'finishFee'
  | 'exclusiveUntil'
  | 'deadline'
  | 'fallback'
>;

/**
 * The subject of a difference: the terms as a whole, or a field of the 314 bytes, which is not as the caller asked;
 * after `answer.`, a member of the answer that contradicts these bytes.
 */
export type SwapSubject =
  | 'terms'
  | keyof SwapTerms
  | `answer.${Exclude<keyof SwapAnswer, 'terms'>}`
  | `answer.terms.${keyof SwapTerms}`;

/** Something in an answer that is wrong. Amounts are local units, times seconds since 1970, addresses words. */
export interface SwapDifference {
  readonly subject: SwapSubject;
  /** What should stand there; a condition where it is no single value. */
  readonly expected: string;
  readonly found: string;
}

/** An expectation: its subject, the value that should be there, the one that is there, and whether that is right. */
type Check = readonly [subject: SwapSubject, expected: string, found: string, right: boolean];

const same = (subject: SwapSubject, expected: unknown, found: unknown): Check => {
  const [wanted, there] = [String(expected), String(found)];
  return [subject, wanted, there, wanted === there];
};

/**
 * Compares the answer to an order of mode `swap` with what the caller asked, from the 314 bytes of its terms alone: the
 * id and the vault are computed again. Returns the differences, none when all is right. Sign the lock only then, or
 * cancel the order. It asks nobody, so the settler and the tokens in `wish` must come from where the caller trusts.
 * Throws RangeError when a member of `wish` is malformed; a malformed answer is a difference.
 */
export function verifySwap(answer: SwapAnswer, wish: SwapWish): readonly SwapDifference[] {
  const checksOf = wishChecks(wish);
  const hex = String(answer.terms?.hex);
  const decoded = decodeTerms(hex);
  if (decoded === undefined) return [{ subject: 'terms', expected: '314 bytes in hexadecimal', found: hex }];
  const fault = faultOf(decoded.terms, ADDRESS_BYTES[wish.settler.kind]);
  const all: readonly Check[] = [
    ['terms', 'terms that a settler fills', fault ?? '', fault === undefined],
    ...checksOf(decoded.terms),
    ...answerChecks(answer, wish, decoded),
  ];
  return all.flatMap(([subject, expected, found, right]) => (right ? [] : [{ subject, expected, found }]));
}

/** Parses the wish. The returned function compares terms with it. */
function wishChecks(wish: SwapWish): (terms: SwapTerms) => readonly Check[] {
  const { settler, delivered, wanted, fallback } = wish;
  const word = (text: string, member: string) => givenWord(settler.kind, text, member);
  const assetOf = ({ address }: SwapToken, member: string) => (address === null ? ZERO_WORD : word(address, member));
  const amountIn = givenUnits(wish.amount, delivered, 'amount');
  const least = givenUnits(wish.minToAmount, wanted, 'minToAmount');
  const quoted = givenUnits(wish.toAmount ?? wish.minToAmount, wanted, 'toAmount');
  const mostFee = givenUnits(wish.finishFee ?? wish.amount, delivered, 'finishFee');
  const [earliest, latest] = [givenSeconds(wish.deadline.earliest), givenSeconds(wish.deadline.latest)];
  const home = fallback === 'token' ? undefined : givenWord(fallback.kind, fallback.address, 'fallback.address');
  const exact = {
    domain: settler.domain,
    settler: word(settler.address, 'settler.address'),
    assetIn: assetOf(delivered, 'delivered.address'),
    amountIn,
    assetOut: assetOf(wanted, 'wanted.address'),
    recipient: word(wish.recipient, 'recipient'),
    fallback: fallback === 'token' ? 0 : 1,
    home: fallback === 'token' ? 0 : fallback.domain,
    homeAddress: home ?? ZERO_WORD,
  };
  return (terms) => [
    ...(Object.keys(exact) as (keyof typeof exact)[]).map((name) => same(name, exact[name], terms[name])),
    ['quotedOut', `at least ${quoted}`, String(terms.quotedOut), terms.quotedOut >= quoted],
    ['minOut', `at least ${least}`, String(terms.minOut), terms.minOut >= least],
    ['finishFee', `at most ${mostFee}`, String(terms.finishFee), terms.finishFee <= mostFee],
    [
      'deadline',
      `from ${earliest} to ${latest}`,
      String(terms.deadline),
      terms.deadline >= earliest && terms.deadline <= latest,
    ],
  ];
}

/** What the answer must say beside the bytes of its terms. */
function answerChecks(
  answer: SwapAnswer,
  { settler, delivered, wanted }: SwapWish,
  { terms, id }: DecodedTerms,
): readonly Check[] {
  const word = (text = '') => addressWord(settler.kind, text) ?? text;
  const units = (text = '', { decimals }: SwapToken) => unitsIn(text, decimals) ?? text;
  const seconds = (text = '') => secondsOf(new Date(text)) ?? text;
  return [
    ...TERMS_FIELDS.map((name) =>
      same(`answer.terms.${name}`, terms[name], String(answer.terms?.[name]).toLowerCase()),
    ),
    same('answer.mode', 'swap', answer.mode),
    same('answer.reference', wordOf(id), String(answer.reference).toLowerCase()),
    same('answer.vault', vaultWord(settler, id), word(answer.vault)),
    same('answer.settler', terms.settler, word(answer.settler)),
    same('answer.destinationAddress', terms.recipient, word(answer.destinationAddress)),
    same('answer.fromAmount', terms.amountIn, units(answer.fromAmount, delivered)),
    same('answer.toAmount', terms.quotedOut, units(answer.toAmount, wanted)),
    same('answer.minToAmount', terms.minOut, units(answer.minToAmount, wanted)),
    same('answer.finishFee', terms.finishFee, units(answer.finishFee, delivered)),
    same('answer.exclusiveUntil', terms.exclusiveUntil, seconds(answer.exclusiveUntil)),
    same('answer.deadline', terms.deadline, seconds(answer.deadline)),
    same('answer.fallback', terms.fallback === 1n ? 'home' : 'token', answer.fallback),
  ];
}

/** The local units of a decimal amount; undefined when it is none, or has more decimals. */
function unitsIn(text: string, decimals: number): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return whole === undefined || fraction.length > decimals ? undefined : BigInt(whole + fraction.padEnd(decimals, '0'));
}

function givenUnits(text: string, { decimals }: SwapToken, member: string): bigint {
  const units = unitsIn(text, decimals);
  if (units === undefined)
    throw new RangeError(`${member}: ${text} is no decimal amount of at most ${decimals} decimals`);
  return units;
}

/** Whole seconds since 1970; undefined for a date that is none. */
const secondsOf = (date: Date): bigint | undefined => {
  const seconds = Math.floor(date.getTime() / 1_000);
  return Number.isNaN(seconds) ? undefined : BigInt(seconds);
};

function givenSeconds(date: Date): bigint {
  const seconds = secondsOf(date);
  if (seconds === undefined) throw new RangeError('deadline: the dates must be valid');
  return seconds;
}
