import type { QuestDefinition, QuestProgress, Run, RunRow } from '@causeway/storage';
import type { TxScript } from '@causeway/storage/jobs';
import {
  MISSION_TOPIC,
  type MissionContext,
  progressSubject,
  putQuest,
  runsOf,
  stopAwaiting,
  updateRun,
} from '@causeway/storage/missions';
import { type MissionTrigger, nextMissionStatus } from './life-cycle.ts';
import { conditionsOf, missionState } from './progress.ts';

/** Changes to runs within a job. */
export const runSteps = (context: MissionContext) => {
  const { clock, appendEvent } = context;

  function* find(missionId: string, avatarId: string): TxScript<Run | undefined> {
    return (yield* runsOf(context, avatarId, [missionId]))[0];
  }

  /** Appends an event with the run's progress. */
  function* tell(playing: Run, type: string, facts: Readonly<Record<string, unknown>> = {}): TxScript<void> {
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

  function* change(playing: Run, fields: Partial<RunRow>): TxScript<Run> {
    const written = { ...fields, version: playing.version + 1 };
    yield* updateRun(context, playing.id, written);
    return { ...playing, ...written };
  }

  /** Ends the run by a trigger of the table. */
  function* end(playing: Run, trigger: Exclude<MissionTrigger, 'start'>): TxScript<Run> {
    const status = nextMissionStatus(playing.status, trigger);
    if (status === undefined || status === 'Pending')
      throw new Error(`${trigger} does not end a run ${playing.status}`);
    yield* stopAwaiting(context, playing.id);
    return yield* change(playing, { status, endedAtMs: clock.now() });
  }

  /** Fails the run. */
  function* fail(playing: Run): TxScript<void> {
    yield* tell(yield* end(playing, 'deadlinePassed'), 'mission.failed');
  }

  /** Stores a quest's progress in the place of an earlier one. */
  function* storeQuest(playing: Run, quest: QuestDefinition, progress: QuestProgress): TxScript<Run> {
    const open = conditionsOf(quest).some(({ id }) => !progress.met.includes(id));
    const awaitsOrder = progress.status === 'InProgress' && open;
    yield* putQuest(context, playing, progress, awaitsOrder);
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

  return { find, tell, change, end, fail, storeQuest, begun };
};
export type RunSteps = ReturnType<typeof runSteps>;
