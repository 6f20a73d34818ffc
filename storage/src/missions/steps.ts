import { and, desc, eq } from 'drizzle-orm';
import { all, first, run, type TxScript } from '../core/steps.ts';
import type { MissionContext } from './context.ts';
import type { MissionRow, MissionVersionRow } from './rows.ts';

/** The mission, also a deleted one. */
export const findMission = ({ tables }: MissionContext, id: string): TxScript<MissionRow | undefined> =>
  first((db) => db.select().from(tables.missions).where(eq(tables.missions.id, id)));

/** The copy of a mission that an avatar has installed, if there is one. */
export const installedCopy = (
  { tables: { missions }, where }: MissionContext,
  avatarId: string,
  originId: string,
): TxScript<Pick<MissionRow, 'id'> | undefined> =>
  first((db) =>
    db
      .select({ id: missions.id })
      .from(missions)
      .where(and(eq(missions.avatarId, avatarId), eq(missions.originId, originId), where.installed)),
  );

export function* insertMission({ tables }: MissionContext, row: MissionRow): TxScript<void> {
  yield* run((db) => db.insert(tables.missions).values(row));
}

/** Writes all columns of a mission. */
export function* updateMission({ tables: { missions } }: MissionContext, row: MissionRow): TxScript<void> {
  yield* run((db) => db.update(missions).set(row).where(eq(missions.id, row.id)));
}

/** Deletes a mission with its versions. */
export function* removeMission({ tables }: MissionContext, id: string): TxScript<void> {
  const { missions, missionVersions } = tables;
  yield* run((db) => db.delete(missionVersions).where(eq(missionVersions.missionId, id)));
  yield* run((db) => db.delete(missions).where(eq(missions.id, id)));
}

/** The newest published version of a mission. */
export const newestVersion = (
  { tables: { missionVersions } }: MissionContext,
  id: string,
): TxScript<MissionVersionRow | undefined> =>
  first((db) =>
    db
      .select()
      .from(missionVersions)
      .where(eq(missionVersions.missionId, id))
      .orderBy(desc(missionVersions.version))
      .limit(1),
  );

export function* insertVersion({ tables }: MissionContext, row: MissionVersionRow): TxScript<void> {
  yield* run((db) => db.insert(tables.missionVersions).values(row));
}

/** The checksums of a mission's published versions. */
export function* publishedChecksums(
  { tables: { missionVersions } }: MissionContext,
  missionId: string,
): TxScript<readonly string[]> {
  const { checksum } = missionVersions;
  const rows = yield* all((db) =>
    db.select({ checksum }).from(missionVersions).where(eq(missionVersions.missionId, missionId)),
  );
  return rows.map((row) => row.checksum);
}

/** True when a published version of the mission has the definition. */
export function* hasPublished(
  { tables: { missionVersions } }: MissionContext,
  missionId: string,
  checksum: string,
): TxScript<boolean> {
  const found = yield* first((db) =>
    db
      .select({ version: missionVersions.version })
      .from(missionVersions)
      .where(and(eq(missionVersions.missionId, missionId), eq(missionVersions.checksum, checksum)))
      .limit(1),
  );
  return found !== undefined;
}

/** True when the mission, a version or a run of it has the definition. */
export function* hasDefinition({ tables }: MissionContext, missionId: string, checksum: string): TxScript<boolean> {
  const { missions, missionVersions, missionRuns } = tables;
  const of = [
    { table: missions, mission: missions.id },
    { table: missionVersions, mission: missionVersions.missionId },
    { table: missionRuns, mission: missionRuns.missionId },
  ] as const;
  for (const { table, mission } of of) {
    const one = and(eq(table.checksum, checksum), eq(mission, missionId));
    const found = yield* first((db) => db.select({ checksum: table.checksum }).from(table).where(one).limit(1));
    if (found !== undefined) return true;
  }
  return false;
}
