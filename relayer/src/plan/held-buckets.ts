import type { Hex, Message } from '@causeway/protocol';
import type { MessageRow } from '@causeway/storage';
import { limitSideOf } from './delivery.ts';

/** The bucket that the execution of `message` draws from. */
export const bucketOf = (message: Message): string => `${message.source}/${limitSideOf(message)}`;

/**
 * The buckets that refill for a refund. Nothing else draws from them until the refund is paid, however small, because a
 * flow of small amounts would keep it waiting. In memory only: after a restart the refund's next refusal holds its
 * bucket again.
 */
export class HeldBuckets {
  readonly #refunds = new Map<string, Hex>();

  /** Holds the bucket for `refund`, unless another refund has it. */
  hold(refund: MessageRow): void {
    const bucket = bucketOf(refund.message);
    if (!this.#refunds.has(bucket)) this.#refunds.set(bucket, refund.messageId);
  }

  /** Whether `row` must not draw from its bucket now. */
  keepsOut({ message, messageId }: MessageRow): boolean {
    const refund = this.#refunds.get(bucketOf(message));
    return refund !== undefined && refund !== messageId;
  }

  /** Frees the buckets whose refund is not among `waiting`. */
  retain(waiting: ReadonlySet<Hex>): void {
    for (const [bucket, refund] of this.#refunds) if (!waiting.has(refund)) this.#refunds.delete(bucket);
  }
}
