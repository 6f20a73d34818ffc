import type { Page } from '../core/page.ts';
import type { ListedMission, Mission, MissionVersionRow, WholeMission } from './rows.ts';
import type { MissionDefinition, MissionStatus, MissionType } from './values.ts';

/** A definition with its SHA-256 in canonical JSON. */
export interface Checked {
  readonly definition: MissionDefinition;
  readonly checksum: string;
}

/** The missions that are listed. */
export interface MissionFilter {
  /** Whose missions are listed beside the published ones, and whose runs `status` means; null: nobody's. */
  readonly avatarId: string | null;
  readonly missionType?: MissionType;
  readonly status?: MissionStatus;
}

/** A search. */
export interface MissionQuery {
  readonly text: string;
  /** Whose missions are found beside the published ones; null: nobody's. */
  readonly avatarId: string | null;
}

/** Lists and versions of missions. */
export interface MissionReading {
  /** The mission, also a deleted one that somebody has started. */
  get(id: string): Promise<Mission | undefined>;
  /** The newest published version. */
  newestVersion(id: string): Promise<MissionVersionRow | undefined>;
  /** Published versions, newest first. */
  versions(id: string, cursor: string | null, limit: number, skip?: number): Promise<Page<MissionVersionRow>>;
  /** A published version with its definition. */
  version(id: string, version: number): Promise<(MissionVersionRow & Pick<Checked, 'definition'>) | undefined>;
  /** Published missions and the missions of the filter's avatar, newest first. A page has at most PAGE_BYTES. */
  list(filter: MissionFilter, cursor: string | null, limit: number, skip?: number): Promise<Page<ListedMission>>;
  /** The same list of whole missions. */
  listWhole(filter: MissionFilter, cursor: string | null, limit: number, skip?: number): Promise<Page<WholeMission>>;
  /**
   * The missions that match a text, best first: published ones and the missions of `avatarId`. The cursor is a
   * position.
   */
  search(query: MissionQuery, cursor: string | null, limit: number, skip?: number): Promise<Page<ListedMission>>;
  searchWhole(query: MissionQuery, cursor: string | null, limit: number, skip?: number): Promise<Page<WholeMission>>;
}
