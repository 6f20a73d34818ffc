import { type AccessTable, PUBLIC } from '../../http/callers/access.ts';

/** For every caller with the scope; each has a run, an installation or a copy of its own. */
const PLAY = { callers: 'missions:write', resource: 'caller', agents: true } as const;
/** Others see a published mission and cannot change it. */
const AUTHOR = { callers: 'missions:write', resource: 'visible', agents: true } as const;
const READ = { callers: 'missions:read', resource: 'caller', agents: true } as const;

/** Who may call the operations under /api/missions. Published missions are public, and others are their authors'. */
export const MISSION_ACCESS = {
  listMissions: PUBLIC,
  searchMissions: PUBLIC,
  listMissionsByType: PUBLIC,
  listMissionsByStatus: PUBLIC,
  getMission: PUBLIC,
  listQuests: PUBLIC,
  listChapters: PUBLIC,
  listMissionVersions: PUBLIC,
  getMissionVersion: PUBLIC,
  getMissionLeaderboard: PUBLIC,
  streamMissionEvents: READ,
  createMission: PLAY,
  updateMission: AUTHOR,
  deleteMission: AUTHOR,
  publishMission: AUTHOR,
  republishMission: AUTHOR,
  unpublishMission: AUTHOR,
  uninstallMission: AUTHOR,
  downloadMission: READ,
  installMission: PLAY,
  installPackage: PLAY,
  cloneMission: PLAY,
  startMission: PLAY,
  completeMission: PLAY,
  abandonMission: PLAY,
  startQuest: PLAY,
  completeQuest: PLAY,
} as const satisfies AccessTable;
