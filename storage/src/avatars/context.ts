import type { AreaContext } from '../core/area.ts';
import type { Context } from '../core/context.ts';
import { run, type TxScript } from '../core/steps.ts';
import type { AuditRow, MailRequestRow } from './rows.ts';
import type { AvatarTables } from './schema.ts';

export type AvatarContext = AreaContext<AvatarTables>;

/** A request for a message before it is stored. `sealed` is bound to `id`. */
export type NewMailRequest = Pick<MailRequestRow, 'id' | 'avatarId' | 'sealed'>;

/**
 * A security event before it has its id and time. With `notice`, a message that tells its subject of it is asked for in
 * the same transaction.
 */
export type NewAudit = Omit<AuditRow, 'id' | 'atMs'> & { readonly notice?: Omit<NewMailRequest, 'avatarId'> | null };

/** What writes security events and requests for messages. */
export type AuditContext = Pick<Context, 'newId' | 'clock'> & {
  readonly tables: Pick<AvatarTables, 'avatarAudit' | 'avatarMailRequests'>;
};

/** Stores a request for a message within the caller's job; with `auditId`, one that tells of that security event. */
export function* addMailRequest(
  { tables, clock }: Pick<AuditContext, 'tables' | 'clock'>,
  request: NewMailRequest,
  auditId: string | null = null,
): TxScript<void> {
  const nowMs = clock.now();
  const row: MailRequestRow = { ...request, auditId, createdAtMs: nowMs, attempts: 0, dueAtMs: nowMs, counted: false };
  yield* run((db) => db.insert(tables.avatarMailRequests).values(row));
}

/** Writes a security event within the caller's job. */
export function* appendAudit(context: AuditContext, { notice, ...entry }: NewAudit): TxScript<void> {
  const row: AuditRow = { ...entry, id: context.newId(), atMs: context.clock.now() };
  yield* run((db) => db.insert(context.tables.avatarAudit).values(row));
  if (notice) yield* addMailRequest(context, { ...notice, avatarId: entry.subjectId }, row.id);
}
