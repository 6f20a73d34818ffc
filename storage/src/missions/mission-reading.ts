import { and, desc, eq, lt } from 'drizzle-orm';
import { pageBy, positionOf } from '../core/page.ts';
import { all, first } from '../core/steps.ts';
import type { MissionContext } from './context.ts';
import { definitionAt, publishedOf } from './definitions.ts';
import { createMissionLists } from './mission-lists.ts';
import type { MissionReading } from './reading.ts';
import { findMission, newestVersion } from './steps.ts';

/** MissionReading over its tables. */
export function createMissionReading(context: MissionContext): MissionReading {
  const { read, tables } = context;
  const { missionVersions } = tables;

  return {
    get: (id) =>
      read(function* () {
        const row = yield* findMission(context, id);
        return (
          row && {
            ...row,
            definition: yield* definitionAt(context, row.checksum),
            published: yield* publishedOf(context, row),
          }
        );
      }),

    newestVersion: (id) => read(() => newestVersion(context, id)),

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
        return row && { ...row, definition: yield* definitionAt(context, row.checksum) };
      }),

    ...createMissionLists(context),
  };
}
