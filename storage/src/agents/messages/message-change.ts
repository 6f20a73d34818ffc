import { type AgentMessageTrigger, nextAgentMessageState } from '@causeway/protocol';
import { eq } from 'drizzle-orm';
import type { Audience } from '../../core/events.ts';
import { first, run, type Steps } from '../../core/steps.ts';
import { AGENTS_TOPIC } from '../agent-events.ts';
import type { AgentContext } from '../context.ts';
import { type DeliveryRow, queueDelivery } from '../deliveries/index.ts';
import { agentMessageSubject } from './messages.ts';
import type { AgentMessageRow } from './rows.ts';
import type { AckedBy } from './values.ts';

export function* findMessage({ tables }: AgentContext, id: string): Steps<AgentMessageRow | undefined> {
  const { agentMessages: messages } = tables;
  return yield* first((db) => db.select().from(messages).where(eq(messages.id, id)));
}

/** Appends an event of the message to the stream of an avatar. */
export function* tellOfMessage(
  { appendEvent }: AgentContext,
  row: AgentMessageRow,
  avatarId: string,
  { type, data, nowMs }: { readonly type: string; readonly data: object; readonly nowMs: number },
): Steps<void> {
  const audience: Audience = { avatarId, topic: AGENTS_TOPIC };
  const facts = { messageId: row.id, ...data };
  yield* appendEvent({ subject: agentMessageSubject(row.id), type, data: facts, audience, createdAtMs: nowMs });
}

/** Tells the agent of the last offer about its message, by its stream and by its webhook. */
export function* announceMessage(context: AgentContext, row: AgentMessageRow, nowMs: number): Steps<void> {
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
  { tables }: AgentContext,
  row: AgentMessageRow,
  trigger: AgentMessageTrigger,
  set: Partial<AgentMessageRow>,
): Steps<AgentMessageRow> {
  const { agentMessages: messages } = tables;
  const state = nextAgentMessageState(row.state, trigger);
  if (state === undefined) throw new Error(`${trigger} cannot happen to a message that is ${row.state}`);
  const after = { ...row, ...set, state };
  const { id: _id, ...members } = after;
  yield* run((db) => db.update(messages).set(members).where(eq(messages.id, row.id)));
  return after;
}

/** True while the agent has the message and may acknowledge it. */
export const hasMessage = (row: AgentMessageRow, agentId: string, nowMs: number): boolean =>
  row.state === 'offered' && row.agentId === agentId && nowMs < (row.wakeAtMs ?? 0);

/** Ends a message as acknowledged by its agent, and tells the sender. */
export function* acknowledgeMessage(
  context: AgentContext,
  row: AgentMessageRow,
  ackedBy: AckedBy,
  nowMs: number,
): Steps<AgentMessageRow> {
  const after = yield* changeMessage(context, row, 'acknowledged', { ackedBy, wakeAtMs: null, endedAtMs: nowMs });
  const data = { agentId: row.agentId, ackedBy };
  yield* tellOfMessage(context, after, row.senderId, { type: 'message.acknowledged', data, nowMs });
  return after;
}

/** The end of a webhook with a message: if the agent took it in time, the agent has acknowledged the message. */
export function* messageDelivered(context: AgentContext, { subject, state, endpointId }: DeliveryRow): Steps<void> {
  const row = yield* findMessage(context, subject.slice(agentMessageSubject('').length));
  const nowMs = context.clock.now();
  if (state !== 'delivered' || row === undefined || !hasMessage(row, endpointId, nowMs)) return;
  yield* acknowledgeMessage(context, row, 'webhook', nowMs);
}
