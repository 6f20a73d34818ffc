import type { TxScript } from '../core/steps.ts';
import { agentSubject } from './agents.ts';
import type { AgentContext } from './context.ts';

/** The topic of messages, broadcasts and leases on the streams of avatars. */
export const AGENTS_TOPIC = 'agents';

/** Appends an event of an agent's own, by which every process sees that its copy of the agent is old. */
export function* appendAgentEvent(
  { appendEvent }: Pick<AgentContext, 'appendEvent'>,
  agentId: string,
  what: 'registered' | 'changed' | 'deregistered' | 'returned',
  createdAtMs: number,
): TxScript<void> {
  yield* appendEvent({ subject: agentSubject(agentId), type: `agent.${what}`, data: { agentId }, createdAtMs });
}
