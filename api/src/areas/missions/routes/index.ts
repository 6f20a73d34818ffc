import type { Router } from '../../../http/route.ts';
import type { Missions } from '../missions.ts';
import { authorRoutes } from './author.ts';
import { copyRoutes } from './copies.ts';
import { missionEventsRoute } from './events.ts';
import { listRoutes } from './lists.ts';
import { playRoutes } from './play.ts';
import { publishRoutes } from './publish.ts';
import { readMissionRoutes } from './read.ts';

/** Everything under /api/missions. */
export function missionRoutes(router: Router, missions: Missions): void {
  listRoutes(router, missions);
  readMissionRoutes(router, missions);
  authorRoutes(router, missions);
  publishRoutes(router, missions);
  copyRoutes(router, missions);
  playRoutes(router, missions);
  missionEventsRoute(router, missions);
}
