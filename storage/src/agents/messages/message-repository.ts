import { type AgentMessageTrigger, nextAgentMessageState, ok } from '@causeway/protocol';
import { and, asc, count, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import { type Audience, EVERYONE } from '../../core/events.ts';
import { all, first, run, type Steps } from '../../core/steps.ts';
import type { AgentContext } from '../context.ts';
import { type AgentMessageRepository, agentMessageSubject, type Broadcast } from './messages.ts';
import type { AckedBy, AgentMessageRow, Offer } from './rows.ts';

/** The topic of messages and broadcasts on the streams of avatars. */
const TOPIC = 'agents';

/** AgentMessageRepository over its tables. */
export function createAgentMessageRepository(context: AgentContext): AgentMessageRepository {
  const { read, write, clock, newId, appendEvent } = context;
  const { agents, agentMessages: messages } = context.tables;
  const isOffered = sql`${messages.state} = 'offered'`;
  const find = (id: string): Steps<AgentMessageRow | undefined> =>
    first((db) => db.select().from(messages).where(eq(messages.id, id)));

  function* tell(row: AgentMessageRow, avatarId: string, type: string, data: object, nowMs: number): Steps<void> {
    const audience: Audience = { avatarId, topic: TOPIC };
    const facts = { messageId: row.id, ...data };
    yield* appendEvent({ subject: agentMessageSubject(row.id), type, data: facts, audience, createdAtMs: nowMs });
  }

  /** Tells the agent of the last offer about its message. */
  function* announce(row: AgentMessageRow, nowMs: number): Steps<void> {
    const { senderId, type, taskId, requirement, wakeAtMs } = row;
    const message = { senderId, capability: requirement.capability, type, taskId, input: JSON.parse(row.input) };
    yield* tell(row, row.agentId, 'message.received', { ...message, ackUntilMs: wakeAtMs }, nowMs);
  }

  /** Applies a trigger by the table of protocol/agent-message-state. */
  function* change(
    row: AgentMessageRow,
    trigger: AgentMessageTrigger,
    set: Partial<AgentMessageRow>,
  ): Steps<AgentMessageRow> {
    const state = nextAgentMessageState(row.state, trigger);
    if (state === undefined) throw new Error(`${trigger} cannot happen to a message that is ${row.state}`);
    const after = { ...row, ...set, state };
    const { id: _id, ...members } = after;
    yield* run((db) => db.update(messages).set(members).where(eq(messages.id, row.id)));
    return after;
  }

  function* acknowledged(row: AgentMessageRow, ackedBy: AckedBy, nowMs: number): Steps<AgentMessageRow> {
    const after = yield* change(row, 'acknowledged', { ackedBy, wakeAtMs: null, endedAtMs: nowMs });
    yield* tell(after, row.senderId, 'message.acknowledged', { agentId: row.agentId, ackedBy }, nowMs);
    return after;
  }

  const offer = (next: Omit<Offer, 'offeredAtMs'>, nowMs: number): Offer => ({ ...next, offeredAtMs: nowMs });

  /** The registered agents among `ids`. */
  function* registered(ids: readonly string[]): Steps<ReadonlySet<string>> {
    const rows = yield* all((db) =>
      db
        .select({ id: agents.id })
        .from(agents)
        .where(and(inArray(agents.id, [...ids]), isNull(agents.hiddenAtMs))),
    );
    return new Set(rows.map(({ id }) => id));
  }

  function* writeFor({ event, agentId, data }: Broadcast, eventId: string, avatarId: string): Steps<number> {
    const row = yield* appendEvent({
      subject: `broadcast:${eventId}`,
      type: 'event.broadcast',
      data: { eventId, event, agentId, data },
      audience: { avatarId, topic: TOPIC },
      createdAtMs: clock(),
    });
    return row.seq;
  }

  return {
    send: (message, next) =>
      write('full', function* () {
        const nowMs = clock();
        const row: AgentMessageRow = {
          ...{ ...message, id: newId(), state: 'offered', offers: [offer(next, nowMs)], agentId: next.agentId },
          ...{ wakeAtMs: nowMs + message.timeoutMs, ackedBy: null, createdAtMs: nowMs, endedAtMs: null },
        };
        yield* run((db) => db.insert(messages).values(row));
        yield* announce(row, nowMs);
        return row;
      }),

    get: (id) => read(() => find(id)),

    due: (limit) =>
      read(() =>
        all((db) =>
          db
            .select()
            .from(messages)
            .where(and(sql`${messages.wakeAtMs} is not null`, lte(messages.wakeAtMs, clock())))
            .orderBy(asc(messages.wakeAtMs))
            .limit(limit),
        ),
      ),

    passOn: ({ id, offers }, next) =>
      write('full', function* () {
        const row = yield* find(id);
        const nowMs = clock();
        if (row?.wakeAtMs == null || row.wakeAtMs > nowMs || row.offers.length !== offers.length) return undefined;
        if (next === null) {
          const ended = yield* change(row, 'exhausted', { wakeAtMs: null, endedAtMs: nowMs });
          const tried = row.offers.map(({ agentId }) => agentId);
          yield* tell(ended, row.senderId, 'message.undelivered', { tried }, nowMs);
          return ended;
        }
        const set = { offers: [...row.offers, offer(next, nowMs)], agentId: next.agentId };
        const passed = yield* change(row, 'passedOn', { ...set, wakeAtMs: nowMs + row.timeoutMs });
        yield* announce(passed, nowMs);
        return passed;
      }),

    acknowledge: (id, agentId, by) =>
      write('full', function* () {
        const row = yield* find(id);
        if (row === undefined || !row.offers.some((one) => one.agentId === agentId)) {
          return { ok: false, error: { code: 'MESSAGE_NOT_FOUND' } } as const;
        }
        if (row.state === 'acknowledged' && row.agentId === agentId) return ok(row);
        const nowMs = clock();
        const isTheirs = row.state === 'offered' && row.agentId === agentId && nowMs < (row.wakeAtMs ?? 0);
        if (!isTheirs) return { ok: false, error: { code: 'MESSAGE_PASSED_ON' } } as const;
        return ok(yield* acknowledged(row, by, nowMs));
      }),

    async take(agentId, limit) {
      const waiting = () =>
        all((db) =>
          db
            .select()
            .from(messages)
            .where(and(eq(messages.agentId, agentId), isOffered, gt(messages.wakeAtMs, clock())))
            .orderBy(asc(messages.id))
            .limit(limit),
        );
      // Most looks find nothing, so they write nothing.
      if ((await read(waiting)).length === 0) return [];
      return write('full', function* () {
        const taken: AgentMessageRow[] = [];
        for (const row of yield* waiting()) taken.push(yield* acknowledged(row, 'claim', clock()));
        return taken;
      });
    },

    purge: (beforeMs) =>
      write('normal', () => run((db) => db.delete(messages).where(lt(messages.endedAtMs, beforeMs)))),

    broadcast: (broadcast) =>
      write('full', function* () {
        const { subscribers } = broadcast;
        const eventId = newId();
        if (subscribers === 'all') {
          const counted = yield* first((db) =>
            db.select({ agents: count() }).from(agents).where(isNull(agents.hiddenAtMs)),
          );
          const seq = yield* writeFor(broadcast, eventId, EVERYONE);
          return ok({ eventId, seq, recipients: counted?.agents ?? 0 });
        }
        const known = yield* registered(subscribers);
        const unknown = subscribers.filter((id) => !known.has(id));
        if (unknown.length > 0) return { ok: false, error: { code: 'AGENTS_UNKNOWN', unknown } } as const;
        let seq = 0;
        for (const agentId of known) seq = yield* writeFor(broadcast, eventId, agentId);
        return ok({ eventId, seq, recipients: known.size });
      }),
  };
}
