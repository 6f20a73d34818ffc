import { createHash } from 'node:crypto';
import type { Checked, MissionDefinition, QuestDefinition } from '../../src/index.ts';

/** A quest without anything special. */
export const quest = (id: string, more: Partial<QuestDefinition> = {}): QuestDefinition => ({
  id,
  name: `Quest ${id}`,
  description: '',
  difficulty: 'Easy',
  order: 0,
  rewardKarma: 1,
  rewardXP: 10,
  chapterId: null,
  prerequisiteQuestIds: [],
  objectives: [],
  ...more,
});

/** A mission with two quests, of which the second needs the first. */
export const definition = (more: Partial<MissionDefinition> = {}): MissionDefinition => ({
  name: 'Cross the river',
  description: 'A mission',
  missionType: 'Easy',
  difficulty: 'Easy',
  order: 0,
  rewardKarma: 5,
  rewardXP: 50,
  deadline: null,
  chapters: [],
  quests: [quest('a', { order: 1 }), quest('b', { order: 2, prerequisiteQuestIds: ['a'] })],
  ...more,
});

export const checked = (of: MissionDefinition): Checked => ({
  definition: of,
  checksum: createHash('sha256').update(JSON.stringify(of)).digest('hex'),
});

/** A mission to store that is no copy. */
export const newMission = (avatarId: string, of: MissionDefinition = definition()) => ({
  avatarId,
  ...checked(of),
  source: null,
  installed: null,
});

/** An objective that an order meets. */
export const orderObjective = (id: string, from = 'ethereum', to = 'polygon', minAmount = '1') => ({
  id,
  description: `${from} to ${to}`,
  order: { from, to, minAmount },
});
