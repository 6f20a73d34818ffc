import type { Result, Submission } from '@causeway/protocol';
import { settleUnchanged } from '../settle.ts';
import { type OutcomeTarget, outcomeOf } from './outcome.ts';
import { broadcast } from './sender.ts';

/** Longest wait, milliseconds: twice the lifetime of an intent with epochs of five minutes. */
const GIVE_UP_MS = 1_200_000;

/** Broadcasts `submission` and waits for the commit; see settleUnchanged. */
export const settle = (target: OutcomeTarget, submission: Submission): Promise<Result<string>> =>
  settleUnchanged(submission, {
    clock: target.connection.clock,
    pollMs: target.connection.config.pollMs,
    giveUpMs: GIVE_UP_MS,
    broadcast: () => broadcast(target.connection, submission),
    outcome: () => outcomeOf(target, submission),
  });
