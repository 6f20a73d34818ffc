import { DIFFICULTIES, MISSION_TYPES } from '@causeway/storage';
import Type, { type Static } from 'typebox';
import { named, nullable } from '../../http/schema/schema.ts';
import { AVATAR_ID, MISSION_ID, PACKAGE_EXAMPLE } from './examples.ts';

/** The specification's spelling of the most difficult, and its origin's. */
export const LUDICROUS_ALIAS = 'Ludiocurous';

/** Largest number of karma or XP of one reward; the configuration limits the sum of a mission. */
const MAX_REWARD = 1_000_000_000;
const MAX_ORDER = 1_000_000;

const partId = (description: string, example: string) =>
  Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$', description, examples: [example] });
export const questId = partId('The quest’s id, unique in its mission.', 'first-crossing');
export const chapterId = partId('The chapter’s id, unique in its mission.', 'shore');
export const objectiveId = partId('The objective’s id, unique in its quest.', 'order');

const name = Type.String({ minLength: 1, maxLength: 200 });
const description = Type.String({ maxLength: 10_000 });
const order = Type.Integer({
  minimum: 0,
  maximum: MAX_ORDER,
  description: 'Position; parts with the same keep their sequence.',
});
const reward = (of: string) =>
  Type.Integer({ minimum: 0, maximum: MAX_REWARD, description: `${of} for the completion.` });
const karma = reward('Karma');
const xp = reward('XP');
const missionType = Type.Enum([...MISSION_TYPES]);
const difficulty = Type.Enum([...DIFFICULTIES]);
const anyDifficulty = Type.Enum([...DIFFICULTIES, LUDICROUS_ALIAS]);
const deadline = nullable(
  Type.String({
    format: 'date-time',
    description: 'A run that is not complete by then fails.',
    examples: ['2027-01-01T00:00:00.000Z'],
  }),
);
const place = Type.String({ minLength: 1, maxLength: 100, description: 'A chain, an asset, or ASSET@chain.' });
const orderCondition = Type.Object(
  {
    from: place,
    to: place,
    minAmount: Type.String({
      pattern: '^\\d{1,40}(\\.\\d{1,40})?$',
      description: 'Least amount in whole units.',
      examples: ['0.5'],
    }),
  },
  { description: 'The objective is met by a final bridge order of yours.' },
);

const MAX_OBJECTIVES = 50;
/** Most quests of a mission, in its chapters and beside them. */
export const MAX_QUESTS = 500;
const MAX_CHAPTERS = 100;

/** The definition of a mission without anything that is optional: the content of packages. */
export const missionDefinition = named(
  'MissionDefinition',
  Type.Object({
    name,
    description,
    missionType,
    difficulty,
    order,
    rewardKarma: karma,
    rewardXP: xp,
    deadline,
    chapters: Type.Array(Type.Object({ id: chapterId, chapterDisplayName: name, order }), { maxItems: MAX_CHAPTERS }),
    quests: Type.Array(
      Type.Object({
        id: questId,
        name,
        description,
        difficulty,
        order,
        rewardKarma: karma,
        rewardXP: xp,
        chapterId: nullable(chapterId),
        prerequisiteQuestIds: Type.Array(questId, { maxItems: MAX_QUESTS }),
        objectives: Type.Array(Type.Object({ id: objectiveId, description, order: nullable(orderCondition) }), {
          maxItems: MAX_OBJECTIVES,
        }),
      }),
      { maxItems: MAX_QUESTS },
    ),
  }),
);

const rewards = Type.Optional(
  Type.Object(
    { karma: Type.Optional(karma), xp: Type.Optional(xp) },
    { description: 'The same as `rewardKarma` and `rewardXP`.' },
  ),
);
const optionalRewards = { rewardKarma: Type.Optional(karma), rewardXP: Type.Optional(xp), rewards };

const objectiveRequest = Type.Object({
  id: Type.Optional(objectiveId),
  description: Type.Optional(description),
  order: Type.Optional(nullable(orderCondition)),
});

const questRequest = Type.Object({
  id: Type.Optional(questId),
  name,
  description: Type.Optional(description),
  difficulty: Type.Optional(anyDifficulty),
  order: Type.Optional(order),
  ...optionalRewards,
  chapterId: Type.Optional(nullable(chapterId)),
  prerequisiteQuestIds: Type.Optional(Type.Array(questId, { maxItems: MAX_QUESTS })),
  objectives: Type.Optional(Type.Array(objectiveRequest, { maxItems: MAX_OBJECTIVES })),
});

