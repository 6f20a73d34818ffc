import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Clock } from '@causeway/runtime';
import type { Dialect } from './dialect.ts';
import type { Engine } from './engine.ts';
import { StorageError } from './errors.ts';
import { all, run, runText } from './steps.ts';

/** A group of tables with one folder of migrations per engine. */
export interface Schema {
  readonly name: string;
  /** Contains sqlite/ and postgres/ with files NNNN_what_changes.sql, and perhaps sqlite-whole.sql. */
  readonly migrations: URL;
}

/** One step of a schema, from its file. */
interface Migration {
  readonly name: string;
  readonly hash: string;
  readonly statements: readonly string[];
}

/** What all migrations of a schema up to `last` leave behind in a new database. */
export interface WholeSchema {
  readonly last: string;
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
  /** Runs every migration also where a new database could begin with the whole schema: to compare both. */
  readonly oneByOne?: boolean;
}

/**
 * Migrates the tables of `schemas` in one transaction; when several processes do so at once, one does the work. A
 * schema that is new in the database begins with its file of the whole, which is several times as fast. Throws
 * StorageError SCHEMA_TOO_NEW when a newer program has migrated the database, and DATABASE_MISSING when there are no
 * tables and `mustExist` is set.
 */
export async function migrate(
  engine: Engine,
  schemas: readonly Schema[],
  { mustExist, clock, oneByOne = false }: MigrateOptions,
): Promise<void> {
  const { dialect, label } = engine;
  const { migrations } = migrationTables(dialect);
  const known = schemas.map((schema) => ({ schema, files: readMigrations(schema, dialect.name) }));

  function* pending() {
    const applied = yield* all((db) => db.select().from(migrations));
    return known.flatMap(({ schema, files }) => {
      const done = applied.filter((row) => row.schema === schema.name);
      const unknown = done.find(({ name, hash }) => !files.some((file) => file.name === name && file.hash === hash));
      if (unknown) throw tooNew(label, schema.name, unknown.name);
      const names = new Set(done.map(({ name }) => name));
      const left = files.filter(({ name }) => !names.has(name));
      return left.length === 0 ? [] : [{ schema, left, isNew: done.length === 0 }];
    });
  }

  const upToDate = await engine.read(function* () {
    const [found] = yield* runText(dialect.tableExists(TABLE));
    if (found === undefined && mustExist) throw new StorageError('DATABASE_MISSING', `${label} has no tables yet`);
    return found !== undefined && (yield* pending()).length === 0;
  });
  if (upToDate) return;
  await engine.write('full', function* () {
    yield* runText(CREATE_TABLE);
    for (const { schema, left, isNew } of yield* pending()) {
      const whole = isNew && !oneByOne ? readWhole(schema, dialect.name) : undefined;
      const covered = left.findIndex(({ name }) => name === whole?.last) + 1;
      if (whole && covered > 0) for (const statement of whole.statements) yield* runText(statement);
      for (const { statements } of left.slice(covered)) for (const statement of statements) yield* runText(statement);
      const rows = left.map(({ name, hash }) => ({ schema: schema.name, name, hash, appliedAtMs: clock.now() }));
      yield* run((db) => db.insert(migrations).values(rows));
    }
  });
}

const tooNew = (label: string, schema: string, name: string) =>
  new StorageError(
    'SCHEMA_TOO_NEW',
    `${label} was changed by a newer program (${schema}/${name}): update this one, or restore a backup`,
  );

/** The migrations of a schema for one engine, in order. */
export function readMigrations(schema: Schema, dialect: Dialect['name']): readonly Migration[] {
  const folder = new URL(`${dialect}/`, schema.migrations);
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return files.toSorted().map((file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const hash = createHash('sha256').update(text).digest('hex');
    return { name: file.replace(/\.sql$/, ''), hash, statements: text.split(BREAKPOINT) };
  });
}

/** First line of a file of the whole: which migration is the last that it covers. */
const COVERS = /^-- What all migrations up to (\w+) make\./;

export const wholeFile = (schema: Schema): URL => new URL('sqlite-whole.sql', schema.migrations);

/** The text of a file of the whole. */
export const wholeText = ({ last, statements }: WholeSchema): string =>
  [`-- What all migrations up to ${last} make. \`npm run migration\` writes it.`, ...statements].join(
    `\n${BREAKPOINT}\n`,
  );

/** The whole of a schema; undefined where there is no file, as for PostgreSQL, whose ALTER TABLE is quick. */
function readWhole(schema: Schema, dialect: Dialect['name']): WholeSchema | undefined {
  const file = wholeFile(schema);
  if (dialect !== 'sqlite' || !existsSync(file)) return undefined;
  const [head = '', ...statements] = readFileSync(file, 'utf8').split(BREAKPOINT);
  const last = COVERS.exec(head)?.[1];
  return last === undefined ? undefined : { last, statements };
}
