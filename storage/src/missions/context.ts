import { eq } from 'drizzle-orm';
import { bridgeTables } from '../bridge/index.ts';
import type { AreaContext } from '../core/area.ts';
import { createSearchIndex } from '../core/search.ts';
import { first, type Steps } from '../core/steps.ts';
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
