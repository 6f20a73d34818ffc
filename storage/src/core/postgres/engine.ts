import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Durability, Engine, EngineOptions, Writing } from '../engine.ts';
import { StorageError } from '../errors.ts';
import { runText, type TxScript } from '../steps.ts';
import { DatabaseTime } from '../time.ts';
import { asUnavailable, unavailable } from '../unavailable.ts';
import { requireAdmission } from './admission.ts';
import { Clash, Connection, ConnectionLost, isLoss, Overtime } from './connection.ts';
import { postgresDialect } from './dialect.ts';
import { Notifications, notificationOf } from './notifications.ts';
import { SERVER_TIME } from './server-time.ts';
import { APPLICATION, cutOff, Watch } from './watch.ts';
import { type Job, Writer } from './writer.ts';

/**
 * Most sessions for concurrent reads, which are opened as they are needed. A request reads some five times before its
 * write, so on a slow route these limit how many requests one process serves.
 */
const READERS = 10;

/** How long a read is repeated while the server is unreachable, milliseconds. */
const RETRY_MS = 10_000;
const PAUSE_MS = 100;

/** How long the server may take to end the sessions for reads, milliseconds. */
const CLOSE_MS = 3_000;

/**
 * Options of every session. Reads need no flush; the writer sets it per transaction. Each statement of a flight sees
 * what was committed before it, whatever the database's default is.
 */
const SESSION = {
  application_name: APPLICATION,
  connectionTimeoutMillis: 3_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  options: '-c synchronous_commit=off -c default_transaction_isolation=read\\ committed',
} as const;

/**
 * Opens the existing PostgreSQL database at `url`; `warn` gets a sentence when the machine's clock differs from the
 * server's. Throws StorageError DATABASE_MISSING if it does not exist, and DATABASE_UNUSABLE if the server is
 * unreachable or refuses.
 */
