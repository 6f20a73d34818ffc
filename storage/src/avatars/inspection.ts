import { and, asc, eq, gt, isNotNull, notExists, sql } from 'drizzle-orm';
import { type Page, pageOf } from '../core/page.ts';
import { all } from '../core/steps.ts';
import type { AvatarContext } from './context.ts';
import type { AvatarRow } from './rows.ts';

/** Avatars that an operator reviews. Lists are in the order of ids; `cursor` is the previous page's nextCursor. */
export interface InspectionRepository {
  /** Avatars with the rights of an admin. */
  admins(cursor: string | null, limit: number): Promise<Page<AvatarRow>>;
  /** Avatars with a proved address of which the log of security events has no proof. */
  unprovenAddresses(cursor: string | null, limit: number): Promise<Page<AvatarRow>>;
}

/** InspectionRepository over the tables of avatars and of their security events. */
export function createInspectionRepository({ read, tables }: AvatarContext): InspectionRepository {
  const { avatars, avatarAudit: audit } = tables;
  const after = (cursor: string | null) => (cursor === null ? undefined : gt(avatars.id, cursor));
  return {
    admins: (cursor, limit) =>
      read(function* () {
        const isAdmin = and(eq(avatars.isAdmin, true), after(cursor));
        const rows = yield* all((db) =>
          db
            .select()
            .from(avatars)
            .where(isAdmin)
            .orderBy(asc(avatars.id))
            .limit(limit + 1),
        );
        return pageOf(rows, limit);
      }),

    unprovenAddresses: (cursor, limit) =>
      read(function* () {
        const rows = yield* all((db) => {
          const proof = db
            .select({ one: sql`1` })
            .from(audit)
            .where(
              and(eq(audit.subjectId, avatars.id), eq(audit.action, 'email.verified'), eq(audit.outcome, 'allowed')),
            );
          return db
            .select()
            .from(avatars)
            .where(and(isNotNull(avatars.verifiedEmailKey), notExists(proof), after(cursor)))
            .orderBy(asc(avatars.id))
            .limit(limit + 1);
        });
        return pageOf(rows, limit);
      }),
  };
}
