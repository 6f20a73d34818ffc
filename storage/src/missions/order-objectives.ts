import { and, asc, eq, gt, max } from 'drizzle-orm';
import type { OrderRow } from '../bridge/index.ts';
import { all, first, run, type Steps } from '../core/steps.ts';
import type { MissionContext } from './context.ts';
import type { OrderCondition, QuestDefinition } from './definition.ts';
import { conditionsOf, type QuestProgress } from './progress.ts';
import type { Run } from './rows.ts';
import type { RunSteps } from './run-steps.ts';
import type { Followed } from './runs.ts';

type Matches = (condition: OrderCondition, order: OrderRow) => boolean;

/** The follower's name among the stored positions. */
const FOLLOWER = 'orders';

/** Events by which an order can have become final. */
const ORDER_EVENTS = ['order.completed', 'order.updated'];

/** See RunRepository.followOrders. */
export async function followOrders(
  context: MissionContext,
  { loaded, tell, change, putQuest, fail }: RunSteps,
  matches: Matches,
  limit: number,
): Promise<Followed> {
  const { read, write, tables, bridge, clock } = context;
  const { missionCursors, missionRuns, missionRunQuests } = tables;
  const { events, orders } = bridge;

  const position = () => first((db) => db.select().from(missionCursors).where(eq(missionCursors.follower, FOLLOWER)));

  function* store(seq: number): Steps<void> {
    const row = { follower: FOLLOWER, seq };
    yield* run((db) =>
      db.insert(missionCursors).values(row).onConflictDoUpdate({ target: missionCursors.follower, set: { seq } }),
    );
  }

  const eventsAfter = (seq: number) =>
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
  function* meet(current: Run, quest: QuestDefinition, progress: QuestProgress, order: OrderRow): Steps<boolean> {
    const waiting = conditionsOf(quest).filter(({ id }) => !progress.met.includes(id));
    const objective = waiting.find((one) => one.order !== null && matches(one.order, order));
    if (objective === undefined) return false;
    const met = [...progress.met, objective.id];
    const complete = met.length === quest.objectives.length;
    const after: QuestProgress = complete
      ? { ...progress, met, status: 'Completed', completedAtMs: clock() }
      : { ...progress, met };
    const done = yield* change(yield* putQuest(current, quest, after), {});
    const facts = { questId: quest.id, objectiveId: objective.id, orderId: order.id };
    yield* tell(done, complete ? 'quest.completed' : 'objective.met', facts);
    return true;
  }

  /** Counts the order for every quest that waits for one of its avatar. */
  function* count(order: OrderRow): Steps<number> {
    const avatarId = order.avatarId ?? '';
    const waiting = and(eq(missionRunQuests.avatarId, avatarId), context.where.awaitsOrder);
    const rows = yield* all((db) => db.select().from(missionRunQuests).where(waiting));
    let met = 0;
    for (const { runId, questId } of rows) {
      // Read again for each quest, because an earlier one of the same run has changed it.
      const [current] = yield* loaded(
        yield* all((db) => db.select().from(missionRuns).where(eq(missionRuns.id, runId))),
      );
      if (current?.status !== 'InProgress') continue;
      if (current.deadlineMs !== null && current.deadlineMs <= clock()) {
        yield* fail(current);
        continue;
      }
      const quest = current.definition.quests.find(({ id }) => id === questId);
      const progress = current.quests.find((one) => one.questId === questId);
      if (quest && progress && (yield* meet(current, quest, progress, order))) met += 1;
    }
    return met;
  }

  const news = await read(function* () {
    const seq = (yield* position())?.seq;
    return seq === undefined ? undefined : yield* eventsAfter(seq);
  });
  if (news?.length === 0) return { events: 0, objectivesMet: 0 };
  const durability = news?.some(isFinal) ? 'full' : 'normal';
  return write(durability, function* () {
    const stored = yield* position();
    if (stored === undefined) {
      // Nobody had a quest before the first start, so the log begins at its present end.
      const newest = yield* first((db) => db.select({ seq: max(events.seq) }).from(events));
      yield* store(newest?.seq ?? 0);
      return { events: 0, objectivesMet: 0 };
    }
    const rows = yield* eventsAfter(stored.seq);
    const last = rows.at(-1);
    if (last === undefined) return { events: 0, objectivesMet: 0 };
    const ids = [...new Set(rows.filter(isFinal).map(({ subject }) => subject))];
    let objectivesMet = 0;
    for (const id of ids) {
      const order = (yield* first((db) => db.select().from(orders).where(eq(orders.id, id)))) as OrderRow | undefined;
      if (order?.state === 'completed' && order.final && order.avatarId !== null) objectivesMet += yield* count(order);
    }
    yield* store(last.seq);
    return { events: rows.length, objectivesMet };
  });
}
