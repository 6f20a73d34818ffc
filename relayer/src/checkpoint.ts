/** Points between two durable writes at which a crash is most likely to lose or repeat something. */
export const CHECKPOINTS = [
  /** A lock is in the chain view, and no order is bound to it. */
  'after-lock-seen',
  /** Orders are marked as proposed, but no signer has been asked. */
  'after-root-proposed',
  /** The second signature has arrived. */
  'after-two-signatures',
  /** The signed transaction is stored, but no byte of it has been sent. */
  'after-reserved',
  /** The network has the transaction, but the submission is still recorded as reserved. */
  'after-broadcast',
  /** A block includes the transaction, but the submission is still recorded as broadcast. */
  'before-inclusion-recorded',
  /** A transaction that pays a refund is reserved but not broadcast. */
  'during-refund',
  /** `causeway rollback` has taken back what one bridge emitted, and has not begun with the next bridge. */
  'during-rollback',
] as const;
export type CheckpointName = (typeof CHECKPOINTS)[number];

/** Called at each named point; a test ends the process or throws there. */
export type Checkpoint = (name: CheckpointName) => void;

/** Does nothing. */
export const noCheckpoint: Checkpoint = () => {};

/** Testing aids: the checkpoint at which the environment of a process kills or holds it. Throws as `signalAt`. */
export function checkpointOf({ CAUSEWAY_CRASH_AT: crash, CAUSEWAY_HOLD_AT: hold }: NodeJS.ProcessEnv): Checkpoint {
  if (crash) return signalAt(crash, 'SIGKILL');
  return hold ? signalAt(hold, 'SIGSTOP') : noCheckpoint;
}

/**
 * A testing aid: sends this process `signal` the first time it reaches `name`. SIGKILL ends it without warning, SIGSTOP
 * holds it until SIGCONT. Throws RangeError when there is no such point.
 */
export function signalAt(name: string, signal: 'SIGKILL' | 'SIGSTOP'): Checkpoint {
  if (!CHECKPOINTS.some((point) => point === name)) {
    throw new RangeError(`no checkpoint ${name}; there are ${CHECKPOINTS.join(', ')}`);
  }
  let sent = false;
  return (reached) => {
    if (reached !== name || sent) return;
    sent = true;
    process.kill(process.pid, signal);
  };
}
