import type { Result } from '@causeway/protocol';
import type { DeliveryReading, DeliveryRow, EndpointRow } from '@causeway/storage';

/** A delivery whose next attempt a process makes, with its endpoint. */
export interface TakenDelivery {
  readonly delivery: DeliveryRow;
  readonly endpoint: EndpointRow;
}

/** How many deliveries a sender takes. */
export interface Take {
  readonly limit: number;
  /** Attempts of all processes that may be under way for one endpoint. */
  readonly perEndpoint: number;
  /** An attempt without a report counts as lost after this time, milliseconds. */
  readonly leaseMs: number;
}

/**
 * What follows a failed attempt: the next one by the schedule, with a random number in [0, 1) for its pause; the next
 * one at once, because this process ended the attempt; or none.
 */
export type Retry = { readonly kind: 'scheduled'; readonly random: number } | { readonly kind: 'atOnce' | 'never' };

/** The result of an attempt. */
export type DeliveryOutcome =
  /** `answer` is the JSON of the response's body, if it had one. */
  | { readonly kind: 'delivered'; readonly status: number; readonly answer: unknown }
  | {
      readonly kind: 'failed';
      readonly status: number | null;
      readonly error: string;
      /** The receiver answered 410: the endpoint is disabled. */
      readonly gone: boolean;
      /**
       * The endpoint is disabled when all attempts have failed for this long, milliseconds; absent when it is not its
       * fault.
       */
      readonly disableAfterMs?: number;
      readonly retry: Retry;
    };

/** Webhooks that wait, were delivered, or failed. The jobs of their facts queue them. */
export interface DeliveryRepository extends DeliveryReading {
  /**
   * Takes due deliveries of endpoints with free places, the longest due endpoints first. No other process takes them
   * until the lease ends or `settle` is called.
   */
  take(order: Take): Promise<readonly TakenDelivery[]>;
  /** Records the result of the attempt that `taken` is. Undefined when its lease has passed on. */
  settle(taken: TakenDelivery, outcome: DeliveryOutcome): Promise<DeliveryRow | undefined>;
  /** Delivers an ended delivery once more, with the same id. */
  replay(id: string): Promise<Result<DeliveryRow, ReplayRefused>>;
}

/** The reason why a delivery cannot be replayed. */
export type ReplayRefused = {
  readonly code: 'DELIVERY_NOT_FOUND' | 'DELIVERY_PENDING' | 'ENDPOINT_DISABLED' | 'ENDPOINT_NOT_FOUND';
};
