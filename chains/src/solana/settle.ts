import type { Result, Submission } from '@causeway/protocol';
import { settleUnchanged } from '../settle.ts';
import type { SolanaContext } from './context.ts';
import { outcomeOf } from './outcome.ts';
import { broadcast } from './sender.ts';

/** Longest wait, milliseconds: twice the lifetime of a block hash when blocks are slow. */
const GIVE_UP_MS = 180_000;

/** Broadcasts `submission` and waits for confirmation; see settleUnchanged. */
export const settle = (context: SolanaContext, submission: Submission): Promise<Result<string>> =>
  settleUnchanged(submission, {
    clock: context.connection.clock,
    pollMs: context.connection.config.pollMs,
    giveUpMs: GIVE_UP_MS,
    broadcast: () => broadcast(context.connection, submission),
    outcome: () => outcomeOf(context, submission),
  });
