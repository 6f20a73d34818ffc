import { findCycle } from '../libraries/index.ts';

export const MISSION_TYPES = ['Easy', 'Medium', 'Hard', 'Expert'] as const;
export type MissionType = (typeof MISSION_TYPES)[number];

export const DIFFICULTIES = ['Easy', 'Medium', 'Hard', 'Expert', 'Ludicrous'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

/** A bridge order that an objective asks for, in the words of its author: `ethereum`, `ETH` or `ETH@ethereum`. */
export interface OrderCondition {
  readonly from: string;
  readonly to: string;
  /** Least amount in whole units, a decimal. */
  readonly minAmount: string;
}

/** A part of a quest. One with a condition is met by the avatar's order alone. */
export interface Objective {
  /** Unique within its quest. */
  readonly id: string;
  readonly description: string;
  readonly order: OrderCondition | null;
}

export interface QuestDefinition {
  /** Unique within its mission. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly difficulty: Difficulty;
  readonly order: number;
  readonly rewardKarma: number;
  readonly rewardXP: number;
  readonly chapterId: string | null;
  readonly prerequisiteQuestIds: readonly string[];
  readonly objectives: readonly Objective[];
}

export interface ChapterDefinition {
  /** Unique within its mission. */
  readonly id: string;
  readonly chapterDisplayName: string;
  readonly order: number;
}

/** A mission as its author wrote it. It has nothing of any avatar's progress. */
export interface MissionDefinition {
  readonly name: string;
  readonly description: string;
  readonly missionType: MissionType;
  readonly difficulty: Difficulty;
  readonly order: number;
  readonly rewardKarma: number;
  readonly rewardXP: number;
  /** ISO 8601; a run that is not complete by then fails. */
  readonly deadline: string | null;
  readonly chapters: readonly ChapterDefinition[];
  readonly quests: readonly QuestDefinition[];
}

/** Karma and XP. */
export interface Reward {
  readonly karma: number;
  readonly xp: number;
}

/** The reward for a mission with all of its quests. */
export const rewardOf = ({ rewardKarma, rewardXP, quests }: MissionDefinition): Reward => ({
  karma: quests.reduce((sum, quest) => sum + quest.rewardKarma, rewardKarma),
  xp: quests.reduce((sum, quest) => sum + quest.rewardXP, rewardXP),
});

const duplicate = (ids: readonly string[]): string | undefined => ids.find((id, at) => ids.indexOf(id) !== at);

/** The contradiction in a definition, as a sentence; undefined when there is none. */
export function contradictionIn({ chapters, quests }: MissionDefinition): string | undefined {
  const questIds = quests.map(({ id }) => id);
  const chapterIds = chapters.map(({ id }) => id);
  const twice = duplicate(questIds) ?? duplicate(chapterIds);
  if (twice !== undefined) return `the id ${twice} is used twice`;
  const [known, parts] = [new Set(questIds), new Set(chapterIds)];
  for (const { id, chapterId, prerequisiteQuestIds, objectives } of quests) {
    if (chapterId !== null && !parts.has(chapterId))
      return `quest ${id} is in chapter ${chapterId}, which is not there`;
    const unknown = prerequisiteQuestIds.find((needed) => !known.has(needed));
    if (unknown !== undefined) return `quest ${id} needs quest ${unknown}, which is not there`;
    const again = duplicate(prerequisiteQuestIds) ?? duplicate(objectives.map((objective) => objective.id));
    if (again !== undefined) return `quest ${id} has ${again} twice`;
  }
  const edges = new Map(quests.map(({ id, prerequisiteQuestIds }) => [id, prerequisiteQuestIds]));
  const cycle = findCycle(edges, edges.keys());
  return cycle && `the prerequisites form a circle: ${cycle.join(' needs ')}`;
}
