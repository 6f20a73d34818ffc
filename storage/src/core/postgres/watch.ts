import type pg from 'pg';

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

/** node-postgres' own members, which its types lack. */
interface Internals {
  readonly processID?: number | null;
  readonly connection: { readonly stream: { destroy(): void } };
}

/** Ends a session without the server: what waits for its answer fails at once. */
export const cutOff = (client: pg.ClientBase): void => (client as unknown as Internals).connection.stream.destroy();

const STATE = 'select state, wait_event from pg_stat_activity where pid = $1';

/**
 * Ends sessions whose route to the server swallows everything without a reset, which TCP would notice after minutes or never.
 * The server itself tells on another session whether it still works for a silent one, so a long statement has all its time.
 */
export class Watch {
  readonly #connect: () => pg.Client;
  readonly #sessions = new Set<Watched>();
  readonly #asked = new WeakSet<Watched>();
  #timer: NodeJS.Timeout | undefined;

  constructor(connect: () => pg.Client) {
    this.#connect = connect;
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

  /** Ends `session` if it still waits for the same answer and the server does not work on it. */
  async #ask(session: Watched, waitingSince: number): Promise<void> {
    const busy = await this.#isBusy((session.client as unknown as Internals).processID ?? 0);
    if (!busy && session.waitingSince === waitingSince && this.#sessions.has(session)) cutOff(session.client);
  }

  /** Whether the server runs a statement for the session of `processId`; false when it cannot be asked. */
  async #isBusy(processId: number): Promise<boolean> {
    const client = this.#connect();
    client.on('error', () => {});
    const late = setTimeout(() => cutOff(client), ANSWER_MS);
    try {
      await client.connect();
      const { rows } = await client.query(STATE, [processId]);
      // An answer that nobody takes is no work.
      return rows[0]?.state === 'active' && rows[0].wait_event !== 'ClientWrite';
    } catch {
      return false;
    } finally {
      clearTimeout(late);
      void client.end().catch(() => {});
    }
  }
}
