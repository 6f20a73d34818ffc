import type { Failure, Result } from '@causeway/protocol';

/** The refusals of a signer: the HTTP status, and whether the same proposal may pass later. */
export const REFUSALS = {
  /** The request is not signed by a relayer of this signer, not for this signer, too old, or was received before. */
  UNAUTHENTICATED: { status: 401, retryable: false },
  /** The request is not a proposal. */
  MALFORMED_PROPOSAL: { status: 422, retryable: false },
  /** This signer is not configured for the destination or for a source. */
  UNKNOWN_BRIDGE: { status: 422, retryable: false },
  /**
   * A commitment after its use or too close to it, two commitments for one lane, two actions for one message, or more
   * actions or messages than a proposal may hold.
   */
  INVALID_ACTIONS: { status: 422, retryable: false },
  /** The oracle on chain differs from the deployment's, or this signer is not its member. */
  ORACLE_MISMATCH: { status: 409, retryable: false },
  /** The bridge or its oracle is not what this signer's deployment file says. */
  DEPLOYMENT_MISMATCH: { status: 409, retryable: false },
  /** The proposal is bound to another anchor than the oracle's next one. */
  ANCHOR_MISMATCH: { status: 409, retryable: true },
  /** The two bridges' registrations are not mirror images, or not open. */
  LANE_NOT_MIRRORED: { status: 409, retryable: false },
  /** This signer has not seen the message. */
  UNKNOWN_MESSAGE: { status: 409, retryable: true },
  /** The message is not final in this signer's view. */
  NOT_FINAL: { status: 409, retryable: true },
  /** The interval to commit does not start at the lane's next inbound nonce. */
  NONCE_GAP: { status: 409, retryable: true },
  /** No root is committed for the interval. */
  ROOT_NOT_COMMITTED: { status: 409, retryable: true },
  /** The committed root differs from the root of this signer's own messages. */
  ROOT_MISMATCH: { status: 409, retryable: false },
  /**
   * The destination has a root or an execution on this lane, or the source on the way back, that no message accounts
   * for. Only cancellations and refunds are signed until operators have repaired it.
   */
  LANE_DIFFERS: { status: 409, retryable: true },
  /** More would be executed between two chains than was locked and burned for it. */
  ABOVE_LOCKED: { status: 409, retryable: true },
  /** Its amount, or what its sender sent within the hour, is above `delayAbove`, and its time has not come. */
  TOO_SOON: { status: 409, retryable: true },
  /** The message was executed on the destination. */
  ALREADY_EXECUTED: { status: 409, retryable: false },
  /** The message was cancelled on the destination. */
  ALREADY_CANCELLED: { status: 409, retryable: false },
  /** The message's nonce was executed or cancelled under another root; the message can only be cancelled. */
  MESSAGE_REPLACED: { status: 409, retryable: false },
  /** This chain did not emit the Cancel's message, or not with that sender and amount. */
  CANCEL_NOT_EMITTED: { status: 409, retryable: true },
  /** The message has an earlier Cancel, which alone is paid. */
  CANCEL_REPEATED: { status: 409, retryable: false },
  /** The message's nonce is replaced, and its execution may lie in blocks that this signer did not scan itself. */
  VIEW_IMPORTED: { status: 409, retryable: false },
  /** A Cancel cannot be cancelled. */
  CANCEL_OF_CANCEL: { status: 422, retryable: false },
  /** The destination still has time to deliver the message, and delivery can succeed. */
  CANCEL_TOO_EARLY: { status: 409, retryable: true },
  /** The anchor leaves out the creation of a token account that was not given away. */
  ACCOUNT_CREATION_NEEDED: { status: 409, retryable: true },
  /**
   * The operator of this signer has not allowed that the anchor is used up, or has withdrawn it, or its time is over.
   */
  VOID_NOT_ALLOWED: { status: 409, retryable: true },
  /** Transactions on this kind of chain expire by themselves, so no anchor has to be used up. */
  NOT_VOIDABLE: { status: 422, retryable: false },
  /** The calls cannot be built into a transaction. */
  NOT_BUILDABLE: { status: 422, retryable: false },
  /** This signer is checking other proposals for this destination and the queue is full, or the caller has gone. */
  BUSY: { status: 503, retryable: true },
  /** This signer's view of a chain is not at its head yet, after a first start, a rescan or a long pause. */
  CATCHING_UP: { status: 503, retryable: true },
  /** This signer's view of a chain contradicts the chain, or did until its last turn. */
  VIEW_BROKEN: { status: 503, retryable: true },
  /** The service that holds this signer's key gave no signature. */
  KEY_SERVICE: { status: 503, retryable: true },
  /** This signer's RPC endpoints do not agree, or do not answer. */
  NO_QUORUM: { status: 503, retryable: true },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly retryable: boolean }>>;

export type RefusalCode = keyof typeof REFUSALS;

/** A typed refusal. `action` is the index of the refused action, if there is one. */
export interface Refusal extends Failure<RefusalCode> {
  readonly action?: number;
}

/** A checked value, or the refusal. */
export type Checked<T> = Result<T, Refusal>;

/** A refusal as a failed Result. */
export function refuse(code: RefusalCode, message: string, action?: number) {
  const refusal: Refusal = {
    code,
    message,
    retryable: REFUSALS[code].retryable,
    ...(action === undefined ? {} : { action }),
  };
  return { ok: false, error: refusal } as const;
}
