import type { Result } from '@causeway/protocol';
import type {
  HolonBodyRepository,
  HolonFacts,
  HolonPlaceRepository,
  HolonReading,
  QuotaExceeded,
  StoredAnswer,
  StoredHolon,
  Upload,
} from '@causeway/storage';
import type { IdempotencyKey } from '@causeway/storage/jobs';

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

/** The index of holons: versions, the places of their bodies, and what they are found by. */
export interface HolonRepository extends HolonReading {
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
