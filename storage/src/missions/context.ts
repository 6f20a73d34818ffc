import { eq, inArray } from 'drizzle-orm';
import { bridgeTables } from '../bridge/index.ts';
import type { AreaContext } from '../core/area.ts';
import { createSearchIndex } from '../core/search.ts';
import { all, first, run, type Steps } from '../core/steps.ts';
import type { MissionDefinition } from './definition.ts';
import type { MissionRow } from './rows.ts';
import { indexed, type MissionTables } from './schema.ts';

/** The topic of missions in an avatar's stream of events. */
export const MISSION_TOPIC = 'missions';

/** Subject of the events of one avatar's progress in one mission. */
export const progressSubject = (missionId: string, avatarId: string): string => `mission:${missionId}:${avatarId}`;

/** The parts that the repositories of missions share. */
export const missionContext = (context: AreaContext<MissionTables>) => ({
  ...context,
  where: indexed(context.tables),
  bridge: bridgeTables(context.engine.kit),
  search: createSearchIndex(context.engine.kit),
});
export type MissionContext = ReturnType<typeof missionContext>;

/** The mission, also a deleted one; within the caller's job. */
export const findMission = ({ tables }: MissionContext, id: string): Steps<MissionRow | undefined> =>
  first((db) => db.select().from(tables.missions).where(eq(tables.missions.id, id)));

/** Keeps a definition that was published or started; within the caller's job. */
export function* keepDefinition(
  { tables }: MissionContext,
  checksum: string,
  definition: MissionDefinition,
): Steps<void> {
  const row = { checksum, definition };
  yield* run((db) => db.insert(tables.missionDefinitions).values(row).onConflictDoNothing());
}

/** Kept definitions by their checksums. Throws when one is not there. */
export function* definitionsOf(
  { tables: { missionDefinitions } }: MissionContext,
  checksums: readonly string[],
): Steps<(checksum: string) => MissionDefinition> {
  const wanted = [...new Set(checksums)];
  const rows =
    wanted.length === 0
      ? []
      : yield* all((db) => db.select().from(missionDefinitions).where(inArray(missionDefinitions.checksum, wanted)));
  const known = new Map(rows.map(({ checksum, definition }) => [checksum, definition]));
  return (checksum) => {
    const definition = known.get(checksum);
    if (definition === undefined) throw new Error(`no definition has the checksum ${checksum}`);
    return definition;
  };
}
