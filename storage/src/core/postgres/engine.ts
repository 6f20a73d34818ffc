import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Durability, Engine, EngineOptions, Writing } from '../engine.ts';
import { StorageError } from '../errors.ts';
import { runText, type TxScript } from '../steps.ts';
import { DatabaseTime } from '../time.ts';
import { asUnavailable, unavailable } from '../unavailable.ts';
import { requireAdmission } from './admission.ts';
import { postgresDialect } from './dialect.ts';
import { Clash, ConnectionLost, isLoss, Overtime } from './failures.ts';
import { Notifications, notificationOf } from './notifications.ts';
import { Readers } from './readers.ts';
import { SERVER_TIME } from './server-time.ts';
import { APPLICATION, Watch } from './watch.ts';
import { type Job, Writer } from './writer.ts';

/** How long a read is repeated while the server is unreachable, milliseconds. */
const RETRY_MS = 10_000;
const PAUSE_MS = 100;

/**
 * What the server does otherwise for every session. Reads need no flush; the writer sets it per transaction. Each
 * statement of a flight sees what was committed before it, whatever the database's default is. What is used often is in
 * memory, where a page costs the same in any order; the server's default of 4 is that of turning disks, and makes it
 * read whole tables to find one owner's rows.
 */
export const SESSION_OPTIONS =
  '-c synchronous_commit=off -c default_transaction_isolation=read\\ committed -c random_page_cost=1.1';

const SESSION = {
  application_name: APPLICATION,
  connectionTimeoutMillis: 3_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  options: SESSION_OPTIONS,
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
 * Some sessions for reads, some for writes, and one for notifications. A write locks the subjects of its decision, so
 * data that a job has read cannot change before it writes.
 */
class PostgresEngine implements Engine {
  readonly dialect = postgresDialect;
  readonly shared = true;
  readonly label: string;
  readonly #readers: Readers;
  readonly #writer: Writer;
  readonly #notifications: Notifications;
  readonly #watch: Watch;
  readonly #time: DatabaseTime;
  readonly now: () => number;
  readonly ahead: () => number;
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
    this.#watch = new Watch(connect, warn);
    const limits = { max: Readers.SESSIONS, idleTimeoutMillis: 30_000 };
    const pool = new pg.Pool({ connectionString: url, ...SESSION, ...limits });
    this.#readers = new Readers({ pool, watch: this.#watch, time });
    const own = randomUUID();
    const notify = async (): Promise<void> => void (await this.#readers.read(() => runText(notificationOf(own))));
    this.#notifications = new Notifications(connect, time, own, notify);
    const sessions = { connect, watch: this.#watch, time, disturb };
    this.#writer = new Writer(sessions, () => this.#notifications.announce());
  }

  /** Opens the first session, for the error message if that fails, and asks whether it may work, and for the time. */
  async connect(): Promise<void> {
    try {
      const { time, label } = { time: this.#time, label: this.label };
      await this.#readers.read(function* () {
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
        return await this.#readers.read(steps);
      } catch (error) {
        const lost = error instanceof ConnectionLost || error instanceof Clash || isLoss(error);
        if (!lost || this.#readers.closing || performance.now() > giveUpMs) throw this.#failure(error, lost);
        await sleep(PAUSE_MS);
      }
    }
  }

  write<T>(durability: Durability, steps: () => TxScript<T>, { locks, unbounded = false }: Writing): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const failed = (error: unknown) => reject(this.#failure(error, error instanceof ConnectionLost));
      const ends = { resolve: resolve as Job['resolve'], reject: failed };
      this.#writer.add({ durability, steps, locks, unbounded, ...ends });
    });
  }

  readonly sessions = (): number => this.#readers.begun;

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
    await this.#readers.close();
    // Until here it ends reads on a silent route, for which the pool waits.
    this.#watch.close();
  }
}
