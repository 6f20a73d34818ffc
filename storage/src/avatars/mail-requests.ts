import { asc, eq, lte } from 'drizzle-orm';
import { all, first, run } from '../core/steps.ts';
import { type AvatarContext, addMailRequest, appendAudit, type NewAudit, type NewMailRequest } from './context.ts';
import { countLock, dueMailLock } from './locks.ts';
import type { MailRequestRow } from './rows.ts';
import { countTallies, type Tally } from './tallies.ts';

/** Requests for messages, each kept until its message was accepted or given up. */
export interface MailRequestRepository {
  add(request: NewMailRequest): Promise<void>;
  /**
   * Takes up to `limit` requests that are due at `nowMs`, longest due first, and counts an attempt of each. Nobody else
   * gets them before `untilMs`; then the attempt counts as failed.
   */
  claim(nowMs: number, untilMs: number, limit: number): Promise<readonly MailRequestRow[]>;
  /**
   * Counts the message of a request once, however often it is tried. False when one of `tallies` is full: the request
   * is then to be dropped.
   */
  admit(id: string, tallies: readonly Tally[]): Promise<boolean>;
  /** Makes a request due at `dueAtMs`. */
  postpone(id: string, dueAtMs: number): Promise<void>;
  /** Deletes a request, with its security event. False when it has gone already; then nothing is recorded. */
  end(id: string, audit: NewAudit | null): Promise<boolean>;
  list(): Promise<readonly MailRequestRow[]>;
  /** Replaces the sealed form `before` by `after`. False when it has another form now. */
  reseal(id: string, before: string, after: string): Promise<boolean>;
}

/** MailRequestRepository over its table. */
export function createMailRequestRepository(context: AvatarContext): MailRequestRepository {
  const { read, write, tables } = context;
  const { avatarMailRequests: requests } = tables;
  const find = (id: string) => first((db) => db.select().from(requests).where(eq(requests.id, id)));
  const due = (nowMs: number, limit: number) =>
    all((db) =>
      db.select().from(requests).where(lte(requests.dueAtMs, nowMs)).orderBy(asc(requests.dueAtMs)).limit(limit),
    );

  return {
    add: (request) => write('full', () => addMailRequest(context, request), { locks: [] }),

    claim: async (nowMs, untilMs, limit) => {
      // An idle look does not take the writer's turn.
      if ((await read(() => due(nowMs, 1))).length === 0) return [];
      return write(
        'full',
        function* () {
          const rows = (yield* due(nowMs, limit)).map((row) => ({
            ...row,
            attempts: row.attempts + 1,
            dueAtMs: untilMs,
          }));
          for (const { id, attempts, dueAtMs } of rows) {
            yield* run((db) => db.update(requests).set({ attempts, dueAtMs }).where(eq(requests.id, id)));
          }
          return rows;
        },
        { locks: [dueMailLock] },
      );
    },

    admit: (id, tallies) =>
      write(
        'full',
        function* () {
          const row = yield* find(id);
          if (row === undefined || row.counted) return row !== undefined;
          if ((yield* countTallies(context, tallies)) > 0) return false;
          yield* run((db) => db.update(requests).set({ counted: true }).where(eq(requests.id, id)));
          return true;
        },
        { locks: [dueMailLock, ...tallies.map(({ key }) => countLock(key))] },
      ),

    postpone: async (id, dueAtMs) => {
      await write('full', () => run((db) => db.update(requests).set({ dueAtMs }).where(eq(requests.id, id))), {
        locks: [dueMailLock],
      });
    },

    end: (id, audit) =>
      write(
        'full',
        function* () {
          const ended = (yield* run((db) => db.delete(requests).where(eq(requests.id, id)))) === 1;
          if (ended && audit !== null) yield* appendAudit(context, audit);
          return ended;
        },
        { locks: [dueMailLock] },
      ),

    list: () => read(() => all((db) => db.select().from(requests))),

    reseal: (id, before, after) =>
      write(
        'full',
        function* () {
          if ((yield* find(id))?.sealed !== before) return false;
          yield* run((db) => db.update(requests).set({ sealed: after }).where(eq(requests.id, id)));
          return true;
        },
        { locks: [dueMailLock] },
      ),
  };
}
