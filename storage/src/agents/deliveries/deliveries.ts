import type { Result } from '@causeway/protocol';
import type { Page } from '../../core/page.ts';
import type { QuotaExceeded } from '../../usage/index.ts';
import type { DeliveryHead, DeliveryRow, EndpointRow, WebhookSecretRow } from './rows.ts';
import type { DeliveryState, DeliveryType } from './values.ts';

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
      /** When the next attempt is due after `attempts` of them; null when none is left. Pure. */
      readonly retryAt: (attempts: number, nowMs: number) => number | null;
    };

/** A filter of an avatar's deliveries. */
export interface DeliveryFilter {
  readonly avatarId: string;
  readonly endpointId?: string;
  readonly state?: DeliveryState;
  readonly type?: DeliveryType;
}

/** Webhooks that wait, were delivered, or failed. Other repositories queue them, in the jobs of their facts. */
export interface DeliveryRepository {
  /**
   * Takes due deliveries of endpoints with free places, the longest due endpoints first. No other process takes them
   * until the lease ends or `settle` is called.
   */
  take(order: Take): Promise<readonly TakenDelivery[]>;
  /** Records the result of the attempt that `taken` is. Undefined when its lease has passed on. */
  settle(taken: TakenDelivery, outcome: DeliveryOutcome): Promise<DeliveryRow | undefined>;
  get(id: string): Promise<DeliveryRow | undefined>;
  /** Newest first. */
  list(filter: DeliveryFilter, cursor: string | null, limit: number, skip?: number): Promise<Page<DeliveryHead>>;
  /** Delivers an ended delivery once more, with the same id. */
  replay(id: string): Promise<Result<DeliveryRow, ReplayRefused>>;
  /** Deliveries that have not ended, counted up to `limit`. */
  open(limit: number): Promise<number>;
}

/** The reason why a delivery cannot be replayed. */
export type ReplayRefused = {
  readonly code: 'DELIVERY_NOT_FOUND' | 'DELIVERY_PENDING' | 'ENDPOINT_DISABLED' | 'ENDPOINT_NOT_FOUND';
};

/** Endpoints of webhooks. An agent's own follows the webhook of its profile. */
export interface EndpointRepository {
  get(id: string): Promise<EndpointRow | undefined>;
  /** The endpoints of an avatar, by id. */
  list(avatarId: string, cursor: string | null, limit: number, skip?: number): Promise<Page<EndpointRow>>;
  /** The endpoint for the avatar's callbacks at `url`, new or known. */
  addCallback(avatarId: string, url: string): Promise<Result<EndpointRow, QuotaExceeded>>;
  /** Disables an endpoint, whose open deliveries are dropped, or enables it. Undefined when there is none. */
  setEnabled(id: string, enabled: boolean): Promise<EndpointRow | undefined>;
  /** Removes an endpoint; its open deliveries are dropped. */
  remove(id: string): Promise<EndpointRow | undefined>;
}

/** Secrets with which webhooks are signed: one for each avatar, sealed. */
export interface WebhookSecretRepository {
  get(avatarId: string): Promise<WebhookSecretRow | undefined>;
  /** Stores the avatar's first secret; false when it has one. */
  create(avatarId: string, sealed: string): Promise<boolean>;
  /** Replaces the secret; the one before it signs too until `previousUntilMs`. */
  rotate(avatarId: string, sealed: string, previousUntilMs: number): Promise<WebhookSecretRow>;
  list(): Promise<readonly WebhookSecretRow[]>;
  /**
   * Replaces the sealed form `before` of the secret, or of the one before it, by `after`. False when it has neither.
   */
  reseal(avatarId: string, before: string, after: string): Promise<boolean>;
}

/** The subject of an endpoint's own events: `webhook.disabled`. */
export const endpointSubject = (id: string): string => `webhook:${id}`;

/** The subject of a delivery's end; its event is `delivery.delivered`, `delivery.failed` or `delivery.dropped`. */
export const deliverySubject = (id: string): string => `delivery:${id}`;
