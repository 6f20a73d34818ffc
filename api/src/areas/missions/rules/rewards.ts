import type { MissionDefinition, MissionRow, Reward, Run } from '@causeway/storage';
import type { TxScript } from '@causeway/storage/jobs';
import {
  addToBalance,
  findMission,
  hasPublished,
  insertReward,
  type MissionContext,
  NO_REWARDS,
  ownersOf,
  rewardFor,
} from '@causeway/storage/missions';

/** What a completion brought: nothing when the avatar was rewarded for another copy of the mission before. */
export interface Granted extends Reward {
  readonly granted: boolean;
  readonly counted: boolean;
}

/** The reward for a mission with all of its quests. */
export const rewardOf = ({ rewardKarma, rewardXP, quests }: MissionDefinition): Reward => ({
  karma: quests.reduce((sum, quest) => sum + quest.rewardKarma, rewardKarma),
  xp: quests.reduce((sum, quest) => sum + quest.rewardXP, rewardXP),
});

/** True when one avatar's rewards would be another's: the same avatar, or agents and owner of one another. */
function* related(context: MissionContext, one: string, other: string): TxScript<boolean> {
  if (one === other) return true;
  const owners = yield* ownersOf(context, [one, other]);
  return owners.length === 2 && owners[0] === owners[1];
}

/** Whether `avatarId` runs a published version of a mission that is neither its own nor a copy of its own. */
function* isCounted(context: MissionContext, mission: MissionRow, playing: Run): TxScript<boolean> {
  const publisher = mission.installed && mission.sourceId ? yield* findMission(context, mission.sourceId) : mission;
  if (publisher === undefined || publisher.installed) return false;
  if (!(yield* hasPublished(context, publisher.id, playing.checksum))) return false;
  for (const author of [publisher.avatarId, publisher.originAvatarId, mission.originAvatarId]) {
    if (author !== null && (yield* related(context, author, playing.avatarId))) return false;
  }
  return true;
}

/** Rewards a completed run, once per avatar and origin; within the job that completes it. */
export function* grantReward(context: MissionContext, mission: MissionRow, playing: Run): TxScript<Granted> {
  const { newId, clock } = context;
  const { avatarId, missionId, definition, startedAtMs } = playing;
  const { originId } = mission;
  const before = yield* rewardFor(context, avatarId, originId);
  const counted = yield* isCounted(context, mission, playing);
  if (before !== undefined) return { karma: 0, xp: 0, granted: false, counted };
  const { karma, xp } = rewardOf(definition);
  const createdAtMs = clock.now();
  const durationMs = Math.max(0, createdAtMs - startedAtMs);
  yield* insertReward(context, {
    ...{ id: newId(), avatarId, originId, missionId, karma, xp, counted, createdAtMs, durationMs },
  });
  const added = counted ? { karma, xp, missionsCompleted: 1 } : { apartKarma: karma, apartXp: xp };
  yield* addToBalance(context, avatarId, { ...NO_REWARDS, ...added });
  return { karma, xp, granted: true, counted };
}
