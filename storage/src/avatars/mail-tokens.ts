import { and, eq, lt } from 'drizzle-orm';
import { readLocked } from '../core/read-locked.ts';
import { first, run, type TxScript } from '../core/steps.ts';
import { sweep } from '../core/sweep.ts';
import { type AvatarContext, appendAudit, type NewAudit } from './context.ts';
import { type Ended, endAccess, takeoverFacts } from './endings.ts';
import { freezeSteps } from './freezes.ts';
import { forgetAddresses, rememberAddress } from './known-addresses.ts';
import { avatarLock, countLock, emailLock, sharedAvatarLock } from './locks.ts';
import { setPassword } from './profiles.ts';
import type { AvatarRow, MailTokenRow } from './rows.ts';
import { fillTally, type Tally } from './tallies.ts';
import type { KeyRange, TokenPurpose } from './values.ts';

/** An avatar that has proved its address, and what ended with the proof. */
export interface Proved {
  readonly avatar: AvatarRow;
  readonly ended: Ended;
}

/** Tokens that are sent by mail. Each works once. */
export interface MailTokenRepository {
  /** Stores tokens. Earlier ones stay valid, so that nobody else's request can end the token of its owner. */
  create(...tokens: readonly MailTokenRow[]): Promise<void>;
  /** The token with this SHA-256, if it has not expired. */
  find(hash: string, purpose: TokenPurpose): Promise<MailTokenRow | undefined>;
  /**
   * Proves an address. In the avatar's own `session`, its other sessions and its reset tokens end, and `keys`. Without
   * it, who made the avatar may be a stranger: all sessions, reset tokens and API keys end, also of agents. An
   * agent's address is proved in a session of the agent or of its owner alone (`agents`), because the owner keeps the
   * agent, whoever reads the mail. `taken`: another avatar has proved the address before. `key` is the token's address
   * in its form for comparison.
   */
  verifyEmail(
    hash: string,
    key: string,
    audit: NewAudit,
    own?: { readonly session: string; readonly avatarId: string; readonly keys: KeyRange },
  ): Promise<Proved | 'unknown' | 'taken' | 'agents'>;
  /**
   * Replaces a password; every session, reset token and API key ends, also of agents, and of the addresses that
   * the owner used only `address`, a keyed hash, stays. Undefined when the token is unknown.
   */
  resetPassword(hash: string, passwordHash: string, audit: NewAudit, address?: string): Promise<Ended | undefined>;
  /**
   * "This was not me": ends every token that proves the address, or those that reset the password of the avatar, and
   * the token itself, and makes the count `full`. Undefined when the token is unknown.
   */
  disown(
    hash: string,
    full: Pick<Tally, 'key' | 'lengthMs'> | null,
    audit: NewAudit,
  ): Promise<MailTokenRow | undefined>;
  /** Deletes expired tokens. Returns their number. */
  prune(beforeMs: number): Promise<number>;
}

