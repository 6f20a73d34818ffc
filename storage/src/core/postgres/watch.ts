import type pg from 'pg';
import { processOf, wireOf } from './private.ts';

/** How often sessions are looked at, milliseconds. */
const LOOK_MS = 1_000;
/** A session that gets no answer for this long is asked about on another one, milliseconds. */
const SILENT_MS = 3_000;
/** How long the server may take to answer that, milliseconds. */
const ANSWER_MS = 3_000;

/** A session that can be waiting for an answer. */
export interface Watched {
  readonly client: pg.ClientBase;
  /** Since when it waits for the present answer, by performance.now(); undefined while it does not. */
  readonly waitingSince: number | undefined;
}

/** Ends a session without the server: what waits for its answer fails at once. */
export const cutOff = (client: pg.ClientBase): void => wireOf(client).stream.destroy();

/** Ends a session that nobody uses any more, without the server if it does not answer. */
export async function endSession(client: pg.Client): Promise<void> {
  const late = setTimeout(() => cutOff(client), ANSWER_MS);
  await client.end().catch(() => {});
  clearTimeout(late);
}

/** The name of every session of this program with the server. */
export const APPLICATION = 'causeway/2';

/** A session whose client has sent half of a message, or takes no answer, is active and yet no work. */
const STATE = `select state = 'active' and coalesce(wait_event_type, '') <> 'Client' as busy from pg_stat_activity where pid = $1`;

/** Ends the server's side of a session, which would keep its locks: it does not hear that the client has gone. */
const END = `select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and application_name = '${APPLICATION}'`;

/** Ends sessions that hold what another one waits for, and have heard nothing of their own client for too long. */
const END_HOLDERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where pid = any(pg_blocking_pids($1)) and application_name = '${APPLICATION}' and wait_event_type = 'Client'
  and state_change < clock_timestamp() - interval '${SILENT_MS} milliseconds'`;

/**
 * Who keeps a session waiting. Of a statement only its first word: it may have values. What another role runs is shown
 * to superusers alone.
 */
const HOLDERS = `select pid, application_name as application, host(client_addr) as address,
    floor(extract(epoch from clock_timestamp() - xact_start))::int as seconds,
    upper(substring(query from '^[\\s(]*([a-zA-Z]+)')) as statement
  from pg_stat_activity where pid = any(pg_blocking_pids($1)) order by pid`;

interface Holder {
  readonly pid: number;
  readonly application: string;
  readonly address: string | null;
  readonly seconds: number | null;
  readonly statement: string | null;
}

/** A sentence about a transaction that keeps a write waiting. */
const sentenceOf = ({ pid, application, address, seconds, statement }: Holder): string =>
  `a write waits for a transaction of ${JSON.stringify(application)}${address === null ? '' : ` at ${address}`}, the server’s pid ${pid}` +
  `, that has been open for ${seconds ?? 0} s${statement === null ? '' : ` and last ran ${statement}`}; ` +
  `where it was forgotten: select pg_terminate_backend(${pid})`;

/**
 * Ends sessions whose route to the server swallows everything without a reset, which TCP would notice after minutes or
 * never. The server itself tells on another session whether it still works for a silent one, so a long statement has
 * all its time. One that waits for a lock ends its holder, if that one's machine is gone: the server would wait for it
 * much longer.
 */
export class Watch {
  readonly #connect: () => pg.Client;
  readonly #warn: (text: string) => void;
  /** The holders that were named, by their pid. */
  readonly #named = new Set<number>();
  readonly #sessions = new Set<Watched>();
  readonly #asked = new WeakSet<Watched>();
  #timer: NodeJS.Timeout | undefined;

  /** `warn` gets a sentence about whoever keeps a write waiting. */
  constructor(connect: () => pg.Client, warn: (text: string) => void = () => {}) {
    this.#connect = connect;
    this.#warn = warn;
  }

  add(session: Watched): void {
    this.#sessions.add(session);
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref();
  }

  remove(session: Watched): void {
    this.#sessions.delete(session);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#sessions.clear();
  }

  #look(): void {
    const nowMs = performance.now();
    for (const session of this.#sessions) {
      const { waitingSince } = session;
      if (waitingSince === undefined || nowMs - waitingSince < SILENT_MS || this.#asked.has(session)) continue;
      this.#asked.add(session);
      void this.#ask(session, waitingSince).finally(() => this.#asked.delete(session));
    }
  }

  /** Ends `session` if it still waits for the same answer and the server, which is asked, does not work on it. */
  async #ask(session: Watched, waitingSince: number): Promise<void> {
    const processID = processOf(session.client);
    const client = this.#connect();
    client.on('error', () => {});
    const late = setTimeout(() => cutOff(client), ANSWER_MS);
    try {
      let busy = false;
      const isOver = (): boolean => session.waitingSince !== waitingSince || !this.#sessions.has(session);
      try {
        await client.connect();
        busy = (await client.query(STATE, [processID])).rows[0]?.busy === true;
      } catch {
        // A server that cannot be asked does not work for anybody.
      }
      if (isOver()) return;
      if (!busy) cutOff(session.client);
      await client.query(busy ? END_HOLDERS : END, [processID]);
      if (busy) this.#name((await client.query<Holder>(HOLDERS, [processID])).rows);
    } catch {
      // The next look asks again.
    } finally {
      clearTimeout(late);
      void endSession(client);
    }
  }

  #name(holders: readonly Holder[]): void {
    for (const holder of holders) {
      if (this.#named.has(holder.pid)) continue;
      this.#named.add(holder.pid);
      this.#warn(sentenceOf(holder));
    }
  }
}
