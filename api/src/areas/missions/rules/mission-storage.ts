import { memoize } from '@causeway/storage/jobs';
import type { MissionStore } from '@causeway/storage/missions';
import type { MissionRepository } from './authoring.ts';
import { createMissionRepository } from './mission-repository.ts';
import { createRunRepository } from './run-repository.ts';
import type { RunRepository } from './runs.ts';

/** Missions, avatars' runs of them, the ledger of rewards, and the keys that sign packages. */
export interface MissionStorage extends MissionRepository, Pick<MissionStore, 'rewards' | 'keys'> {
  readonly runs: RunRepository;
}

/** The jobs over the tables of missions in an open database. */
export const missionStorage = memoize(
  ({ context, missions, rewards, keys }: MissionStore): MissionStorage => ({
    ...missions,
    ...createMissionRepository(context),
    ...{ rewards, keys },
    runs: createRunRepository(context),
  }),
);
