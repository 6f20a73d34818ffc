import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StorageError } from '../core/errors.ts';
import { readMigrations } from '../core/migrate.ts';
import { openSqlite } from '../core/sqlite/engine.ts';
import { BRIDGE_SCHEMA, PLATFORM_SCHEMA } from '../open.ts';

/** A verified copy of a database. */
export interface Copy {
  readonly file: string;
  readonly bytes: number;
  /** Rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** Tables whose rows only `prune` deletes: a copy holds at least those that were there before. */
const GROWING = ['orders', 'events', 'submissions', 'signatures'];

const unusable = (message: string) => new StorageError('DATABASE_UNUSABLE', message);

/** Refuses to write over `file` unless `force` is set. */
function requireFree(file: string, force: boolean): void {
  if (existsSync(file) && !force) throw unusable(`${file} is there already; --force writes over it`);
}

/**
 * Copies the SQLite database at `path`, which may be in use, to `file`, and verifies the copy before it takes that name.
 * Throws StorageError.
 */
export async function backup(path: string, file: string, { force = false } = {}): Promise<Copy> {
  if (!existsSync(path)) throw new StorageError('DATABASE_MISSING', `there is no database ${path}`);
  requireFree(file, force);
  const unfinished = `${file}-unfinished`;
  const source = new Database(path, { readonly: true, timeout: 10_000 });
  try {
    const before = countRows(source);
    rmSync(unfinished, { force: true });
    await source.backup(unfinished);
    const rows = verify(unfinished);
    const lacking = GROWING.filter((table) => (rows[table] ?? 0) < (before[table] ?? 0));
    if (lacking.length > 0) throw unusable(`the copy lacks rows of ${lacking.join(', ')}`);
    removeSides(file);
    renameSync(unfinished, file);
    return { file, bytes: statSync(file).size, rows };
  } finally {
    source.close();
    for (const side of ['', '-wal', '-shm']) rmSync(`${unfinished}${side}`, { force: true });
  }
}

/**
 * Puts the backup `file` in the place of the SQLite database at `path`. Throws StorageError DATABASE_IN_USE while a process
 * has the database open, SCHEMA_TOO_NEW for a newer program's backup, and DATABASE_UNUSABLE for anything but a backup.
 */
export async function restore(file: string, path: string, { force = false } = {}): Promise<Copy> {
  if (!existsSync(file)) throw new StorageError('DATABASE_MISSING', `there is no backup ${file}`);
  verify(file);
  requireFree(path, force);
  const release = existsSync(path) ? takeAlone(path) : () => {};
  const unfinished = `${path}-unfinished`;
  const source = new Database(file, { readonly: true });
  try {
    await source.backup(unfinished);
    const rows = verify(unfinished);
    release();
    removeSides(path);
    renameSync(unfinished, path);
    return { file: path, bytes: statSync(path).size, rows };
  } finally {
    source.close();
    release();
    for (const side of ['', '-wal', '-shm']) rmSync(`${unfinished}${side}`, { force: true });
  }
}

/** A file's write-ahead log belongs to it alone. */
function removeSides(path: string): void {
  for (const side of ['-wal', '-shm']) rmSync(`${path}${side}`, { force: true });
}

/** Holds the database for this process alone; the returned function lets go. Throws DATABASE_IN_USE. */
function takeAlone(path: string): () => void {
  const engine = openSqlite(path, { clock: Date.now, mustExist: true });
  let alone: Database.Database | undefined;
  try {
    engine.claim();
    void engine.close();
    alone = new Database(path, { timeout: 0 });
    alone.pragma('locking_mode = EXCLUSIVE');
    alone.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    alone?.close();
    void engine.close().catch(() => {});
    if (error instanceof StorageError) throw error;
    throw new StorageError('DATABASE_IN_USE', `a process has the database ${path} open: end it first`, {
      cause: error,
    });
  }
  const held = alone;
  return () => {
    if (held.open) held.close();
  };
}

/** Checks that `file` is an intact database of a schema that this program knows; the rows of its tables. */
function verify(file: string): Readonly<Record<string, number>> {
  let copy: Database.Database | undefined;
  try {
    copy = new Database(file, { readonly: true });
    const [{ integrity_check: state }] = copy.pragma('integrity_check') as [{ integrity_check: string }];
    if (state !== 'ok') throw unusable(`${file} is damaged: ${state}`);
    requireKnownSchema(copy, file);
    return countRows(copy);
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw unusable(`${file} is no database of Causeway: ${error instanceof Error ? error.message : error}`);
  } finally {
    copy?.close();
  }
}

function requireKnownSchema(copy: Database.Database, file: string): void {
  const known = new Set(
    [BRIDGE_SCHEMA, PLATFORM_SCHEMA].flatMap((schema) =>
      readMigrations(schema, 'sqlite').map(({ name, hash }) => `${schema.name} ${name} ${hash}`),
    ),
  );
  const applied = copy.prepare('select schema, name, hash from schema_migrations').all() as Record<string, string>[];
  const unknown = applied.find(({ schema, name, hash }) => !known.has(`${schema} ${name} ${hash}`));
  if (unknown)
    throw new StorageError('SCHEMA_TOO_NEW', `${file} is of a newer program (${unknown.schema}/${unknown.name})`);
}

function countRows(database: Database.Database): Readonly<Record<string, number>> {
  const names = database
    .prepare("select name from sqlite_schema where type = 'table' and name not glob 'sqlite_*' order by name")
    .pluck()
    .all() as string[];
  const count = (name: string) => database.prepare(`select count(*) from "${name}"`).pluck().get() as number;
  return Object.fromEntries(names.map((name) => [name, count(name)]));
}
