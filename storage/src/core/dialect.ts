import type { sqliteDialect } from './sqlite/dialect.ts';

/**
 * The builders of schemas, in the types of SQLite's dialect. A slice's schema is a function of a dialect, so one text
 * serves both engines.
 */
export type Dialect = typeof sqliteDialect;

/** A row of a table, as it is read; its members are described where the table is. */
export type Row<Table extends { readonly $inferSelect: object }> = Readonly<Table['$inferSelect']>;
