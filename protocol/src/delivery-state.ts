/** Every state of a message to an agent with a capability. */
export const DELIVERY_STATES = [
  /** An agent has it and has not acknowledged it yet. */
  'offered',
  'acknowledged',
  /** Every agent that could be asked was silent. */
  'undelivered',
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The events of such a message. */
export const DELIVERY_TRIGGERS = [
  'acknowledged',
  /** The agent was silent, and the next one gets the message. */
  'passedOn',
  /** The agent was silent, and no other one is left. */
  'exhausted',
] as const;
export type DeliveryTrigger = (typeof DELIVERY_TRIGGERS)[number];

/** The whole life of such a message; an absent trigger cannot happen. */
export const DELIVERY_TRANSITIONS: Readonly<Record<DeliveryState, Partial<Record<DeliveryTrigger, DeliveryState>>>> = {
  offered: { acknowledged: 'acknowledged', passedOn: 'offered', exhausted: 'undelivered' },
  acknowledged: {},
  undelivered: {},
};

/** The state after `trigger`; undefined when the trigger cannot happen. */
export const nextDeliveryState = (state: DeliveryState, trigger: DeliveryTrigger): DeliveryState | undefined =>
  DELIVERY_TRANSITIONS[state][trigger];
