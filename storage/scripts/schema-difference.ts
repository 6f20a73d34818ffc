import { existsSync, readFileSync } from 'node:fs';
import {
  generateDrizzleJson,
  generateMigration,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from 'drizzle-kit/api';
import { AREAS } from '../src/areas.ts';
import { bridgeTables } from '../src/bridge/schema.ts';
import type { Dialect } from '../src/core/dialect.ts';
import type { Schema } from '../src/core/migrate.ts';
import { postgresDialect } from '../src/core/postgres/dialect.ts';
import { sqliteDialect } from '../src/core/sqlite/dialect.ts';
import { BRIDGE_SCHEMA, PLATFORM_SCHEMA, SOLVER_SCHEMA } from '../src/open.ts';
import { solverTables } from '../src/solver/schema.ts';

/** A schema on one engine. */
export interface Target {
  readonly schema: Schema;
  readonly engine: Dialect['name'];
  readonly tables: Readonly<Record<string, unknown>>;
}

/** drizzle-kit's description of the newest schema, beside its migrations. */
export const SNAPSHOT = 'snapshot.json';

const platformTables = (dialect: Dialect) =>
  Object.assign({}, ...Object.values(AREAS).map(({ tables }) => tables(dialect))) as Record<string, unknown>;

/** Every schema on every engine. */
export const TARGETS: readonly Target[] = [sqliteDialect, postgresDialect].flatMap((dialect) => [
  { schema: BRIDGE_SCHEMA, engine: dialect.name, tables: bridgeTables(dialect) },
  { schema: PLATFORM_SCHEMA, engine: dialect.name, tables: platformTables(dialect) },
  { schema: SOLVER_SCHEMA, engine: dialect.name, tables: solverTables(dialect) },
]);

/** The folder of the migrations of `target`. */
export const folderOf = ({ schema, engine }: Target): URL => new URL(`${engine}/`, schema.migrations);

/** drizzle-kit's id for the predecessor of the first description. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** drizzle-kit's functions for each engine: one describes tables, one computes the changes between two descriptions. */
const TOOLS = {
  sqlite: { describe: generateSQLiteDrizzleJson, compare: generateSQLiteMigration },
  postgres: {
    describe: async (tables: Readonly<Record<string, unknown>>, previous: string, casing: 'snake_case') =>
      generateDrizzleJson(tables, previous, undefined, casing),
    compare: generateMigration,
  },
} as const;

/** The changes from the newest migration to the tables in the code, and the description of these tables. */
export async function difference(target: Target) {
  const { describe, compare } = TOOLS[target.engine] as (typeof TOOLS)['sqlite'];
  const file = new URL(SNAPSHOT, folderOf(target));
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : await describe({}, NO_ID, 'snake_case');
  const snapshot = await describe(target.tables, before.id, 'snake_case');
  return { statements: await compare(before, snapshot), snapshot };
}
