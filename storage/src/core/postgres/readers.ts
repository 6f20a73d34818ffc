import type pg from 'pg';
import type { Request, TxScript } from '../steps.ts';
import type { DatabaseTime } from '../time.ts';
import { Connection } from './connection.ts';
import { ConnectionLost, Refused } from './failures.ts';
import { isQuick, TakesLong } from './quick.ts';
import { cutOff, type Watch } from './watch.ts';

/** Most sessions for reads, which are opened as they are needed. */
const SESSIONS = 10;
/** Most reads that share a session's round trips, each of which takes as long as the slowest of them. */
const TOGETHER = 16;
/** Most sessions in which something reads that may take long: what is quick has the others, however much waits. */
const SLOW_SESSIONS = 8;
/** How long the server may take to end the sessions, milliseconds. */
const CLOSE_MS = 3_000;

/** A read that has begun, up to its first request. */
interface Begun {
  readonly script: TxScript<unknown>;
  readonly step: IteratorResult<Request, unknown>;
}

/** A read that waits for a session. */
interface Reading {
  readonly steps: () => TxScript<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
  readonly begun: Begun;
  readonly kind: Kind;
}

/** Shares its session with others; or is quick and reads again, alone; or may take long, and reads alone. */
type Kind = 'shared' | 'again' | 'slow';

/** What the sessions for reads need. */
export interface ReaderDeps {
  /** Has SESSIONS sessions at most. */
  readonly pool: pg.Pool;
  readonly watch: Watch;
  readonly time: DatabaseTime;
}

/**
 * The sessions for reads. What is asked in one turn of the event loop shares round trips: a request of the API reads
 * some five times, and a round trip costs both sides more than a look into an index.
 */
export class Readers {
  static readonly SESSIONS = SESSIONS;
  readonly #deps: ReaderDeps;
  readonly #connections = new WeakMap<pg.PoolClient, Connection>();
  /** The sessions of the pool, and which of these read now. */
  readonly #pooled = new Set<pg.PoolClient>();
  readonly #reading = new Set<pg.PoolClient>();
  #queue: Reading[] = [];
  /** True while the reads of this turn of the event loop gather. */
  #gathers = false;
  /** How many sessions are in use, and how many of these for what may take long. */
  #used = 0;
  #slow = 0;
  #begun = 0;

  constructor(deps: ReaderDeps) {
    this.#deps = deps;
    const { pool } = deps;
    // The next read replaces an ended session; a running read fails by itself.
    pool.on('error', () => {});
    pool.on('connect', (client) => {
      client.on('error', () => {});
      this.#pooled.add(client);
      this.#begun += 1;
    });
    pool.on('remove', (client) => this.#pooled.delete(client));
  }

  /** How many sessions have begun. */
  get begun(): number {
    return this.#begun;
  }

  get closing(): boolean {
    return this.#deps.pool.ending;
  }

  /** Reads once. Throws ConnectionLost and Clash, or the server's own error. */
  read<T>(steps: () => TxScript<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const begun = begin(steps);
      if ('error' in begun) return reject(begun.error);
      const kind = begun.step.done || isQuick(begun.step.value) ? 'shared' : 'slow';
      this.#add({ steps, resolve: resolve as Reading['resolve'], reject, begun, kind });
    });
  }

  #add(reading: Reading): void {
    this.#queue.push(reading);
    if (this.#gathers) return;
    this.#gathers = true;
    setImmediate(() => {
      this.#gathers = false;
      this.#start();
    });
  }

  /** Gives waiting reads to free sessions, in their order. */
  #start(): void {
    while (this.#used < SESSIONS) {
      const first = this.#queue.find(({ kind }) => kind !== 'slow' || this.#slow < SLOW_SESSIONS);
      if (first === undefined) return;
      const some =
        first.kind === 'shared' ? this.#queue.filter(({ kind }) => kind === 'shared').slice(0, TOGETHER) : [first];
      this.#queue = this.#queue.filter((reading) => !some.includes(reading));
      const slow = first.kind === 'slow' ? 1 : 0;
      this.#used += 1;
      this.#slow += slow;
      void this.#run(some).then(() => {
        this.#used -= 1;
        this.#slow -= slow;
        this.#start();
      });
    }
  }

  async #run(readings: readonly Reading[]): Promise<void> {
    let client: pg.PoolClient;
    try {
      client = await this.#deps.pool.connect();
    } catch (error) {
      for (const { reject } of readings) reject(error);
      return;
    }
    const connection = this.#connectionOf(client);
    this.#deps.watch.add(connection);
    this.#reading.add(client);
    let lost = false;
    connection.serve({ shared: readings.length > 1, quick: readings[0]?.kind === 'shared' });
    await Promise.all(
      readings.map(async ({ steps, resolve, reject, begun: { script, step } }) => {
        try {
          const value = await connection.runAll(script, undefined, step);
          await connection.flush();
          resolve(value);
        } catch (error) {
          lost ||= error instanceof ConnectionLost;
          // A refused query takes those beside it along, and nobody's own script has seen it.
          if (error instanceof Refused) this.#again(steps, resolve, reject, 'again');
          else if (error instanceof TakesLong) this.#again(steps, resolve, reject, 'slow');
          else reject(error);
        }
      }),
    );
    this.#deps.watch.remove(connection);
    this.#reading.delete(client);
    client.release(lost);
    if (lost) this.#cutIdle();
  }

  /** Reads from the beginning, in a session of its own. */
  #again(steps: Reading['steps'], resolve: Reading['resolve'], reject: Reading['reject'], kind: Kind): void {
    const begun = begin(steps);
    if ('error' in begun) reject(begun.error);
    else this.#add({ steps, resolve, reject, begun, kind });
  }

  #connectionOf(client: pg.PoolClient): Connection {
    const known = this.#connections.get(client);
    if (known) return known;
    const connection = new Connection(client, this.#deps.time);
    this.#connections.set(client, connection);
    return connection;
  }

  /**
   * Ends the sessions that wait for reads: what ended one of the pool has probably ended them, and each would cost its
   * own wait.
   */
  #cutIdle(): void {
    for (const client of this.#pooled) if (!this.#reading.has(client)) cutOff(client);
  }

  async close(): Promise<void> {
    const late = setTimeout(() => this.#cutIdle(), CLOSE_MS);
    if (!this.closing) await this.#deps.pool.end();
    clearTimeout(late);
  }
}

/** Begins a read; it may fail before its first request. */
function begin(steps: () => TxScript<unknown>): Begun | { readonly error: unknown } {
  try {
    const script = steps();
    return { script, step: script.next() };
  } catch (error) {
    return { error };
  }
}
