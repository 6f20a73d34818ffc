/** How an agent acknowledged a message: its webhook answered 2xx, it fetched the message, or it said so. */
export type AckedBy = 'webhook' | 'claim' | 'ack';

/** An agent that was given a message, and why it was chosen. */
export interface Offer {
  readonly agentId: string;
  readonly reason: string;
  /** Unix milliseconds. */
  readonly offeredAtMs: number;
}
