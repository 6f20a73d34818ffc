import { and, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { partsOf } from '../core/parts.ts';
import { first, run, type TxScript } from '../core/steps.ts';
import type { AvatarContext } from './context.ts';
import { AVATARS_AT_ONCE, freezeSteps } from './freezes.ts';
import type { AuditAction, KeyRange, RevokeReason } from './values.ts';

/** How much ended. */
export interface Ended {
  /** Sessions, with the sessions of agents whose keys ended. */
  readonly sessions: number;
  readonly apiKeys: number;
  readonly agentKeys: number;
  /** Agents that could sign in by a password, and no more can. */
  readonly agentPasswords: number;
  readonly resetTokens: number;
}

/** What ends at a takeover, a change of the password, or when somebody asks for it. */
export interface AccessEnding {
  readonly reason: RevokeReason;
  /** The session that goes on. */
  readonly keepSession: string | null;
  readonly keys: KeyRange;
}

/** Events after which somebody has a key of the avatar's wallets. */
const SHOWN: readonly AuditAction[] = ['wallet.phraseShown', 'wallet.exported'];

/** Revokes the live API keys of avatars within the caller's job. Returns their number. */
function* revokeKeys({ tables, clock }: AvatarContext, avatarIds: readonly string[]): TxScript<number> {
  const { avatarApiKeys: keys } = tables;
  const nowMs = clock.now();
  const live = and(isNull(keys.revokedAtMs), or(isNull(keys.expiresAtMs), gt(keys.expiresAtMs, nowMs)));
  let ended = 0;
  for (const some of partsOf(avatarIds, AVATARS_AT_ONCE)) {
    const where = and(inArray(keys.avatarId, some), live);
    ended += yield* run((db) => db.update(keys).set({ revokedAtMs: nowMs }).where(where));
  }
  return ended;
}

/** Ends the sessions of avatars, but `keep`, within the caller's job. Returns their number. */
export function* revokeSessions(
  { tables: { avatarSessions: sessions }, clock }: AvatarContext,
  avatarIds: readonly string[],
  reason: RevokeReason,
  keep: string | null,
): TxScript<number> {
  const nowMs = clock.now();
  const set = { revokedAtMs: nowMs, revokedBecause: reason };
  let ended = 0;
  for (const some of partsOf(avatarIds, AVATARS_AT_ONCE)) {
    const others = and(
      inArray(sessions.avatarId, some),
      isNull(sessions.revokedAtMs),
      gt(sessions.expiresAtMs, nowMs),
      keep === null ? undefined : ne(sessions.id, keep),
    );
    ended += yield* run((db) => db.update(sessions).set(set).where(others));
  }
  return ended;
}

/**
 * The facts of a takeover for its security event: what ended, and that a key or the recovery phrase of the wallets had
 * been shown, which nothing ends. Whoever saw it may be who was thrown out.
 */
export function* takeoverFacts(
  { tables: { avatarAudit: audit } }: AvatarContext,
  avatarId: string,
  ended: Ended,
): TxScript<Ended & { readonly secretsShown?: true }> {
  const shown = and(eq(audit.subjectId, avatarId), inArray(audit.action, [...SHOWN]));
  const event = yield* first((db) => db.select({ id: audit.id }).from(audit).where(shown).limit(1));
  return { ...ended, ...(event && { secretsShown: true }) };
}

/**
 * Takes from agents whatever lets somebody sign in as them, within the caller's job: the password, and the proved
 * address and the mailed tokens, by which a new password is chosen. Whoever made the agents may know all of them.
 * Returns how many had a password.
 */
function* endSignIns({ tables, clock }: AvatarContext, agents: readonly string[]): TxScript<number> {
  const { avatars, avatarPasswords: passwords, avatarMailTokens: tokens } = tables;
  let ended = 0;
  for (const some of partsOf(agents, AVATARS_AT_ONCE)) {
    ended += yield* run((db) => db.delete(passwords).where(inArray(passwords.avatarId, some)));
    yield* run((db) => db.delete(tokens).where(inArray(tokens.avatarId, some)));
    const proved = and(inArray(avatars.id, some), isNotNull(avatars.verifiedEmailKey));
    const set = { verifiedEmailKey: null, version: sql`${avatars.version} + 1`, updatedAtMs: clock.now() };
    yield* run((db) => db.update(avatars).set(set).where(proved));
  }
  return ended;
}

/**
 * Ends the sessions and reset tokens of an avatar, and API keys in the given range, within the caller's job. With the
 * keys of its agents, the agents' sessions, passwords and proved addresses end, too.
 */
export function* endAccess(
  context: AvatarContext,
  avatarId: string,
  { reason, keepSession, keys }: AccessEnding,
): TxScript<Ended> {
  const { avatarMailTokens: tokens } = context.tables;
  const agents = keys === 'all' ? yield* freezeSteps(context.tables).below(avatarId) : [];
  const resets = and(eq(tokens.avatarId, avatarId), eq(tokens.purpose, 'resetPassword'));
  const sessions = yield* revokeSessions(context, [avatarId, ...agents], reason, keepSession);
  return {
    sessions,
    apiKeys: keys === 'none' ? 0 : yield* revokeKeys(context, [avatarId]),
    agentKeys: yield* revokeKeys(context, agents),
    agentPasswords: yield* endSignIns(context, agents),
    resetTokens: yield* run((db) => db.delete(tokens).where(resets)),
  };
}
