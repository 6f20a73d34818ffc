import { and, asc, desc, eq, gt, inArray, lt } from 'drizzle-orm';
import type { Page } from '../core/page.ts';
import { all, run, type Steps } from '../core/steps.ts';
import { type AvatarContext, appendAudit, type NewAudit } from './context.ts';
import type { AuditRow } from './rows.ts';

/** Members that select security events. */
export type AuditFilter = Partial<Pick<AuditRow, 'action' | 'actorId' | 'subjectId'>>;

/** The log of security events. */
export interface AuditRepository {
  record(entry: NewAudit): Promise<void>;
  /** Newest first, before the id `cursor`. */
  list(filter: AuditFilter, cursor: string | null, limit: number): Promise<Page<AuditRow>>;
  /**
   * Deletes events from before `beforeMs`, Unix milliseconds, in small transactions. Those that explain a standing stay: who was
   * made an admin or lost that role, and who proved an address. `after` is the id up to which an earlier call went; returns the
   * one up to which this went.
   */
  prune(beforeMs: number, after: string | null): Promise<string | null>;
}

/** Events that one transaction deletes at most. */
const PRUNED_AT_ONCE = 500;

/** True for an event without which nobody could say why an avatar is an admin, or has a proved address. */
const explains = ({ action, facts }: Pick<AuditRow, 'action' | 'facts'>): boolean =>
  action === 'avatar.roleChanged' ||
  action === 'email.verified' ||
  (action === 'avatar.registered' && facts.isAdmin === true);

/** AuditRepository over its table. */
export function createAuditRepository(context: AvatarContext): AuditRepository {
  const { read, write, tables } = context;
  const { avatarAudit } = tables;

  /** Deletes the next events after `newest`. Returns the ids of all that it has looked at. */
  function* prunePage(beforeMs: number, newest: string | null): Steps<readonly string[]> {
    const { id, action, facts, atMs } = avatarAudit;
    const old = and(lt(atMs, beforeMs), newest === null ? undefined : gt(id, newest));
    const rows = yield* all((db) =>
      db.select({ id, action, facts }).from(avatarAudit).where(old).orderBy(asc(id)).limit(PRUNED_AT_ONCE),
    );
    const gone = rows.filter((row) => !explains(row)).map((row) => row.id);
    if (gone.length > 0) yield* run((db) => db.delete(avatarAudit).where(inArray(id, gone)));
    return rows.map((row) => row.id);
  }

  return {
    record: (entry) => write('full', () => appendAudit(context, entry)),

    async prune(beforeMs, after) {
      for (let newest = after; ; ) {
        const seen = await write('normal', () => prunePage(beforeMs, newest));
        newest = seen.at(-1) ?? newest;
        if (seen.length < PRUNED_AT_ONCE) return newest;
      }
    },

    list: ({ action, actorId, subjectId }, cursor, limit) =>
      read(function* () {
        const conditions = and(
          action === undefined ? undefined : eq(avatarAudit.action, action),
          actorId === undefined ? undefined : eq(avatarAudit.actorId, actorId ?? ''),
          subjectId === undefined ? undefined : eq(avatarAudit.subjectId, subjectId ?? ''),
          cursor === null ? undefined : lt(avatarAudit.id, cursor),
        );
        const newest = desc(avatarAudit.id);
        const rows = yield* all((db) =>
          db
            .select()
            .from(avatarAudit)
            .where(conditions)
            .orderBy(newest)
            .limit(limit + 1),
        );
        const items = rows.slice(0, limit);
        return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
      }),
  };
}
