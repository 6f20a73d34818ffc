import { randomUUID } from 'node:crypto';
import { ok } from '@causeway/protocol';
import { type Checked, contradictionIn, type MissionDefinition, rewardOf } from '@causeway/storage';
import { checksumOf } from '../../http/checksum.ts';
import type { Answer } from '../../http/errors.ts';
import { iso } from '../../http/times.ts';
import { refuse } from './errors.ts';
import { LUDICROUS_ALIAS, type MissionRequest } from './schemas.ts';

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

/** The definition in a request: what is absent has its default, parts without an id get one. */
export function definitionIn(request: MissionRequest): MissionDefinition {
  const { chapters = [], quests = [] } = request;
  return {
    name: text(request.name),
    description: text(request.description),
    missionType: (request.missionType ?? 'Easy') as MissionDefinition['missionType'],
    difficulty: difficultyIn(request),
    order: request.order ?? 0,
    ...rewardsIn(request),
    deadline: deadlineIn(request),
    chapters: chapters.map(({ id, chapterDisplayName, order }, at) => ({
      id: id ?? randomUUID(),
      chapterDisplayName: text(chapterDisplayName),
      order: order ?? at,
    })),
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
  };
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
