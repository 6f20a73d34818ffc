import { isDeepStrictEqual } from 'node:util';
import { ok, type Result } from '@causeway/protocol';
import { and, asc, eq, gt, inArray, or } from 'drizzle-orm';
import { type FreezeFacts, type Frozen, NOT_FROZEN } from '../core/freezes.ts';
import type { Lock } from '../core/locks.ts';
import { only } from '../core/only.ts';
import { bytesOf, inOrderOf, type Page, pageWithin } from '../core/page.ts';
import { given, isAmong, prepared } from '../core/statements.ts';
import { all, first, run, type TxScript } from '../core/steps.ts';
import { apiKeyRow, type NewApiKey } from './api-keys.ts';
import { type AvatarContext, addMailRequest, appendAudit, type NewAudit, type NewMailRequest } from './context.ts';
import { type Ended, endAccess, revokeSessions } from './endings.ts';
import { freezeSteps } from './freezes.ts';
import { avatarLock, countLock, nameLocks } from './locks.ts';
import { ownsAgents } from './owned-agents.ts';
import type { AvatarRow, Standing } from './rows.ts';
import { countTallies, type Tally } from './tallies.ts';
import { holderOf } from './usernames.ts';
import type { KeyRange } from './values.ts';

/** What a registration stores in one transaction. */
export interface Registration {
  readonly avatar: Omit<
    AvatarRow,
    | 'id'
    | 'version'
    | 'createdAtMs'
    | 'updatedAtMs'
    | 'verifiedEmailKey'
    | 'deregisteredAtMs'
    | 'nameHidden'
    | keyof FreezeFacts
  >;
  /** Agents that the owner of the new one may have; any number when absent. */
  readonly maxAgents?: number;
  /** Counts the registration; it is refused when the count is full. */
  readonly tally?: Tally | null;
  /** argon2id hash; null for an agent that has none. */
  readonly passwordHash: string | null;
  readonly apiKey: Omit<NewApiKey, 'avatarId' | 'createdBy'> | null;
  /** The request for the message that proves the address. */
  readonly mailRequest: Omit<NewMailRequest, 'avatarId'> | null;
  readonly audit: Omit<NewAudit, 'subjectId'>;
}

/** The reason why nothing was registered. `waitMs`: until the registrations of the address are forgotten. */
export type RegistrationRefused =
  | { readonly code: 'USERNAME_TAKEN' | 'TOO_MANY_AGENTS' }
  | { readonly code: 'FROZEN'; readonly frozen: Frozen }
  | { readonly code: 'TOO_MANY_TODAY'; readonly waitMs: number };

/** An avatar with its password's hash, if it has one. */
export interface SignInFacts {
  readonly avatar: AvatarRow;
  readonly passwordHash: string | null;
}

/** Members of a profile that its owner changes. */
export type ProfilePatch = {
  readonly [Name in 'firstName' | 'lastName' | 'title' | 'metadata' | 'nameHidden']?: AvatarRow[Name] | undefined;
};
type Profile = ReturnType<typeof profileOf>;

const profileOf = only<ProfilePatch>({
  firstName: true,
  lastName: true,
  title: true,
  metadata: true,
  nameHidden: true,
});
const roleOf = only<Partial<Standing>>({ avatarType: true, isAdmin: true });

/** The names of the members of `profile` with another value than `before`. */
const changedBy = (before: AvatarRow, profile: Profile): readonly string[] =>
  Object.entries(profile).flatMap(([name, value]) =>
    isDeepStrictEqual(value, before[name as keyof Profile]) ? [] : [name],
  );

