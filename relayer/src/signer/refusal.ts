import type { Failure, Result } from '@causeway/protocol';

/** Why a signer does not sign: the HTTP status, and whether the same proposal may pass later. */
export const REFUSALS = {
  /** The request is not a proposal. */
  MALFORMED_PROPOSAL: { status: 422, retryable: false },
  /** This signer is not configured for the destination or for a source. */
  UNKNOWN_BRIDGE: { status: 422, retryable: false },
  /**
   * A commitment behind its use or too close to it, two of one lane, two actions for one message, or more actions or
   * messages than one proposal holds.
   */
  INVALID_ACTIONS: { status: 422, retryable: false },
  /** The oracle on chain is not the one of the deployment, or this signer is not its member. */
  ORACLE_MISMATCH: { status: 409, retryable: false },
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
  /** The committed root is not that of the messages this signer sees. */
  ROOT_MISMATCH: { status: 409, retryable: false },
  /** The message was executed on the destination. */
  ALREADY_EXECUTED: { status: 409, retryable: false },
  /** The message was cancelled on the destination. */
  ALREADY_CANCELLED: { status: 409, retryable: false },
  /** The message's nonce was acted on under another root; it can only be cancelled. */
  MESSAGE_REPLACED: { status: 409, retryable: false },
  /** The Cancel's message was not emitted by this chain, or not with that sender and amount. */
  CANCEL_NOT_EMITTED: { status: 409, retryable: true },
  /** A Cancel can't be cancelled. */
  CANCEL_OF_CANCEL: { status: 422, retryable: false },
  /** The destination still has time to deliver the message, and delivery can succeed. */
  CANCEL_TOO_EARLY: { status: 409, retryable: true },
  /** The anchor leaves out the creation of a token account that was not given away. */
  ACCOUNT_CREATION_NEEDED: { status: 409, retryable: true },
  /** The calls can't be built into a transaction. */
  NOT_BUILDABLE: { status: 422, retryable: false },
  /** Other proposals for this destination are being looked at, and as many as this signer keeps wait. */
  BUSY: { status: 503, retryable: true },
  /** This signer's RPC endpoints do not agree, or do not answer. */
  NO_QUORUM: { status: 503, retryable: true },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly retryable: boolean }>>;

export type RefusalCode = keyof typeof REFUSALS;

/** A typed refusal; `action` is the index of the action it is about, where it is about one. */
export interface Refusal extends Failure {
  readonly code: RefusalCode;
  readonly action?: number;
}

/** A value that passed a check, or why it is refused. */
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
