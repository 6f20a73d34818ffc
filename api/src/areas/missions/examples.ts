// Examples of the OpenAPI document.

export const MISSION_ID = '0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70';
export const AVATAR_ID = '0198c5b2-5a1d-7b2c-8f0e-1a7b3c4d5e6f';
export const TIME = '2026-01-05T12:00:00.000Z';
const CHECKSUM = `sha256:${'3f'.repeat(32)}`;

const ORDER = { from: 'ethereum', to: 'polygon', minAmount: '0.1' };
const OBJECTIVE = { id: 'bridge-eth', description: 'Bridge ETH to Polygon', order: ORDER };

export const DEFINITION_EXAMPLE = {
  name: 'Cross your first bridge',
  description: 'Carry an asset to another chain.',
  missionType: 'Easy',
  difficulty: 'Easy',
  order: 0,
  rewardKarma: 10,
  rewardXP: 100,
  deadline: null,
  chapters: [{ id: 'shore', chapterDisplayName: 'The far shore', order: 0 }],
  quests: [
    {
      id: 'first-crossing',
      name: 'Cross',
      description: '',
      difficulty: 'Easy',
      order: 0,
      rewardKarma: 0,
      rewardXP: 50,
      chapterId: 'shore',
      prerequisiteQuestIds: [],
      objectives: [OBJECTIVE],
    },
  ],
};

export const PACKAGE_EXAMPLE = {
  format: 'causeway.mission',
  formatVersion: 1,
  missionId: MISSION_ID,
  originId: MISSION_ID,
  version: 1,
  mission: DEFINITION_EXAMPLE,
  publisher: { avatarId: AVATAR_ID, publicKey: 'd7'.repeat(32) },
  checksum: CHECKSUM,
  signature: '9c'.repeat(64),
};

export const QUEST_EXAMPLE = {
  id: 'first-crossing',
  name: 'Cross',
  description: '',
  status: 'InProgress',
  displayState: 'active',
  difficulty: 'Easy',
  order: 0,
  rewardKarma: 0,
  rewardXP: 50,
  rewards: { karma: 0, xp: 50 },
  parentMissionId: MISSION_ID,
  chapterId: 'shore',
  prerequisiteQuestIds: [],
  objectives: [{ ...OBJECTIVE, isCompleted: false }],
  progressPercent: 0,
  startedAt: TIME,
  completedAt: null,
  version: 2,
  createdAt: TIME,
  updatedAt: TIME,
};

export const CHAPTER_EXAMPLE = {
  id: 'shore',
  chapterDisplayName: 'The far shore',
  order: 0,
  displayState: 'In Progress',
  displayStatus: 'The far shore 0/1',
  completedQuests: 0,
  totalQuests: 1,
  parentMissionId: MISSION_ID,
  quests: [QUEST_EXAMPLE],
};

export const MISSION_EXAMPLE = {
  id: MISSION_ID,
  avatarId: AVATAR_ID,
  originId: MISSION_ID,
  name: 'Cross your first bridge',
  description: 'Carry an asset to another chain.',
  status: 'InProgress',
  missionType: 'Easy',
  difficulty: 'Easy',
  order: 0,
  rewardKarma: 10,
  rewardXP: 100,
  rewards: { karma: 10, xp: 100 },
  totalKarma: 10,
  totalXP: 150,
  parentMissionId: null,
  prerequisiteQuestIds: [],
  objectives: [],
  chapters: [CHAPTER_EXAMPLE],
  quests: [QUEST_EXAMPLE],
  progressPercent: 0,
  completedQuests: 0,
  totalQuests: 1,
  isInstalled: false,
  publishedVersion: 1,
  deadline: null,
  startedAt: TIME,
  endedAt: null,
  version: 2,
  createdAt: TIME,
  updatedAt: TIME,
};

const {
  prerequisiteQuestIds: _needed,
  objectives: _met,
  chapters: _chapters,
  quests: _quests,
  ...listed
} = MISSION_EXAMPLE;
export const LISTED_EXAMPLE = listed;

const COMPLETED_QUEST = {
  ...QUEST_EXAMPLE,
  ...{ status: 'Completed', displayState: 'completed', progressPercent: 100, completedAt: TIME },
  objectives: [{ ...OBJECTIVE, isCompleted: true }],
};

export const COMPLETED_EXAMPLE = {
  ...MISSION_EXAMPLE,
  status: 'Completed',
  chapters: [
    {
      ...CHAPTER_EXAMPLE,
      ...{ displayState: 'Completed', displayStatus: 'The far shore 1/1', completedQuests: 1 },
      quests: [COMPLETED_QUEST],
    },
  ],
  quests: [COMPLETED_QUEST],
  progressPercent: 100,
  completedQuests: 1,
  endedAt: TIME,
  granted: { karma: 10, xp: 150, isCounted: true, isFirst: true },
};

export const VERSION_EXAMPLE = { missionId: MISSION_ID, version: 1, checksum: CHECKSUM, publishedAt: TIME };

export const LEADER_EXAMPLE = {
  rank: 1,
  avatarId: AVATAR_ID,
  username: 'ann',
  karma: 10,
  xp: 150,
  durationSeconds: 612.5,
  completedAt: TIME,
};
