import { ok } from '@causeway/protocol';
import { type AgentMessageRow, EVERYONE, type Offer } from '@causeway/storage';
import {
  AGENTS_TOPIC,
  agentMessageSubject,
  countAgents,
  dueMessages,
  endedMessages,
  findMessage,
  insertMessage,
  mayTakeNow,
  offeredMessages,
  PURGES,
  purgeSteps,
  registeredAgents,
  removeMessages,
} from '@causeway/storage/agents';
import { type Lock, lock, lockOf, type TxScript, usageSteps } from '@causeway/storage/jobs';
import type { AgentJobs } from '../context.ts';
import { queueDelivery } from '../webhooks/queue.ts';
import { acknowledgeMessage, announceMessage, changeMessage, hasMessage, tellOfMessage } from './change.ts';
import type { AgentMessageRepository, Broadcast } from './messages.ts';

/** Most messages of one transaction of `purge`. */
const PURGE_LIMIT = 100;

const messageLock = (id: string): Lock => lockOf('message', id);

/** AgentMessageRepository over its tables. */
export function createAgentMessageRepository(context: AgentJobs): AgentMessageRepository {
  const { read, write, clock, newId, appendEventRow, tables } = context;
  const { removeEvents, giveBack } = purgeSteps(context);
  const offer = ({ agentId, reason }: Omit<Offer, 'offeredAtMs'>, offeredAtMs: number): Offer => ({
    ...{ agentId, reason, offeredAtMs },
  });

  /** Writes the event of a broadcast for one avatar, and its webhook for an agent that is named. */
  function* writeFor({ event, agentId, data }: Broadcast, eventId: string, avatarId: string): TxScript<number> {
    const nowMs = clock.now();
    const facts = { eventId, event, agentId, data };
    const fact = { subject: `broadcast:${eventId}`, type: 'event.broadcast', data: facts } as const;
    const audience = { avatarId, topic: AGENTS_TOPIC };
    const { seq } = yield* appendEventRow({ ...fact, audience, createdAtMs: nowMs });
    if (avatarId !== EVERYONE) yield* queueDelivery(context, { ...fact, endpoint: { avatarId }, nowMs });
    return seq;
  }

  /** Acknowledges a message for the agent; undefined when it has it no more. */
  function* takeOne(agentId: string, id: string): TxScript<AgentMessageRow | undefined> {
    const row = yield* findMessage(tables, id);
    const nowMs = clock.now();
    return row && hasMessage(row, agentId, nowMs) ? yield* acknowledgeMessage(context, row, 'claim', nowMs) : undefined;
  }

  return {
    send: (message, next) =>
      write(
        'full',
        function* () {
          if (!(yield* mayTakeNow(context, next.agentId, message))) return undefined;
          const share = { items: 1, bytes: Buffer.byteLength(message.input) };
          const taken = yield* usageSteps(context).take(message.senderId, 'history', share);
          if (!taken.ok) return taken;
          const nowMs = clock.now();
          const row: AgentMessageRow = {
            ...{ ...message, id: newId(), state: 'offered', offers: [offer(next, nowMs)], agentId: next.agentId },
            ...{ wakeAtMs: nowMs + message.timeoutMs, ackedBy: null, createdAtMs: nowMs, endedAtMs: null },
          };
          yield* insertMessage(tables, row);
          yield* announceMessage(context, row, nowMs);
          return ok(row);
        },
        { locks: [] },
      ),

    get: (id) => read(() => findMessage(tables, id)),

    due: (limit) => read(() => dueMessages(tables, clock.now(), limit)),

    passOn: ({ id, offers }, next) =>
      write(
        'full',
        function* () {
          const row = yield* findMessage(tables, id);
          const nowMs = clock.now();
          if (row?.wakeAtMs == null || row.wakeAtMs > nowMs || row.offers.length !== offers.length) return undefined;
          if (next === null) {
            const ended = yield* changeMessage(context, row, 'exhausted', { wakeAtMs: null, endedAtMs: nowMs });
            const data = { tried: row.offers.map(({ agentId }) => agentId) };
            yield* tellOfMessage(context, ended, row.senderId, { type: 'message.undelivered', data, nowMs });
            return ended;
          }
          if (!(yield* mayTakeNow(context, next.agentId, row))) return undefined;
          const set = { offers: [...row.offers, offer(next, nowMs)], agentId: next.agentId };
          const passed = yield* changeMessage(context, row, 'passedOn', { ...set, wakeAtMs: nowMs + row.timeoutMs });
          yield* announceMessage(context, passed, nowMs);
          return passed;
        },
        { locks: [messageLock(id)] },
      ),

    acknowledge: (id, agentId, by) =>
      write(
        'full',
        function* () {
          const row = yield* findMessage(tables, id);
          if (row === undefined || !row.offers.some((one) => one.agentId === agentId)) {
            return { ok: false, error: { code: 'MESSAGE_NOT_FOUND' } } as const;
          }
          if (row.state === 'acknowledged' && row.agentId === agentId) return ok(row);
          const nowMs = clock.now();
          if (!hasMessage(row, agentId, nowMs)) return { ok: false, error: { code: 'MESSAGE_PASSED_ON' } } as const;
          return ok(yield* acknowledgeMessage(context, row, by, nowMs));
        },
        { locks: [messageLock(id)] },
      ),

    async take(agentId, limit) {
      const waiting = () => offeredMessages(tables, agentId, clock.now(), limit);
      // Most searches find nothing, so they write nothing.
      const found = await read(waiting);
      const taken = found.map(({ id }) => write('full', () => takeOne(agentId, id), { locks: [messageLock(id)] }));
      return (await Promise.all(taken)).filter((row) => row !== undefined);
    },

    async purge(beforeMs) {
      const old = () => endedMessages(tables, beforeMs, PURGE_LIMIT);
      let purged = 0;
      while ((await read(old)).length > 0) {
        purged += await write(
          'normal',
          function* () {
            const ids = yield* old();
            yield* lock(...ids.map(messageLock));
            const gone = yield* removeMessages(tables, ids);
            yield* removeEvents(ids.map(agentMessageSubject));
            yield* giveBack(gone);
            return gone.length;
          },
          { locks: PURGES },
        );
      }
      return purged;
    },

    broadcast: (broadcast) =>
      write(
        'full',
        function* () {
          const { subscribers } = broadcast;
          const eventId = newId();
          if (subscribers === 'all') {
            const seq = yield* writeFor(broadcast, eventId, EVERYONE);
            return ok({ eventId, seq, recipients: yield* countAgents(tables) });
          }
          const known = yield* registeredAgents(tables, subscribers);
          const unknown = subscribers.filter((id) => !known.has(id));
          if (unknown.length > 0) return { ok: false, error: { code: 'AGENTS_UNKNOWN', unknown } } as const;
          let seq = 0;
          for (const agentId of known) seq = yield* writeFor(broadcast, eventId, agentId);
          return ok({ eventId, seq, recipients: known.size });
        },
        { locks: [] },
      ),
  };
}
