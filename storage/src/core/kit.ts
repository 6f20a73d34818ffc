import type { sqliteKit } from './sqlite/kit.ts';

/**
 * What schemas are written with, in the types of SQLite's dialect. The schema of a slice is a function of a kit, so that
 * it is written once and made for each engine.
 */
export type Kit = typeof sqliteKit;
