import type { sqliteKit } from './sqlite/kit.ts';

/**
 * The builders of schemas, in the types of SQLite's dialect. A slice's schema is a function of a kit, so one text
 * serves both engines.
 */
export type Kit = typeof sqliteKit;

/** A row of a table, as it is read; its members are described where the table is. */
export type Row<Table extends { readonly $inferSelect: object }> = Readonly<Table['$inferSelect']>;
