import type { Result } from '@causeway/protocol';
import type { Page } from '../../core/page.ts';
import type { QuotaExceeded } from '../../usage/index.ts';
import type { DeliveryHead, DeliveryRow, EndpointRow, WebhookSecretRow } from './rows.ts';
import type { DeliveryState, DeliveryType } from './values.ts';

/** A filter of an avatar's deliveries. */
export interface DeliveryFilter {
  readonly avatarId: string;
  readonly endpointId?: string;
  readonly state?: DeliveryState;
  readonly type?: DeliveryType;
}

/** Lists of webhooks that wait, were delivered, or failed. */
export interface DeliveryReading {
  get(id: string): Promise<DeliveryRow | undefined>;
  /** Newest first. */
  list(filter: DeliveryFilter, cursor: string | null, limit: number, skip?: number): Promise<Page<DeliveryHead>>;
  /** Deliveries that have not ended, counted up to `limit`. */
  open(limit: number): Promise<number>;
}

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
