import type { Dialect } from './dialect.ts';

/** Who froze an account or a wallet: only an admin ends an admin's freeze. */
export type FrozenBy = 'owner' | 'admin';

/** Columns of a row that can be frozen. `frozenReason` is for its owner and for admins. */
export const freezeColumns = ({ text, integer }: Pick<Dialect, 'text' | 'integer'>) => ({
  frozenAtMs: integer(),
  frozenBy: text<FrozenBy>(),
  frozenReason: text(),
});

/** The facts of a freeze, in the columns of a frozen row; all null otherwise. */
export interface FreezeFacts {
  readonly frozenAtMs: number | null;
  readonly frozenBy: FrozenBy | null;
  readonly frozenReason: string | null;
}

export const NOT_FROZEN: FreezeFacts = { frozenAtMs: null, frozenBy: null, frozenReason: null };

/** A freeze that is in force. */
export interface Frozen {
  readonly what: 'account' | 'wallet';
  readonly by: FrozenBy;
  readonly atMs: number;
  readonly reason: string | null;
}

/** The freeze in the columns of `row`. */
export function frozenIn(what: Frozen['what'], row: FreezeFacts | undefined): Frozen | undefined {
  const { frozenAtMs: atMs = null, frozenBy: by = null, frozenReason: reason = null } = row ?? {};
  return atMs === null || by === null ? undefined : { what, by, atMs, reason };
}

/** The columns of a freeze by `by` now. An admin's freeze stays one, whoever freezes again. */
export const freezing = (
  before: FreezeFacts,
  { by, reason, nowMs }: { readonly by: FrozenBy; readonly reason: string | null; readonly nowMs: number },
): FreezeFacts =>
  before.frozenBy === 'admin' && by === 'owner' ? before : { frozenAtMs: nowMs, frozenBy: by, frozenReason: reason };
