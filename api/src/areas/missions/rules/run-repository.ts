import { ok } from '@causeway/protocol';
import type { MissionDefinition, MissionRow, QuestDefinition, QuestProgress, Run, RunRow } from '@causeway/storage';
import type { TxScript } from '@causeway/storage/jobs';
import {
  definitionAt,
  findMission,
  insertRun,
  type MissionContext,
  overdueRuns,
  removeQuests,
  runsOf,
  withQuests,
} from '@causeway/storage/missions';
import { holdings } from './holdings.ts';
import { nextMissionStatus, nextQuestStatus, type QuestTrigger } from './life-cycle.ts';
import { MISSIONS } from './locks.ts';
import { createOrderFollower } from './order-objectives.ts';
import { conditionsOf, missionState, openParts } from './progress.ts';
import { grantReward } from './rewards.ts';
import { runSteps } from './run-steps.ts';
import type { Played, PlayRefused, RunRepository } from './runs.ts';

const refused = (error: PlayRefused): Played<never> => ({ ok: false, error });

/** The definition that `avatarId` would start; undefined when the avatar may not. */
function* offered(context: MissionContext, mission: MissionRow | undefined, avatarId: string) {
  if (mission === undefined || mission.hiddenAtMs !== null) return undefined;
  const { publishedChecksum, publishedVersion } = mission;
  const checksum = mission.avatarId === avatarId ? mission.checksum : publishedChecksum;
  if (checksum === null) return undefined;
  const definition = yield* definitionAt(context, checksum);
  const version = checksum === publishedChecksum ? publishedVersion : null;
  return { checksum, definition, publishedVersion: version, authorId: mission.avatarId };
}

const deadlineOf = ({ deadline }: MissionDefinition): number | null =>
  deadline === null ? null : Date.parse(deadline);

