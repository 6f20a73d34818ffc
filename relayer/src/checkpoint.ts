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

/**
 * Testing aids: the checkpoint at which the environment of a process kills or holds it, "NAME", or "NAME:4" for the
 * fourth time that it is reached. Throws as `signalAt`.
 */
export function checkpointOf({ CAUSEWAY_CRASH_AT: crash, CAUSEWAY_HOLD_AT: hold }: NodeJS.ProcessEnv): Checkpoint {
  if (crash) return signalAt(crash, 'SIGKILL');
  return hold ? signalAt(hold, 'SIGSTOP') : noCheckpoint;
}

/**
 * A testing aid: sends this process `signal` once it reaches `point`, see `checkpointOf`. SIGKILL ends it without
 * warning, SIGSTOP holds it until SIGCONT. Throws RangeError when there is no such point.
 */
export function signalAt(point: string, signal: 'SIGKILL' | 'SIGSTOP'): Checkpoint {
  const [, name, time = '1'] = /^([^:]*)(?::([1-9]\d{0,3}))?$/.exec(point) ?? [];
  if (!CHECKPOINTS.some((one) => one === name)) {
    throw new RangeError(`no checkpoint ${point}; there are ${CHECKPOINTS.join(', ')}`);
  }
  let left = Number(time);
  return (reached) => {
    if (reached !== name || left === 0) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, signal);
  };
}
