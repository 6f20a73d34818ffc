import { and, asc, eq, gt, max } from 'drizzle-orm';
import type { OrderRow } from '../bridge/index.ts';
import { all, first, run, type Steps } from '../core/steps.ts';
import type { MissionContext } from './context.ts';
import type { OrderCondition, QuestDefinition } from './definition.ts';
import { conditionsOf, type QuestProgress } from './progress.ts';
import type { Run } from './rows.ts';
import type { RunSteps } from './run-steps.ts';
import type { Followed, RunRepository } from './runs.ts';

type Matches = (condition: OrderCondition, order: OrderRow) => boolean;

/** An order, and whether it meets a condition. */
interface CountedOrder {
  readonly row: OrderRow;
  readonly meets: (condition: OrderCondition) => boolean;
}

/** The follower's name among the stored positions. */
const FOLLOWER = 'orders';

/** Events by which an order can have become final. */
const ORDER_EVENTS = ['order.completed', 'order.updated'];

/** The part of RunRepository that follows orders. */
export function createOrderFollower(
  context: MissionContext,
  { loaded, tell, change, putQuest, fail }: RunSteps,
): Pick<RunRepository, 'followOrders'> {
  const { read, write, tables, bridge, clock } = context;
  const { missionCursors, missionRuns, missionRunQuests } = tables;
  const { events, orders } = bridge;
  /** This process has seen that no order became final between the stored position and this one. */
  let passed = 0;

  const position = () => first((db) => db.select().from(missionCursors).where(eq(missionCursors.follower, FOLLOWER)));

  function* store(seq: number): Steps<void> {
    const row = { follower: FOLLOWER, seq };
    yield* run((db) =>
      db.insert(missionCursors).values(row).onConflictDoUpdate({ target: missionCursors.follower, set: { seq } }),
    );
  }

  const eventsAfter = (seq: number, limit: number) =>
    all((db) =>
      db
        .select({ seq: events.seq, subject: events.subject, type: events.type, data: events.data })
        .from(events)
        .where(gt(events.seq, seq))
        .orderBy(asc(events.seq))
        .limit(limit),
    );

  const isFinal = ({ type, data }: { readonly type: string; readonly data: Readonly<Record<string, unknown>> }) =>
    ORDER_EVENTS.includes(type) && data.final === true;

  /** Counts the order for one quest. */
  function* meet(current: Run, quest: QuestDefinition, progress: QuestProgress, order: CountedOrder): Steps<boolean> {
    const waiting = conditionsOf(quest).filter(({ id }) => !progress.met.includes(id));
    const objective = waiting.find((one) => one.order !== null && order.meets(one.order));
    if (objective === undefined) return false;
    const met = [...progress.met, objective.id];
    const complete = met.length === quest.objectives.length;
    const after: QuestProgress = complete
      ? { ...progress, met, status: 'Completed', completedAtMs: clock.now() }
      : { ...progress, met };
    const done = yield* change(yield* putQuest(current, quest, after), {});
    const facts = { questId: quest.id, objectiveId: objective.id, orderId: order.row.id };
    yield* tell(done, complete ? 'quest.completed' : 'objective.met', facts);
    return true;
  }

  /** Counts the order for every quest that waits for one of its avatar. */
  function* count(order: CountedOrder): Steps<number> {
    const avatarId = order.row.avatarId ?? '';
    const waiting = and(eq(missionRunQuests.avatarId, avatarId), context.where.awaitsOrder);
    const rows = yield* all((db) => db.select().from(missionRunQuests).where(waiting));
    let met = 0;
    for (const { runId, questId } of rows) {
      // Read again for each quest, because an earlier one of the same run has changed it.
      const [current] = yield* loaded(
        yield* all((db) => db.select().from(missionRuns).where(eq(missionRuns.id, runId))),
      );
      if (current?.status !== 'InProgress') continue;
      if (current.deadlineMs !== null && current.deadlineMs <= clock.now()) {
        yield* fail(current);
        continue;
      }
      const quest = current.definition.quests.find(({ id }) => id === questId);
      const progress = current.quests.find((one) => one.questId === questId);
      if (quest && progress && (yield* meet(current, quest, progress, order))) met += 1;
    }
    return met;
  }

  /** The stored position and the events after what is known to bring nothing. */
  function* look(limit: number) {
    const stored = (yield* position())?.seq;
    if (stored === undefined) return undefined;
    return { stored, rows: yield* eventsAfter(Math.max(stored, passed), limit) };
  }

  /** Works on the events after the stored position, whatever process has stored it. */
  function* work(matches: Matches, limit: number): Steps<Followed> {
    const stored = yield* position();
    if (stored === undefined) {
      // Nobody had a quest before the first start, so the log begins at its present end.
      const newest = yield* first((db) => db.select({ seq: max(events.seq) }).from(events));
      yield* store(newest?.seq ?? 0);
      return { events: 0, objectivesMet: 0 };
    }
    const rows = yield* eventsAfter(stored.seq, limit);
    const last = rows.at(-1);
    if (last === undefined) return { events: 0, objectivesMet: 0 };
    const ids = [...new Set(rows.filter(isFinal).map(({ subject }) => subject))];
    let objectivesMet = 0;
    for (const id of ids) {
      const row = (yield* first((db) => db.select().from(orders).where(eq(orders.id, id)))) as OrderRow | undefined;
      if (row?.state !== 'completed' || !row.final || row.avatarId === null) continue;
      objectivesMet += yield* count({ row, meets: (condition) => matches(condition, row) });
    }
    yield* store(last.seq);
    return { events: rows.length, objectivesMet };
  }

  return {
    followOrders: async (matches, limit) => {
      const news = await read(() => look(limit));
      if (news === undefined) return write('normal', () => work(matches, limit));
      const { stored, rows } = news;
      const last = rows.at(-1);
      if (last === undefined) return { events: 0, objectivesMet: 0 };
      if (rows.some(isFinal)) return write('full', () => work(matches, limit));
      // Fewer events than `limit` are read again after a restart, so a position among them need not be stored.
      if (last.seq - stored >= limit) return write('normal', () => work(matches, limit));
      passed = Math.max(passed, last.seq);
      return { events: rows.length, objectivesMet: 0 };
    },
  };
}
