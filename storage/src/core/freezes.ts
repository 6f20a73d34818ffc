import type { Kit } from './kit.ts';
import type { Steps } from './steps.ts';

/** Who froze an account or a wallet: only an admin ends an admin's freeze. */
export type FrozenBy = 'owner' | 'admin';

/** Columns of a row that can be frozen. `frozenReason` is for its owner and for admins. */
export const freezeColumns = ({ text, integer }: Pick<Kit, 'text' | 'integer'>) => ({
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

/**
 * Who would pay, and from which wallet; `address` is in the chain's own form, null when the service holds no key of it.
 */
export interface Payer {
  readonly avatarId: string;
  readonly address: string | null;
}

/** Looks within a job whether something of `payer` is frozen. */
export type FreezeCheck = (payer: Payer) => Steps<Frozen | undefined>;

/** The first freeze that keeps `payer` from spending. Each area adds the check of its own rows to `checks`. */
export function* frozenOf(checks: readonly FreezeCheck[], payer: Payer): Steps<Frozen | undefined> {
  for (const check of checks) {
    const frozen = yield* check(payer);
    if (frozen) return frozen;
  }
  return undefined;
}

/** The failure of an order or transfer that a freeze ends. It is public, so it has no reason. */
export const failureOf = ({ what }: Pick<Frozen, 'what'>) => ({
  failureCode: what === 'account' ? 'ACCOUNT_FROZEN' : 'WALLET_FROZEN',
  failureMessage: `the ${what} was frozen before anything left it`,
});
