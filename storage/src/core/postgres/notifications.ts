import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Listeners } from '../listeners.ts';
import type { DatabaseTime } from '../time.ts';
import { wireOf } from './private.ts';
import { SERVER_TIME, serverTimeOf } from './server-time.ts';
import { cutOff, endSession } from './watch.ts';

/** The channel on which processes tell of commits. */
const CHANNEL = 'causeway';

/**
 * Tells the other processes that `process` has committed something, after the commit and apart from it: a transaction
 * that tells takes a lock of the whole server at its commit.
 */
export const notificationOf = (process: string): string => `notify ${CHANNEL}, '${process}'`;

/** Commits within this time share a notification, milliseconds. */
const GATHER_MS = 5;

/** Maximum delay after a lost notification, milliseconds. */
const POLL_MS = 5_000;
const RECONNECT_MS = 500;
/** How often the session is asked whether it still is one, and how long it may take to answer, milliseconds. */
const PING_MS = 5_000;
const ANSWER_MS = 3_000;

/**
 * Calls listeners when a process has committed, and tells the other processes of this one's commits; holds a session
 * while there are listeners.
 */
export class Notifications {
  readonly #connect: () => pg.Client;
  readonly #time: DatabaseTime;
  readonly #listeners = new Listeners(() => this.call());
  #client: pg.Client | undefined;
  #again: NodeJS.Timeout | undefined;
  #pings: NodeJS.Timeout | undefined;
  #closed = false;
  readonly #own: string;
  readonly #notify: () => Promise<void>;
  #told: Promise<void> | undefined;

  /** `own` names this process, and `notify` tells the others of it. */
  constructor(connect: () => pg.Client, time: DatabaseTime, own: string, notify: () => Promise<void>) {
    this.#connect = connect;
    this.#time = time;
    this.#own = own;
    this.#notify = notify;
  }

  add(listener: () => void): () => void {
    if (!this.#client && !this.#again) void this.#listen();
    return this.#listeners.add(listener, POLL_MS);
  }

  call(): void {
    this.#listeners.call();
  }

  /** Calls the listeners of this process at once, and the other processes' soon. */
  announce(): void {
    this.call();
    this.#told ??= this.#tell();
  }

  async #tell(): Promise<void> {
    await sleep(GATHER_MS);
    this.#told = undefined;
    // The others' polls find commits without a notification.
    await this.#notify().catch(() => {});
  }

  /** Tells of what was committed, then ends the session. */
  async close(): Promise<void> {
    await this.#told;
    this.#closed = true;
    clearTimeout(this.#again);
    clearInterval(this.#pings);
    this.#listeners.close();
    if (this.#client) void endSession(this.#client);
  }

  async #listen(): Promise<void> {
    const client = this.#connect();
    this.#client = client;
    const lost = (): void => {
      if (this.#client !== client || this.#closed) return;
      this.#client = undefined;
      clearInterval(this.#pings);
      cutOff(client);
      this.#again = setTimeout(() => {
        this.#again = undefined;
        void this.#listen();
      }, RECONNECT_MS);
      this.#again.unref();
    };
    // Nothing else is asked on this session, so a route that swallows everything would not be noticed. The time that it
    // tells is that of a process which writes nothing.
    const ping = (): void => {
      const late = setTimeout(lost, ANSWER_MS).unref();
      client
        .query(SERVER_TIME)
        .then((answer) => this.#time.set(serverTimeOf(answer)))
        .catch(() => {})
        .finally(() => clearTimeout(late));
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ payload }) => {
      if (payload !== this.#own) this.call();
    });
    try {
      await client.connect();
      wireOf(client).stream.unref();
      this.#pings = setInterval(ping, PING_MS).unref();
      await client.query(`listen ${CHANNEL}`);
      // Commits before this session listened were not announced.
      this.call();
    } catch {
      lost();
    }
  }
}
