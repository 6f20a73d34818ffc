import type { Domain, Hex, Submission, TransactionCost } from '@causeway/protocol';
import type { Fenced } from '../core/leases.ts';

/** Purpose of a submission: an order's lock or burn, the oracle's calls, or a plain transfer from a wallet. */
export type SubmissionPurpose = 'lock' | 'burn' | 'oracle' | 'transfer';

/** A message on which an oracle submission acts, and its block when it was planned. */
export interface ActedOn {
  readonly messageId: Hex;
  readonly blockNumber: number;
  readonly blockHash: string;
}

/** An interval that an oracle submission commits, with the root of its messages when it was planned. */
export interface CommittedRoot {
  readonly source: Domain;
  readonly firstNonce: bigint;
  readonly count: number;
  readonly root: Hex;
}

/** What must not have changed until an oracle submission is included. */
export interface Grounds {
  readonly messages: readonly ActedOn[];
  readonly roots: readonly CommittedRoot[];
}

/** A durable outgoing transaction. It is reserved, that is persisted with its signed bytes, before it is broadcast. */
export interface StoredSubmission {
  /** UUID v7. */
  readonly id: string;
  readonly purpose: SubmissionPurpose;
  readonly domain: Domain;
  readonly family: string;
  readonly state: 'reserved' | 'broadcast' | 'included' | 'failed' | 'dropped';
  readonly payer: string;
  readonly sequence: number;
  /** Every signed version, the newest last: a replacement appends. */
  readonly versions: readonly Submission[];
  /** The orders in this submission. */
  readonly orderIds: readonly string[];
  /** Of an oracle submission; empty in those of earlier releases and in others. */
  readonly grounds: Grounds;
  /** Caller's facts (proposal, signers). */
  readonly details: Readonly<Record<string, unknown>>;
  /** What its transactions cost the payer, in their order; null until that is known. */
  readonly costs: readonly TransactionCost[] | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** A submission to reserve. */
export type NewSubmission = Omit<
  StoredSubmission,
  'id' | 'state' | 'costs' | 'grounds' | 'createdAtMs' | 'updatedAtMs'
> &
  Partial<Pick<StoredSubmission, 'grounds'>>;

/** What is known with a new state. */
export type StateOptions = Fenced & Partial<Pick<StoredSubmission, 'costs'>>;

/** A submission with known costs. */
export type CostedSubmission = Pick<StoredSubmission, 'domain' | 'family' | 'details' | 'updatedAtMs'> & {
  readonly costs: readonly TransactionCost[];
};

/** Outgoing transactions with all their signed versions. */
export interface SubmissionRepository {
  /**
   * Persists before broadcast, fully durable. Throws when an order of a lock or burn already has one that did not fail and
   * was not dropped: whatever went wrong before, an order is locked once.
   */
  reserve(submission: NewSubmission, fenced?: Fenced): Promise<StoredSubmission>;
  /** Appends a signed version, fully durable. Throws when the submission does not exist. */
  addVersion(id: string, version: Submission, fenced?: Fenced): Promise<void>;
  /** Also sets the costs if they are given. Throws when the submission does not exist. */
  setState(id: string, state: StoredSubmission['state'], options?: StateOptions): Promise<void>;
  /** Submissions for `purpose` that changed last at or after `sinceMs` (Unix milliseconds) and have costs, oldest first. */
  costed(purpose: SubmissionPurpose, sinceMs: number): Promise<readonly CostedSubmission[]>;
  /** Reserved and broadcast submissions for these purposes, oldest first. */
  open(purposes: readonly SubmissionPurpose[], domain?: Domain): Promise<readonly StoredSubmission[]>;
  /** Reserved and broadcast submissions of one payer on a chain, oldest first. */
  openOf(domain: Domain, payer: string): Promise<readonly StoredSubmission[]>;
  /** Submissions for an order, oldest first. */
  forOrder(orderId: string): Promise<readonly StoredSubmission[]>;
}
