import { randomUUID } from 'node:crypto';
import { ok } from '@causeway/protocol';
import type { Checked, MissionDefinition } from '@causeway/storage';
import type { Answer } from '../../http/errors/errors.ts';
import { checksumOf } from '../../http/requests/checksum.ts';
import { iso } from '../../http/requests/times.ts';
import { refuse } from './errors.ts';
import { contradictionIn } from './rules/contradictions.ts';
import { rewardOf } from './rules/rewards.ts';
import { LUDICROUS_ALIAS, MAX_QUESTS, type MissionRequest } from './schemas.ts';

/** Most karma and XP of a mission with its quests. */
export interface RewardLimits {
  readonly karma: number;
  readonly xp: number;
}

interface Rewarded {
  readonly rewardKarma?: number;
  readonly rewardXP?: number;
  readonly rewards?: { readonly karma?: number; readonly xp?: number };
}

const rewardsIn = ({ rewardKarma, rewardXP, rewards }: Rewarded) => ({
  rewardKarma: rewardKarma ?? rewards?.karma ?? 0,
  rewardXP: rewardXP ?? rewards?.xp ?? 0,
});

const difficultyIn = ({ difficulty = 'Easy' }: Pick<MissionRequest, 'difficulty'>): MissionDefinition['difficulty'] =>
  difficulty === LUDICROUS_ALIAS ? 'Ludicrous' : (difficulty as MissionDefinition['difficulty']);

/** The text without halves of surrogate pairs, which canonical JSON cannot have. */
const text = (value: string | undefined): string => (value ?? '').toWellFormed();

/** The deadline in one form; unchanged if it is no time, which is refused later. */
function deadlineIn({ deadline = null }: MissionRequest): string | null {
  const time = deadline === null ? Number.NaN : Date.parse(deadline);
  return Number.isNaN(time) ? deadline : iso(time);
}

type ChapterRequest = NonNullable<MissionRequest['chapters']>[number];
type QuestRequest = NonNullable<MissionRequest['quests']>[number];

/** A chapter with its id, and the quests that stand in it. */
function chapterIn({ id = randomUUID(), chapterDisplayName, order, quests = [] }: ChapterRequest, at: number) {
  const chapter = { id, chapterDisplayName: text(chapterDisplayName), order: order ?? at };
  return { chapter, quests: quests.map((quest): QuestRequest => ({ ...quest, chapterId: quest.chapterId ?? id })) };
}

/**
 * The chapter that a quest stands in and the other one that it names, as a sentence; undefined without such a quest.
 */
function misplacedIn({ chapters = [] }: MissionRequest): string | undefined {
  for (const { id, chapterDisplayName, quests = [] } of chapters) {
    const quest = quests.find(({ chapterId }) => typeof chapterId === 'string' && chapterId !== id);
    if (quest)
      return `quest ${quest.name} stands in chapter ${chapterDisplayName} and names chapter ${quest.chapterId}`;
  }
  return undefined;
}

/**
 * The definition in a request: what is absent has its default, parts without an id get one, and the quests of chapters
 * come before those beside them. Fails with MISSION_INVALID when a quest names another chapter than it stands in.
 */
function definitionIn(request: MissionRequest): Answer<MissionDefinition> {
  const misplaced = misplacedIn(request);
  if (misplaced !== undefined) return refuse('MISSION_INVALID', misplaced);
  const chapters = (request.chapters ?? []).map(chapterIn);
  const quests = [...chapters.flatMap((one) => one.quests), ...(request.quests ?? [])];
  return ok({
    name: text(request.name),
    description: text(request.description),
    missionType: (request.missionType ?? 'Easy') as MissionDefinition['missionType'],
    difficulty: difficultyIn(request),
    order: request.order ?? 0,
    ...rewardsIn(request),
    deadline: deadlineIn(request),
    chapters: chapters.map(({ chapter }) => chapter),
    quests: quests.map((quest, at) => ({
      id: quest.id ?? randomUUID(),
      name: text(quest.name),
      description: text(quest.description),
      difficulty: difficultyIn(quest),
      order: quest.order ?? at,
      ...rewardsIn(quest),
      chapterId: quest.chapterId ?? null,
      prerequisiteQuestIds: quest.prerequisiteQuestIds ?? [],
      objectives: (quest.objectives ?? []).map((objective) => ({
        id: objective.id ?? randomUUID(),
        description: text(objective.description),
        order: objective.order ?? null,
      })),
    })),
  });
}

const notUnicode = (): never => {
  throw new Error('a definition has text that is no Unicode, which the edge lets nobody send');
};

/** The definition with the checksum by which it is stored. */
export const checkedDefinition = (definition: MissionDefinition): Checked => ({
  definition,
  checksum: checksumOf(definition) ?? notUnicode(),
});

/** Largest definition as it is stored: one whose package can be installed, with 4 KiB for the rest of the package. */
const MAX_DEFINITION_BYTES = 508 * 1024;

/** Refuses contradictions, definitions that are too large, and rewards beyond the limits unless these are undefined. */
export function acceptable(definition: MissionDefinition, limits: RewardLimits | undefined): Answer<Checked> {
  if (definition.quests.length > MAX_QUESTS) {
    return refuse('MISSION_INVALID', `a mission has at most ${MAX_QUESTS} quests, in its chapters and beside them`);
  }
  const contradiction = contradictionIn(definition);
  if (contradiction !== undefined) return refuse('MISSION_INVALID', contradiction);
  if (definition.deadline !== null && Number.isNaN(Date.parse(definition.deadline))) {
    return refuse('MISSION_INVALID', `the deadline ${definition.deadline} is no time`);
  }
  const bytes = Buffer.byteLength(JSON.stringify(definition));
  if (bytes > MAX_DEFINITION_BYTES) {
    const message = `the mission has ${bytes} bytes, with ids and defaults for what has none; at most ${MAX_DEFINITION_BYTES}`;
    return refuse('MISSION_INVALID', message, { facts: { bytes, limit: MAX_DEFINITION_BYTES } });
  }
  const { karma, xp } = rewardOf(definition);
  if (limits !== undefined && (karma > limits.karma || xp > limits.xp)) {
    const message = `mission and quests together have ${karma} karma and ${xp} XP; at most ${limits.karma} and ${limits.xp}`;
    return refuse('REWARD_LIMIT_EXCEEDED', message, { facts: { karma, xp, limits } });
  }
  return ok(checkedDefinition(definition));
}

/** The checked definition of a request. Fails like definitionIn and `acceptable`. */
export function acceptedIn(request: MissionRequest, limits: RewardLimits | undefined): Answer<Checked> {
  const definition = definitionIn(request);
  return definition.ok ? acceptable(definition.value, limits) : definition;
}
