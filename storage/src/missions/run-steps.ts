import { and, asc, count, eq, inArray } from 'drizzle-orm';
import { all, first, run, type Steps } from '../core/steps.ts';
import { MISSION_TOPIC, type MissionContext, progressSubject } from './context.ts';
import type { QuestDefinition } from './definition.ts';
import { definitionsOf } from './definitions.ts';
import { type MissionTrigger, nextMissionStatus } from './life-cycle.ts';
import { conditionsOf, missionState, type QuestProgress } from './progress.ts';
import type { Run, RunRow } from './rows.ts';

/** The progress of the quests of runs, by the runs' ids. */
export function* questsOf(
  { tables: { missionRunQuests: quests } }: MissionContext,
  rows: readonly RunRow[],
): Steps<(runId: string) => readonly QuestProgress[]> {
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
): Steps<(runId: string) => number> {
  if (rows.length === 0) return () => 0;
  const ids = rows.map(({ id }) => id);
  const completed = and(inArray(quests.runId, ids), eq(quests.status, 'Completed'));
  const counted = yield* all((db) =>
    db.select({ runId: quests.runId, quests: count() }).from(quests).where(completed).groupBy(quests.runId),
  );
  const byRun = new Map(counted.map((row) => [row.runId, row.quests]));
  return (id) => byRun.get(id) ?? 0;
}

/** Changes to runs within a job. */
export const runSteps = (context: MissionContext) => {
  const { tables, clock, newId, appendEvent } = context;
  const { missionRuns, missionRunQuests } = tables;

  /** `rows` with their definitions and quests. */
  function* loaded(rows: readonly RunRow[]): Steps<readonly Run[]> {
    if (rows.length === 0) return [];
    const definition = yield* definitionsOf(
      context,
      rows.map(({ checksum }) => checksum),
    );
    const quests = yield* questsOf(context, rows);
    return rows.map((row) => ({ ...row, definition: definition(row.checksum), quests: quests(row.id) }));
  }

  function* find(missionId: string, avatarId: string): Steps<Run | undefined> {
    const row = yield* first((db) =>
      db
        .select()
        .from(missionRuns)
        .where(and(eq(missionRuns.avatarId, avatarId), eq(missionRuns.missionId, missionId))),
    );
    return row && (yield* loaded([row]))[0];
  }

  /** Appends an event with the run's progress. */
  function* tell(playing: Run, type: string, facts: Readonly<Record<string, unknown>> = {}): Steps<void> {
    const { missionId, avatarId, version } = playing;
    const { status, completedQuests, totalQuests, progressPercent } = missionState(playing.definition, playing);
    yield* appendEvent({
      subject: progressSubject(missionId, avatarId),
      type,
      data: { missionId, status, ...facts, completedQuests, totalQuests, progressPercent, version },
      createdAtMs: clock.now(),
      audience: { avatarId, topic: MISSION_TOPIC },
    });
  }

  function* change(playing: Run, fields: Partial<RunRow>): Steps<Run> {
    const written = { ...fields, version: playing.version + 1 };
    yield* run((db) => db.update(missionRuns).set(written).where(eq(missionRuns.id, playing.id)));
    return { ...playing, ...written };
  }

  /** Ends the run by a trigger of the table. */
  function* end(playing: Run, trigger: Exclude<MissionTrigger, 'start'>): Steps<Run> {
    const status = nextMissionStatus(playing.status, trigger);
    if (status === undefined || status === 'Pending')
      throw new Error(`${trigger} does not end a run ${playing.status}`);
    const waiting = and(eq(missionRunQuests.runId, playing.id), eq(missionRunQuests.awaitsOrder, true));
    yield* run((db) => db.update(missionRunQuests).set({ awaitsOrder: false }).where(waiting));
    return yield* change(playing, { status, endedAtMs: clock.now() });
  }

  /** Fails the run. */
  function* fail(playing: Run): Steps<void> {
    yield* tell(yield* end(playing, 'deadlinePassed'), 'mission.failed');
  }

  /** Stores a quest's progress in the place of an earlier one. */
  function* putQuest(playing: Run, quest: QuestDefinition, progress: QuestProgress): Steps<Run> {
    const open = conditionsOf(quest).some(({ id }) => !progress.met.includes(id));
    const awaitsOrder = progress.status === 'InProgress' && open;
    const row = { ...progress, runId: playing.id, avatarId: playing.avatarId, awaitsOrder };
    const target = [missionRunQuests.runId, missionRunQuests.questId];
    yield* run((db) => db.insert(missionRunQuests).values(row).onConflictDoUpdate({ target, set: row }));
    const others = playing.quests.filter(({ questId }) => questId !== quest.id);
    return { ...playing, quests: [...others, progress] };
  }

  /** A quest that begins now. */
  const begun = ({ id }: QuestDefinition): QuestProgress => ({
    questId: id,
    status: 'InProgress',
    met: [],
    startedAtMs: clock.now(),
    completedAtMs: null,
  });

  return { loaded, find, tell, change, end, fail, putQuest, begun, newId };
};
export type RunSteps = ReturnType<typeof runSteps>;
