/** Points between two durable writes at which a crash is most likely to lose or repeat something. */
export const CHECKPOINTS = [
  /** A lock is in the chain view, and no order is bound to it. */
  'after-lock-seen',
  /** Orders are marked as proposed, and no signer was asked. */
  'after-root-proposed',
  /** The second of the signatures is there. */
  'after-two-signatures',
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
 * A checkpoint that kills this process without warning (SIGKILL) at `name`, a testing aid. Throws RangeError when there
 * is no such point.
 */
export function crashAt(name: string): Checkpoint {
  if (!CHECKPOINTS.some((point) => point === name)) {
    throw new RangeError(`no checkpoint ${name}; there are ${CHECKPOINTS.join(', ')}`);
  }
  return (reached) => {
    if (reached === name) process.kill(process.pid, 'SIGKILL');
  };
}
