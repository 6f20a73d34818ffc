import { ok } from '@causeway/protocol';
import type { Frozen } from '@causeway/storage';
import type { AccessRow } from '../callers/access.ts';
import type { Caller } from '../callers/callers.ts';
import { iso } from '../requests/times.ts';
import { type Answer, type Refusal, refuse } from './errors.ts';

/**
 * Refuses what a freeze forbids, and says who froze and who can thaw. The caller is the owner or an admin, or an agent
 * of the owner; others never learn of a freeze. The reason is for people: `reads` gives it with the profile and the
 * wallet.
 */
export function refuseFrozen({ what, by, atMs }: Frozen): Refusal {
  const code = what === 'account' ? 'ACCOUNT_FROZEN' : 'WALLET_FROZEN';
  const way =
    by === 'admin'
      ? 'only an admin can thaw it: write to the operators of the service'
      : 'thaw it with your password: causeway thaw, or the operation thaw… after POST /api/avatar/reauthenticate';
  return refuse(code, `the ${what} is frozen by ${by === 'admin' ? 'an admin' : 'its owner'}; ${way}`, {
    facts: { frozenBy: by, frozenAt: iso(atMs) },
  });
}

/** Methods that change nothing. */
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses a caller whose account is frozen, unless the operation reads or its row allows it. */
export function requireUnfrozen(caller: Caller, { whileFrozen }: AccessRow, method: string): Answer<void> {
  const { frozen, credential } = caller;
  if (!frozen || READS.has(method) || whileFrozen === 'always') return ok(undefined);
  if (whileFrozen === 'sessions' && credential.kind === 'token') return ok(undefined);
  return refuseFrozen(frozen);
}
