import { MISSION_STATUSES } from '@causeway/storage';
import Type, { type Static } from 'typebox';
import { named, nullable } from '../../http/schema/schema.ts';
import {
  AVATAR_ID,
  CHAPTER_EXAMPLE,
  COMPLETED_EXAMPLE,
  DEFINITION_EXAMPLE,
  LEADER_EXAMPLE,
  LISTED_EXAMPLE,
  MISSION_EXAMPLE,
  MISSION_ID,
  QUEST_EXAMPLE,
  TIME,
  VERSION_EXAMPLE,
} from './examples.ts';
import { chapterId, missionDefinition, objectiveId, questId } from './schemas.ts';

const time = (description: string) => Type.String({ format: 'date-time', description, examples: [TIME] });
const count = (description: string) => Type.Integer({ minimum: 0, description });
const percent = Type.Integer({ minimum: 0, maximum: 100 });
const uuid = (description: string, example: string) =>
  Type.String({ format: 'uuid', description, examples: [example] });
const status = Type.Enum([...MISSION_STATUSES], { description: 'For you; Pending without a run of yours.' });

const { name, description, missionType, difficulty, order, rewardKarma, rewardXP, deadline } =
  missionDefinition.properties;
const rewards = Type.Object({ karma: rewardKarma, xp: rewardXP });

const [questDefinition] = [missionDefinition.properties.quests.items];
const { order: orderCondition } = questDefinition.properties.objectives.items.properties;

const objective = Type.Object({
  id: objectiveId,
  description,
  order: orderCondition,
  isCompleted: Type.Boolean(),
});

export const quest = named(
  'Quest',
  Type.Object(
    {
      id: questId,
      name,
      description,
      status,
      displayState: Type.Enum(['completed', 'active', 'pending']),
      difficulty,
      order,
      rewardKarma,
      rewardXP,
      rewards,
      parentMissionId: uuid('The mission’s id.', MISSION_ID),
      chapterId: nullable(chapterId),
      prerequisiteQuestIds: Type.Array(questId),
      objectives: Type.Array(objective),
      progressPercent: percent,
      startedAt: nullable(time('When you started it.')),
      completedAt: nullable(time('When you completed it.')),
      version: Type.Integer(),
      createdAt: time('When the mission was made.'),
      updatedAt: time('When the mission was last changed.'),
    },
    { examples: [QUEST_EXAMPLE] },
  ),
);

export const chapter = named(
  'Chapter',
  Type.Object(
    {
      id: chapterId,
      chapterDisplayName: name,
      order,
      displayState: Type.Enum(['Completed', 'In Progress', 'Pending']),
      displayStatus: Type.String({
        description: 'Its name with completed and total quests.',
        examples: ['The far shore 1/2'],
      }),
      completedQuests: count('Quests that you have completed.'),
      totalQuests: count('Quests in it.'),
      parentMissionId: uuid('The mission’s id.', MISSION_ID),
      quests: Type.Array(quest, { description: 'Its quests, which the mission’s `quests` have too.' }),
    },
    { examples: [CHAPTER_EXAMPLE] },
  ),
);

const frame = {
  id: uuid('The mission’s id.', MISSION_ID),
  avatarId: uuid('Its author, or the owner of this copy.', AVATAR_ID),
  originId: Type.String({ description: 'The mission that it is a copy of, or its own id.', examples: [MISSION_ID] }),
  name,
  description,
  status,
  missionType,
  difficulty,
  order,
  rewardKarma,
  rewardXP,
  rewards,
  totalKarma: count('Karma with that of its quests.'),
  totalXP: count('XP with that of its quests.'),
  parentMissionId: nullable(uuid('A mission has no parent.', MISSION_ID)),
  progressPercent: percent,
  completedQuests: count('Quests that you have completed.'),
  totalQuests: count('Quests in it.'),
  isInstalled: Type.Boolean({ description: 'An installed copy, which cannot be changed.' }),
  publishedVersion: nullable(Type.Integer({ minimum: 1 })),
  deadline,
  startedAt: nullable(time('When you started it.')),
  endedAt: nullable(time('When you completed or abandoned it, or it failed.')),
  version: Type.Integer(),
  createdAt: time('When it was made.'),
  updatedAt: time('When it was last changed.'),
};

const parts = {
  prerequisiteQuestIds: Type.Array(questId),
  objectives: Type.Array(objective),
  chapters: Type.Array(chapter),
  quests: Type.Array(quest),
};

const missionMembers = { ...frame, ...parts };

/** A mission in a list. */
export const listedMission = named(
  'ListedMission',
  Type.Object(
    { ...frame, ...Type.Partial(Type.Object(parts)).properties },
    {
      description: 'Without quests, chapters and objectives, which `view=full` adds.',
      examples: [LISTED_EXAMPLE],
    },
  ),
);

export type ListedMissionView = Static<typeof listedMission>;

export const mission = named('Mission', Type.Object(missionMembers, { examples: [MISSION_EXAMPLE] }));

export const completedMission = named(
  'CompletedMission',
  Type.Object(
    {
      ...missionMembers,
      granted: Type.Object(
        {
          karma: count('Karma that you received.'),
          xp: count('XP that you received.'),
          isCounted: Type.Boolean({ description: 'False for a mission of your own or an unpublished one.' }),
          isFirst: Type.Boolean({ description: 'False when you were rewarded for another copy of it before.' }),
        },
        { description: 'What the completion brought.' },
      ),
    },
    { examples: [COMPLETED_EXAMPLE] },
  ),
);

export const deletedMission = named(
  'DeletedMission',
  Type.Object(
    { id: uuid('The mission’s id.', MISSION_ID), isDeleted: Type.Literal(true) },
    { examples: [{ id: MISSION_ID, isDeleted: true }] },
  ),
);

export const missionVersion = named(
  'MissionVersion',
  Type.Object(
    {
      missionId: uuid('The mission’s id.', MISSION_ID),
      version: Type.Integer({
        minimum: 0,
        description: '0 for an installed copy of a mission that was not published.',
      }),
      checksum: Type.String({
        description: '`sha256:` and the SHA-256 of the definition in canonical JSON (RFC 8785).',
      }),
      publishedAt: time('When it was published.'),
    },
    { examples: [VERSION_EXAMPLE] },
  ),
);

export const missionVersionDetail = named(
  'MissionVersionDetail',
  Type.Object(
    { ...missionVersion.properties, mission: missionDefinition },
    { examples: [{ ...VERSION_EXAMPLE, mission: DEFINITION_EXAMPLE }] },
  ),
);

export const leader = named(
  'MissionLeader',
  Type.Object(
    {
      rank: Type.Integer({ minimum: 1 }),
      avatarId: uuid('The avatar.', AVATAR_ID),
      username: Type.Union([Type.String(), Type.Null()], { description: 'Null where the avatar hides it.' }),
      karma: count('Karma for this mission.'),
      xp: count('XP for this mission.'),
      durationSeconds: Type.Number({ minimum: 0, description: 'From the start to the completion.' }),
      completedAt: time('When it was completed.'),
    },
    { examples: [LEADER_EXAMPLE] },
  ),
);