/** Avatars and their passwords. */
export interface ProfileRepository {
  /**
   * Stores a new avatar with its credentials, unless another avatar has the name or one that resembles it, or its
   * owner is frozen.
   */
  register(registration: Registration): Promise<Result<AvatarRow, RegistrationRefused>>;
  get(id: string): Promise<AvatarRow | undefined>;
  /** The avatar with this username, in the form in which names are compared. */
  byName(usernameKey: string): Promise<AvatarRow | undefined>;
  /** The usernames of avatars by id, and whether they are hidden; without ids that no avatar has. */
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, Pick<AvatarRow, 'username' | 'nameHidden'>>>;
  /**
   * The avatar with this username, or, for a text with `@`, with this verified address; both in the form in which they
   * are compared. Earlier names may have an `@`: such a name counts where nobody has proved it as an address.
   */
  signInFacts(name: string): Promise<SignInFacts | undefined>;
  passwordHashOf(avatarId: string): Promise<string | null>;
  /** The avatar that has proved to own the address. */
  byVerifiedEmail(emailKey: string): Promise<AvatarRow | undefined>;
  /**
   * The ids of an avatar's owner and of all agents of that owner, or of the avatar and its agents when it has no owner.
   */
  household(id: string): Promise<readonly string[]>;
  /** Agents of an avatar, oldest first. */
  agentsOf(ownerId: string, cursor: string | null, limit: number, skip?: number): Promise<Page<AvatarRow>>;
  /**
   * Changes a profile if it has one of `versions`, or if these are undefined. The security event is written when a
   * member has another value than before; its facts get the names of these as `members`.
   */
  update(
    id: string,
    patch: ProfilePatch,
    versions: readonly number[] | undefined,
    audit: NewAudit,
  ): Promise<AvatarRow | undefined>;
  /** Changes the type and the role; every session of the avatar ends. A frozen avatar does not become an admin. */
  assign(id: string, standing: Partial<Standing>, audit: NewAudit): Promise<AvatarRow | undefined>;
  /**
   * Replaces the password; every other session, the reset tokens and `keys` end. Undefined when the avatar has another
   * password than `before` now.
   */
  changePassword(
    avatarId: string,
    hashes: { readonly before: string; readonly after: string },
    keepSession: string | null,
    audit: NewAudit,
    keys?: KeyRange,
  ): Promise<Ended | undefined>;
  /**
   * Replaces the hash of the same password by one of another cost. False when the avatar has another hash than `before`
   * now. Sessions go on.
   */
  renewHash(avatarId: string, hashes: { readonly before: string; readonly after: string }): Promise<boolean>;
  /**
   * How many passwords have a hash of each form: what stands before the salt in PHC format, such as
   * `$argon2id$v=19$m=19456,t=2,p=1`. Reads them in batches, between which others read.
   */
  hashForms(): Promise<ReadonlyMap<string, number>>;
}

/** Passwords whose form is read at a time. */
const FORMS_AT_ONCE = 2_000;

/** The part of a hash in PHC format before salt and hash. */
const formOf = (hash: string): string => hash.split('$').slice(0, -2).join('$');

/** Stores the hash of a new password within the caller's job. */
export function* setPassword({ tables, clock }: AvatarContext, avatarId: string, hash: string): TxScript<void> {
  const { avatarPasswords } = tables;
  const row = { avatarId, hash, changedAtMs: clock.now() };
  const set = { hash, changedAtMs: row.changedAtMs };
  yield* run((db) =>
    db.insert(avatarPasswords).values(row).onConflictDoUpdate({ target: avatarPasswords.avatarId, set }),
  );
}

const refused = (error: RegistrationRefused) => ({ ok: false, error }) as const;

/** What a registration decides by: who has the name, the agents of the owner, and the count. */
const registrationLocks = (avatar: Registration['avatar'], tally: Registration['tally']): readonly Lock[] => [
  ...nameLocks(avatar),
  ...(avatar.ownerId === null ? [] : [avatarLock(avatar.ownerId)]),
  ...(tally ? [countLock(tally.key)] : []),
];

