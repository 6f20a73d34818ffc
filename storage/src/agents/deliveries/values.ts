/** The kinds of webhook: what an agent gets, and what a submitter is called back with. */
export type EndpointKind = 'agent' | 'callback';

/** Why an endpoint gets nothing. */
export type DisabledReason =
  /** The receiver answered 410. */
  | 'gone'
  /** All attempts failed for longer than the service allows. */
  | 'failing'
  /** Its owner switched it off. */
  | 'owner';

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
