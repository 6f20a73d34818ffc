/** What a new area is made of and opened with; see areas.ts for those there are. */
export { AREAS, type Area, type AreaContext, type RepositoriesOf } from './areas.ts';
export type { Kit } from './core/kit.ts';
export type { Schema } from './core/migrate.ts';
export { all, run, type Steps } from './core/steps.ts';
export { openSlices, PLATFORM_SCHEMA } from './open.ts';