const chapterRequest = Type.Object({
  id: Type.Optional(chapterId),
  chapterDisplayName: name,
  order: Type.Optional(order),
  quests: Type.Optional(
    Type.Array(questRequest, {
      maxItems: MAX_QUESTS,
      description: 'Its quests; one beside the chapters whose `chapterId` names the chapter is the same.',
    }),
  ),
});

/** Body of POST and PUT. */
export const missionRequest = named(
  'MissionRequest',
  Type.Object(
    {
      name,
      description: Type.Optional(description),
      missionType: Type.Optional(missionType),
      difficulty: Type.Optional(anyDifficulty),
      order: Type.Optional(order),
      ...optionalRewards,
      deadline: Type.Optional(deadline),
      chapters: Type.Optional(Type.Array(chapterRequest, { maxItems: MAX_CHAPTERS })),
      quests: Type.Optional(Type.Array(questRequest, { maxItems: MAX_QUESTS })),
    },
    {
      examples: [
        {
          name: 'Cross your first bridge',
          description: 'Carry an asset to another chain and back.',
          missionType: 'Easy',
          rewards: { karma: 10, xp: 100 },
          chapters: [
            {
              chapterDisplayName: 'The far shore',
              quests: [
                {
                  id: 'first-crossing',
                  name: 'Cross',
                  rewardXP: 50,
                  objectives: [
                    { description: 'Bridge ETH', order: { from: 'ethereum', to: 'polygon', minAmount: '0.1' } },
                  ],
                },
                { name: 'Return', prerequisiteQuestIds: ['first-crossing'] },
              ],
            },
          ],
          quests: [{ name: 'Tell somebody' }],
        },
      ],
    },
  ),
);
export type MissionRequest = Static<typeof missionRequest>;

export const cloneRequest = named(
  'CloneMissionRequest',
  Type.Object({ newName: name }, { examples: [{ newName: 'Cross it my way' }] }),
);

/** A self-contained mission. */
export const missionPackage = named(
  'MissionPackage',
  Type.Object(
    {
      format: Type.Literal('causeway.mission'),
      formatVersion: Type.Literal(1),
      missionId: Type.String({ format: 'uuid', description: 'The mission that was packed.', examples: [MISSION_ID] }),
      originId: Type.String({
        format: 'uuid',
        description: 'The mission that it is a copy of, or its own id.',
        examples: [MISSION_ID],
      }),
      version: Type.Integer({
        minimum: 0,
        maximum: MAX_REWARD,
        description: 'Its published version; 0 for one that is not published.',
      }),
      mission: missionDefinition,
      publisher: Type.Object({
        avatarId: Type.String({ format: 'uuid', examples: [AVATAR_ID] }),
        publicKey: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Ed25519, hex.' }),
      }),
      checksum: Type.String({
        pattern: '^sha256:[0-9a-f]{64}$',
        description: '`sha256:` and the SHA-256 of all members above in canonical JSON (RFC 8785).',
      }),
      signature: Type.String({
        pattern: '^[0-9a-f]{128}$',
        description: 'The publisher’s Ed25519 signature of the same bytes, hex.',
      }),
    },
    { examples: [PACKAGE_EXAMPLE] },
  ),
);
export type MissionPackage = Static<typeof missionPackage>;

/** A package is checked as a whole: whatever is wrong with it is PACKAGE_INVALID. */
export const installRequest = named(
  'InstallMissionRequest',
  Type.Object(
    {
      package: Type.Object({}, { additionalProperties: true, description: 'A package, as `download` answers it.' }),
      fingerprint: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'SHA-256 of the publisher’s public key, hex: you trust this key, which nobody here has.',
        }),
      ),
    },
    { examples: [{ package: PACKAGE_EXAMPLE }] },
  ),
);

export const missionParams = Type.Object({
  id: Type.String({ format: 'uuid', description: 'The mission’s id.', examples: [MISSION_ID] }),
});
export const questParams = Type.Object({ ...missionParams.properties, questId });
export const versionParams = Type.Object({
  ...missionParams.properties,
  version: Type.Integer({ minimum: 0, maximum: MAX_REWARD, description: 'A version of the list.' }),
});
