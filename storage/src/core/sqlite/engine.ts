import { existsSync, realpathSync } from 'node:fs';
import type { Clock } from '@causeway/runtime';
import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { codecsOf, type Prepared } from '../compiled.ts';
import type { Durability, Engine, EngineOptions } from '../engine.ts';
import { StorageError } from '../errors.ts';
import { Listeners } from '../listeners.ts';
import { type Build, type Request, runText, type Statement, type TxScript, type Values } from '../steps.ts';
import { DatabaseTime } from '../time.ts';
import { asUnavailable, unavailable, unavailableCode } from '../unavailable.ts';
import { sqliteDialect } from './dialect.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import { keepCompiled } from './keep-compiled.ts';
import { closeToWorld, makePrivate } from './private.ts';

/** Longest wait of a statement for another process's transaction, milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;

/** Pause before a refused switch to WAL is tried again, milliseconds. */
const BUSY_PAUSE_MS = 5;

/** A database in memory, for one process. */
const MEMORY = ':memory:';

/** A query that drizzle has built or compiled. */
interface Runnable {
  all(values?: Values): unknown[];
  run(values?: Values): Database.RunResult;
}

/** A query that drizzle has compiled. */
interface Compiled extends Pick<Prepared, 'fields'> {
  readonly stmt: Database.Statement<unknown[]>;
  readonly query: Pick<Prepared, 'params'>;
}

/**
 * Opens the SQLite file at `path` in WAL mode, and creates it, for its owner alone, unless it must exist. Throws
 * StorageError DATABASE_MISSING, DATABASE_UNUSABLE, DISK_FULL or DISK_FAILED.
 */
export function openSqlite(path: string, { clock, machine, mustExist, warn = () => {} }: EngineOptions): Engine {
  if (mustExist && !existsSync(path)) throw new StorageError('DATABASE_MISSING', `there is no database ${path}`);
  const client = connect(path, warn);
  return new SqliteEngine(path, client, new DatabaseTime(warn, machine), clock);
}

function connect(path: string, warn: (text: string) => void): Database.Database {
  let client: Database.Database | undefined;
  try {
    if (path !== MEMORY) {
      makePrivate(path);
      closeToWorld(path, warn);
    }
    client = keepCompiled(new Database(path, { timeout: BUSY_TIMEOUT_MS }));
    useWal(client);
    client.pragma('foreign_keys = ON');
    client.aggregate('wire_sum', {
      start: 0n,
      step: (total: bigint, amount: unknown) => total + BigInt(amount as string),
      result: (total: bigint) => total.toString(),
    });
    return client;
  } catch (error) {
    client?.close();
    const code = unavailableCode(error);
    if (code === 'DISK_FULL' || code === 'DISK_FAILED') throw unavailable(path, code, error);
    const reason = error instanceof Error ? error.message : String(error);
    throw new StorageError('DATABASE_UNUSABLE', `the database ${path} cannot be used: ${reason}`, { cause: error });
  }
}

/**
 * Switches to WAL. Where another process opens the same new database at this moment, SQLite refuses at once instead of
 * waiting as it does for statements, so this tries again.
 */
function useWal(client: Database.Database): void {
  const until = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      client.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      const isBusy = String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');
      if (!isBusy || performance.now() >= until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_PAUSE_MS);
    }
  }
}

/** One connection: reads at any time, writes by group commit. */
class SqliteEngine implements Engine {
  readonly dialect = sqliteDialect;
  readonly shared = false;
  readonly label: string;
  readonly #client: Database.Database;
  readonly #db: BetterSQLite3Database;
  readonly now: () => number;
  readonly ahead: () => number;
  readonly #group: GroupCommit;
  readonly #prepared = new Map<Statement<unknown>, Runnable>();
  readonly #listeners: Listeners;
  /** True when a job of the current transaction has announced something. */
  #announced = false;
  /** Changes with the commits of other processes. */
  #dataVersion: unknown;
  /** Holds the lock of the only process with leases. */
  #claim: Database.Database | undefined;

