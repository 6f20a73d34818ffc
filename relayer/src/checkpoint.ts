/** Points between two durable writes at which a crash is most likely to lose or repeat something. */
export const CHECKPOINTS = [
  /** A lock is in the chain view, and no order is bound to it. */
  'after-lock-seen',
  /** Orders are marked as proposed, and no signer was asked. */
  'after-root-proposed',
  /** The second of the signatures is there. */
  'after-two-signatures',
  /** The signed transaction is stored, and no byte of it has left. */
  'after-reserved',
  /** The network has the transaction, and the submission is still recorded as reserved. */
  'after-broadcast',
  /** The transaction is in a block, and the submission is still recorded as broadcast. */
  'before-inclusion-recorded',
  /** A transaction that pays a refund is reserved and not broadcast. */
  'during-refund',
] as const;
export type CheckpointName = (typeof CHECKPOINTS)[number];

/** Called at each named point; a test ends the process or throws there. */
export type Checkpoint = (name: CheckpointName) => void;

/** Does nothing. */
export const noCheckpoint: Checkpoint = () => {};

/**
 * A checkpoint that sends this process `signal` the first time it reaches `name`, a testing aid: SIGKILL ends it without
 * warning, SIGSTOP holds it until SIGCONT. Throws RangeError when there is no such point.
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
