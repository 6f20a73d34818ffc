import type { Area } from '../core/area.ts';
import { type MissionContext, missionContext } from './context.ts';
import { createMissionKeyRepository, type MissionKeyRepository } from './keys.ts';
import { createMissionReading } from './mission-reading.ts';
import type { MissionReading } from './reading.ts';
import { createRewardRepository, type RewardRepository } from './rewards.ts';
import { type MissionTables, missionTables } from './schema.ts';

/**
 * The tables of missions, of avatars' runs of them, of the ledger of rewards, and of the keys that sign packages. The
 * API's area adds the jobs that decide.
 */
export interface MissionStore {
  readonly context: MissionContext;
  readonly missions: MissionReading;
  readonly rewards: RewardRepository;
  readonly keys: MissionKeyRepository;
}

export const missions: Area<MissionTables, MissionStore> = {
  tables: missionTables,
  open(area) {
    const context = missionContext(area);
    return {
      context,
      missions: createMissionReading(context),
      rewards: createRewardRepository(context),
      keys: createMissionKeyRepository(context),
    };
  },
};

/** The topic of missions in an avatar's stream of events. */
export const MISSION_TOPIC = 'missions';

/** Subject of the events of one avatar's progress in one mission. */
export const progressSubject = (missionId: string, avatarId: string): string => `mission:${missionId}:${avatarId}`;

export type { MissionContext } from './context.ts';
export * from './definitions.ts';
export * from './follower.ts';
export type { MissionKeyRepository } from './keys.ts';
export type * from './reading.ts';
export * from './rewards.ts';
export type * from './rows.ts';
export * from './runs.ts';
export * from './steps.ts';
export * from './values.ts';
