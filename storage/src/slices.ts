/** Building blocks of a new area; areas.ts has the existing ones. */
export { AREAS, type Area, type AreaContext, type RepositoriesOf } from './areas.ts';
export type { Dialect } from './core/dialect.ts';
export type { Schema } from './core/migrate.ts';
export { pageBy } from './core/page.ts';
export { all, run, type TxScript } from './core/steps.ts';
export { openSlices, PLATFORM_SCHEMA } from './open.ts';