export async function openPostgres(
  url: string,
  { warn, machine, disturb }: Pick<EngineOptions, 'warn' | 'machine' | 'disturb'> = {},
): Promise<Engine> {
  const engine = new PostgresEngine(url, new DatabaseTime(warn, machine), warn, disturb);
  try {
    await engine.connect();
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** `url` for messages. Throws StorageError DATABASE_UNUSABLE, without the URL, which may hold a password. */
function labelOf(url: string): string {
  if (!URL.canParse(url))
    throw new StorageError('DATABASE_UNUSABLE', 'the URL of the PostgreSQL database is not valid');
  const { hostname, port, pathname } = new URL(url);
  return `postgres://${hostname}${port && `:${port}`}${pathname}`;
}

/**
 * A pool for reads, some sessions for writes, and one for notifications. A write locks the subjects of its decision, so
 * data that a job has read cannot change before it writes.
 */
class PostgresEngine implements Engine {
  readonly dialect = postgresDialect;
  readonly shared = true;
  readonly label: string;
  readonly #pool: pg.Pool;
  readonly #writer: Writer;
  readonly #notifications: Notifications;
  readonly #watch: Watch;
  readonly #time: DatabaseTime;
  readonly now: () => number;
  readonly ahead: () => number;
  readonly #readers = new WeakMap<pg.PoolClient, Connection>();
  /** The sessions of the pool, and how many of these read now. */
  readonly #pooled = new Set<pg.PoolClient>();
  readonly #reading = new Set<pg.PoolClient>();
  /** How many sessions for reads have begun. */
  #begun = 0;

  constructor(
    url: string,
    time: DatabaseTime,
    warn?: (text: string) => void,
    disturb: () => string | undefined = () => undefined,
  ) {
    this.label = labelOf(url);
    this.#time = time;
    this.now = time.now;
    this.ahead = time.ahead;
    const connect = () => new pg.Client({ connectionString: url, ...SESSION });
    this.#pool = new pg.Pool({ connectionString: url, ...SESSION, max: READERS, idleTimeoutMillis: 30_000 });
    // The next read replaces an ended session; a running read fails by itself.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => {
      client.on('error', () => {});
      this.#pooled.add(client);
      this.#begun += 1;
    });
    this.#pool.on('remove', (client) => this.#pooled.delete(client));
    this.#watch = new Watch(connect, warn);
    const own = randomUUID();
    const notify = async (): Promise<void> => void (await this.#readOnce(() => runText(notificationOf(own))));
    this.#notifications = new Notifications(connect, time, own, notify);
    const sessions = { connect, watch: this.#watch, time, disturb };
    this.#writer = new Writer(sessions, () => this.#notifications.announce());
  }

  /** Opens the first session, for the error message if that fails, and asks whether it may work, and for the time. */
  async connect(): Promise<void> {
    try {
      const { time, label } = { time: this.#time, label: this.label };
      await this.#readOnce(function* () {
        yield* requireAdmission(label);
        const [row] = yield* runText<{ server_ms: string }>(SERVER_TIME);
        time.set(Number(row?.server_ms));
      });
    } catch (error) {
      if (error instanceof StorageError) throw error;
      const { code } = error as { code?: unknown };
      const reason = error instanceof Error ? error.message : String(error);
      if (code === '3D000') {
        throw new StorageError('DATABASE_MISSING', `there is no database ${this.label}: make it with createdb`);
      }
      throw new StorageError('DATABASE_UNUSABLE', `the database ${this.label} cannot be used: ${reason}`, {
        cause: error,
      });
    }
  }

  async read<T>(steps: () => TxScript<T>): Promise<T> {
    const giveUpMs = performance.now() + RETRY_MS;
    for (;;) {
      try {
        return await this.#readOnce(steps);
      } catch (error) {
        const lost = error instanceof ConnectionLost || error instanceof Clash || isLoss(error);
        if (!lost || this.#pool.ending || performance.now() > giveUpMs) throw this.#failure(error, lost);
        await sleep(PAUSE_MS);
      }
    }
  }

  async #readOnce<T>(steps: () => TxScript<T>): Promise<T> {
    const client = await this.#pool.connect();
    let connection = this.#readers.get(client);
    if (!connection) {
      connection = new Connection(client, this.#time);
      this.#readers.set(client, connection);
    }
    this.#watch.add(connection);
    this.#reading.add(client);
    let lost = false;
    try {
      const value = await connection.runAll(steps());
      await connection.flush();
      return value;
    } catch (error) {
      lost = error instanceof ConnectionLost;
      throw error;
    } finally {
      this.#watch.remove(connection);
      this.#reading.delete(client);
      client.release(lost);
      if (lost) this.#cutIdle();
    }
  }

  /**
   * Ends the sessions that wait for reads: what ended one of the pool has probably ended them, and each would cost its
   * own wait.
   */
  #cutIdle(): void {
    for (const client of this.#pooled) if (!this.#reading.has(client)) cutOff(client);
  }

  write<T>(durability: Durability, steps: () => TxScript<T>, { locks, unbounded = false }: Writing): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const failed = (error: unknown) => reject(this.#failure(error, error instanceof ConnectionLost));
      const ends = { resolve: resolve as Job['resolve'], reject: failed };
      this.#writer.add({ durability, steps, locks, unbounded, ...ends });
    });
  }

  readonly sessions = (): number => this.#begun;

  /** Every transaction leaves its mark in the database, one without jobs, too. */
  probe(): Promise<void> {
    return this.write('full', function* () {}, { locks: [] });
  }

  #failure(error: unknown, lost: boolean): unknown {
    if (error instanceof Overtime) return error;
    if (error instanceof Clash) return unavailable(this.label, 'DATABASE_BUSY', error);
    return lost ? unavailable(this.label, 'DATABASE_UNREACHABLE', error) : asUnavailable(this.label, error);
  }

  onCommit(listener: () => void): () => void {
    return this.#notifications.add(listener);
  }

  /** On PostgreSQL, leases divide work between processes. */
  claim(): boolean {
    return false;
  }

  async close(): Promise<void> {
    await this.#writer.close();
    await this.#notifications.close();
    const late = setTimeout(() => this.#cutIdle(), CLOSE_MS);
    if (!this.#pool.ending) await this.#pool.end();
    clearTimeout(late);
    // Until here it ends reads on a silent route, for which the pool waits.
    this.#watch.close();
  }
}
