import type { Area, AreaContext } from '../core/area.ts';
import { createSearchIndex } from '../core/search.ts';
import { createHolonReading } from './holon-reading.ts';
import type { HolonBodyRepository, HolonPlaceRepository, HolonReading } from './holons.ts';
import { createBodyRepository, createPlaceRepository } from './place-repository.ts';
import { type HolonTables, holonTables } from './schema.ts';
import { type HolonStatements, holonStatements } from './statements.ts';
import { versionSteps } from './versions.ts';

/** The tables of the index of holons, and of bodies in the database. The API's area adds the jobs that decide. */
export interface HolonStore {
  readonly context: AreaContext<HolonTables>;
  readonly statements: HolonStatements;
  readonly search: ReturnType<typeof createSearchIndex>;
  readonly versions: ReturnType<typeof versionSteps>;
  readonly holons: HolonReading;
  readonly places: HolonPlaceRepository;
  readonly bodies: HolonBodyRepository;
}

export const holons: Area<HolonTables, HolonStore> = {
  tables: holonTables,
  open(context) {
    const statements = holonStatements(context.tables);
    const search = createSearchIndex(context.engine.dialect);
    const parts = { context, statements, search, versions: versionSteps(context.tables, statements) };
    return {
      ...parts,
      holons: createHolonReading(parts),
      places: createPlaceRepository(context, statements),
      bodies: createBodyRepository(context),
    };
  },
};

export type * from './holons.ts';
export { type HolonStatements, holonStatements } from './statements.ts';
export * from './steps.ts';
export { HOLONS } from './values.ts';
