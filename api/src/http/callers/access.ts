import type { Scope } from './callers.ts';

/**
 * The owner of the resource that an operation reads or changes:
 * - `none`: nobody, the answer is the same for every caller
 * - `caller`: always the caller
 * - `private`: one avatar; for other callers the resource does not exist (404)
 * - `visible`: one avatar; other callers see its public form, and a change is refused (403)
 * - `{ avatar }`: the avatar in this path parameter; for other callers it does not exist (404)
 */
export type ResourceOwner = 'none' | 'caller' | 'private' | 'visible' | { readonly avatar: string };

/**
 * Who may call one operation. The scope `admin` includes every other scope and, unless `admins` says otherwise, every
 * owner.
 */
export interface AccessRow {
  /** Everyone, every authenticated caller, or callers with the scope. */
  readonly callers: 'public' | 'authenticated' | Scope;
  readonly resource: ResourceOwner;
  /** Agents may call the operation, too. */
  readonly agents: boolean;
  /** `asOthers`: an admin is a caller like any other, who acts on nobody else's resources here. */
  readonly admins?: 'asOthers';
  /** Only a session whose owner gave the password within `RECENT_MS` may call it; an API key never may. */
  readonly recent?: true;
  /**
   * Whether a frozen account may call it. Reads always may. `sessions`: sessions only, which then act on their own;
   * `always`: each of its credentials, because the operation decides by itself. Nothing else is allowed.
   */
  readonly whileFrozen?: 'sessions' | 'always';
}

/** Rows by operationId. */
export type AccessTable = Readonly<Record<string, AccessRow>>;

/** The row of an operation for everyone. */
export const PUBLIC: AccessRow = { callers: 'public', resource: 'none', agents: true };

/** Merges tables. Throws when two of them have a row for the same operation. */
export function mergeAccess(tables: readonly AccessTable[]): AccessTable {
  const merged: Record<string, AccessRow> = {};
  for (const table of tables) {
    for (const [operationId, row] of Object.entries(table)) {
      if (Object.hasOwn(merged, operationId)) throw new Error(`${operationId} has two rows in the access table`);
      merged[operationId] = row;
    }
  }
  return merged;
}

/** The row of `operationId`. Throws when the table has none. */
export function accessOf(table: AccessTable, operationId: string): AccessRow {
  const row = Object.hasOwn(table, operationId) ? table[operationId] : undefined;
  if (row === undefined) throw new Error(`${operationId} has no row in the access table`);
  return row;
}

/** Throws when a row of `table` belongs to none of `operationIds`. */
export function requireOperations(table: AccessTable, operationIds: readonly string[]): void {
  const unused = Object.keys(table).find((operationId) => !operationIds.includes(operationId));
  if (unused !== undefined) throw new Error(`the access table has a row for ${unused}, which is no operation`);
}
