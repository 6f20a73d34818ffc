import type { Result } from '@causeway/protocol';
import type { IdempotencyKey, StoredAnswer } from '../core/idempotency.ts';
import type { Row } from '../core/kit.ts';
import type { Page } from '../core/page.ts';
import type { SearchResult } from '../core/search.ts';
import type { QuotaExceeded } from '../usage/index.ts';
import type { HolonTables } from './schema.ts';

/** A holon in the index: everything but its body. */
export type HolonRow = Row<HolonTables['holons']>;

/** One version of a holon, and the places of its body. */
export interface HolonVersionRow {
  readonly holonId: string;
  readonly version: number;
  /** Names the body at its providers; no other body ever has this id. */
  readonly bodyId: string;
  /** SHA-256 of the body, 64 hexadecimal digits. */
  readonly checksum: string;
  /** Size of the body. */
  readonly bytes: number;
  /** The avatar that saved it. */
  readonly savedBy: string;
  readonly createdAtMs: number;
  /** Names of the providers that have the body. */
  readonly places: readonly string[];
}

/** A holon with one of its versions. */
export interface StoredHolon extends HolonRow {
  readonly saved: HolonVersionRow;
}

/** One field of a holon's metadata by which it is found. */
export interface HolonField {
  /** Names of the members, outermost first, with dots between them. */
  readonly field: string;
  readonly value: string;
}

/** Facts of the current body that the index has. */
export interface HolonFacts {
  readonly fields: readonly HolonField[];
  /** Searched words besides the name. */
  readonly text: string;
}

/** A body that is about to be brought to providers. */
export interface Upload {
  /** The body's id. */
  readonly id: string;
  readonly holonId: string;
  readonly createdAtMs: number;
}

/** A body that providers have, to become the newest version of its holon. */
export interface NewVersion extends HolonFacts {
  readonly bodyId: string;
  readonly holonId: string;
  readonly avatarId: string;
  /** The owner of a holon that does not exist yet. */
  readonly owner: string;
  readonly name: string;
  readonly holonType: string;
  readonly checksum: string;
  readonly bytes: number;
  readonly places: readonly string[];
  /** The newest versions that stay, this one included; older ones are kept for a time. */
  readonly keep: number;
  /** Versions of which the holon must have one; absent: any, or none. */
  readonly expected?: readonly number[] | undefined;
}

/** The reason not to commit a version. */
export type CommitRefused =
  /** The holon belongs to another avatar. */
  | { readonly code: 'FOREIGN' }
  | { readonly code: 'DELETED' }
  /** `version`: the holon's, 0 when there is none. */
  | { readonly code: 'VERSION_MISMATCH'; readonly version: number }
  /** The upload took so long that its body is being removed. */
  | { readonly code: 'UPLOAD_EXPIRED' }
  | QuotaExceeded;

/** A committed version. */
export interface Committed {
  readonly holon: StoredHolon;
  /** False when the newest version has the same body already, so that there is no new one. */
  readonly changed: boolean;
}

/** The answer of a save's Idempotency-Key, stored with the version. */
export interface IdempotentSave extends IdempotencyKey {
  answer(holon: StoredHolon): StoredAnswer;
}

/** Selects the holons of an avatar that are not deleted. */
export interface HolonFilter {
  readonly avatarId: string;
  readonly holonType?: string | undefined;
  readonly field?: HolonField | undefined;
}

/** The reason not to delete or restore a holon. */
export type ChangeRefused =
  | { readonly code: 'NOT_FOUND' }
  | { readonly code: 'VERSION_MISMATCH'; readonly version: number };

/** What is kept no longer. */
export interface Retention {
  /** The newest versions that stay. */
  readonly keep: number;
  /** An older version goes when `keep` newer ones have existed since before this time, Unix milliseconds. */
  readonly surplusBeforeMs: number;
  /** A holon goes when it was deleted before this time, Unix milliseconds. */
  readonly deletedBeforeMs: number;
}

/** Names a version. */
export type VersionKey = Pick<HolonVersionRow, 'holonId' | 'version'>;

/** The index of holons: versions, the places of their bodies, and what they are found by. */
export interface HolonRepository {
  /** The holon with `version`, the newest if absent; deleted ones, too. */
  get(id: string, version?: number): Promise<StoredHolon | undefined>;
  /** Newest holons first; `cursor` is the previous page's nextCursor. */
  list(filter: HolonFilter, cursor: string | null, limit: number, skip?: number): Promise<Page<StoredHolon>>;
  /** Holons with all words of `text`, best first. The cursors are positions. */
  search(
    avatarId: string,
    text: string,
    limit: number,
    offset: number,
  ): Promise<Page<StoredHolon> & Pick<SearchResult, 'cut'>>;
  /** Newest versions first, those below `before`. */
  versions(id: string, before: number | null, limit: number, skip?: number): Promise<readonly HolonVersionRow[]>;
  /** Records that a body goes to providers, so that it is removed there if it never becomes a version. Durable. */
  beginUpload(holonId: string): Promise<Upload>;
  /** Forgets an upload whose body no provider has any more. */
  endUpload(id: string): Promise<void>;
  /** Uploads that began before `beforeMs`, oldest first. None of them can be committed any more. */
  expireUploads(beforeMs: number, limit: number): Promise<readonly Upload[]>;
  /**
   * Makes an upload the newest version, with the event `holon.saved`; the comparison of versions is in the same
   * transaction, exact for concurrent saves and processes. With `idempotent`, the answer of its key is finished there,
   * too. Fully durable.
   */
  commit(save: NewVersion, idempotent?: IdempotentSave): Promise<Result<Committed, CommitRefused>>;
  /** Deletes a holon so that it can be restored. */
  remove(id: string, expected?: readonly number[]): Promise<Result<StoredHolon, ChangeRefused>>;
  /**
   * Removes up to `limit` versions that are kept no longer, and deleted holons with their last one. Their bodies become
   * expired uploads, so that providers lose them too. Returns the number of removed versions.
   */
  purge(retention: Retention, limit: number): Promise<number>;
  restore(id: string, facts: HolonFacts): Promise<Result<StoredHolon, ChangeRefused>>;
  readonly places: HolonPlaceRepository;
  readonly bodies: HolonBodyRepository;
}

/** The places of bodies. */
export interface HolonPlaceRepository {
  /** A provider has the body now. */
  add(key: VersionKey, provider: string): Promise<void>;
  /** A provider does not have the body. The last place of a version stays, because it may only be away for a time. */
  drop(key: VersionKey, provider: string): Promise<void>;
  /** Versions with fewer than two places, by holon and version, after `after`. */
  lacking(after: VersionKey | null, limit: number): Promise<readonly HolonVersionRow[]>;
  /** Versions whose place at `provider` was last checked before `beforeMs`, the longest ago first. */
  unchecked(provider: string, beforeMs: number, limit: number): Promise<readonly HolonVersionRow[]>;
  /** The provider had the whole bodies at `atMs`. */
  checked(keys: readonly VersionKey[], provider: string, atMs: number): Promise<void>;
  /** Names of all providers with places. */
  providers(): Promise<readonly string[]>;
  /**
   * Looks at up to `limit` places of `provider`, last checked before `beforeMs`, and drops each whose version has
   * another one; the others count as checked now. Returns the number of places that it looked at.
   */
  retire(provider: string, beforeMs: number, limit: number): Promise<number>;
}

/** Bodies in the database itself. */
export interface HolonBodyRepository {
  /** Fully durable; in the place of a damaged one with this id. */
  put(id: string, body: string): Promise<void>;
  get(id: string): Promise<string | undefined>;
  remove(id: string): Promise<void>;
}
