import type { Row } from '../core/dialect.ts';
import type { Page } from '../core/page.ts';
import type { SearchResult } from '../core/search.ts';
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

/** Selects the holons of an avatar that are not deleted. */
export interface HolonFilter {
  readonly avatarId: string;
  readonly holonType?: string | undefined;
  readonly field?: HolonField | undefined;
}

/** Names a version. */
export type VersionKey = Pick<HolonVersionRow, 'holonId' | 'version'>;

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
   * Checks up to `limit` places of `provider`, last checked before `beforeMs`, and drops each whose version has
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

/** Lists and versions of holons. */
export interface HolonReading {
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
}
