import { fail, ok, type Result, type Submission, type SubmissionOutcome } from '@causeway/protocol';
import type { Clock } from './clock.ts';

/** Milliseconds before an unseen transaction is sent again: nodes drop transactions that they have no room for. */
const RESEND_MS = 2_000;

/** Longest pause between two reads of a submission's outcome, milliseconds. */
const LOOK_MS = 250;

/** How to send and follow a submission on a chain whose transactions keep their fee until they expire. */
export interface Settling {
  readonly clock: Clock;
  readonly pollMs: number;
  /** Longest wait, milliseconds. It exceeds the lifetime of a transaction. */
  readonly giveUpMs: number;
  readonly broadcast: () => Promise<Result<string>>;
  readonly outcome: () => Promise<Result<SubmissionOutcome>>;
}

/**
 * Broadcasts `submission`, repeats that while it waits for inclusion, and returns its reference. Fails as `broadcast`
 * does, with the reason of a failed execution, or with NOT_INCLUDED when the transaction was dropped or the wait ended.
 */
export async function settleUnchanged(
  { reference }: Submission,
  { clock, pollMs, giveUpMs, broadcast, outcome }: Settling,
): Promise<Result<string>> {
  const accepted = await broadcast();
  if (!accepted.ok) return accepted;
  const start = clock.now();
  for (let sentAt = start; clock.now() - start < giveUpMs; ) {
    const found = await outcome();
    if (found.ok && found.value.state === 'included') {
      const { failure } = found.value;
      return failure ? { ok: false, error: failure } : ok(reference);
    }
    if (found.ok && found.value.state === 'dropped') break;
    await clock.sleep(Math.min(pollMs, LOOK_MS));
    if (clock.now() - sentAt < RESEND_MS) continue;
    await broadcast();
    sentAt = clock.now();
  }
  return fail('NOT_INCLUDED', `transaction ${reference} was not included in time`, true);
}
