import type { Domain, Hex, SignedTransaction, TransactionCost } from '@causeway/protocol';
import type { Fenced } from '../core/leases.ts';
import type { Page } from '../core/page.ts';
import type { SubmissionDetails, SubmissionPurpose } from './submission-details.ts';

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

/** What every submission has, whatever it is for. */
interface SubmissionFacts {
  /** UUID v7. */
  readonly id: string;
  readonly domain: Domain;
  readonly family: string;
  readonly state: 'reserved' | 'broadcast' | 'included' | 'failed' | 'dropped';
  readonly payer: string;
  readonly sequence: number;
  /** Every signed version, the newest last: a replacement appends. */
  readonly versions: readonly SignedTransaction[];
  /** The orders in this submission. */
  readonly orderIds: readonly string[];
  /** Of an oracle submission; empty in submissions of earlier releases and in others. */
  readonly grounds: Grounds;
  /** What its transactions cost the payer, in their order; null until that is known. */
  readonly costs: readonly TransactionCost[] | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** The purpose of a submission, and the facts that it decides. */
type ForPurpose<P extends SubmissionPurpose> = {
  [Each in P]: { readonly purpose: Each; readonly details: SubmissionDetails<Each> };
}[P];

/**
 * A durable outgoing transaction for one of the purposes P. It is reserved, that is persisted with its signed bytes,
 * before it is broadcast.
 */
export type StoredSubmission<P extends SubmissionPurpose = SubmissionPurpose> = SubmissionFacts & ForPurpose<P>;

/** A submission to reserve. */
export type NewSubmission<P extends SubmissionPurpose = SubmissionPurpose> = Omit<
  SubmissionFacts,
  'id' | 'state' | 'costs' | 'grounds' | 'createdAtMs' | 'updatedAtMs'
> &
  Partial<Pick<SubmissionFacts, 'grounds'>> & { readonly purpose: P; readonly details: SubmissionDetails<P> };

/** What is known with a new state. */
export type StateOptions = Fenced & Partial<Pick<SubmissionFacts, 'costs'>>;

/** An oracle submission with known costs. */
export type CostedSubmission = Pick<StoredSubmission<'oracle'>, 'domain' | 'family' | 'details' | 'updatedAtMs'> & {
  readonly costs: readonly TransactionCost[];
};

/** Outgoing transactions with all their signed versions. */
export interface SubmissionRepository {
  /**
   * Persists before broadcast, fully durable. Throws when an order of a lock, burn or fill already has one that did
   * not fail and was not dropped: whatever went wrong before, an order is locked once, and a swap filled once.
   */
  reserve<P extends SubmissionPurpose>(submission: NewSubmission<P>, fenced?: Fenced): Promise<StoredSubmission<P>>;
  /** Appends a signed version, fully durable. Throws when the submission does not exist. */
  addVersion(id: string, version: SignedTransaction, fenced?: Fenced): Promise<void>;
  /** Also sets the costs if they are given. Throws when the submission does not exist. */
  setState(id: string, state: StoredSubmission['state'], options?: StateOptions): Promise<void>;
  /** Oracle submissions that changed last at or after `sinceMs` (Unix milliseconds) and have costs, oldest first. */
  costed(sinceMs: number): Promise<readonly CostedSubmission[]>;
  /**
   * Oracle submissions that were reserved at or after `sinceMs` (Unix milliseconds) and have costs, newest first, after
   * the id `after`.
   */
  costedPage(
    sinceMs: number,
    after: string | null,
    limit: number,
  ): Promise<Page<CostedSubmission & Pick<StoredSubmission, 'id' | 'createdAtMs'>>>;
  /** Reserved and broadcast submissions for these purposes, oldest first. */
  open<P extends SubmissionPurpose>(purposes: readonly P[], domain?: Domain): Promise<readonly StoredSubmission<P>[]>;
  /** Reserved and broadcast submissions of one payer on a chain, oldest first. */
  openOf(domain: Domain, payer: string): Promise<readonly StoredSubmission[]>;
  /** Submissions for an order, oldest first. */
  forOrder(orderId: string): Promise<readonly StoredSubmission[]>;
}
