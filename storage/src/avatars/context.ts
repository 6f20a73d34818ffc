import type { AreaContext } from '../core/area.ts';
import { run, type Steps } from '../core/steps.ts';
import type { AuditRow } from './rows.ts';
import type { AvatarTables } from './schema.ts';

export type AvatarContext = AreaContext<AvatarTables>;

/** A security event before it has its id and time. */
export type NewAudit = Omit<AuditRow, 'id' | 'atMs'>;

/** Writes a security event within the caller's job. */
export function* appendAudit({ tables, newId, clock }: AvatarContext, entry: NewAudit): Steps<void> {
  const row: AuditRow = { ...entry, id: newId(), atMs: clock() };
  yield* run((db) => db.insert(tables.avatarAudit).values(row));
}
