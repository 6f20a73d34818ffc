import type { MissionStatus, QuestStatus } from '@causeway/storage';

/** What happens to an avatar's run of a mission. */
export const MISSION_TRIGGERS = [
  /** The avatar starts it, or starts it again. */
  'start',
  /** The avatar completes it; every quest is complete. */
  'complete',
  /** The avatar gives it up. */
  'abandon',
  /** Its deadline passed before it was completed. */
  'deadlinePassed',
] as const;
export type MissionTrigger = (typeof MISSION_TRIGGERS)[number];

/** The life of a mission for one avatar: the next status by status and trigger. An absent trigger is refused. */
export const MISSION_TRANSITIONS: Readonly<Record<MissionStatus, Partial<Record<MissionTrigger, MissionStatus>>>> = {
  Pending: { start: 'InProgress' },
  InProgress: { complete: 'Completed', abandon: 'Cancelled', deadlinePassed: 'Failed' },
  Completed: {},
  Failed: { start: 'InProgress' },
  Cancelled: { start: 'InProgress' },
};

/** The status after `trigger`; undefined when the trigger is refused. */
export const nextMissionStatus = (status: MissionStatus, trigger: MissionTrigger): MissionStatus | undefined =>
  MISSION_TRANSITIONS[status][trigger];

/** What happens to a quest while its mission is in progress. */
export const QUEST_TRIGGERS = [
  /** It begins; its prerequisites are complete. */
  'start',
  /** It is done; its objectives with a condition are met. */
  'complete',
] as const;
export type QuestTrigger = (typeof QUEST_TRIGGERS)[number];

/** The life of a quest while its mission is in progress. */
export const QUEST_TRANSITIONS: Readonly<Record<QuestStatus, Partial<Record<QuestTrigger, QuestStatus>>>> = {
  Pending: { start: 'InProgress' },
  InProgress: { complete: 'Completed' },
  Completed: {},
};

/** The status after `trigger`; undefined when the trigger is refused. */
export const nextQuestStatus = (status: QuestStatus, trigger: QuestTrigger): QuestStatus | undefined =>
  QUEST_TRANSITIONS[status][trigger];
