import type { Result } from '@causeway/protocol';
import type { Checked, MissionReading, MissionRow, MissionVersionRow, QuotaExceeded } from '@causeway/storage';

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

/** Missions and their published versions. Every write is fully durable, and updates the search index. */
export interface MissionRepository extends MissionReading {
  create(mission: NewMission): Promise<Result<MissionRow, AuthoringRefused>>;
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
}
