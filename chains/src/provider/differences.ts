import { fail, ok, type Result } from '@causeway/protocol';
import type { ReadFailure } from '../failures.ts';

// Safety-critical: the one place that decides whether a deployment is what its file and the builds say. It reads
// nothing; the adapters of the kinds read, and decide nothing.

/** What a difference does: signers refuse to sign, or it is shown and alarmed only. */
export type Severity = 'refuse' | 'show';

/** What a deployment must have under one name. */
export interface Expectation {
  readonly severity: Severity;
  /** The good values; the first one is named to people. */
  readonly anyOf: readonly [string, ...string[]];
  /** Names of other expectations. While one of them is not met, this one means nothing and is not compared. */
  readonly after?: readonly string[];
}

/** What a deployment must have, by name. */
export type Expected = Readonly<Record<string, Expectation>>;

/** What an adapter read from the chain, by the same names. */
export type Found = Readonly<Record<string, string>>;

/** The bridge that is compared. */
export interface Subject {
  /** Its network. */
  readonly chain: string;
  readonly family: string;
}

/** One thing that is on chain not as the deployment file or the builds say. */
export interface Difference extends Subject {
  /** Its name, the same on every chain of a kind, such as "the code of the bridge". */
  readonly what: string;
  readonly expected: string;
  readonly found: string;
  readonly severity: Severity;
}

/** What was found, and what of it differs. */
export interface Comparison {
  readonly found: Found;
  readonly differences: readonly Difference[];
}

/** A value that a name must have, or signers refuse. */
export const required = (value: string | number, ...after: readonly string[]): Expectation => ({
  severity: 'refuse',
  anyOf: [String(value)],
  after,
});

/** A value that a name should have; another one is shown. */
export const shown = (value: string): Expectation => ({ severity: 'show', anyOf: [value] });

/** Stands for a value that an old deployment file does not have. */
export const NOT_ON_FILE = 'not in the deployment file; `causeway deploy` writes it';

/** Stands for what the chain does not have. */
export const NOTHING = 'nothing';

/**
 * The differences between `expected` and `found`, in the order of `expected`. A value that an adapter did
 * not read is a difference, and so is one that nothing was expected of.
 */
export function compare(subject: Subject, expected: Expected, found: Found): Comparison {
  const differs = (what: string): boolean => {
    const expectation = expected[what];
    return expectation !== undefined && !expectation.anyOf.includes(found[what] ?? NOTHING);
  };
  const differences: Difference[] = [];
  for (const [what, { severity, anyOf, after = [] }] of Object.entries(expected)) {
    if (differs(what) && !after.some(differs)) {
      differences.push({ ...subject, what, expected: anyOf[0], found: found[what] ?? NOTHING, severity });
    }
  }
  for (const [what, value] of Object.entries(found)) {
    if (expected[what] !== undefined) continue;
    differences.push({ ...subject, what, expected: NOTHING, found: value, severity: 'refuse' });
  }
  return { found, differences };
}

/** One difference that an operator accepts: exactly this value under this name, at this bridge. */
export type Accepted = Pick<Difference, 'chain' | 'family' | 'what' | 'found'>;

/** True when `accepted` names `difference` with its value. */
const isAccepted = (difference: Difference, accepted: readonly Accepted[]): boolean =>
  accepted.some(
    ({ chain, family, what, found }) =>
      chain === difference.chain &&
      family === difference.family &&
      what === difference.what &&
      found === difference.found,
  );

/** The differences for which signers refuse, without the accepted ones. */
export const refusals = (
  differences: readonly Difference[],
  accepted: readonly Accepted[] = [],
): readonly Difference[] =>
  differences.filter((difference) => difference.severity === 'refuse' && !isAccepted(difference, accepted));

/** A difference in words, without its chain. */
export const differenceText = ({ what, found, expected }: Omit<Difference, 'severity'>): string =>
  `${what} is ${found} on chain, not ${expected}`;

/** Fails with DEPLOYMENT_MISMATCH, which names every difference that is not accepted and for which signers refuse. */
export function requireSame(
  { differences }: Comparison,
  accepted: readonly Accepted[] = [],
): Result<void, ReadFailure> {
  const refused = refusals(differences, accepted);
  const [first] = refused;
  if (first === undefined) return ok(undefined);
  return fail('DEPLOYMENT_MISMATCH', `${first.chain} ${first.family}: ${refused.map(differenceText).join('; ')}`);
}
