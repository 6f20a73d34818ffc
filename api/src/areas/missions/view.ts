import type {
  Leader,
  ListedMission,
  Mission,
  MissionDefinition,
  MissionRow,
  MissionVersionRow,
  Reward,
  Run,
  RunRow,
} from '@causeway/storage';
import { etagOf } from '../../http/requests/etag.ts';
import { iso, isoOrNull } from '../../http/requests/times.ts';
import type { Named } from '../avatars/index.ts';
import { type ChapterState, missionState, progressOf, type QuestState } from './rules/progress.ts';
import { rewardOf } from './rules/rewards.ts';
import type { CompletedRun } from './rules/runs.ts';

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

/**
 * The definition that a caller sees: its author the newest one, a player the one of the run, others the published one.
 */
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

const chapterView = (
  { mission }: SeenMission,
  state: ChapterState,
  quests: readonly ReturnType<typeof questView>[],
) => {
  const { definition, displayState, completedQuests, totalQuests } = state;
  const displayStatus = `${definition.chapterDisplayName} ${completedQuests}/${totalQuests}`;
  return {
    ...{ ...definition, displayState, displayStatus, completedQuests, totalQuests, parentMissionId: mission.id },
    quests: quests.filter(({ chapterId }) => chapterId === definition.id),
  };
};

/** What every view of a mission has of its definition. */
type Described = Pick<
  MissionDefinition,
  'name' | 'description' | 'missionType' | 'difficulty' | 'order' | 'rewardKarma' | 'rewardXP' | 'deadline'
>;

/** What every view of a mission has. */
const frameView = (mission: MissionRow, described: Described, total: Reward, run: RunRow | undefined) => ({
  ...{ id: mission.id, avatarId: mission.avatarId, originId: mission.originId },
  ...{ name: described.name, description: described.description, status: run?.status ?? ('Pending' as const) },
  ...{ missionType: described.missionType, difficulty: described.difficulty, order: described.order },
  ...rewards(described),
  ...{ totalKarma: total.karma, totalXP: total.xp },
  parentMissionId: null,
  isInstalled: mission.installed,
  publishedVersion: mission.publishedVersion,
  deadline: described.deadline,
  startedAt: isoOrNull(run?.startedAtMs),
  endedAt: isoOrNull(run?.endedAtMs),
  version: mission.version,
  createdAt: iso(mission.createdAtMs),
  updatedAt: iso(mission.updatedAtMs),
});

/** A mission in a list: without quests, chapters and objectives. */
export function summaryView({ mission, summary, run }: ListedMission) {
  const { totalQuests } = summary;
  const completedQuests = run?.completedQuests ?? 0;
  const progressPercent = progressOf(run?.status ?? 'Pending', completedQuests, totalQuests);
  const total = { karma: summary.totalKarma, xp: summary.totalXP };
  return { ...frameView(mission, summary, total, run), completedQuests, totalQuests, progressPercent };
}

/** A mission with quests, chapters and everything that follows from the caller's run. */
export function missionView(seen: SeenMission) {
  const { mission, run } = seen;
  const definition = definitionFor(seen);
  const { status: _status, quests: states, chapters, ...figures } = missionState(definition, run);
  const quests = states.map((quest) => questView(seen, quest));
  return {
    ...frameView(mission, definition, rewardOf(definition), run),
    ...{ prerequisiteQuestIds: [], objectives: [] },
    chapters: chapters.map((chapter) => chapterView(seen, chapter, quests)),
    quests,
    ...figures,
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

export const leaderView = ({ item, nameOf }: Named<Leader>) => {
  const { rank, avatarId, karma, xp, durationMs, createdAtMs } = item;
  return {
    ...{ rank, avatarId, username: nameOf(avatarId), karma, xp },
    durationSeconds: durationMs / 1_000,
    completedAt: iso(createdAtMs),
  };
};
