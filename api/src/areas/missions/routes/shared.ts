import { DEFAULT_LIMIT, type PageQuery } from '../../../http/pagination.ts';

/** Largest body with a mission, and with a package, bytes. */
export const MAX_MISSION_BYTES = 256 * 1024;
export const MAX_PACKAGE_BYTES = 512 * 1024;

/** Deepest nesting of a body with a package. */
export const MAX_PACKAGE_DEPTH = 16;

/** The number of missions that a request without a cursor and a limit gets. */
const WHOLE_LIST = 1_000;

/** The page of a list of missions: all of them, up to a number, unless the request says how many. */
export function wholeList(query: PageQuery): PageQuery {
  const paged = query.cursor !== undefined || query.limit !== undefined || query.offset !== undefined;
  return { ...query, limit: paged ? (query.limit ?? DEFAULT_LIMIT) : WHOLE_LIST };
}
