import { bridgeTables } from '../bridge/index.ts';
import type { AreaContext } from '../core/area.ts';
import { createSearchIndex } from '../core/search.ts';
import { indexed, type MissionTables } from './schema.ts';

/** The parts that the jobs over the tables of missions share. */
export const missionContext = (context: AreaContext<MissionTables>) => ({
  ...context,
  where: indexed(context.tables),
  bridge: bridgeTables(context.engine.dialect),
  search: createSearchIndex(context.engine.dialect),
});
export type MissionContext = ReturnType<typeof missionContext>;
