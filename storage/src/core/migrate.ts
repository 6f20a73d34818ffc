import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Engine } from './engine.ts';
import { StorageError } from './errors.ts';
import type { Kit } from './kit.ts';
import { all, run, runText, type Steps } from './steps.ts';

/** A group of tables with one folder of migrations per engine. */
export interface Schema {
  readonly name: string;
  /** Contains sqlite/ and postgres/ with files NNNN_what_changes.sql. */
  readonly migrations: URL;
}

/** One step of a schema, from its file. */
interface Migration {
  readonly name: string;
  readonly hash: string;
  readonly statements: readonly string[];
}

/** drizzle-kit's separator between statements. */
export const BREAKPOINT = '--> statement-breakpoint';

const TABLE = 'schema_migrations';

/** The table that records a database's migrations. */
const migrationTables = ({ table, primaryKey, text, integer }: Kit) => ({
  migrations: table(
    TABLE,
    { schema: text().notNull(), name: text().notNull(), hash: text().notNull(), appliedAtMs: integer().notNull() },
    (row) => [primaryKey({ columns: [row.schema, row.name] })],
  ),
});

const CREATE_TABLE = `create table if not exists ${TABLE} (
  schema text not null, name text not null, hash text not null, applied_at_ms bigint not null, primary key (schema, name)
)`;

/**
 * Migrates the tables of `schemas` in one transaction; when several processes do so at once, one does the work. Throws
 * StorageError SCHEMA_TOO_NEW when a newer program has migrated the database, and DATABASE_MISSING when there are no
 * tables and `mustExist` is set.
 */
export async function migrate(
  engine: Engine,
  schemas: readonly Schema[],
  { mustExist, clock }: { readonly mustExist: boolean; readonly clock: () => number },
): Promise<void> {
  const { kit, label } = engine;
  const { migrations } = migrationTables(kit);
  const known = schemas.map((schema) => ({ schema: schema.name, files: readMigrations(schema, kit.dialect) }));

  function* pending(): Steps<readonly (Migration & { readonly schema: string })[]> {
    const applied = yield* all((db) => db.select().from(migrations));
    return known.flatMap(({ schema, files }) => {
      const done = applied.filter((row) => row.schema === schema);
      const unknown = done.find(({ name, hash }) => !files.some((file) => file.name === name && file.hash === hash));
      if (unknown) throw tooNew(label, schema, unknown.name);
      const names = new Set(done.map(({ name }) => name));
      return files.filter(({ name }) => !names.has(name)).map((file) => ({ ...file, schema }));
    });
  }

  const upToDate = await engine.read(function* () {
    const [found] = yield* runText(kit.tableExists(TABLE));
    if (found === undefined && mustExist) throw new StorageError('DATABASE_MISSING', `${label} has no tables yet`);
    return found !== undefined && (yield* pending()).length === 0;
  });
  if (upToDate) return;
  await engine.write('full', function* () {
    yield* runText(CREATE_TABLE);
    for (const { schema, name, hash, statements } of yield* pending()) {
      for (const statement of statements) yield* runText(statement);
      const row = { schema, name, hash, appliedAtMs: clock() };
      yield* run((db) => db.insert(migrations).values(row));
    }
  });
}

const tooNew = (label: string, schema: string, name: string) =>
  new StorageError(
    'SCHEMA_TOO_NEW',
    `${label} was changed by a newer program (${schema}/${name}): update this one, or restore a backup`,
  );

/** The migrations of a schema for one engine, in order. */
export function readMigrations(schema: Schema, dialect: Kit['dialect']): readonly Migration[] {
  const folder = new URL(`${dialect}/`, schema.migrations);
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return files.toSorted().map((file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const hash = createHash('sha256').update(text).digest('hex');
    return { name: file.replace(/\.sql$/, ''), hash, statements: text.split(BREAKPOINT) };
  });
}
