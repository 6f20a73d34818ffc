import { type AgentMessageTrigger, nextAgentMessageState } from '@causeway/protocol';
import type { AckedBy, AgentMessageRow, Audience, DeliveryRow } from '@causeway/storage';
import { AGENTS_TOPIC, agentMessageSubject, findMessage, updateMessage } from '@causeway/storage/agents';
import { lock, lockOf, type TxScript } from '@causeway/storage/jobs';
import type { AgentJobs } from '../context.ts';
import { queueDelivery } from '../webhooks/queue.ts';

/** Appends an event of the message to the stream of an avatar. */
export function* tellOfMessage(
  { appendEvent }: AgentJobs,
  row: AgentMessageRow,
  avatarId: string,
  { type, data, nowMs }: { readonly type: string; readonly data: object; readonly nowMs: number },
): TxScript<void> {
  const audience: Audience = { avatarId, topic: AGENTS_TOPIC };
  const facts = { messageId: row.id, ...data };
  yield* appendEvent({ subject: agentMessageSubject(row.id), type, data: facts, audience, createdAtMs: nowMs });
}

/** Tells the agent of the last offer about its message, by its stream and by its webhook. */
export function* announceMessage(context: AgentJobs, row: AgentMessageRow, nowMs: number): TxScript<void> {
  const { id, senderId, type, taskId, requirement, wakeAtMs } = row;
  const message = { capability: requirement.capability, type, taskId, input: JSON.parse(row.input) };
  const event = { senderId, ...message, ackUntilMs: wakeAtMs };
  yield* tellOfMessage(context, row, row.agentId, { type: 'message.received', data: event, nowMs });
  const untilMs = wakeAtMs ?? nowMs;
  yield* queueDelivery(context, {
    ...{
      endpoint: { avatarId: row.agentId },
      type: 'message.received',
      subject: agentMessageSubject(id),
      nowMs,
      untilMs,
    },
    data: { messageId: id, from: senderId, ...message, ackUntil: new Date(untilMs).toISOString() },
  });
}

/** Applies a trigger by the table of protocol/agent-message-state. Throws when the table has no such transition. */
export function* changeMessage(
  { tables }: AgentJobs,
  row: AgentMessageRow,
  trigger: AgentMessageTrigger,
  set: Partial<AgentMessageRow>,
): TxScript<AgentMessageRow> {
  const state = nextAgentMessageState(row.state, trigger);
  if (state === undefined) throw new Error(`${trigger} cannot happen to a message that is ${row.state}`);
  const after = { ...row, ...set, state };
  yield* updateMessage(tables, after);
  return after;
}

/** True while the agent has the message and may acknowledge it. */
export const hasMessage = (row: AgentMessageRow, agentId: string, nowMs: number): boolean =>
  row.state === 'offered' && row.agentId === agentId && nowMs < (row.wakeAtMs ?? 0);

/** Ends a message as acknowledged by its agent, and tells the sender. */
export function* acknowledgeMessage(
  context: AgentJobs,
  row: AgentMessageRow,
  ackedBy: AckedBy,
  nowMs: number,
): TxScript<AgentMessageRow> {
  const after = yield* changeMessage(context, row, 'acknowledged', { ackedBy, wakeAtMs: null, endedAtMs: nowMs });
  const data = { agentId: row.agentId, ackedBy };
  yield* tellOfMessage(context, after, row.senderId, { type: 'message.acknowledged', data, nowMs });
  return after;
}

/** The end of a webhook with a message: if the agent took it in time, the agent has acknowledged the message. */
export function* messageDelivered(context: AgentJobs, { subject, state, endpointId }: DeliveryRow): TxScript<void> {
  const id = subject.slice(agentMessageSubject('').length);
  yield* lock(lockOf('message', id));
  const row = yield* findMessage(context.tables, id);
  const nowMs = context.clock.now();
  if (state !== 'delivered' || row === undefined || !hasMessage(row, endpointId, nowMs)) return;
  yield* acknowledgeMessage(context, row, 'webhook', nowMs);
}
