import { fail, ok, type Result, type Submission } from '@causeway/protocol';
import type { KeyHandle } from '../provider.ts';
import type { EvmConnection } from './connection.ts';
import { type OutcomeTarget, outcomeOf } from './outcome.ts';
import { broadcast, prepareReplacement } from './sender.ts';

/** Most replacements of a transaction before the wait ends. */
const MAX_REPLACEMENTS = 10;

/** Longest pause between two reads of a submission's outcome, milliseconds. */
const LOOK_MS = 250;

/**
 * Broadcasts `first`, waits for inclusion and replaces the transaction at a higher fee while it waits. Returns the
 * reference of the included version. Without a payer nothing is replaced. Fails as broadcast does, with the reason of a
 * failed execution, NONCE_TAKEN or NOT_INCLUDED.
 */
export async function settle(
  connection: EvmConnection,
  first: Submission,
  payer: KeyHandle | null,
  target?: OutcomeTarget,
): Promise<Result<string>> {
  const { clock, config } = connection;
  const sent: Submission[] = [];
  let next: Submission | undefined = first;
  for (let replacements = 0; replacements <= MAX_REPLACEMENTS; replacements += 1) {
    if (next) {
      const accepted = await broadcast(connection, next);
      if (!accepted.ok && sent.length === 0) return accepted;
      sent.push(next);
    }
    const deadline = clock.now() + config.escalateAfterMs;
    do {
      const settled = await settledOf(connection, sent, target);
      if (settled) return settled;
      await clock.sleep(Math.min(config.pollMs, LOOK_MS));
    } while (clock.now() < deadline);
    const replacement = payer ? await prepareReplacement(connection, payer, sent.at(-1) ?? first) : undefined;
    next = replacement?.ok ? replacement.value : undefined;
  }
  return fail('NOT_INCLUDED', `transaction ${sent.at(-1)?.reference} was not included in time`, true);
}

/** The result of the included version among `sent`, which share one nonce; undefined while none is included. */
async function settledOf(
  connection: EvmConnection,
  sent: readonly Submission[],
  target: OutcomeTarget | undefined,
): Promise<Result<string> | undefined> {
  const outcomes = await Promise.all(sent.map((submission) => outcomeOf(connection, submission, target)));
  for (const [index, outcome] of outcomes.entries()) {
    if (!outcome.ok || outcome.value.state !== 'included') continue;
    const { success, failure } = outcome.value;
    if (success) return ok((sent[index] as Submission).reference);
    return { ok: false, error: failure ?? { code: 'TRANSACTION_REVERTED', message: 'reverted', retryable: false } };
  }
  const dropped = outcomes.every((outcome) => outcome.ok && outcome.value.state === 'dropped');
  return dropped ? fail('NONCE_TAKEN', 'another transaction took the nonce') : undefined;
}
