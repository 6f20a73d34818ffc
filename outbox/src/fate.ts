import type { SubmissionOutcome } from '@causeway/protocol';
import type { StoredSubmission } from '@causeway/storage';

type Included = Extract<SubmissionOutcome, { readonly state: 'included' }>;

/** What became of a submission, all its signed versions taken together. */
export type Fate =
  | { readonly state: 'pending' }
  /** None of its versions will be included; `expired` when the time of all is over, beyond any reorganisation. */
  | { readonly state: 'dropped'; readonly expired: boolean }
  | { readonly state: 'included'; readonly outcome: Included };

/**
 * Whether a kind of submission does its work again when it is included a second time, under another version or another
 * submission. Locks and burns do. An oracle transaction does not: each message has a status at its destination, which
 * lets one execution or cancellation through.
 */
const REPEATS: Readonly<Record<StoredSubmission['purpose'], boolean>> = { lock: true, burn: true, oracle: false };

/**
 * The fate of a submission by the outcomes of all its signed versions, in any order:
 *
 * - included, when a version is included: with the outcome of that version, of one that succeeded where there are two;
 * - pending, while a version may still be included;
 * - dropped, once none can be included any more.
 *
 * A version that expired, but that a reorganisation could still bring in (`expired: false`), may still be included. That
 * keeps a submission pending where another inclusion would do its work again, and nowhere else: there it is dropped at
 * once and may be done anew.
 */
export function fateOf(purpose: StoredSubmission['purpose'], outcomes: readonly SubmissionOutcome[]): Fate {
  const included = outcomes.filter((outcome) => outcome.state === 'included');
  const outcome = included.find(({ success }) => success) ?? included[0];
  if (outcome) return { state: 'included', outcome };
  const mayCome = (each: SubmissionOutcome): boolean =>
    each.state === 'pending' || (each.state === 'dropped' && each.expired === false && REPEATS[purpose]);
  if (outcomes.some(mayCome)) return { state: 'pending' };
  return { state: 'dropped', expired: outcomes.every((each) => each.state === 'dropped' && each.expired === true) };
}
