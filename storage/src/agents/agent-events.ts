import type { Steps } from '../core/steps.ts';
import { agentSubject } from './agents.ts';
import type { AgentContext } from './context.ts';
import type { TaskRow } from './rows.ts';

/** The topic of messages, broadcasts and leases on the streams of avatars. */
export const AGENTS_TOPIC = 'agents';

/** Appends an event of an agent's own, by which every process sees that its copy of the agent is old. */
export function* appendAgentEvent(
  { appendEvent }: Pick<AgentContext, 'appendEvent'>,
  agentId: string,
  what: 'registered' | 'changed' | 'deregistered' | 'returned',
  createdAtMs: number,
): Steps<void> {
  yield* appendEvent({ subject: agentSubject(agentId), type: `agent.${what}`, data: { agentId }, createdAtMs });
}

/**
 * Tells an agent by its own stream that it holds a task no more, though it has not said so: `after` is the task then.
 */
export function* appendLeaseEnded(
  { appendEvent }: Pick<AgentContext, 'appendEvent'>,
  { agentId, token }: TaskRow,
  { id: taskId, state: status, updatedAtMs: createdAtMs }: TaskRow,
): Steps<void> {
  if (agentId === null) return;
  const audience = { avatarId: agentId, topic: AGENTS_TOPIC };
  const data = { taskId, token, status };
  yield* appendEvent({ subject: `lease:${taskId}`, type: 'lease.ended', data, audience, createdAtMs });
}