/** MailTokenRepository over its table. */
export function createMailTokenRepository(context: AvatarContext): MailTokenRepository {
  const { read, write, tables, clock } = context;
  const { avatars, avatarMailTokens } = tables;
  const freezes = freezeSteps(tables);

  function* find(hash: string, purpose: TokenPurpose): TxScript<MailTokenRow | undefined> {
    const token = yield* first((db) => db.select().from(avatarMailTokens).where(eq(avatarMailTokens.hash, hash)));
    return token?.purpose === purpose && token.expiresAtMs > clock.now() ? token : undefined;
  }

  /** The token, with its avatar locked, and that avatar's owners kept: their takeovers end what a token gives. */
  function* held(read: () => TxScript<MailTokenRow | undefined>): TxScript<MailTokenRow | undefined> {
    const token = yield* readLocked(read, (found) => (found ? [avatarLock(found.avatarId)] : []));
    if (token === undefined) return undefined;
    yield* freezes.kept(token.avatarId);
    return yield* read();
  }

  const drop = ({ avatarId, purpose }: MailTokenRow): TxScript<number> =>
    run((db) =>
      db
        .delete(avatarMailTokens)
        .where(and(eq(avatarMailTokens.avatarId, avatarId), eq(avatarMailTokens.purpose, purpose))),
    );

  return {
    create: async (...tokens) => {
      await write('full', () => run((db) => db.insert(avatarMailTokens).values([...tokens])), {
        locks: tokens.map(({ avatarId }) => sharedAvatarLock(avatarId)),
      });
    },

    find: (hash, purpose) => read(() => find(hash, purpose)),

    verifyEmail: (hash, key, audit, own) =>
      write(
        'full',
        function* () {
          const token = yield* held(() => find(hash, 'verifyEmail'));
          if (token === undefined) return 'unknown';
          const holder = yield* first((db) => db.select().from(avatars).where(eq(avatars.verifiedEmailKey, key)));
          if (holder !== undefined && holder.id !== token.avatarId) return 'taken';
          const before = yield* first((db) => db.select().from(avatars).where(eq(avatars.id, token.avatarId)));
          if (before === undefined) return 'unknown';
          const isOwn = own?.avatarId === before.id;
          const byOwner = own !== undefined && own.avatarId === before.ownerId;
          if (before.ownerId !== null && !isOwn && !byOwner) return 'agents';
          const set = { verifiedEmailKey: key, version: before.version + 1, updatedAtMs: clock.now() };
          yield* run((db) => db.update(avatars).set(set).where(eq(avatars.id, before.id)));
          yield* drop(token);
          const keepSession = isOwn ? own.session : null;
          const ending = { reason: 'emailProved', keepSession, keys: isOwn || byOwner ? own.keys : 'all' } as const;
          const ended = yield* endAccess(context, before.id, ending);
          if (!isOwn && !byOwner) yield* forgetAddresses(context, before.id);
          const facts = isOwn || byOwner ? ended : yield* takeoverFacts(context, before.id, ended);
          yield* appendAudit(context, { ...audit, actorId: before.id, subjectId: before.id, facts: { ...facts } });
          return { avatar: { ...before, ...set }, ended };
        },
        { locks: [emailLock(key)] },
      ),

    resetPassword: (hash, passwordHash, audit, address) =>
      write(
        'full',
        function* () {
          const token = yield* held(() => find(hash, 'resetPassword'));
          if (token === undefined) return undefined;
          const { avatarId } = token;
          yield* setPassword(context, avatarId, passwordHash);
          const ending = { reason: 'passwordReset', keepSession: null, keys: 'all' } as const;
          const ended = yield* endAccess(context, avatarId, ending);
          yield* forgetAddresses(context, avatarId);
          if (address !== undefined) yield* rememberAddress(context, avatarId, address);
          const facts = yield* takeoverFacts(context, avatarId, ended);
          yield* appendAudit(context, { ...audit, actorId: avatarId, subjectId: avatarId, facts: { ...facts } });
          return ended;
        },
        { locks: [] },
      ),

    disown: (hash, full, audit) =>
      write(
        'full',
        function* () {
          const token = yield* held(function* () {
            return (yield* find(hash, 'disownAddress')) ?? (yield* find(hash, 'disownReset'));
          });
          if (token === undefined) return undefined;
          const { purpose, avatarId, email } = token;
          const others =
            purpose === 'disownAddress'
              ? and(eq(avatarMailTokens.email, email), eq(avatarMailTokens.purpose, 'verifyEmail'))
              : and(eq(avatarMailTokens.avatarId, avatarId), eq(avatarMailTokens.purpose, 'resetPassword'));
          yield* run((db) => db.delete(avatarMailTokens).where(others));
          yield* run((db) => db.delete(avatarMailTokens).where(eq(avatarMailTokens.hash, hash)));
          if (full !== null) yield* fillTally(context, full);
          yield* appendAudit(context, audit);
          return token;
        },
        { locks: full === null ? [] : [countLock(full.key)] },
      ),

    prune: (beforeMs) =>
      sweep(context, avatarMailTokens, lt(avatarMailTokens.expiresAtMs, beforeMs), [avatarLock('sweep')]),
  };
}
