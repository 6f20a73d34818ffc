import { and, desc, eq, inArray, lt, ne, notExists, type SQL } from 'drizzle-orm';
import { inOrderOf, type Page, pageWithin, positionOf } from '../core/page.ts';
import { all, type Db, type TxScript } from '../core/steps.ts';
import type { MissionContext } from './context.ts';
import { definitionsOf, sizesOf, summariesOf } from './definitions.ts';
import type { MissionFilter, MissionReading } from './reading.ts';
import type { ListedMission, MissionRow, RunRow, WholeMission } from './rows.ts';
import { completedIn, questsOf } from './runs.ts';

/** A mission of a list with the definition that the reader sees. */
interface Seen {
  readonly row: MissionRow;
  readonly own: boolean;
  readonly run: RunRow | undefined;
  readonly checksum: string;
  readonly cursor: string;
  readonly bytes: number;
}

/** A mission of a list with its place there. */
interface Placed {
  readonly row: MissionRow;
  readonly cursor: string;
}

const checksumsOf = (page: readonly Seen[]): readonly string[] => page.map(({ checksum }) => checksum);
const runsOf = (page: readonly Seen[]): readonly RunRow[] => page.flatMap(({ run }) => run ?? []);

/**
 * The lists of MissionReading. Each reads at most a page from each of its indexes, and no more definitions than one
 * page shows.
 */
