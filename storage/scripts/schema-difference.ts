import { existsSync, readFileSync } from 'node:fs';
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api';
import { AREAS } from '../src/areas.ts';
import { bridgeTables } from '../src/bridge/schema.ts';
import type { Kit } from '../src/core/kit.ts';
import type { Schema } from '../src/core/migrate.ts';
import { sqliteKit } from '../src/core/sqlite/kit.ts';
import { BRIDGE_SCHEMA, PLATFORM_SCHEMA } from '../src/open.ts';

/** A schema on one engine. */
export interface Target {
  readonly schema: Schema;
  readonly engine: Kit['dialect'];
  readonly tables: Readonly<Record<string, unknown>>;
}

/** The newest state of a schema as drizzle-kit describes it, beside its migrations. */
export const SNAPSHOT = 'snapshot.json';

const platformTables = (kit: Kit) =>
  Object.assign({}, ...Object.values(AREAS).map(({ tables }) => tables(kit))) as Record<string, unknown>;

/** Every schema on every engine. */
export const TARGETS: readonly Target[] = [
  { schema: BRIDGE_SCHEMA, engine: 'sqlite', tables: bridgeTables(sqliteKit) },
  { schema: PLATFORM_SCHEMA, engine: 'sqlite', tables: platformTables(sqliteKit) },
];

/** Where the migrations of `target` lie. */
export const folderOf = ({ schema, engine }: Target): URL => new URL(`${engine}/`, schema.migrations);

const EMPTY = { id: '00000000-0000-0000-0000-000000000000' };

/** What brings the tables from the newest migration to what the code says, and the description of the latter. */
export async function difference(target: Target) {
  const file = new URL(SNAPSHOT, folderOf(target));
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : await describe(target, {}, EMPTY.id);
  const snapshot = await describe(target, target.tables, before.id);
  return { statements: await generateSQLiteMigration(before, snapshot), snapshot };
}

const describe = (_target: Target, tables: Readonly<Record<string, unknown>>, previous: string) =>
  generateSQLiteDrizzleJson(tables, previous, 'snake_case');
