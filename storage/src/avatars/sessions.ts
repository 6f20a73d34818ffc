import { and, desc, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm';
import { type Page, pageOf } from '../core/page.ts';
import { readLocked } from '../core/read-locked.ts';
import { given, prepared } from '../core/statements.ts';
import { all, first, run, type TxScript } from '../core/steps.ts';
import { sweep } from '../core/sweep.ts';
import { type AvatarContext, appendAudit, type NewAudit } from './context.ts';
import { type AccessEnding, type Ended, endAccess } from './endings.ts';
import { freezeSteps, standingColumns } from './freezes.ts';
import { rememberAddress } from './known-addresses.ts';
import { avatarLock } from './locks.ts';
import type { LiveSession, RefreshTokenRow, SessionRow } from './rows.ts';
import type { RevokeReason } from './values.ts';

/** The use of a refresh token. Hashes are SHA-256; `successor` is the hash of the token that `salt` gives. */
export interface Rotation {
  readonly hash: string;
  readonly successor: string;
  readonly salt: string;
  /** The client, by its address and program. */
  readonly client: string;
  /** How long the same client gets the same answer again, milliseconds. */
  readonly graceMs: number;
  /** How long the successor lasts, milliseconds. */
  readonly lifetimeMs: number;
  readonly audit: NewAudit;
}

/**
 * The outcome of a rotation: a new token (`rotated`), the earlier one again (`repeated`), no such token or an ended
 * session (`refused`), or a second use, which has ended the session (`reused`). `salt` is the successor's.
 */
export type Rotated =
  | {
      readonly kind: 'rotated' | 'repeated';
      readonly session: SessionRow;
      readonly salt: string;
      readonly issuedAtMs: number;
      readonly expiresAtMs: number;
    }
  | { readonly kind: 'refused' }
  | { readonly kind: 'reused'; readonly session: SessionRow };

/** Sessions and their refresh tokens. */
export interface SessionRepository {
  /** Starts a session, and remembers the keyed hash of its address as the owner's. */
  start(
    session: Omit<SessionRow, 'id' | 'createdAtMs' | 'revokedAtMs' | 'revokedBecause'>,
    token: Pick<RefreshTokenRow, 'hash' | 'expiresAtMs'>,
    audit: NewAudit,
    address?: string,
  ): Promise<SessionRow>;
  /** A session with its avatar's standing, also after it has ended. */
  live(id: string): Promise<LiveSession | undefined>;
  rotate(rotation: Rotation): Promise<Rotated>;
  /** The session of a refresh token. */
  byToken(hash: string): Promise<SessionRow | undefined>;
  /** Ends a session. False when it has ended already. */
  revoke(id: string, reason: RevokeReason, audit: NewAudit): Promise<boolean>;
  /** A page of the sessions of an avatar that go on at `nowMs`, newest first. */
  list(
    of: { readonly avatarId: string; readonly nowMs: number },
    cursor: string | null,
    limit: number,
    skip?: number,
  ): Promise<Page<SessionRow>>;
  /** Ends sessions, reset tokens and API keys of an avatar in one transaction, with its security event. */
  endAll(avatarId: string, ending: AccessEnding, audit: NewAudit): Promise<Ended>;
  /** Records that the password was given again. */
  reauthenticated(id: string, audit: NewAudit): Promise<void>;
  /** Deletes tokens and sessions that expired before `beforeMs`. Returns their number. */
  prune(beforeMs: number): Promise<number>;
}

/** All sessions of an avatar are decided about together. */
const lockOfSession = (session: SessionRow | undefined) => (session ? [avatarLock(session.avatarId)] : []);

/** SessionRepository over its tables. */
export function createSessionRepository(context: AvatarContext): SessionRepository {
  const { read, write, tables, newId, clock } = context;
  const { avatars, avatarSessions, avatarRefreshTokens } = tables;
  const { id, avatarId, authenticatedAtMs, createdAtMs, expiresAtMs, revokedAtMs, revokedBecause } = avatarSessions;
  const columns = { id, avatarId, authenticatedAtMs, createdAtMs, expiresAtMs, revokedAtMs, revokedBecause };
  const standing = standingColumns(avatars);
  const freezes = freezeSteps(context.tables);
  const liveById = prepared('liveSession', (db) =>
    db
      .select({ session: columns, avatar: standing })
      .from(avatarSessions)
      .innerJoin(avatars, eq(avatars.id, avatarSessions.avatarId))
      .where(given(avatarSessions.id, 'id')),
  );

  const tokenBy = (hash: string) =>
    first((db) => db.select().from(avatarRefreshTokens).where(eq(avatarRefreshTokens.hash, hash)));
  const sessionBy = (session: string) =>
    first((db) => db.select().from(avatarSessions).where(eq(avatarSessions.id, session)));

  function* end(session: string, reason: RevokeReason): TxScript<boolean> {
    const open = and(eq(avatarSessions.id, session), isNull(avatarSessions.revokedAtMs));
    const ended = { revokedAtMs: clock.now(), revokedBecause: reason };
    return (yield* run((db) => db.update(avatarSessions).set(ended).where(open))) === 1;
  }

  /** Replaces an unused token by its successor. */
  function* replace(session: SessionRow, rotation: Rotation): TxScript<Rotated> {
    const { hash, successor, salt, client, graceMs, lifetimeMs } = rotation;
    const nowMs = clock.now();
    const old = and(
      eq(avatarRefreshTokens.sessionId, session.id),
      isNotNull(avatarRefreshTokens.salt),
      lt(avatarRefreshTokens.usedAtMs, nowMs - graceMs),
    );
    yield* run((db) => db.update(avatarRefreshTokens).set({ salt: null }).where(old));
    const used = { usedAtMs: nowMs, usedBy: client, salt };
    yield* run((db) => db.update(avatarRefreshTokens).set(used).where(eq(avatarRefreshTokens.hash, hash)));
    const expires = Math.min(nowMs + lifetimeMs, session.expiresAtMs);
    const unused = { sessionId: session.id, usedAtMs: null, usedBy: null, salt: null };
    yield* run((db) => db.insert(avatarRefreshTokens).values({ hash: successor, expiresAtMs: expires, ...unused }));
    return { kind: 'rotated', session, salt, issuedAtMs: nowMs, expiresAtMs: expires };
  }

  return {
    start: (session, token, audit, address) =>
      write(
        'full',
        function* () {
          yield* freezes.kept(session.avatarId);
          const open = { createdAtMs: clock.now(), revokedAtMs: null, revokedBecause: null };
          const row: SessionRow = { ...session, id: newId(), ...open };
          yield* run((db) => db.insert(avatarSessions).values(row));
          const unused = { sessionId: row.id, usedAtMs: null, usedBy: null, salt: null };
          const issued: RefreshTokenRow = { ...token, ...unused };
          yield* run((db) => db.insert(avatarRefreshTokens).values(issued));
          yield* appendAudit(context, audit);
          if (address !== undefined) yield* rememberAddress(context, row.avatarId, address);
          return row;
        },
        { locks: [avatarLock(session.avatarId)] },
      ),

    live: (session) =>
      read(function* () {
        const found = yield* first(liveById, { id: session });
        return found && { ...found.session, ...(yield* freezes.standing(found.avatar)) };
      }),

    rotate: (rotation) =>
      write(
        'full',
        function* () {
          const nowMs = clock.now();
          const { token, session } = yield* readLocked(
            function* () {
              const found = yield* tokenBy(rotation.hash);
              return { token: found, session: found && (yield* sessionBy(found.sessionId)) };
            },
            (found) => lockOfSession(found.session),
          );
          const refused = { kind: 'refused' } as const;
          if (!token || !session || session.revokedAtMs !== null) return refused;
          if (session.expiresAtMs <= nowMs || token.expiresAtMs <= nowMs) return refused;
          const { usedAtMs, usedBy, salt } = token;
          if (usedAtMs === null) return yield* replace(session, rotation);
          if (salt !== null && usedBy === rotation.client && nowMs - usedAtMs <= rotation.graceMs) {
            const expires = Math.min(usedAtMs + rotation.lifetimeMs, session.expiresAtMs);
            return { kind: 'repeated', session, salt, issuedAtMs: usedAtMs, expiresAtMs: expires };
          }
          yield* end(session.id, 'reuse');
          const subject = { actorId: null, subjectId: session.avatarId, facts: { sessionId: session.id } };
          yield* appendAudit(context, { ...rotation.audit, ...subject });
          return { kind: 'reused', session };
        },
        { locks: [] },
      ),

    byToken: (hash) =>
      read(function* () {
        const token = yield* tokenBy(hash);
        return token && (yield* sessionBy(token.sessionId));
      }),

    revoke: (session, reason, audit) =>
      write(
        'full',
        function* () {
          yield* readLocked(() => sessionBy(session), lockOfSession);
          const ended = yield* end(session, reason);
          if (ended) yield* appendAudit(context, audit);
          return ended;
        },
        { locks: [] },
      ),

    list: ({ avatarId: avatar, nowMs }, cursor, limit, skip = 0) =>
      read(function* () {
        const live = and(eq(avatarId, avatar), isNull(revokedAtMs), gt(expiresAtMs, nowMs));
        const rows = yield* all((db) =>
          db
            .select()
            .from(avatarSessions)
            .where(and(live, cursor === null ? undefined : lt(id, cursor)))
            .orderBy(desc(id))
            .limit(limit + 1)
            .offset(skip),
        );
        return pageOf(rows, limit);
      }),

    endAll: (avatar, ending, audit) =>
      write(
        'full',
        function* () {
          const ended = yield* endAccess(context, avatar, ending);
          yield* appendAudit(context, { ...audit, facts: { ...audit.facts, ...ended } });
          return ended;
        },
        { locks: [avatarLock(avatar)] },
      ),

    reauthenticated: (session, audit) =>
      write(
        'full',
        function* () {
          yield* readLocked(() => sessionBy(session), lockOfSession);
          const set = { authenticatedAtMs: clock.now() };
          yield* run((db) => db.update(avatarSessions).set(set).where(eq(avatarSessions.id, session)));
          yield* appendAudit(context, audit);
        },
        { locks: [] },
      ),

    async prune(beforeMs) {
      const locks = [avatarLock('sweep')];
      const tokens = await sweep(context, avatarRefreshTokens, lt(avatarRefreshTokens.expiresAtMs, beforeMs), locks);
      return tokens + (await sweep(context, avatarSessions, lt(avatarSessions.expiresAtMs, beforeMs), locks));
    },
  };
}
