import { and, asc, eq, gt, max } from 'drizzle-orm';
import type { Connection, Context } from '../database.ts';
import type { EventRepository, EventRow } from '../repositories.ts';
import { events } from '../schema.ts';

const DEFAULT_POLL_MS = 100;

/** Writes one event row within the caller's job. */
export function appendEvent({ statements }: Pick<Context, 'statements'>, event: Omit<EventRow, 'seq'>): EventRow {
  return statements.insertEvent.get({ ...event });
}

/** Tells of appended events; `check` is called after the commits of this process. */
export interface EventSignal {
  check(): void;
  subscribe(listener: () => void, pollMs: number): () => void;
  close(): void;
}

/**
 * Watches the events table. Another process's commit shows in SQLite's data_version, a counter in shared memory, so
 * that a poll costs no query until there was one. One timer serves all listeners, at the shortest period asked for.
 */
export function createEventSignal(db: Connection): EventSignal {
  const listeners = new Map<object, { readonly listener: () => void; readonly pollMs: number }>();
  let timer: NodeJS.Timeout | undefined;
  let seen = latestSeq(db);
  let dataVersion = readDataVersion(db);

  function check(): void {
    const seq = latestSeq(db);
    if (seq <= seen) return;
    seen = seq;
    for (const { listener } of [...listeners.values()]) listener();
  }

  function poll(): void {
    const version = readDataVersion(db);
    if (version === dataVersion) return;
    dataVersion = version;
    check();
  }

  function schedule(): void {
    clearInterval(timer);
    if (listeners.size === 0) return;
    timer = setInterval(poll, Math.min(...[...listeners.values()].map(({ pollMs }) => pollMs)));
    timer.unref();
  }

  return {
    check,
    subscribe(listener, pollMs) {
      const key = {};
      listeners.set(key, { listener, pollMs });
      schedule();
      return () => {
        if (listeners.delete(key)) schedule();
      };
    },
    close() {
      listeners.clear();
      schedule();
    },
  };
}

function readDataVersion(db: Connection): number {
  return db.$client.pragma('data_version', { simple: true }) as number;
}

function latestSeq(db: Connection): number {
  return (
    db
      .select({ seq: max(events.seq) })
      .from(events)
      .get()?.seq ?? 0
  );
}

/** EventRepository over the events table. */
export function createEventRepository(context: Context, signal: EventSignal): EventRepository {
  const { db, write, clock } = context;
  return {
    append: (subject, type, data) =>
      write('full', () => appendEvent(context, { subject, type, data, createdAtMs: clock() })),

    async after(subject, after, limit) {
      const bySubject = subject === undefined ? undefined : eq(events.subject, subject);
      return db
        .select()
        .from(events)
        .where(and(bySubject, gt(events.seq, after)))
        .orderBy(asc(events.seq))
        .limit(limit)
        .all();
    },

    latest: async () => latestSeq(db),

    onAppended: (listener, pollMs = DEFAULT_POLL_MS) => signal.subscribe(listener, pollMs),
  };
}
