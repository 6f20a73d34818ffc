import type { Result } from '@causeway/protocol';
import type { Page } from '../core/page.ts';
import type { QuotaExceeded } from '../usage/index.ts';
import type { MissionDefinition, MissionType } from './definition.ts';
import type { MissionStatus } from './life-cycle.ts';
import type { ListedMission, Mission, MissionRow, MissionVersionRow, WholeMission } from './rows.ts';

/** A definition with its SHA-256 in canonical JSON. */
export interface Checked {
  readonly definition: MissionDefinition;
  readonly checksum: string;
}

/** Where a copy comes from. */
export interface Source extends Pick<MissionRow, 'originId' | 'originAvatarId' | 'sourceId'> {}

/** A mission to store; `source` is null for one that is no copy. */
export interface NewMission extends Checked {
  readonly avatarId: string;
  readonly source: Source | null;
  /** The package that it is installed from; null for a copy that may be changed. */
  readonly installed: Pick<MissionVersionRow, 'version' | 'envelope'> | null;
}

/** Why a mission is not stored, changed or published. */
export type AuthoringRefused =
  | { readonly code: 'NOT_FOUND' }
  | { readonly code: 'VERSION_MISMATCH'; readonly version: number }
  /** It is installed, so it stays as its package has it. */
  | { readonly code: 'INSTALLED' }
  /** The avatar has installed another copy of the same mission. */
  | { readonly code: 'ALREADY_INSTALLED'; readonly missionId: string }
  | { readonly code: 'NOT_PUBLISHED' }
  | QuotaExceeded;

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

/** Missions and their published versions. Every write is fully durable, and keeps the index of the search. */
export interface MissionRepository {
  create(mission: NewMission): Promise<Result<MissionRow, AuthoringRefused>>;
  /** The mission, also a deleted one that somebody has started. */
  get(id: string): Promise<Mission | undefined>;
  /**
   * Replaces the definition if the mission has one of `versions`, or if these are undefined. Published versions stay.
   */
  update(id: string, checked: Checked, versions?: readonly number[]): Promise<Result<MissionRow, AuthoringRefused>>;
  /**
   * Deletes it: it is listed no more and cannot be started. Runs of it go on, with its definitions and versions;
   * without a run these go, too.
   */
  hide(id: string, versions?: readonly number[]): Promise<Result<MissionRow, AuthoringRefused>>;
  /**
   * Publishes the mission's definition as `published.version`, one more than its newest version. A definition that is
   * the newest version already is published as that version, without a new one. Fails with VERSION_MISMATCH when the
   * mission has another version than `version` now.
   */
  publish(
    id: string,
    version: number,
    published: Pick<MissionVersionRow, 'version' | 'envelope'>,
  ): Promise<Result<MissionRow, AuthoringRefused>>;
  unpublish(id: string, versions?: readonly number[]): Promise<Result<MissionRow, AuthoringRefused>>;
  /** The newest published version. */
  newestVersion(id: string): Promise<MissionVersionRow | undefined>;
  /** Published versions, newest first. */
  versions(id: string, cursor: string | null, limit: number, skip?: number): Promise<Page<MissionVersionRow>>;
  /** A published version with its definition. */
  version(id: string, version: number): Promise<(MissionVersionRow & Pick<Checked, 'definition'>) | undefined>;
  /** Published missions and those of the filter's avatar, newest first. A page has at most PAGE_BYTES. */
  list(filter: MissionFilter, cursor: string | null, limit: number, skip?: number): Promise<Page<ListedMission>>;
  /** The same list of whole missions. */
  listWhole(filter: MissionFilter, cursor: string | null, limit: number, skip?: number): Promise<Page<WholeMission>>;
  /** The missions that match a text, best first: published ones and those of `avatarId`. The cursor is a position. */
  search(query: MissionQuery, cursor: string | null, limit: number, skip?: number): Promise<Page<ListedMission>>;
  searchWhole(query: MissionQuery, cursor: string | null, limit: number, skip?: number): Promise<Page<WholeMission>>;
}
