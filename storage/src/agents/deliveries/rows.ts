/** The kinds of webhook: what an agent gets, and what a submitter is called back with. */
export type EndpointKind = 'agent' | 'callback';

/** Why an endpoint gets nothing. */
export type DisabledReason =
  /** The receiver answered 410. */
  | 'gone'
  /** Its owner switched it off. */
  | 'owner';

/** A URL that an avatar's webhooks go to. An agent has at most one of kind `agent`, whose id is the agent's. */
export interface EndpointRow {
  readonly id: string;
  readonly avatarId: string;
  readonly kind: EndpointKind;
  readonly url: string;
  /** When the sender must look at its deliveries; null while none is open. */
  readonly wakeAtMs: number | null;
  readonly disabledAtMs: number | null;
  readonly disabledReason: DisabledReason | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'dropped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The facts that webhooks tell. */
export const DELIVERY_TYPES = [
  'task.assigned',
  'task.completed',
  'task.failed',
  'task.cancelled',
  'task.expired',
  'message.received',
  'event.broadcast',
  /** A new state of a task for an A2A client; its body is made when it is sent. */
  'a2a.task',
] as const;
export type DeliveryType = (typeof DELIVERY_TYPES)[number];

/** One webhook: a fact for one endpoint, with as many attempts as it takes. Times are Unix milliseconds. */
export interface DeliveryRow {
  /** The `webhook-id` of every attempt; a UUID v7, by which lists are sorted. */
  readonly id: string;
  readonly endpointId: string;
  /** The owner of the endpoint. */
  readonly avatarId: string;
  readonly type: DeliveryType;
  /** The fact's own subject, such as `task:<id>`. */
  readonly subject: string;
  /** The body: JSON text of `{type, timestamp, data}`. */
  readonly payload: string;
  readonly state: DeliveryState;
  /** Attempts so far. The sender's report names its attempt, and only the newest counts. */
  readonly attempts: number;
  /** Attempts before the schedule of retries began: those before the last replay. */
  readonly replayedFrom: number;
  /** When the next attempt is due; null when the delivery has ended. */
  readonly wakeAtMs: number | null;
  /** Until when an attempt is under way; null between attempts. */
  readonly leaseEndsAtMs: number | null;
  /** The fact is of no use afterwards; null for always. */
  readonly untilMs: number | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly attemptedAtMs: number | null;
  readonly createdAtMs: number;
  readonly endedAtMs: number | null;
}

/** The secret with which an avatar's webhooks are signed, sealed by the API. */
export interface WebhookSecretRow {
  readonly avatarId: string;
  readonly sealed: string;
  /** The secret before it, which signs too until `previousUntilMs`. */
  readonly previousSealed: string | null;
  readonly previousUntilMs: number | null;
  readonly createdAtMs: number;
}
