import type { SubmissionOutcome, TransactionCost } from '@causeway/protocol';
import type { StoredSubmission } from '@causeway/storage';

type Included = Extract<SubmissionOutcome, { readonly state: 'included' }>;

/** The outcome of a submission with all of its signed versions. */
export type TransactionOutcome =
  | { readonly state: 'pending' }
  /**
   * No version can be included. `expired`: all versions have expired beyond any reorganisation. `costs`: of a version
   * of which some transactions were included.
   */
  | { readonly state: 'dropped'; readonly expired: boolean; readonly costs?: readonly TransactionCost[] }
  | { readonly state: 'included'; readonly outcome: Included };

/**
 * True for a kind of submission that repeats its effect when it is included a second time, under another version or
 * another submission. Locks, burns and transfers do. An oracle transaction does not: each message has a status at its
 * destination, which allows one execution or cancellation. Calls of a settler do not either, but a solver signs no
 * second fill while the first may come.
 */
const REPEATS: Readonly<Record<StoredSubmission['purpose'], boolean>> = {
  lock: true,
  burn: true,
  transfer: true,
  oracle: false,
  fill: true,
  settle: false,
  finish: false,
  homeward: true,
};

/**
 * The fate of a submission by the outcomes of all its signed versions, in any order:
 *
 * - included, when a version is included: with the outcome of that version, or of the successful one if there are two;
 * - pending, while a version may still be included;
 * - dropped, once no version can be included.
 *
 * A reorganisation could still include an expired version with `expired: false`. Such a version keeps a submission
 * pending only if a second inclusion would repeat its effect. Otherwise the submission is dropped at once and may be
 * sent anew.
 */
export function fateOf(
  purpose: StoredSubmission['purpose'],
  outcomes: readonly SubmissionOutcome[],
): TransactionOutcome {
  const included = outcomes.filter((outcome) => outcome.state === 'included');
  const outcome = included.find(({ success }) => success) ?? included[0];
  if (outcome) return { state: 'included', outcome };
  const mayCome = (each: SubmissionOutcome): boolean =>
    each.state === 'pending' || (each.state === 'dropped' && each.expired === false && REPEATS[purpose]);
  if (outcomes.some(mayCome)) return { state: 'pending' };
  const dropped = outcomes.filter((each) => each.state === 'dropped');
  const costs = dropped.find((each) => each.costs)?.costs;
  return { state: 'dropped', expired: dropped.every((each) => each.expired === true), ...(costs && { costs }) };
}