export function createMissionLists(
  context: MissionContext,
): Pick<MissionReading, 'list' | 'listWhole' | 'search' | 'searchWhole'> {
  const { read, tables, search } = context;
  const { shown, published } = context.where;
  const { missions, missionRuns } = tables;

  const newest = (conditions: (db: Db) => SQL | undefined, limit: number, skip = 0): TxScript<MissionRow[]> =>
    all((db) => db.select().from(missions).where(conditions(db)).orderBy(desc(missions.id)).limit(limit).offset(skip));

  /** The id of the last of the newest `limit` missions; undefined when there are fewer. */
  function* newestIds(conditions: (db: Db) => SQL | undefined, limit: number): TxScript<readonly string[]> {
    const { id } = missions;
    const rows = yield* all((db) =>
      db.select({ id }).from(missions).where(conditions(db)).orderBy(desc(id)).limit(limit),
    );
    return rows.map((row) => row.id);
  }

  /** Missions of which the avatar has a run with the status. */
  function* withRun(avatarId: string, status: RunRow['status'], before: string | null, limit: number, skip: number) {
    const older = before === null ? undefined : lt(missionRuns.missionId, before);
    const runs = and(eq(missionRuns.avatarId, avatarId), eq(missionRuns.status, status), older);
    const { missionId } = missionRuns;
    const rows = yield* all((db) =>
      db.select({ missionId }).from(missionRuns).where(runs).orderBy(desc(missionId)).limit(limit).offset(skip),
    );
    const ids = rows.map((row) => row.missionId);
    return ids.length === 0 ? [] : yield* newest(() => inArray(missions.id, ids), limit);
  }

  /** Published missions and the avatar's own. */
  function* visible(
    { avatarId, missionType, status }: MissionFilter,
    before: string | null,
    limit: number,
    skip: number,
  ): TxScript<readonly MissionRow[]> {
    const publishedType = missionType === undefined ? undefined : eq(missions.publishedType, missionType);
    const olderThan = (id: string | null) => (id === null ? undefined : lt(missions.id, id));
    if (avatarId === null) return yield* newest(() => and(published, publishedType, olderThan(before)), limit, skip);
    const pending = (db: Db): SQL | undefined => {
      const run = and(eq(missionRuns.avatarId, avatarId), eq(missionRuns.missionId, missions.id));
      return status === 'Pending'
        ? notExists(db.select({ id: missionRuns.id }).from(missionRuns).where(run))
        : undefined;
    };
    const ofType = missionType === undefined ? undefined : eq(missions.missionType, missionType);
    const own = (older: SQL | undefined) => (db: Db) =>
      and(eq(missions.avatarId, avatarId), shown, ofType, older, pending(db));
    const others = (older: SQL | undefined) => (db: Db) =>
      and(published, publishedType, ne(missions.avatarId, avatarId), older, pending(db));
    const descending = (a: string, b: string) => (a < b ? 1 : -1);
    let older = olderThan(before);
    if (skip > 0) {
      const skipped = [...(yield* newestIds(own(older), skip)), ...(yield* newestIds(others(older), skip))];
      const last = skipped.toSorted(descending)[skip - 1];
      if (last === undefined) return [];
      older = olderThan(last);
    }
    const rows = [...(yield* newest(own(older), limit)), ...(yield* newest(others(older), limit))];
    return rows.toSorted((a, b) => descending(a.id, b.id)).slice(0, limit);
  }

  function* listed(
    filter: MissionFilter,
    before: string | null,
    limit: number,
    skip: number,
  ): TxScript<readonly Placed[]> {
    const { avatarId, status } = filter;
    const isVisible = status === undefined || status === 'Pending';
    if (!isVisible && avatarId === null) return [];
    const rows = isVisible
      ? yield* visible(filter, before, limit, skip)
      : yield* withRun(avatarId as string, status, before, limit, skip);
    return rows.map((row) => ({ row, cursor: row.id }));
  }

  /** The page of the missions that match a text. */
  function* found<T>(
    { text, avatarId }: { readonly text: string; readonly avatarId: string | null },
    offset: number,
    limit: number,
    part: 'whole' | 'summary',
    view: (page: readonly Seen[]) => TxScript<readonly T[]>,
  ): TxScript<Page<T>> {
    const { ids } = yield* search.find({ collection: 'missions', text, avatarId, limit: limit + 1, offset });
    const rows = ids.length === 0 ? [] : yield* newest(() => inArray(missions.id, [...ids]), limit + 1);
    const placed = inOrderOf(ids, rows, ({ id }) => id).flatMap((row, at) =>
      row === undefined ? [] : [{ row, cursor: String(offset + at + 1) }],
    );
    const page = yield* pageFor(avatarId, placed, limit, part, view);
    // A mission that has gone since the index was read is no end of the list.
    const goesOn = ids.length > limit && page.nextCursor === null;
    return goesOn ? { ...page, nextCursor: String(offset + limit) } : page;
  }

  /**
   * What the reader sees of each mission: its author the newest definition, a player that of the run, others the
   * published one.
   */
  function* seenBy(
    reader: string | null,
    placed: readonly Placed[],
    part: 'whole' | 'summary',
  ): TxScript<readonly Seen[]> {
    const ids = placed.map(({ row }) => row.id);
    const ofReader = and(eq(missionRuns.avatarId, reader ?? ''), inArray(missionRuns.missionId, ids));
    const runs =
      reader === null || ids.length === 0 ? [] : yield* all((db) => db.select().from(missionRuns).where(ofReader));
    const runOf = new Map(runs.map((run) => [run.missionId, run]));
    const seen = placed.map(({ row, cursor }) => {
      const own = row.avatarId === reader && row.hiddenAtMs === null;
      const run = runOf.get(row.id);
      return {
        row,
        own,
        run,
        cursor,
        checksum: own ? row.checksum : (run?.checksum ?? row.publishedChecksum ?? row.checksum),
      };
    });
    const bytes = yield* sizesOf(
      context,
      seen.map(({ checksum }) => checksum),
      part,
    );
    return seen.map((one) => ({ ...one, bytes: bytes(one.checksum) }));
  }

  function* summaries(page: readonly Seen[]): TxScript<readonly ListedMission[]> {
    const summary = yield* summariesOf(context, checksumsOf(page));
    const completed = yield* completedIn(context, runsOf(page));
    return page.map(({ row, own, run, checksum }) => ({
      mission: row,
      own,
      summary: summary(checksum),
      run: run && { ...run, completedQuests: completed(run.id) },
    }));
  }

  function* wholes(page: readonly Seen[]): TxScript<readonly WholeMission[]> {
    const definition = yield* definitionsOf(context, checksumsOf(page));
    const quests = yield* questsOf(context, runsOf(page));
    return page.map(({ row, own, run, checksum }) => ({
      mission: { ...row, definition: definition(checksum), published: null },
      own,
      run: run && { ...run, definition: definition(checksum), quests: quests(run.id) },
    }));
  }

  /** The page of `placed`, a row more than `limit`, with no more than one page shows of their definitions. */
  function* pageFor<T>(
    reader: string | null,
    placed: readonly Placed[],
    limit: number,
    part: 'whole' | 'summary',
    view: (page: readonly Seen[]) => TxScript<readonly T[]>,
  ): TxScript<Page<T>> {
    return yield* pageWithin(yield* seenBy(reader, placed, part), limit, ({ cursor }) => cursor, view);
  }

  return {
    list: (filter, cursor, limit, skip = 0) =>
      read(function* () {
        const placed = yield* listed(filter, cursor, limit + 1, skip);
        return yield* pageFor(filter.avatarId, placed, limit, 'summary', summaries);
      }),

    listWhole: (filter, cursor, limit, skip = 0) =>
      read(function* () {
        const placed = yield* listed(filter, cursor, limit + 1, skip);
        return yield* pageFor(filter.avatarId, placed, limit, 'whole', wholes);
      }),

    search: (query, cursor, limit, skip = 0) =>
      read(() => found(query, (positionOf(cursor) ?? 0) + skip, limit, 'summary', summaries)),

    searchWhole: (query, cursor, limit, skip = 0) =>
      read(() => found(query, (positionOf(cursor) ?? 0) + skip, limit, 'whole', wholes)),
  };
}
