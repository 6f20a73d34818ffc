import { and, desc, eq, lt } from 'drizzle-orm';
import { type Page, pageOf } from '../core/page.ts';
import { all, first } from '../core/steps.ts';
import { pruneAudit } from './audit-prune.ts';
import { type AvatarContext, appendAudit, type NewAudit } from './context.ts';
import type { AuditRow } from './rows.ts';

/** Members that select security events. */
export type AuditFilter = Partial<Pick<AuditRow, 'action' | 'actorId' | 'subjectId'>>;

/** The log of security events. */
export interface AuditRepository {
  record(entry: NewAudit): Promise<void>;
  get(id: string): Promise<AuditRow | undefined>;
  /** Newest first, before the id `cursor`. */
  list(filter: AuditFilter, cursor: string | null, limit: number, skip?: number): Promise<Page<AuditRow>>;
  /**
   * Deletes events from before `beforeMs` that come after the id `after`, but those that explain a standing; see
   * pruneAudit.
   */
  prune(beforeMs: number, after: string | null): Promise<string | null>;
}

/** AuditRepository over its table. */
export function createAuditRepository(context: AvatarContext): AuditRepository {
  const { read, write, tables } = context;
  const { avatarAudit } = tables;
  return {
    record: (entry) => write('full', () => appendAudit(context, entry), { locks: [] }),

    prune: (beforeMs, after) => pruneAudit(context, beforeMs, after),

    get: (id) => read(() => first((db) => db.select().from(avatarAudit).where(eq(avatarAudit.id, id)))),

    list: ({ action, actorId, subjectId }, cursor, limit, skip = 0) =>
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
            .limit(limit + 1)
            .offset(skip),
        );
        return pageOf(rows, limit);
      }),
  };
}
