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

/** Every status of a mission for one avatar. Without a run it is Pending. */
export const MISSION_STATUSES = ['Pending', 'InProgress', 'Completed', 'Failed', 'Cancelled'] as const;
export type MissionStatus = (typeof MISSION_STATUSES)[number];

/** The statuses that a quest of a run is stored with. One without a stored status is Pending. */
export const QUEST_STATUSES = ['Pending', 'InProgress', 'Completed'] as const;
export type QuestStatus = (typeof QUEST_STATUSES)[number];

/** The stored part of a quest's progress in a run. */
export interface QuestProgress {
  readonly questId: string;
  readonly status: Exclude<QuestStatus, 'Pending'>;
  /** Ids of objectives whose condition an order has met. */
  readonly met: readonly string[];
  readonly startedAtMs: number;
  readonly completedAtMs: number | null;
}
