import type { ShownNames } from '../avatars/index.ts';
import type { MissionCopies } from './copies.ts';
import type { MissionMaintenance } from './maintenance.ts';
import type { MissionPlay } from './play.ts';
import type { MissionService } from './service.ts';

/** The services of the area. */
export interface Missions {
  readonly service: MissionService;
  /** The names of those who completed a mission. */
  readonly names: ShownNames;
  readonly play: MissionPlay;
  readonly copies: MissionCopies;
  readonly maintenance: MissionMaintenance;
}
