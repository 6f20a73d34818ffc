import { sql } from 'drizzle-orm';
import type { Dialect } from '../core/dialect.ts';
import { freezeColumns } from '../core/freezes.ts';
import type { AuditAction, AvatarType, RevokeReason, TokenPurpose } from './values.ts';

/** Tables of avatars and of everything that identifies them. Secrets are hashed or sealed in all of them. */
export const avatarTables = ({
  table,
  index,
  uniqueIndex,
  primaryKey,
  text,
  integer,
  boolean,
  publicJson,
  exactJson,
}: Dialect) => ({
  avatars: table(
    'avatars',
    {
      id: text().primaryKey(),
      username: text().notNull(),
      /** The username in the form in which names are compared. */
      usernameKey: text().notNull(),
      /**
       * What people see in the username (UTS 39), so that no two avatars have names that look alike. Null for an
       * earlier avatar whose name resembles that of an older one, and until `fillSkeletons` has seen the row.
       */
      usernameSkeleton: text(),
      /** Others do not see the username, and do not find the avatar by it. */
      nameHidden: boolean().notNull().default(false),
      email: text(),
      /** The address in the form in which addresses are compared, once its owner has proved it. */
      verifiedEmailKey: text(),
      firstName: text(),
      lastName: text(),
      title: text(),
      avatarType: text<AvatarType>().notNull(),
      isAdmin: boolean().notNull(),
      /** The avatar that an agent belongs to. */
      ownerId: text(),
      /** Since when an agent is deregistered; it takes no place among the agents of its owner then. */
      deregisteredAtMs: integer(),
      metadata: publicJson().notNull(),
      version: integer().notNull(),
      createdAtMs: integer().notNull(),
      updatedAtMs: integer().notNull(),
      ...freezeColumns({ text, integer }),
    },
    (row) => [
      uniqueIndex('avatars_username').on(row.usernameKey),
      uniqueIndex('avatars_username_skeleton').on(row.usernameSkeleton),
      uniqueIndex('avatars_verified_email').on(row.verifiedEmailKey),
      index('avatars_owner').on(row.ownerId),
      index('avatars_frozen').on(row.frozenAtMs).where(sql`${row.frozenAtMs} is not null`),
    ],
  ),
  /** argon2id hashes. */
  avatarPasswords: table('avatar_passwords', {
    avatarId: text().primaryKey(),
    hash: text().notNull(),
    changedAtMs: integer().notNull(),
  }),
  /** Families of refresh tokens. */
  avatarSessions: table(
    'avatar_sessions',
    {
      id: text().primaryKey(),
      avatarId: text().notNull(),
      /** When the password was last given. */
      authenticatedAtMs: integer().notNull(),
      createdAtMs: integer().notNull(),
      expiresAtMs: integer().notNull(),
      revokedAtMs: integer(),
      revokedBecause: text<RevokeReason>(),
    },
    (row) => [index('avatar_sessions_avatar').on(row.avatarId), index('avatar_sessions_expiry').on(row.expiresAtMs)],
  ),
  avatarRefreshTokens: table(
    'avatar_refresh_tokens',
    {
      /** SHA-256 of the token. */
      hash: text().primaryKey(),
      sessionId: text().notNull(),
      expiresAtMs: integer().notNull(),
      usedAtMs: integer(),
      /** The client that used it. */
      usedBy: text(),
      /** From this and the token its successor is computed again while a repetition is allowed. */
      salt: text(),
    },
    (row) => [
      index('avatar_refresh_tokens_session').on(row.sessionId),
      index('avatar_refresh_tokens_expiry').on(row.expiresAtMs),
    ],
  ),
  avatarApiKeys: table(
    'avatar_api_keys',
    {
      id: text().primaryKey(),
      avatarId: text().notNull(),
      name: text().notNull(),
      /** First characters of the key, by which its owner recognises it. */
      prefix: text().notNull(),
      /** SHA-256 of the key. */
      hash: text().notNull(),
      scopes: exactJson<readonly string[]>().notNull(),
      /** The avatar that made it. */
      createdBy: text().notNull(),
      createdAtMs: integer().notNull(),
      expiresAtMs: integer(),
      lastUsedAtMs: integer(),
      revokedAtMs: integer(),
      /** The key that its agent took in its place. */
      replacedBy: text(),
      /** No key that takes its place ends later; null: each lasts as long as the one before. */
      renewableUntilMs: integer(),
      /** Messages about its end that were asked for. */
      endNotices: integer().notNull().default(0),
    },
    (row) => [
      uniqueIndex('avatar_api_keys_hash').on(row.hash),
      index('avatar_api_keys_avatar').on(row.avatarId),
      index('avatar_api_keys_end').on(row.expiresAtMs),
    ],
  ),
  /** Tokens that are sent by mail. */
  avatarMailTokens: table(
    'avatar_mail_tokens',
    {
      /** SHA-256 of the token. */
      hash: text().primaryKey(),
      avatarId: text().notNull(),
      purpose: text<TokenPurpose>().notNull(),
      /** The address that it was sent to. */
      email: text().notNull(),
      expiresAtMs: integer().notNull(),
    },
    (row) => [
      index('avatar_mail_tokens_avatar').on(row.avatarId),
      index('avatar_mail_tokens_expiry').on(row.expiresAtMs),
    ],
  ),
  /** Messages that were asked for and are not delivered yet. */
  avatarMailRequests: table(
    'avatar_mail_requests',
    {
      id: text().primaryKey(),
      /** The avatar that the message goes to; null where only the address was given, which may be nobody's. */
      avatarId: text(),
      /** What was asked for, sealed. */
      sealed: text().notNull(),
      /** The security event that the message tells of. */
      auditId: text(),
      createdAtMs: integer().notNull(),
      attempts: integer().notNull(),
      /** The next attempt. */
      dueAtMs: integer().notNull(),
      /** The message was counted among those to its address, so that a repeated attempt counts no second time. */
      counted: boolean().notNull().default(false),
    },
    (row) => [index('avatar_mail_requests_due').on(row.dueAtMs)],
  ),
  /** Failed entries of a password, by name and address, and by name over all addresses that its owner never used. */
  avatarAttempts: table(
    'avatar_attempts',
    {
      /** SHA-256 of name and address, or of the name. */
      key: text().primaryKey(),
      failures: integer().notNull(),
      blockedUntilMs: integer().notNull(),
    },
    (row) => [index('avatar_attempts_end').on(row.blockedUntilMs)],
  ),
  /** Addresses from which the owner of an avatar signed in. */
  avatarKnownAddresses: table(
    'avatar_known_addresses',
    {
      avatarId: text().notNull(),
      /** Keyed hash of the address. */
      hash: text().notNull(),
      usedAtMs: integer().notNull(),
    },
    (row) => [primaryKey({ columns: [row.avatarId, row.hash] }), index('avatar_known_addresses_used').on(row.usedAtMs)],
  ),
  /** Counts with an end that outlast restarts: messages to an address, registrations from one. */
  avatarTallies: table(
    'avatar_tallies',
    {
      /** What is counted; an address in it is a keyed hash. */
      key: text().primaryKey(),
      count: integer().notNull(),
      endsAtMs: integer().notNull(),
    },
    (row) => [index('avatar_tallies_end').on(row.endsAtMs)],
  ),
  /** Keys that sign access tokens. */
  avatarSigningKeys: table('avatar_signing_keys', {
    /** The `kid` of tokens. */
    id: text().primaryKey(),
    /** The public key as a JWK. */
    publicJwk: exactJson<Readonly<Record<string, string>>>().notNull(),
    /** The private key, sealed. */
    sealed: text().notNull(),
    /** The key signs from this time on, until another one does. */
    signsFromMs: integer().notNull(),
    createdAtMs: integer().notNull(),
    /** Tokens that it signed are refused from this time on. */
    revokedAtMs: integer(),
  }),
  /** Security events. No row is ever changed. */
  avatarAudit: table(
    'avatar_audit',
    {
      id: text().primaryKey(),
      atMs: integer().notNull(),
      action: text<AuditAction>().notNull(),
      outcome: text<'allowed' | 'refused'>().notNull(),
      actorId: text(),
      subjectId: text(),
      /** Kind and id of the credential, such as `apiKey:0198…`. */
      credential: text(),
      address: text(),
      userAgent: text(),
      traceId: text(),
      facts: publicJson().notNull(),
    },
    (row) => [
      index('avatar_audit_subject').on(row.subjectId, row.id),
      index('avatar_audit_actor').on(row.actorId, row.id),
      index('avatar_audit_action').on(row.action, row.id),
    ],
  ),
});
export type AvatarTables = ReturnType<typeof avatarTables>;
