import type { OrderRow, QuestDefinition, QuestProgress, Run } from '@causeway/storage';
import type { TxScript } from '@causeway/storage/jobs';
import {
  awaitingQuests,
  completedOrder,
  eventsAfter,
  type MissionContext,
  newestSeq,
  runById,
  storedPosition,
  storePosition,
} from '@causeway/storage/missions';
import type { Catalogue } from '../../../bridge/catalogue.ts';
import { MISSIONS } from './locks.ts';
import { orderMeets } from './order-conditions.ts';
import { conditionsOf } from './progress.ts';
import type { RunSteps } from './run-steps.ts';
import type { Followed, RunRepository } from './runs.ts';

/** Events by which an order can have become final. */
const ORDER_EVENTS = ['order.completed', 'order.updated'];

/** The part of RunRepository that follows orders. */
export function createOrderFollower(
  context: MissionContext,
  { tell, change, storeQuest, fail }: RunSteps,
): Pick<RunRepository, 'followOrders'> {
  const { read, write, clock, epoch } = context;
  /** This process has seen that no order became final between the stored position and this one. */
  let passed = 0;
  /** The epoch of that position: in another one other events have these seqs. */
  let passedIn: number | undefined;

  const isFinal = ({ type, data }: { readonly type: string; readonly data: Readonly<Record<string, unknown>> }) =>
    ORDER_EVENTS.includes(type) && data.final === true;

  /** Counts the order for one quest. */
  function* meet(
    current: Run,
    quest: QuestDefinition,
    progress: QuestProgress,
    order: OrderRow,
    catalogue: Catalogue,
  ): TxScript<boolean> {
    const waiting = conditionsOf(quest).filter(({ id }) => !progress.met.includes(id));
    const objective = waiting.find((one) => one.order !== null && orderMeets(catalogue, one.order, order));
    if (objective === undefined) return false;
    const met = [...progress.met, objective.id];
    const complete = met.length === quest.objectives.length;
    const after: QuestProgress = complete
      ? { ...progress, met, status: 'Completed', completedAtMs: clock.now() }
      : { ...progress, met };
    const done = yield* change(yield* storeQuest(current, quest, after), {});
    const facts = { questId: quest.id, objectiveId: objective.id, orderId: order.id };
    yield* tell(done, complete ? 'quest.completed' : 'objective.met', facts);
    return true;
  }

  /** Counts the order for every quest that waits for one of its avatar. */
  function* count(order: OrderRow, catalogue: Catalogue): TxScript<number> {
    let met = 0;
    for (const { runId, questId } of yield* awaitingQuests(context, order.avatarId ?? '')) {
      // Read again for each quest, because an earlier one of the same run has changed it.
      const current = yield* runById(context, runId);
      if (current?.status !== 'InProgress') continue;
      if (current.deadlineMs !== null && current.deadlineMs <= clock.now()) {
        yield* fail(current);
        continue;
      }
      const quest = current.definition.quests.find(({ id }) => id === questId);
      const progress = current.quests.find((one) => one.questId === questId);
      if (quest && progress && (yield* meet(current, quest, progress, order, catalogue))) met += 1;
    }
    return met;
  }

  /** The stored position and the events after what is known to bring nothing. */
  function* look(limit: number) {
    const stored = yield* storedPosition(context);
    if (stored === undefined) return undefined;
    return { stored, rows: yield* eventsAfter(context, Math.max(stored, passed), limit) };
  }

  /** Works on the events after the stored position, whatever process has stored it. */
  function* work(catalogue: Catalogue, limit: number): TxScript<Followed> {
    const stored = yield* storedPosition(context);
    if (stored === undefined) {
      // Nobody had a quest before the first start, so the log begins at its present end.
      yield* storePosition(context, yield* newestSeq(context));
      return { events: 0, objectivesMet: 0 };
    }
    const rows = yield* eventsAfter(context, stored, limit);
    const last = rows.at(-1);
    if (last === undefined) return { events: 0, objectivesMet: 0 };
    const ids = [...new Set(rows.filter(isFinal).map(({ subject }) => subject))];
    let objectivesMet = 0;
    for (const id of ids) {
      const order = yield* completedOrder(context, id);
      if (order === undefined || order.avatarId === null) continue;
      objectivesMet += yield* count(order, catalogue);
    }
    yield* storePosition(context, last.seq);
    return { events: rows.length, objectivesMet };
  }

  return {
    followOrders: async (catalogue, limit) => {
      const now = await epoch();
      if (now !== passedIn) passed = 0;
      passedIn = now;
      const news = await read(() => look(limit));
      if (news === undefined) return write('normal', () => work(catalogue, limit), { locks: [MISSIONS] });
      const { stored, rows } = news;
      const last = rows.at(-1);
      if (last === undefined) return { events: 0, objectivesMet: 0 };
      if (rows.some(isFinal)) return write('full', () => work(catalogue, limit), { locks: [MISSIONS] });
      // Fewer events than `limit` are read again after a restart, so a position among them need not be stored.
      if (last.seq - stored >= limit) return write('normal', () => work(catalogue, limit), { locks: [MISSIONS] });
      passed = Math.max(passed, last.seq);
      return { events: rows.length, objectivesMet: 0 };
    },
  };
}
