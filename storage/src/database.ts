import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import type { GroupCommit } from './group-commit.ts';
import type { Statements } from './statements.ts';

/** Drizzle over one connection: reads any time, writes within a group commit job only. */
export type Connection = BetterSQLite3Database & { readonly $client: Database.Database };

/** What every repository works with. */
export interface Context {
  readonly db: Connection;
  readonly statements: Statements;
  readonly write: GroupCommit['write'];
  /** Unix milliseconds. */
  readonly clock: () => number;
  /** A new UUID v7, greater than those before. */
  readonly newId: () => string;
}

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/** How long a statement waits for another process's transaction, milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;

/** Tries at the migrations: processes that open a new file at the same time meet there. */
const MIGRATION_TRIES = 3;

/** Opens or creates the database file at `path` in WAL mode and brings its schema up to date. */
export function connect(path: string): Connection {
  const client = new Database(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    client.pragma('journal_mode = WAL');
    client.pragma('foreign_keys = ON');
    const db = drizzle({ client, casing: 'snake_case' });
    applyMigrations(db);
    return db;
  } catch (error) {
    client.close();
    throw error;
  }
}

/** The migrator reads what is applied before it locks, so the loser of a race fails once and then has nothing to do. */
function applyMigrations(db: Connection): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      migrate(db, { migrationsFolder: MIGRATIONS });
      return;
    } catch (error) {
      if (attempt === MIGRATION_TRIES) throw error;
    }
  }
}
