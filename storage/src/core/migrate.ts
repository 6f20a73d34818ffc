import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Clock } from '@causeway/runtime';
import type { Dialect } from './dialect.ts';
import type { Engine } from './engine.ts';
import { StorageError } from './errors.ts';
import { lockOf } from './locks.ts';
import { all, run, runText } from './steps.ts';

/** A group of tables with one folder of migrations per engine. */
export interface Schema {
  readonly name: string;
  /**
   * Contains sqlite/ and postgres/ with files NNNN_what_changes.sql. The first stands for all before it, too: its first
   * line has the sha256 that it had when it stood alone.
   */
  readonly migrations: URL;
}

/** One step of a schema, from its file. */
interface Migration {
  readonly name: string;
  /** The sha256 of the file, and before it the one that the file had before it stood for all earlier ones. */
  readonly hashes: readonly string[];
  readonly statements: readonly string[];
}

/** drizzle-kit's separator between statements. */
export const BREAKPOINT = '--> statement-breakpoint';

const TABLE = 'schema_migrations';

/** The table that records a database's migrations. */
const migrationTables = ({ table, primaryKey, text, integer }: Dialect) => ({
  migrations: table(
    TABLE,
    { schema: text().notNull(), name: text().notNull(), hash: text().notNull(), appliedAtMs: integer().notNull() },
    (row) => [primaryKey({ columns: [row.schema, row.name] })],
  ),
});

const CREATE_TABLE = `create table if not exists ${TABLE} (
  schema text not null, name text not null, hash text not null, applied_at_ms bigint not null, primary key (schema, name)
)`;

export interface MigrateOptions {
  readonly mustExist: boolean;
  /** Unix milliseconds. */
  readonly clock: Clock;
}

/** The newest commit whose programs have the migrations that the first files stand for. */
const LAST_WITH_ALL = '7df81f2e';

/**
 * Migrates the tables of `schemas` in one transaction; when several processes do so at once, one does the work. Throws
 * StorageError SCHEMA_TOO_NEW when a newer program has migrated the database, SCHEMA_TOO_OLD when it lacks a migration
 * that the first file stands for, and DATABASE_MISSING when there are no tables and `mustExist` is set.
 */
export async function migrate(
  engine: Engine,
  schemas: readonly Schema[],
  { mustExist, clock }: MigrateOptions,
): Promise<void> {
  const { dialect, label } = engine;
  const { migrations } = migrationTables(dialect);
  const known = schemas.map((schema) => ({ schema, files: readMigrations(schema, dialect.name) }));

  function* pending() {
    const applied = yield* all((db) => db.select().from(migrations).orderBy(migrations.name));
    return known.flatMap(({ schema, files }) => {
      const done = requireKnown(label, schema, dialect.name, applied);
      const names = new Set(done.map(({ name }) => name));
      const left = files.filter(({ name }) => !names.has(name));
      return left.length === 0 ? [] : [{ schema, left }];
    });
  }

  const upToDate = await engine.read(function* () {
    const [found] = yield* runText(dialect.tableExists(TABLE));
    if (found === undefined && mustExist) throw new StorageError('DATABASE_MISSING', `${label} has no tables yet`);
    return found !== undefined && (yield* pending()).length === 0;
  });
  if (upToDate) return;
  const steps = function* () {
    yield* runText(CREATE_TABLE);
    for (const { schema, left } of yield* pending()) {
      for (const { statements } of left) for (const statement of statements) yield* runText(statement);
      const rows = left.map(({ name, hashes }) => ({
        ...{ schema: schema.name, name, hash: hashes.at(-1) ?? '', appliedAtMs: clock.now() },
      }));
      yield* run((db) => db.insert(migrations).values(rows));
    }
  };
  // What other processes write meanwhile, the server keeps out of the tables that a migration changes.
  await engine.write('full', steps, { locks: [lockOf('schema', 'migrations')], unbounded: true });
}

/** A row of the record: a migration that a database has. */
export interface AppliedRow {
  readonly schema: string;
  readonly name: string;
  readonly hash: string;
}

/**
 * The rows of `schema` among `applied`, which are in the order of their names. Throws StorageError SCHEMA_TOO_OLD and
 * SCHEMA_TOO_NEW like `migrate`; `label` names the database.
 */
export function requireKnown(
  label: string,
  schema: Schema,
  dialect: Dialect['name'],
  applied: readonly AppliedRow[],
): readonly AppliedRow[] {
  const files = readMigrations(schema, dialect);
  const first = files[0]?.name ?? '';
  const done = applied.filter((row) => row.schema === schema.name);
  const newest = done.findLast(({ name }) => name < first);
  if (newest && !done.some(({ name }) => name === first)) throw tooOld(label, schema.name, newest.name);
  const isKnown = ({ name, hash }: AppliedRow) =>
    name < first || files.some((file) => file.name === name && file.hashes.includes(hash));
  const unknown = done.find((row) => !isKnown(row));
  if (unknown) throw tooNew(label, schema.name, unknown.name);
  return done;
}

const tooNew = (label: string, schema: string, name: string) =>
  new StorageError(
    'SCHEMA_TOO_NEW',
    `${label} was changed by a newer program (${schema}/${name}): update this one, or restore a backup`,
  );

const tooOld = (label: string, schema: string, name: string) =>
  new StorageError(
    'SCHEMA_TOO_OLD',
    `${label} ends with the migration ${schema}/${name}: back it up, start the programs of commit ${LAST_WITH_ALL} once, then these`,
  );

/** First line of a file that stands for all before it. */
const SQUASHED = /^-- Everything up to this migration\. Its sha256 when it stood alone: ([0-9a-f]{64})\n/;

/** The migrations of a schema for one engine, in order. */
export function readMigrations(schema: Schema, dialect: Dialect['name']): readonly Migration[] {
  const folder = new URL(`${dialect}/`, schema.migrations);
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return files.toSorted().map((file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const before = SQUASHED.exec(text)?.[1];
    const hash = createHash('sha256').update(text).digest('hex');
    const hashes = [...(before === undefined ? [] : [before]), hash];
    const statements = text.replace(SQUASHED, '').split(BREAKPOINT);
    return { name: file.replace(/\.sql$/, ''), hashes, statements: statements.filter((one) => one.trim() !== '') };
  });
}
