import type {
  Domain,
  Hex,
  Result,
  SendOperation,
  SignedTransaction,
  SubmissionOutcome,
  UnsignedTransaction,
} from '@causeway/protocol';
import type { SendFailure } from '../failures.ts';
import type { KeyHandle } from '../keys/key-handle.ts';

/** Arguments of lockTokens and burnTokens; `localAmount` is in local units of the token on this chain. */
export interface SendArguments {
  /** Lock: the destination. Burn: the token's home. */
  readonly remote: Domain;
  /** Recipient on the remote, left-padded. */
  readonly recipient: Hex;
  readonly localAmount: bigint;
  /** The caller's own reference; zero when there is none. */
  readonly reference: Hex;
  /** Local address that is refunded when the order cannot be delivered; the payer when absent. */
  readonly refundAddress?: string;
  /**
   * Largest delivery fee that the payer accepts, smallest units of the native coin; the present fee when absent. A
   * higher fee fails with FeeTooHigh before anything is signed.
   */
  readonly maxFee?: bigint;
  /** Lock of a token: approve the amount even when an allowance exists, because earlier locks will use it up. */
  readonly ownApproval?: boolean;
}

/** Arguments of a claim. */
export interface ClaimArguments {
  /** Home of the credited asset: this chain's own domain for the canonical asset. */
  readonly home: Domain;
  /** Local address that is paid; the credited account when absent. */
  readonly to?: string;
}

/** What holds up a pending submission, as `Sequences.closeGap` found and mended it. */
export interface Gap {
  /**
   * True while sequence numbers below it, other than its own, are not used on chain: a higher fee would not help it.
   */
  readonly waits: boolean;
  /** The sequence numbers for which an empty transaction was sent. */
  readonly closed: readonly number[];
}

/**
 * The sequence numbers of accounts, on a chain that includes an account's transactions in the order of these numbers
 * and never skips one.
 */
export interface Sequences {
  /** Keeps the sequence numbers of stored `submissions`, so that nothing else is signed with them. */
  hold(submissions: readonly SignedTransaction[]): void;
  /** Gives back the sequence numbers of `submissions`, which will not be sent. Those that a node has are kept. */
  release(submissions: readonly SignedTransaction[]): void;
  /**
   * Signs an empty transaction of `payer` with the sequence number of `submission` and a higher fee, so that a chain
   * includes it instead. Broadcasts nothing.
   */
  empty(submission: SignedTransaction, payer: KeyHandle): Promise<Result<SignedTransaction, SendFailure>>;
  /**
   * Sends an empty transaction of `payer` for each sequence number below the last of `own`, a submission and those that
   * precede it, with which nothing is under way. `stored` reads the numbers of all stored submissions of the payer.
   */
  closeGap(
    own: readonly SignedTransaction[],
    payer: KeyHandle,
    stored: () => Promise<ReadonlySet<number>>,
  ): Promise<Result<Gap, SendFailure>>;
}

/** Sending: the locks and burns of any account, and every submission from its broadcast to its outcome. */
export interface Sender {
  /** Signs the lock or burn of `key`'s account without broadcasting it. */
  prepareSend(
    operation: SendOperation,
    key: KeyHandle,
    args: SendArguments,
  ): Promise<Result<readonly SignedTransaction[], SendFailure>>;
  /**
   * Signs the claim of everything that failed payments credited to `key`'s account in one asset, without broadcasting
   * it. Fails with NothingToClaim, or with PaymentFailed when the payee cannot be paid either.
   */
  prepareClaim(key: KeyHandle, args: ClaimArguments): Promise<Result<readonly SignedTransaction[], SendFailure>>;
  /**
   * The unsigned transactions of the claim of everything that failed payments credited to the account `from` in one
   * asset, in the chain's own form. Fails as `prepareClaim` does.
   */
  unsignedClaim(from: string, args: ClaimArguments): Promise<Result<readonly UnsignedTransaction[], SendFailure>>;
  /** Local address of the contract that has the credits and that claims go to: the bridge or, on Radix, its locker. */
  readonly creditor: string;
  /** The unsigned transactions for a user's wallet, in the chain's own form: approvals first, the lock or burn last. */
  unsignedSend(
    operation: SendOperation,
    from: string | undefined,
    args: SendArguments,
  ): Promise<Result<readonly UnsignedTransaction[], SendFailure>>;
  /**
   * The same transaction and sequence at a higher fee, for a submission that stays pending too long. Fails with
   * NOT_REPLACEABLE where the signatures cover the fee: such a submission is sent again until it is dropped.
   */
  replace(submission: SignedTransaction, payer: KeyHandle): Promise<Result<SignedTransaction, SendFailure>>;
  /** Sends a prepared submission. "Already known" and "already included" count as success. */
  broadcast(submission: SignedTransaction): Promise<Result<string, SendFailure>>;
  outcome(submission: SignedTransaction): Promise<Result<SubmissionOutcome, SendFailure>>;
  /** Absent where no transaction waits for another one of its account. */
  readonly sequences?: Sequences | undefined;
  /**
   * Transactions that close the roots which `key`'s account paid and no message needs any more; their rent goes back to
   * it. Absent where roots cost no rent.
   */
  prepareCloseRoots?(key: KeyHandle): Promise<Result<readonly SignedTransaction[], SendFailure>>;
}
