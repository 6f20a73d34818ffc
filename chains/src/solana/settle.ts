import { fail, ok, type Result } from '@causeway/protocol';
import type { Submission } from '../provider.ts';
import type { SolanaContext } from './context.ts';
import { outcomeOf } from './outcome.ts';
import { broadcast } from './sender.ts';

/** How long a transaction may stay unseen before it is sent again, milliseconds: leaders drop what they can't take. */
const RESEND_MS = 2_000;

/** How long to wait at most: twice as long as a block hash is good for where blocks are slow. */
const GIVE_UP_MS = 180_000;

/** The longest pause between two looks at a submission, milliseconds. */
const LOOK_MS = 250;

/**
 * Broadcasts `submission` and waits until it is confirmed, sending it again meanwhile; its reference. Fails as
 * broadcast does, with the reason of a failed execution, or NOT_INCLUDED once it never will be.
 */
export async function settle(context: SolanaContext, submission: Submission): Promise<Result<string>> {
  const { clock, config } = context.connection;
  const accepted = await broadcast(context.connection, submission);
  if (!accepted.ok) return accepted;
  const start = clock.now();
  for (let sentAt = start; clock.now() - start < GIVE_UP_MS; ) {
    const outcome = await outcomeOf(context, submission);
    if (outcome.ok && outcome.value.state === 'included') {
      const { failure } = outcome.value;
      return failure ? { ok: false, error: failure } : ok(submission.reference);
    }
    if (outcome.ok && outcome.value.state === 'dropped') break;
    await clock.sleep(Math.min(config.pollMs, LOOK_MS));
    if (clock.now() - sentAt < RESEND_MS) continue;
    await broadcast(context.connection, submission);
    sentAt = clock.now();
  }
  return fail('NOT_INCLUDED', `transaction ${submission.reference} was not included in time`, true);
}
