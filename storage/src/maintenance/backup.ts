import { existsSync, realpathSync, statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import Database from 'better-sqlite3';
import { raiseEpoch } from '../core/epochs.ts';
import { StorageError } from '../core/errors.ts';
import { type AppliedRow, requireKnown } from '../core/migrate.ts';
import { sqliteDialect } from '../core/sqlite/dialect.ts';
import { makePrivate } from '../core/sqlite/private.ts';
import { unavailableCode } from '../core/unavailable.ts';
import { BRIDGE_SCHEMA, openBridgeStorage, openPlatformStorage, PLATFORM_SCHEMA } from '../open.ts';
import { transferLock, updateTransfer } from '../wallets/index.ts';
import { publish, withDraft } from './draft.ts';

/** A verified copy of a database. */
export interface Copy {
  readonly file: string;
  readonly bytes: number;
  /** Rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** Longest wait for another process's transaction, milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;

/** A limit that no number of rows reaches. */
const EVERY = Number.MAX_SAFE_INTEGER;

/** A failure with `cause` that is the disk's keeps its code and its advice. */
const unusable = (message: string, cause?: unknown) =>
  new StorageError(unavailableCode(cause) ?? 'DATABASE_UNUSABLE', message, { cause });
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Refuses to write over `file` unless `force` is set, and over `source`, from which is read, in any case. */
function requireFree(file: string, source: string, force: boolean): void {
  if (!existsSync(file)) return;
  if (realpathSync(file) === realpathSync(source)) throw unusable(`${file} is the file that would be copied`);
  if (!force) throw unusable(`${file} is there already; --force writes over it`);
}

/**
 * Copies the SQLite database at `path`, which may be in use, to `file`, and verifies the copy before it takes that
 * name. The copy is one file, which only its owner may read. When the process is killed, `file` is as before. Throws
 * StorageError.
 */
export async function backup(path: string, file: string, { force = false } = {}): Promise<Copy> {
  if (!existsSync(path)) throw new StorageError('DATABASE_MISSING', `there is no database ${path}`);
  requireFree(file, path, force);
  if (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0) {
    throw unusable(`${file} is a database in use and no backup`);
  }
  return withDraft(file, async (draft) => {
    const rows = await copyInto(path, draft);
    withDatabase(draft, {}, (copy) => copy.pragma('journal_mode = DELETE'));
    if (!isDeepStrictEqual(verify(draft), rows)) throw unusable(`the copy of ${path} is not complete`);
    publish(draft, file);
    return { file, bytes: statSync(file).size, rows };
  });
}

/**
 * Puts the backup `file` in the place of the SQLite database at `path`, in one transaction: when the process is killed,
 * `path` has its old content or the new one. Orders whose lock from a custodial wallet the backup does not show expire,
 * and transfers that were not signed fail: either may have been sent after the backup, so the service must not send it
 * again. An order goes on when its lock is seen. Throws StorageError
 * DATABASE_IN_USE while a process has the database open, SCHEMA_TOO_NEW for a newer program's backup, and
 * DATABASE_UNUSABLE for anything but a backup.
 */
export async function restore(file: string, path: string, { force = false } = {}): Promise<Copy> {
  if (!existsSync(file)) throw new StorageError('DATABASE_MISSING', `there is no backup ${file}`);
  verify(file);
  requireFree(path, file, force);
  const usable = existsSync(path) && isUsable(path);
  return withDraft(path, async (draft) => {
    await copyInto(file, draft);
    await endUnsent(draft);
    const rows = verify(draft);
    // SQLite's own transaction replaces a database. A damaged or missing one has no other process.
    if (usable) await copyInto(draft, path);
    else publish(draft, path);
    return { file: path, bytes: statSync(path).size, rows };
  });
}

/** Copies all pages of a database into another in one transaction. Returns the rows of the tables. */
async function copyInto(from: string, to: string): Promise<Copy['rows']> {
  const source = new Database(from, { readonly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    makePrivate(to);
    // Without a transaction, each commit of another process would start the copy anew.
    source.exec('BEGIN');
    const rows = countRows(source);
    await source.backup(to);
    return rows;
  } catch (error) {
    throw unusable(`${from} cannot be copied to ${to}: ${reasonOf(error)}`, error);
  } finally {
    source.close();
  }
}

/** Ends the orders that the service must lock itself without a seen lock, and the transfers that it must still sign. */
async function endUnsent(database: string): Promise<void> {
  const ofPlatform = withDatabase(database, { readonly: true }, (draft) =>
    draft.prepare('select 1 from schema_migrations where schema = ?').get(PLATFORM_SCHEMA.name),
  );
  const platform = ofPlatform ? await openPlatformStorage(database) : undefined;
  const { orders, bridge, close } = platform ?? (await openBridgeStorage(database));
  try {
    // Events that come now get numbers that others had.
    await raiseEpoch(bridge.write, sqliteDialect);
    const unsent = 'it may have been sent after the backup that was restored';
    const failure = { failureCode: 'RESTORED', failureMessage: unsent };
    const open = await orders.inStates(['created', 'locking'], EVERY);
    const own = open.filter(({ custody }) => custody === 'service');
    await Promise.all(own.map(({ id }) => orders.transition(id, 'expired', failure)));
    if (!platform) return;
    const { transfers, context } = platform.wallets;
    const requested = await transfers.requested(EVERY);
    await context.write(
      'full',
      function* () {
        for (const { id, version } of requested) {
          const ended = {
            ...failure,
            state: 'failed',
            updatedAtMs: context.clock.now(),
            version: version + 1,
          } as const;
          yield* updateTransfer(context, id, ended);
        }
      },
      { locks: requested.map(({ id }) => transferLock(id)) },
    );
  } finally {
    await close();
  }
}

/**
 * True if `path` is a database that no other process has open, false if it is damaged. Throws StorageError
 * DATABASE_IN_USE.
 */
function isUsable(path: string): boolean {
  try {
    withDatabase(path, { timeout: 0 }, (database) => {
      database.pragma('locking_mode = EXCLUSIVE');
      database.exec('BEGIN EXCLUSIVE');
    });
    return true;
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') return false;
    if (code !== 'SQLITE_BUSY') throw unusable(`${path} cannot be used: ${reasonOf(error)}`, error);
    const message = `a process has the database ${path} open: end it first`;
    throw new StorageError('DATABASE_IN_USE', message, { cause: error });
  }
}

/** Checks that `file` is an intact database of a schema that this program knows; the rows of its tables. */
function verify(file: string): Copy['rows'] {
  try {
    return withDatabase(file, { readonly: true }, (copy) => {
      const [{ integrity_check: state }] = copy.pragma('integrity_check') as [{ integrity_check: string }];
      if (state !== 'ok') throw unusable(`${file} is damaged: ${state}`);
      requireKnownSchema(copy, file);
      return countRows(copy);
    });
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw unusable(`${file} is no database of Causeway: ${reasonOf(error)}`, error);
  }
}

function withDatabase<T>(file: string, options: Database.Options, look: (database: Database.Database) => T): T {
  const database = new Database(file, options);
  try {
    return look(database);
  } finally {
    database.close();
  }
}

function requireKnownSchema(copy: Database.Database, file: string): void {
  const applied = copy.prepare('select schema, name, hash from schema_migrations order by name').all() as AppliedRow[];
  for (const schema of [BRIDGE_SCHEMA, PLATFORM_SCHEMA]) requireKnown(file, schema, 'sqlite', applied);
}

function countRows(database: Database.Database): Copy['rows'] {
  const names = database
    .prepare("select name from sqlite_schema where type = 'table' and name not glob 'sqlite_*' order by name")
    .pluck()
    .all() as string[];
  const count = (name: string) => database.prepare(`select count(*) from "${name}"`).pluck().get() as number;
  return Object.fromEntries(names.map((name) => [name, count(name)]));
}
