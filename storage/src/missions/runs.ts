import { and, asc, count, eq, inArray, lte } from 'drizzle-orm';
import { all, first, run, type TxScript } from '../core/steps.ts';
import type { MissionContext } from './context.ts';
import { definitionsOf } from './definitions.ts';
import type { Run, RunRow } from './rows.ts';
import type { QuestProgress } from './values.ts';

/** The progress of the quests of runs, by the runs' ids. */
export function* questsOf(
  { tables: { missionRunQuests: quests } }: MissionContext,
  rows: readonly RunRow[],
): TxScript<(runId: string) => readonly QuestProgress[]> {
  if (rows.length === 0) return () => [];
  const ofRuns = inArray(
    quests.runId,
    rows.map(({ id }) => id),
  );
  const found = yield* all((db) => db.select().from(quests).where(ofRuns).orderBy(asc(quests.questId)));
  const byRun = Map.groupBy(found, ({ runId }) => runId);
  return (id) =>
    (byRun.get(id) ?? []).map(({ runId: _run, avatarId: _avatar, awaitsOrder: _awaits, ...quest }) => quest);
}

/** The number of completed quests of runs, by the runs' ids. */
export function* completedIn(
  { tables: { missionRunQuests: quests } }: MissionContext,
  rows: readonly RunRow[],
): TxScript<(runId: string) => number> {
  if (rows.length === 0) return () => 0;
  const ids = rows.map(({ id }) => id);
  const completed = and(inArray(quests.runId, ids), eq(quests.status, 'Completed'));
  const counted = yield* all((db) =>
    db.select({ runId: quests.runId, quests: count() }).from(quests).where(completed).groupBy(quests.runId),
  );
  const byRun = new Map(counted.map((row) => [row.runId, row.quests]));
  return (id) => byRun.get(id) ?? 0;
}

/** `rows` with their definitions and quests. */
export function* withQuests(context: MissionContext, rows: readonly RunRow[]): TxScript<readonly Run[]> {
  if (rows.length === 0) return [];
  const definition = yield* definitionsOf(
    context,
    rows.map(({ checksum }) => checksum),
  );
  const quests = yield* questsOf(context, rows);
  return rows.map((row) => ({ ...row, definition: definition(row.checksum), quests: quests(row.id) }));
}

/** The avatar's runs of the missions. */
export function* runsOf(
  context: MissionContext,
  avatarId: string,
  missionIds: readonly string[],
): TxScript<readonly Run[]> {
  if (missionIds.length === 0) return [];
  const { missionRuns } = context.tables;
  const own = and(eq(missionRuns.avatarId, avatarId), inArray(missionRuns.missionId, [...missionIds]));
  return yield* withQuests(context, yield* all((db) => db.select().from(missionRuns).where(own)));
}

/** The run with an id. */
export function* runById(context: MissionContext, id: string): TxScript<Run | undefined> {
  const { missionRuns } = context.tables;
  return (yield* withQuests(
    context,
    yield* all((db) => db.select().from(missionRuns).where(eq(missionRuns.id, id))),
  ))[0];
}

/** Runs in progress whose deadline was at `nowMs` or before, the earliest first. */
export const overdueRuns = (
  { tables: { missionRuns }, where }: MissionContext,
  nowMs: number,
  limit: number,
): TxScript<RunRow[]> =>
  all((db) =>
    db
      .select()
      .from(missionRuns)
      .where(and(where.inProgress, lte(missionRuns.deadlineMs, nowMs)))
      .orderBy(asc(missionRuns.deadlineMs))
      .limit(limit),
  );

/** True when somebody has a run of the mission. */
export function* isStarted({ tables: { missionRuns } }: MissionContext, missionId: string): TxScript<boolean> {
  const { id } = missionRuns;
  const found = yield* first((db) =>
    db.select({ id }).from(missionRuns).where(eq(missionRuns.missionId, missionId)).limit(1),
  );
  return found !== undefined;
}

export function* insertRun({ tables }: MissionContext, row: RunRow): TxScript<void> {
  yield* run((db) => db.insert(tables.missionRuns).values(row));
}

/** Writes columns of a run. */
export function* updateRun(
  { tables: { missionRuns } }: MissionContext,
  id: string,
  set: Partial<RunRow>,
): TxScript<void> {
  yield* run((db) => db.update(missionRuns).set(set).where(eq(missionRuns.id, id)));
}

/** Stores a quest's progress in the place of an earlier one. */
export function* putQuest(
  { tables: { missionRunQuests: quests } }: MissionContext,
  { id: runId, avatarId }: Pick<RunRow, 'id' | 'avatarId'>,
  progress: QuestProgress,
  awaitsOrder: boolean,
): TxScript<void> {
  const row = { ...progress, runId, avatarId, awaitsOrder };
  const target = [quests.runId, quests.questId];
  yield* run((db) => db.insert(quests).values(row).onConflictDoUpdate({ target, set: row }));
}

/** Lets no quest of a run wait for an order any more. */
export function* stopAwaiting({ tables: { missionRunQuests: quests } }: MissionContext, runId: string): TxScript<void> {
  const waiting = and(eq(quests.runId, runId), eq(quests.awaitsOrder, true));
  yield* run((db) => db.update(quests).set({ awaitsOrder: false }).where(waiting));
}

/** Removes the progress of all quests of a run. */
export function* removeQuests({ tables: { missionRunQuests: quests } }: MissionContext, runId: string): TxScript<void> {
  yield* run((db) => db.delete(quests).where(eq(quests.runId, runId)));
}

/** The quests of an avatar's runs that an order can meet. */
export const awaitingQuests = (
  { tables: { missionRunQuests: quests }, where }: MissionContext,
  avatarId: string,
): TxScript<readonly { readonly runId: string; readonly questId: string }[]> =>
  all((db) =>
    db
      .select()
      .from(quests)
      .where(and(eq(quests.avatarId, avatarId), where.awaitsOrder)),
  );
