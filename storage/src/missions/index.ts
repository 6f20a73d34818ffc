import type { Area } from '../core/area.ts';
import { missionContext } from './context.ts';
import { createMissionKeyRepository, type MissionKeyRepository } from './keys.ts';
import { createMissionRepository } from './mission-repository.ts';
import type { MissionRepository } from './missions.ts';
import { createRewardRepository, type RewardRepository } from './rewards.ts';
import { createRunRepository } from './run-repository.ts';
import type { RunRepository } from './runs.ts';
import { type MissionTables, missionTables } from './schema.ts';

/** Missions, avatars' runs of them, the ledger of rewards, and the keys that sign packages. */
export interface MissionStorage extends MissionRepository {
  readonly runs: RunRepository;
  readonly rewards: RewardRepository;
  readonly keys: MissionKeyRepository;
}

export const missions: Area<MissionTables, MissionStorage> = {
  tables: missionTables,
  open(area) {
    const context = missionContext(area);
    return {
      ...createMissionRepository(context),
      runs: createRunRepository(context),
      rewards: createRewardRepository(context),
      keys: createMissionKeyRepository(context),
    };
  },
};

export { progressSubject } from './context.ts';
export * from './definition.ts';
export type { MissionKeyRepository } from './keys.ts';
export * from './life-cycle.ts';
export type * from './missions.ts';
export * from './progress.ts';
export type { Granted, Leader, RewardRepository } from './rewards.ts';
export type * from './rows.ts';
export type * from './runs.ts';
