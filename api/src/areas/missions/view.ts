import {
  type ChapterState,
  type CompletedRun,
  type Leader,
  type Mission,
  type MissionDefinition,
  type MissionVersionRow,
  missionState,
  type QuestState,
  type Run,
} from '@causeway/storage';
import { etagOf } from '../../http/etag.ts';
import { iso, isoOrNull } from '../../http/times.ts';

/** A mission as one caller sees it. */
export interface SeenMission {
  readonly mission: Mission;
  /** The caller may change it, and sees its newest definition. */
  readonly own: boolean;
  /** The caller's run. */
  readonly run: Run | undefined;
}

const rewards = ({ rewardKarma, rewardXP }: { readonly rewardKarma: number; readonly rewardXP: number }) => ({
  rewardKarma,
  rewardXP,
  rewards: { karma: rewardKarma, xp: rewardXP },
});

/** The definition that a caller sees: its author the newest one, a player the one of the run, others the published one. */
export const definitionFor = ({ mission, own, run }: SeenMission): MissionDefinition =>
  own ? mission.definition : (run?.definition ?? mission.published ?? mission.definition);

/** The ETag of a mission: what the caller sees depends on the mission, on its own run, and on being the author. */
export const missionEtag = ({ mission, own, run }: SeenMission): string =>
  etagOf(mission.version, [own ? '' : 'public', run ? `run${run.version}` : ''].filter(Boolean).join('.'));

const questView = ({ mission, run }: SeenMission, state: QuestState) => {
  const { definition, status, displayState, progressPercent, met } = state;
  const progress = run?.quests.find(({ questId }) => questId === definition.id);
  const { id, name, description, difficulty, order, chapterId, prerequisiteQuestIds, objectives } = definition;
  return {
    ...{ id, name, description, status, displayState, difficulty, order, ...rewards(definition) },
    ...{ parentMissionId: mission.id, chapterId, prerequisiteQuestIds: [...prerequisiteQuestIds] },
    objectives: objectives.map((objective) => ({
      ...objective,
      isCompleted: status === 'Completed' || met.has(objective.id),
    })),
    progressPercent,
    startedAt: isoOrNull(progress?.startedAtMs),
    completedAt: isoOrNull(progress?.completedAtMs),
    version: mission.version,
    createdAt: iso(mission.createdAtMs),
    updatedAt: iso(mission.updatedAtMs),
  };
};

const chapterView = ({ mission }: SeenMission, state: ChapterState) => {
  const { definition, displayState, completedQuests, totalQuests } = state;
  const displayStatus = `${definition.chapterDisplayName} ${completedQuests}/${totalQuests}`;
  return { ...definition, displayState, displayStatus, completedQuests, totalQuests, parentMissionId: mission.id };
};

/** A mission with quests, chapters and everything that follows from the caller's run. */
export function missionView(seen: SeenMission) {
  const { mission, run } = seen;
  const definition = definitionFor(seen);
  const { status, quests, chapters, ...figures } = missionState(definition, run);
  const { name, description, missionType, difficulty, order, deadline } = definition;
  return {
    ...{ id: mission.id, avatarId: mission.avatarId, originId: mission.originId },
    ...{ name, description, status, missionType, difficulty, order, ...rewards(definition) },
    ...{ parentMissionId: null, prerequisiteQuestIds: [], objectives: [] },
    chapters: chapters.map((chapter) => chapterView(seen, chapter)),
    quests: quests.map((quest) => questView(seen, quest)),
    ...figures,
    isInstalled: mission.installed,
    publishedVersion: mission.publishedVersion,
    deadline,
    startedAt: isoOrNull(run?.startedAtMs),
    endedAt: isoOrNull(run?.endedAtMs),
    version: mission.version,
    createdAt: iso(mission.createdAtMs),
    updatedAt: iso(mission.updatedAtMs),
  };
}

/** A mission that was just completed, with its reward. */
export const completedView = (seen: SeenMission, { reward }: CompletedRun) => ({
  ...missionView(seen),
  granted: { karma: reward.karma, xp: reward.xp, isCounted: reward.counted, isFirst: reward.granted },
});

export const versionView = ({ missionId, version, checksum, createdAtMs }: MissionVersionRow) => ({
  missionId,
  version,
  checksum,
  publishedAt: iso(createdAtMs),
});

export const leaderView = ({ rank, avatarId, karma, xp, durationMs, createdAtMs }: Leader) => ({
  ...{ rank, avatarId, karma, xp },
  durationSeconds: durationMs / 1_000,
  completedAt: iso(createdAtMs),
});