  constructor(path: string, client: Database.Database, time: DatabaseTime, clock?: Clock) {
    this.label = path;
    this.#client = client;
    this.#db = drizzle({ client, casing: 'snake_case' });
    this.now = clock ? () => clock.now() : time.now;
    this.ahead = time.ahead;
    this.#group = createGroupCommit(client, {
      begin: () => {
        this.#announced = false;
      },
      announces: () => this.#announced,
      done: () => this.#afterCommit(),
    });
    this.#dataVersion = this.#readDataVersion();
    this.#listeners = new Listeners(() => this.#poll());
  }

  async read<T>(steps: () => TxScript<T>): Promise<T> {
    try {
      return this.#runAll(steps());
    } catch (error) {
      throw asUnavailable(this.label, error);
    }
  }

  async write<T>(durability: Durability, steps: () => TxScript<T>): Promise<T> {
    try {
      return await this.#group.write(durability, () => this.#runAll(steps()));
    } catch (error) {
      throw asUnavailable(this.label, error);
    }
  }

  /** SQLite has no server: a file is restored while nobody has it open. */
  readonly sessions = (): number => 0;

  /** Setting the number of a file's version writes its first page, whatever the number is. Nothing reads the number. */
  probe(): Promise<void> {
    return this.write('full', function* () {
      yield* runText('pragma user_version = 0');
    });
  }

  onCommit(listener: () => void, pollMs: number): () => void {
    return this.#listeners.add(listener, pollMs);
  }

  /** The lock belongs to the operating system and ends with the process, however the process ends. */
  claim(): boolean {
    if (this.#claim || this.label === MEMORY) return false;
    // SQLite follows links, so every path that leads to the file must lead to one lock.
    const path = `${realpathSync(this.label)}-lock`;
    let lock: Database.Database | undefined;
    try {
      makePrivate(path);
      lock = new Database(path, { timeout: 0 });
      lock.exec('BEGIN EXCLUSIVE');
      this.#claim = lock;
      return true;
    } catch (error) {
      lock?.close();
      if ((error as { code?: unknown }).code !== 'SQLITE_BUSY') throw asUnavailable(this.label, error);
      throw new StorageError('DATABASE_IN_USE', `another process works on the database ${this.label}: end it first`);
    }
  }

  async close(): Promise<void> {
    this.#listeners.close();
    this.#group.close();
    this.#client.close();
    this.#claim?.close();
  }

  #runAll<T>(steps: TxScript<T>): T {
    let step = steps.next();
    while (!step.done) {
      let answer: unknown;
      try {
        answer = this.#answer(step.value);
      } catch (error) {
        step = steps.throw(error);
        continue;
      }
      step = steps.next(answer);
    }
    return step.value;
  }

  #answer(request: Request): unknown {
    switch (request.kind) {
      case 'rows':
        return this.#query(request.query).all(request.values);
      case 'changes':
        return this.#query(request.query).run(request.values).changes;
      case 'each':
        return request.queries.map(({ query, values }) => this.#query(query).all(values));
      case 'send':
        this.#query(request.query).run(request.values);
        return undefined;
      case 'text':
        return this.#text(request.text, request.values);
      case 'lock':
        // One transaction runs at a time.
        return undefined;
      case 'announce':
        this.#announced = true;
        return undefined;
      case 'time':
        return this.now();
    }
  }

  #query(query: Build<unknown> | Statement<unknown>): Runnable {
    if (typeof query === 'function') return query(this.#db) as Runnable;
    const known = this.#prepared.get(query);
    if (known) return known;
    const prepared = runnable(query.build(this.#db).prepare() as Compiled);
    this.#prepared.set(query, prepared);
    return prepared;
  }

  #text(text: string, values: readonly unknown[]): unknown {
    const statement = this.#client.prepare(text);
    if (statement.reader) return statement.all(values);
    statement.run(values);
    return [];
  }

  #afterCommit(): void {
    if (!this.#announced) return;
    this.#announced = false;
    this.#listeners.call();
  }

  /** Another process's commit changes a counter in shared memory, so a poll costs no query until then. */
  #poll(): void {
    const version = this.#readDataVersion();
    if (version === this.#dataVersion) return;
    this.#dataVersion = version;
    this.#listeners.call();
  }

  #readDataVersion(): unknown {
    return this.#client.pragma('data_version', { simple: true });
  }
}

/** A compiled query with its conversions. */
function runnable({ stmt, fields, query }: Compiled): Runnable {
  const { encode, decode } = codecsOf({ params: query.params, fields });
  if (fields !== undefined) stmt.raw();
  return {
    all: (values = {}) => (stmt.all(...encode(values)) as unknown[][]).map(decode),
    run: (values = {}) => stmt.run(...encode(values)),
  };
}
