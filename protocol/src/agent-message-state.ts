/** Every state of a message to an agent with a capability. */
export const AGENT_MESSAGE_STATES = [
  /** An agent has it and has not acknowledged it yet. */
  'offered',
  'acknowledged',
  /** Every agent that could be asked was silent. */
  'undelivered',
] as const;
export type AgentMessageState = (typeof AGENT_MESSAGE_STATES)[number];

/** The events of such a message. */
export const AGENT_MESSAGE_TRIGGERS = [
  'acknowledged',
  /** The agent was silent, and the next one gets the message. */
  'passedOn',
  /** The agent was silent, and no other one is left. */
  'exhausted',
] as const;
export type AgentMessageTrigger = (typeof AGENT_MESSAGE_TRIGGERS)[number];

/** The whole life of such a message; an absent trigger cannot happen. */
export const AGENT_MESSAGE_TRANSITIONS: Readonly<
  Record<AgentMessageState, Partial<Record<AgentMessageTrigger, AgentMessageState>>>
> = {
  offered: { acknowledged: 'acknowledged', passedOn: 'offered', exhausted: 'undelivered' },
  acknowledged: {},
  undelivered: {},
};

/** The state after `trigger`; undefined when the trigger cannot happen. */
export const nextAgentMessageState = (
  state: AgentMessageState,
  trigger: AgentMessageTrigger,
): AgentMessageState | undefined => AGENT_MESSAGE_TRANSITIONS[state][trigger];
