import type { Area } from '../core/area.ts';
import { createHolonRepository } from './holon-repository.ts';
import type { HolonRepository } from './holons.ts';
import { type HolonTables, holonTables } from './schema.ts';

/** The index of holons, and the database as a provider of bodies. */
export const holons: Area<HolonTables, HolonRepository> = { tables: holonTables, open: createHolonRepository };

export type * from './holons.ts';
