import { fail, ok, type Result, type Submission, type SubmissionOutcome } from '@causeway/protocol';
import type { Clock } from './clock.ts';

/** How long a transaction may stay unseen before it is sent again, milliseconds: nodes drop what they can't take. */
const RESEND_MS = 2_000;

/** The longest pause between two looks at a submission, milliseconds. */
const LOOK_MS = 250;

/** How a chain whose transactions keep their fee until they expire takes a submission, and tells what became of it. */
export interface Settling {
  readonly clock: Clock;
  readonly pollMs: number;
  /** How long to wait at most, milliseconds: longer than a transaction is good for. */
  readonly giveUpMs: number;
  readonly broadcast: () => Promise<Result<string>>;
  readonly outcome: () => Promise<Result<SubmissionOutcome>>;
}

/**
 * Broadcasts `submission` and waits until it is included, sending it again meanwhile; its reference. Fails as
 * `broadcast` does, with the reason of a failed execution, or NOT_INCLUDED once it never will be.
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
