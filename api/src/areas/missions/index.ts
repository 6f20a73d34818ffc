import { z } from 'zod';
import { defineArea } from '../../area.ts';
import { avatars } from '../avatars/index.ts';
import { MISSION_ACCESS } from './access.ts';
import { MissionCopies } from './copies.ts';
import { MISSION_ERRORS } from './errors.ts';
import { MissionMaintenance } from './maintenance.ts';
import type { Missions } from './missions.ts';
import { PackageKeys } from './package-keys.ts';
import { MissionPlay } from './play.ts';
import { renderMissionEvent } from './routes/events.ts';
import { missionRoutes } from './routes/index.ts';
import { missionStorage } from './rules/mission-storage.ts';
import { missionSecrets } from './sealed.ts';
import { MissionService } from './service.ts';

const settings = {
  missions: z
    .strictObject({
      /** Most karma and XP that an author may set for a mission with its quests; admins may set more. */
      limits: z.strictObject({ karma: z.int().min(0).default(100), xp: z.int().min(0).default(1_000) }).prefault({}),
    })
    .prefault({}),
};

/** Missions, quests and chapters. */
export const missions = defineArea<Missions, typeof settings>({
  name: 'missions',
  tag: { name: 'Missions', description: 'Missions with quests and chapters: write, publish, play, copy.' },
  errors: MISSION_ERRORS,
  access: MISSION_ACCESS,
  topics: { missions: { scope: 'missions:read', render: renderMissionEvent } },
  prefixes: ['/api'],
  settings,
  sealed: missionSecrets,
  open({ storage, bridge, sealer, settings: { missions: own }, log, use }) {
    const keys = new PackageKeys(storage.missions.keys, sealer);
    const people = use(avatars);
    people.addKeySource((avatarId) => keys.listed(avatarId));
    const missions = missionStorage(storage.missions);
    const service = new MissionService({ storage: missions, keys, limits: own.limits });
    return {
      service,
      names: people.names,
      play: new MissionPlay(missions),
      copies: new MissionCopies(service),
      maintenance: new MissionMaintenance({ storage: missions, shared: storage, catalogue: bridge.catalogue, log }),
    };
  },
  register: missionRoutes,
  start: ({ maintenance }) => maintenance.start(),
  close: ({ maintenance }) => maintenance.stop(),
});