/** ProfileRepository over its tables. */
export function createProfileRepository(context: AvatarContext): ProfileRepository {
  const { read, write, tables, newId, clock } = context;
  const { avatars, avatarPasswords, avatarApiKeys } = tables;
  const byId = prepared('avatarById', (db) => db.select().from(avatars).where(given(avatars.id, 'id')));
  const find = (id: string) => first(byId, { id });
  const idsOwnedBy = prepared('avatarIdsOwnedBy', (db) =>
    db.select({ id: avatars.id }).from(avatars).where(given(avatars.ownerId, 'ownerId')),
  );
  const names = prepared('avatarNames', (db) =>
    db
      .select({ id: avatars.id, username: avatars.username, nameHidden: avatars.nameHidden })
      .from(avatars)
      .where(isAmong(context.engine.dialect, avatars.id, 'ids')),
  );
  const freezes = freezeSteps(context.tables);

  const passwordHash = (avatarId: string) =>
    first((db) => db.select().from(avatarPasswords).where(eq(avatarPasswords.avatarId, avatarId)));

  /** Applies `set` to the avatar, as its next version. */
  function* change(before: AvatarRow, set: Profile | Partial<Standing>): TxScript<AvatarRow> {
    const written = { ...set, version: before.version + 1, updatedAtMs: clock.now() };
    yield* run((db) => db.update(avatars).set(written).where(eq(avatars.id, before.id)));
    return { ...before, ...written };
  }

  return {
    register: ({ avatar, passwordHash: hash, apiKey, mailRequest, maxAgents, tally, audit }) =>
      write(
        'full',
        function* () {
          if ((yield* holderOf(context, avatar)) !== undefined) return refused({ code: 'USERNAME_TAKEN' });
          const { ownerId } = avatar;
          const frozen = ownerId === null ? undefined : yield* freezes.kept(ownerId);
          if (frozen) return refused({ code: 'FROZEN', frozen });
          if (ownerId !== null && maxAgents !== undefined && (yield* ownsAgents(tables, ownerId, maxAgents))) {
            return refused({ code: 'TOO_MANY_AGENTS' });
          }
          const waitMs = tally ? yield* countTallies(context, [tally]) : 0;
          if (waitMs > 0) return refused({ code: 'TOO_MANY_TODAY', waitMs });
          const [id, nowMs] = [newId(), clock.now()];
          const unproved = { verifiedEmailKey: null, deregisteredAtMs: null, nameHidden: false };
          const facts = { ...unproved, id, version: 1, createdAtMs: nowMs, updatedAtMs: nowMs };
          const row: AvatarRow = { ...avatar, ...NOT_FROZEN, ...facts };
          yield* run((db) => db.insert(avatars).values(row));
          if (hash !== null) yield* setPassword(context, id, hash);
          if (apiKey !== null) {
            const key = { ...apiKey, avatarId: id, createdBy: avatar.ownerId ?? id };
            yield* run((db) => db.insert(avatarApiKeys).values(apiKeyRow(key, newId(), nowMs)));
          }
          if (mailRequest !== null) yield* addMailRequest(context, { ...mailRequest, avatarId: id });
          yield* appendAudit(context, { ...audit, subjectId: id });
          return ok(row);
        },
        { locks: registrationLocks(avatar, tally) },
      ),

    get: (id) => read(() => find(id)),

    byName: (usernameKey) =>
      read(() => first((db) => db.select().from(avatars).where(eq(avatars.usernameKey, usernameKey)))),

    namesOf: async (ids) => {
      if (ids.length === 0) return new Map();
      const rows = await read(() => all(names, { ids: JSON.stringify(ids) }));
      return new Map(rows.map(({ id, ...name }) => [id, name]));
    },

    signInFacts: (name) =>
      read(function* () {
        const isAddress = name.includes('@');
        const named = or(eq(avatars.usernameKey, name), isAddress ? eq(avatars.verifiedEmailKey, name) : undefined);
        const rows = yield* all((db) => db.select().from(avatars).where(named));
        const avatar = rows.find(({ verifiedEmailKey }) => verifiedEmailKey === name) ?? rows[0];
        if (avatar === undefined) return undefined;
        return { avatar, passwordHash: (yield* passwordHash(avatar.id))?.hash ?? null };
      }),

    passwordHashOf: (avatarId) =>
      read(function* () {
        return (yield* passwordHash(avatarId))?.hash ?? null;
      }),

    byVerifiedEmail: (emailKey) =>
      read(() => first((db) => db.select().from(avatars).where(eq(avatars.verifiedEmailKey, emailKey)))),

    household: (id) =>
      read(function* () {
        const account = (yield* find(id))?.ownerId ?? id;
        const agents = yield* all(idsOwnedBy, { ownerId: account });
        return [account, ...agents.map((agent) => agent.id)];
      }),

    agentsOf: (ownerId, cursor, limit, skip = 0) =>
      read(function* () {
        const { id, metadata } = avatars;
        const owned = and(eq(avatars.ownerId, ownerId), cursor === null ? undefined : gt(id, cursor));
        const heads = yield* all((db) =>
          db
            .select({ id, bytes: bytesOf(metadata) })
            .from(avatars)
            .where(owned)
            .orderBy(asc(id))
            .limit(limit + 1)
            .offset(skip),
        );
        return yield* pageWithin(
          heads,
          limit,
          (head) => head.id,
          function* (page) {
            const ids = page.map((head) => head.id);
            const rows = yield* all((db) => db.select().from(avatars).where(inArray(id, ids)));
            return inOrderOf(ids, rows, (row) => row.id);
          },
        );
      }),

    update: (id, patch, versions, audit) =>
      write(
        'full',
        function* () {
          const before = yield* find(id);
          if (before === undefined || (versions && !versions.includes(before.version))) return undefined;
          const profile = profileOf(patch);
          const members = changedBy(before, profile);
          if (members.length > 0) yield* appendAudit(context, { ...audit, facts: { ...audit.facts, members } });
          return yield* change(before, profile);
        },
        { locks: [avatarLock(id)] },
      ),

    assign: (id, standing, audit) =>
      write(
        'full',
        function* () {
          const before = yield* find(id);
          if (before === undefined) return undefined;
          if (standing.isAdmin && (yield* freezes.kept(id))) return undefined;
          yield* revokeSessions(context, [id], 'roleChanged', null);
          yield* appendAudit(context, audit);
          return yield* change(before, roleOf(standing));
        },
        { locks: [avatarLock(id)] },
      ),

    renewHash: (avatarId, { before, after }) =>
      write(
        'normal',
        function* () {
          const same = and(eq(avatarPasswords.avatarId, avatarId), eq(avatarPasswords.hash, before));
          return (yield* run((db) => db.update(avatarPasswords).set({ hash: after }).where(same))) === 1;
        },
        { locks: [avatarLock(avatarId)] },
      ),

    hashForms: async () => {
      const forms = new Map<string, number>();
      let after = '';
      for (;;) {
        const { avatarId, hash } = avatarPasswords;
        const next = gt(avatarId, after);
        const rows = await read(() =>
          all((db) =>
            db.select({ avatarId, hash }).from(avatarPasswords).where(next).orderBy(asc(avatarId)).limit(FORMS_AT_ONCE),
          ),
        );
        for (const row of rows) forms.set(formOf(row.hash), (forms.get(formOf(row.hash)) ?? 0) + 1);
        after = rows.at(-1)?.avatarId ?? after;
        if (rows.length < FORMS_AT_ONCE) return forms;
      }
    },

    changePassword: (avatarId, { before, after }, keepSession, audit, keys = 'none') =>
      write(
        'full',
        function* () {
          yield* freezes.kept(avatarId);
          if ((yield* passwordHash(avatarId))?.hash !== before) return undefined;
          yield* setPassword(context, avatarId, after);
          const ended = yield* endAccess(context, avatarId, { reason: 'passwordChanged', keepSession, keys });
          yield* appendAudit(context, { ...audit, facts: { ...audit.facts, ...ended } });
          return ended;
        },
        { locks: [avatarLock(avatarId)] },
      ),
  };
}
