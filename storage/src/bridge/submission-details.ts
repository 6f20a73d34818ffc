import type { Domain, SignedTransaction } from '@causeway/protocol';
import { z } from 'zod';

/** What an action of an oracle transaction does for the message that paid for it. */
export const WORKS = ['commitment', 'delivery', 'cancellation', 'refund'] as const;
export type Work = (typeof WORKS)[number];

/** One action, for the lane whose lock or burn paid the fee: a refund is charged to the lane that it undoes. */
export interface Charge {
  readonly work: Work;
  readonly source: Domain;
  readonly destination: Domain;
  /** Messages that a commitment commits; otherwise 1. */
  readonly messages: number;
}

const charge = z.object({
  work: z.enum(WORKS),
  source: z.int(),
  destination: z.int(),
  messages: z.int().positive(),
}) satisfies z.ZodType<Charge>;

const submission = z.object({
  reference: z.string(),
  raw: z.string(),
  payer: z.string(),
  sequence: z.int(),
  fee: z.record(z.string(), z.string()),
}) satisfies z.ZodType<SignedTransaction>;

/** Submissions that the payer must send first, in order, such as an approval before a lock. */
const before = z.array(submission).readonly().optional();

/** A lock or burn of an order. */
const send = z.object({ before });

/** What every transaction of the oracle has. */
const signed = {
  anchor: z.string(),
  digest: z.string(),
  /** Local addresses of the members whose signatures it has. */
  signers: z.array(z.string()).readonly(),
  /** What its costs are charged to, an entry for each action. Submissions of earlier releases have none. */
  charges: z.array(charge).readonly().default([]),
  before,
};

/** The oracle's calls by the actions of their proposal, or with `void` a transaction that only uses up its anchor. */
const oracle = z.union([
  z.object({ ...signed, void: z.literal(true) }),
  z.object({
    ...signed,
    void: z.undefined().optional(),
    actions: z.array(z.record(z.string(), z.union([z.string(), z.number()])).readonly()).readonly(),
  }),
]);

/** A plain transfer from a wallet. */
const transfer = z.object({ transferId: z.string(), before });

/** A call of a settler for the swap that is its only order, by a solver. */
const swapCall = z.object({
  function: z.enum(['fill', 'fillAndSettle', 'settle', 'giveBack']),
  /** Delivery fee of a return home, smallest units of the coin; 0 for other calls. */
  fee: z.string(),
  before,
});

/** Bridged tokens that a solver sends home. */
const homeward = z.object({ home: z.int(), localAmount: z.string(), fee: z.string(), before });

/** The facts of a submission by its purpose, as they are stored. */
const DETAILS = {
  lock: send,
  burn: send,
  oracle,
  transfer,
  fill: swapCall,
  settle: swapCall,
  finish: swapCall,
  homeward,
} as const;

/**
 * Purpose of a submission: an order's lock or burn, the oracle's calls, a plain transfer from a wallet, or the work of
 * a solver: fill a swap, settle its own, finish one that nobody filled, and send bridged tokens home.
 */
export type SubmissionPurpose = keyof typeof DETAILS;

/** The facts of a submission of that purpose. */
export type SubmissionDetails<P extends SubmissionPurpose> = z.output<(typeof DETAILS)[P]>;

/** The stored `details` of a submission for `purpose`. Throws ZodError when they have another form. */
export const parseDetails = <P extends SubmissionPurpose>(purpose: P, details: unknown): SubmissionDetails<P> =>
  DETAILS[purpose].parse(details) as SubmissionDetails<P>;
