import { ok, type Result } from '@causeway/protocol';
import { and, desc, eq, lt } from 'drizzle-orm';
import { only } from '../core/only.ts';
import { pageBy, positionOf } from '../core/page.ts';
import { all, first, run, type Steps } from '../core/steps.ts';
import { findMission, type MissionContext } from './context.ts';
import type { MissionDefinition } from './definition.ts';
import { definitionsOf } from './definitions.ts';
import { holdings } from './holdings.ts';
import { createMissionLists } from './mission-lists.ts';
import type { AuthoringRefused, MissionRepository, Source } from './missions.ts';
import type { MissionRow, MissionVersionRow } from './rows.ts';

const refused = (error: AuthoringRefused): Result<never, AuthoringRefused> => ({ ok: false, error });

const sourceOf = only<Source>({ originId: true, originAvatarId: true, sourceId: true });

/** MissionRepository over its tables. */
export function createMissionRepository(context: MissionContext): MissionRepository {
  const { read, write, tables, search, newId, clock } = context;
  const { missions, missionVersions } = tables;
  const held = holdings(context);

  /** Shows the published definition to everyone, or the newest one to the mission's avatar. */
  function* index(row: MissionRow, published: MissionDefinition | null): Steps<void> {
    const key = { collection: 'missions', id: row.id } as const;
    if (row.hiddenAtMs !== null) return yield* search.remove(key);
    const { name, description, quests, chapters } = published ?? (yield* definitionOf(row.checksum));
    const parts = [
      description,
      ...chapters.map(({ chapterDisplayName }) => chapterDisplayName),
      ...quests.flatMap((quest) => [quest.name, quest.description]),
    ];
    const avatarId = published === null ? row.avatarId : null;
    yield* search.put({ ...key, avatarId, head: name, body: parts.join('\n') });
  }

  function* definitionOf(checksum: string): Steps<MissionDefinition> {
    return (yield* definitionsOf(context, [checksum]))(checksum);
  }

  function* publishedOf({ publishedChecksum }: MissionRow): Steps<MissionDefinition | null> {
    return publishedChecksum === null ? null : yield* definitionOf(publishedChecksum);
  }

  /** Writes changed fields as the mission's next version. */
  function* change(before: MissionRow, fields: Partial<MissionRow>): Steps<Result<MissionRow, AuthoringRefused>> {
    const row = { ...before, ...fields, version: before.version + 1, updatedAtMs: clock.now() };
    yield* run((db) => db.update(missions).set(row).where(eq(missions.id, before.id)));
    yield* index(row, yield* publishedOf(row));
    return ok(row);
  }

  /** Runs `work` on a mission that is not deleted and has one of `versions`. */
  const changing = (
    id: string,
    versions: readonly number[] | undefined,
    work: (row: MissionRow) => Steps<Result<MissionRow, AuthoringRefused>>,
  ) =>
    write('full', function* () {
      const row = yield* findMission(context, id);
      if (row === undefined || row.hiddenAtMs !== null) return refused({ code: 'NOT_FOUND' });
      if (versions?.includes(row.version) === false) return refused({ code: 'VERSION_MISMATCH', version: row.version });
      return yield* work(row);
    });

  const newest = (id: string): Steps<MissionVersionRow | undefined> =>
    first((db) =>
      db
        .select()
        .from(missionVersions)
        .where(eq(missionVersions.missionId, id))
        .orderBy(desc(missionVersions.version))
        .limit(1),
    );

  function* addVersion(missionId: string, row: MissionRow, published: Pick<MissionVersionRow, 'version' | 'envelope'>) {
    const version: MissionVersionRow = { ...published, missionId, checksum: row.checksum, createdAtMs: clock.now() };
    yield* run((db) => db.insert(missionVersions).values(version));
  }

  return {
    create: ({ avatarId, definition, checksum, source, installed }) =>
      write('full', function* () {
        if (installed !== null && source !== null) {
          const copies = and(
            eq(missions.avatarId, avatarId),
            eq(missions.originId, source.originId),
            context.where.installed,
          );
          const known = yield* first((db) => db.select({ id: missions.id }).from(missions).where(copies));
          if (known !== undefined) return refused({ code: 'ALREADY_INSTALLED', missionId: known.id });
        }
        const [id, nowMs] = [newId(), clock.now()];
        const row: MissionRow = {
          id,
          avatarId,
          ...(source ? sourceOf(source) : { originId: id, originAvatarId: avatarId, sourceId: null }),
          installed: installed !== null,
          checksum,
          missionType: definition.missionType,
          publishedVersion: null,
          publishedChecksum: null,
          publishedType: null,
          createdAtMs: nowMs,
          updatedAtMs: nowMs,
          hiddenAtMs: null,
          version: 1,
        };
        const within = yield* held.add(row, definition);
        if (!within.ok) return within;
        yield* run((db) => db.insert(missions).values(row));
        if (installed !== null) yield* addVersion(id, row, installed);
        yield* index(row, null);
        return ok(row);
      }),

    get: (id) =>
      read(function* () {
        const row = yield* findMission(context, id);
        return row && { ...row, definition: yield* definitionOf(row.checksum), published: yield* publishedOf(row) };
      }),

    update: (id, { definition, checksum }, versions) =>
      changing(id, versions, function* (row) {
        if (row.installed) return refused({ code: 'INSTALLED' });
        if (checksum === row.checksum) return yield* change(row, {});
        const within = yield* held.take(row, checksum, definition);
        if (!within.ok) return within;
        const changed = yield* change(row, { checksum, missionType: definition.missionType });
        yield* held.giveBack(row, [row.checksum]);
        return changed;
      }),

    hide: (id, versions) =>
      changing(id, versions, function* (row) {
        yield* held.remove(row);
        if (yield* held.isStarted(id)) return yield* change(row, { hiddenAtMs: clock.now() });
        const own = eq(missionVersions.missionId, id);
        const { checksum } = missionVersions;
        const published = yield* all((db) => db.select({ checksum }).from(missionVersions).where(own));
        yield* run((db) => db.delete(missionVersions).where(own));
        yield* run((db) => db.delete(missions).where(eq(missions.id, id)));
        yield* search.remove({ collection: 'missions', id });
        yield* held.giveBack(row, [row.checksum, ...published.map((version) => version.checksum)]);
        return ok({ ...row, hiddenAtMs: clock.now() });
      }),

    publish: (id, version, published) =>
      changing(id, [version], function* (row) {
        if (row.installed) return refused({ code: 'INSTALLED' });
        const last = yield* newest(id);
        const same = last?.checksum === row.checksum;
        const number = same ? last.version : published.version;
        if (!same) {
          if (number !== (last?.version ?? 0) + 1) return refused({ code: 'VERSION_MISMATCH', version: row.version });
          yield* addVersion(id, row, published);
        }
        const { checksum: publishedChecksum, missionType: publishedType } = row;
        return yield* change(row, { publishedVersion: number, publishedChecksum, publishedType });
      }),

    unpublish: (id, versions) =>
      changing(id, versions, function* (row) {
        if (row.publishedVersion === null) return refused({ code: 'NOT_PUBLISHED' });
        return yield* change(row, { publishedVersion: null, publishedChecksum: null, publishedType: null });
      }),

    newestVersion: (id) => read(() => newest(id)),

    versions: (id, cursor, limit, skip = 0) =>
      read(function* () {
        const position = positionOf(cursor);
        const before = position === undefined ? undefined : lt(missionVersions.version, position);
        const rows = yield* all((db) =>
          db
            .select()
            .from(missionVersions)
            .where(and(eq(missionVersions.missionId, id), before))
            .orderBy(desc(missionVersions.version))
            .limit(limit + 1)
            .offset(skip),
        );
        return pageBy(rows, limit, ({ version }) => String(version));
      }),

    version: (id, number) =>
      read(function* () {
        const key = and(eq(missionVersions.missionId, id), eq(missionVersions.version, number));
        const row = yield* first((db) => db.select().from(missionVersions).where(key));
        return row && { ...row, definition: yield* definitionOf(row.checksum) };
      }),

    ...createMissionLists(context),
  };
}
