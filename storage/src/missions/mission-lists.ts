import { and, desc, eq, inArray, lt, ne, notExists, type SQL } from 'drizzle-orm';
import { type Page, pageOf, positionOf } from '../core/page.ts';
import { all, type Db, type Steps } from '../core/steps.ts';
import { definitionsOf, type MissionContext } from './context.ts';
import type { MissionFilter, MissionRepository } from './missions.ts';
import type { Mission, MissionRow, RunRow } from './rows.ts';

/** The lists of MissionRepository. Each reads at most a page from each of its indexes. */
export function createMissionLists(context: MissionContext): Pick<MissionRepository, 'list' | 'search'> {
  const { read, tables, search } = context;
  const { shown, published } = context.where;
  const { missions, missionRuns } = tables;

  function* withPublished(rows: readonly MissionRow[]): Steps<readonly Mission[]> {
    const checksums = rows.flatMap(({ publishedChecksum }) => publishedChecksum ?? []);
    const definition = yield* definitionsOf(context, checksums);
    return rows.map((row) => ({
      ...row,
      published: row.publishedChecksum === null ? null : definition(row.publishedChecksum),
    }));
  }

  const newest = (conditions: (db: Db) => SQL | undefined, limit: number): Steps<MissionRow[]> =>
    all((db) => db.select().from(missions).where(conditions(db)).orderBy(desc(missions.id)).limit(limit));

  /** Missions of which the avatar has a run with the status. */
  function* withRun(avatarId: string, status: RunRow['status'], before: string | null, limit: number) {
    const older = before === null ? undefined : lt(missionRuns.missionId, before);
    const runs = and(eq(missionRuns.avatarId, avatarId), eq(missionRuns.status, status), older);
    const rows = yield* all((db) =>
      db.select().from(missionRuns).where(runs).orderBy(desc(missionRuns.missionId)).limit(limit),
    );
    const ids = rows.map(({ missionId }) => missionId);
    return ids.length === 0 ? [] : yield* newest(() => inArray(missions.id, ids), limit);
  }

  /** Published missions and those of the avatar. */
  function* visible({ avatarId, missionType, status }: MissionFilter, before: string | null, limit: number) {
    const older = before === null ? undefined : lt(missions.id, before);
    const publishedType = missionType === undefined ? undefined : eq(missions.publishedType, missionType);
    if (avatarId === null) return yield* newest(() => and(published, publishedType, older), limit);
    const pending = (db: Db): SQL | undefined => {
      const run = and(eq(missionRuns.avatarId, avatarId), eq(missionRuns.missionId, missions.id));
      return status === 'Pending'
        ? notExists(db.select({ id: missionRuns.id }).from(missionRuns).where(run))
        : undefined;
    };
    const ofType = missionType === undefined ? undefined : eq(missions.missionType, missionType);
    const own = (db: Db) => and(eq(missions.avatarId, avatarId), shown, ofType, older, pending(db));
    const others = (db: Db) => and(published, publishedType, ne(missions.avatarId, avatarId), older, pending(db));
    const rows = [...(yield* newest(own, limit)), ...(yield* newest(others, limit))];
    return rows.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
  }

  function* rowsOf(filter: MissionFilter, before: string | null, limit: number): Steps<readonly MissionRow[]> {
    const { avatarId, status } = filter;
    if (status === undefined || status === 'Pending') return yield* visible(filter, before, limit);
    return avatarId === null ? [] : yield* withRun(avatarId, status, before, limit);
  }

  return {
    list: (filter, cursor, limit) =>
      read(function* (): Steps<Page<Mission>> {
        return pageOf(yield* withPublished(yield* rowsOf(filter, cursor, limit + 1)), limit);
      }),

    search: ({ text, avatarId }, cursor, limit) =>
      read(function* (): Steps<Page<Mission>> {
        const offset = positionOf(cursor) ?? 0;
        const query = { collection: 'missions', text, avatarId, limit: limit + 1, offset } as const;
        const { ids } = yield* search.find(query);
        const wanted = ids.slice(0, limit);
        const found = wanted.length === 0 ? [] : yield* newest(() => inArray(missions.id, wanted), limit);
        const byId = new Map((yield* withPublished(found)).map((mission) => [mission.id, mission]));
        const items = wanted.flatMap((id) => byId.get(id) ?? []);
        return { items, nextCursor: ids.length > limit ? String(offset + limit) : null };
      }),
  };
}
