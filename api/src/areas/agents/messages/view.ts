import type { AgentMessageRow, EventRow } from '@causeway/storage';
import { iso, isoOrNull } from '../../../http/requests/times.ts';
import type { AgentMessageView } from './schemas.ts';
import { triedOf } from './service.ts';

/** The agent that acknowledged a message; null while none has. */
const deliveredTo = ({ state, agentId }: AgentMessageRow): string | null => (state === 'acknowledged' ? agentId : null);

/** The answer to a sender. */
export const sentView = (row: AgentMessageRow) => ({
  messageId: row.id,
  deliveredTo: deliveredTo(row),
  status: row.state,
  strategy: row.strategy,
  requirements: { agents: row.takers },
  reason: row.offers.at(-1)?.reason ?? '',
  tried: triedOf(row),
});

/** A message as its sender and its agents see it. */
export const agentMessageView = (row: AgentMessageRow): AgentMessageView => ({
  ...sentView(row),
  from: row.senderId,
  capability: row.requirement.capability,
  type: row.type,
  taskId: row.taskId,
  input: JSON.parse(row.input),
  ackedBy: row.ackedBy,
  ackUntil: isoOrNull(row.wakeAtMs),
  createdAt: iso(row.createdAtMs),
  endedAt: isoOrNull(row.endedAtMs),
});

/** The public form of an event of the topic `agents`. */
export function agentEventView({ seq, type, data, createdAtMs }: EventRow): Readonly<Record<string, unknown>> {
  const { senderId, ackUntilMs, ...facts } = data;
  return {
    ...{ seq, type, at: iso(createdAtMs) },
    ...facts,
    ...(senderId !== undefined && { from: senderId }),
    ...(ackUntilMs !== undefined && { ackUntil: isoOrNull(ackUntilMs as number | null) }),
  };
}