/** RunRepository over its tables. */
export function createRunRepository(context: MissionContext): RunRepository {
  const { read, write, clock, newId } = context;
  const steps = runSteps(context);
  const held = holdings(context);
  const { find, tell, change, end, fail, storeQuest, begun } = steps;

  /** Runs `work` on the avatar's run if it is in progress. */
  const inProgress = <T>(missionId: string, avatarId: string, work: (run: Run) => TxScript<Played<T>>) =>
    write(
      'full',
      function* (): TxScript<Played<T>> {
        const current = yield* find(missionId, avatarId);
        if (current === undefined) {
          const mission = yield* findMission(context, missionId);
          const may = (yield* offered(context, mission, avatarId)) !== undefined;
          return refused({ code: may ? 'NOT_STARTED' : 'NOT_FOUND' });
        }
        const { status, deadlineMs } = current;
        if (status !== 'InProgress') return refused({ code: 'OVER', status });
        if (deadlineMs !== null && deadlineMs <= clock.now()) {
          yield* fail(current);
          return refused({ code: 'DEADLINE_PASSED', deadlineMs });
        }
        return yield* work(current);
      },
      { locks: [MISSIONS] },
    );

  /** Applies a trigger to a quest of the avatar's run. */
  const quest = (
    [missionId, avatarId, questId]: readonly [string, string, string],
    trigger: QuestTrigger,
    work: (run: Run, quest: QuestDefinition, before: QuestProgress | undefined) => TxScript<Played>,
  ) =>
    inProgress(missionId, avatarId, function* (current) {
      const definition = current.definition.quests.find(({ id }) => id === questId);
      if (definition === undefined) return refused({ code: 'QUEST_NOT_FOUND' });
      const before = current.quests.find((progress) => progress.questId === questId);
      const status = before?.status ?? 'Pending';
      if (nextQuestStatus(status, trigger) !== undefined) return yield* work(current, definition, before);
      if (status === 'Completed') return refused({ code: 'QUEST_ALREADY_COMPLETED' });
      return refused({ code: trigger === 'start' ? 'QUEST_ALREADY_STARTED' : 'QUEST_NOT_STARTED' });
    });

  function* begin(missionId: string, avatarId: string, before: Run | undefined): TxScript<Played> {
    const mission = yield* findMission(context, missionId);
    const offer = yield* offered(context, mission, avatarId);
    if (offer === undefined) return refused({ code: before === undefined ? 'NOT_FOUND' : 'NOT_PUBLISHED' });
    const { checksum, definition, publishedVersion } = offer;
    const [deadlineMs, startedAtMs] = [deadlineOf(definition), clock.now()];
    if (deadlineMs !== null && deadlineMs <= startedAtMs) return refused({ code: 'DEADLINE_PASSED', deadlineMs });
    const fresh = {
      checksum,
      publishedVersion,
      status: 'InProgress',
      deadlineMs,
      startedAtMs,
      endedAtMs: null,
    } as const;
    let playing: Run;
    if (before === undefined) {
      const row: RunRow = { id: newId(), missionId, avatarId, ...fresh, attempt: 1, version: 1 };
      yield* insertRun(context, row);
      playing = { ...row, definition, quests: [] };
    } else {
      yield* removeQuests(context, before.id);
      playing = { ...(yield* change(before, { ...fresh, attempt: before.attempt + 1 })), definition, quests: [] };
      yield* held.giveBack({ id: missionId, avatarId: offer.authorId }, [before.checksum]);
    }
    for (const first of definition.quests.filter(({ prerequisiteQuestIds }) => prerequisiteQuestIds.length === 0)) {
      playing = yield* storeQuest(playing, first, begun(first));
    }
    yield* tell(playing, 'mission.started', { attempt: playing.attempt });
    return ok(playing);
  }

  return {
    start: (missionId, avatarId) =>
      write(
        'full',
        function* () {
          const before = yield* find(missionId, avatarId);
          const startable = nextMissionStatus(before?.status ?? 'Pending', 'start') !== undefined;
          return startable ? yield* begin(missionId, avatarId, before) : refused({ code: 'ALREADY_STARTED' });
        },
        { locks: [MISSIONS] },
      ),

    startQuest: (missionId, avatarId, questId) =>
      quest([missionId, avatarId, questId], 'start', function* (current, definition) {
        const { quests } = missionState(current.definition, current);
        const questIds = quests.find((state) => state.definition.id === questId)?.missing ?? [];
        if (questIds.length > 0) return refused({ code: 'PREREQUISITES_OPEN', questIds });
        const started = yield* change(yield* storeQuest(current, definition, begun(definition)), {});
        yield* tell(started, 'quest.started', { questId });
        return ok(started);
      }),

    completeQuest: (missionId, avatarId, questId) =>
      quest([missionId, avatarId, questId], 'complete', function* (current, definition, before) {
        const progress = before ?? begun(definition);
        const open = conditionsOf(definition).filter(({ id }) => !progress.met.includes(id));
        if (open.length > 0) return refused({ code: 'OBJECTIVES_OPEN', objectiveIds: open.map(({ id }) => id) });
        const complete = { ...progress, status: 'Completed', completedAtMs: clock.now() } as const;
        const done = yield* change(yield* storeQuest(current, definition, complete), {});
        yield* tell(done, 'quest.completed', { questId });
        return ok(done);
      }),

    complete: (missionId, avatarId) =>
      inProgress(missionId, avatarId, function* (current) {
        const open = openParts(missionState(current.definition, current));
        if (open.openQuests.length + open.openChapters.length > 0) return refused({ code: 'INCOMPLETE', ...open });
        const mission = yield* findMission(context, missionId);
        if (mission === undefined) throw new Error(`the mission ${missionId} of a run is not there`);
        const done = yield* end(current, 'complete');
        const reward = yield* grantReward(context, mission, done);
        yield* tell(done, 'mission.completed', { ...reward });
        return ok({ run: done, reward });
      }),

    abandon: (missionId, avatarId) =>
      inProgress(missionId, avatarId, function* (current) {
        const done = yield* end(current, 'abandon');
        yield* tell(done, 'mission.cancelled');
        return ok(done);
      }),

    runsOf: (avatarId, missionIds) => read(() => runsOf(context, avatarId, missionIds)),

    async failOverdue(limit) {
      const overdue = () => overdueRuns(context, clock.now(), limit);
      // Mostly there is none, and a look must not take the writer's turn.
      if ((await read(overdue)).length === 0) return 0;
      return write(
        'full',
        function* () {
          const rows = yield* overdue();
          for (const current of yield* withQuests(context, rows)) yield* fail(current);
          return rows.length;
        },
        { locks: [MISSIONS] },
      );
    },

    ...createOrderFollower(context, steps),
  };
}
