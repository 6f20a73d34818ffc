import { ok, type Result } from '@causeway/protocol';
import { and, asc, count, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Frozen } from '../core/freezes.ts';
import { type Page, pageOf } from '../core/page.ts';
import { readLocked } from '../core/read-locked.ts';
import { given, prepared } from '../core/statements.ts';
import { all, first, lock, run, type TxScript } from '../core/steps.ts';
import { type AvatarContext, appendAudit, type NewAudit } from './context.ts';
import { freezeSteps, standingColumns } from './freezes.ts';
import { apiKeyLock, avatarLock } from './locks.ts';
import type { ApiKeyRow, LiveApiKey } from './rows.ts';

/**
 * A key to store. `renewableUntilMs`: no key that takes its place ends later; null: each lasts as long as the one
 * before.
 */
export type NewApiKey = Omit<
  ApiKeyRow,
  'id' | 'createdAtMs' | 'lastUsedAtMs' | 'revokedAtMs' | 'replacedBy' | 'endNotices' | 'renewableUntilMs'
> & { readonly renewableUntilMs?: number | null };

/** Why no key is made. */
export type ApiKeyRefused =
  | { readonly code: 'TOO_MANY'; readonly live: number }
  | { readonly code: 'FROZEN'; readonly frozen: Frozen }
  /** The key has a successor already, has ended, or its last possible end has come. */
  | { readonly code: 'RENEWED' | 'ENDED' };

/** The key that takes the place of `keyId`, which ends after `overlapMs`. It lasts as long, and at most `longestMs`. */
export interface Renewal {
  readonly keyId: string;
  readonly prefix: string;
  /** SHA-256 of the new key. */
  readonly hash: string;
  readonly overlapMs: number;
  readonly longestMs: number;
}

type Made = Result<ApiKeyRow, ApiKeyRefused>;

const refusal = (error: ApiKeyRefused): Made => ({ ok: false, error });

/** API keys. */
export interface ApiKeyRepository {
  /** Stores a key unless the avatar is frozen or has `most` live ones, which is looked at in the same transaction. */
  create(key: NewApiKey, audit: NewAudit, most?: number): Promise<Made>;
  /**
   * Puts a new key in the place of another. A successor that was never used gives way to the new one, because the
   * answer that had it was lost.
   */
  renew(renewal: Renewal, audit: NewAudit): Promise<Made>;
  /** The key with this SHA-256 and its avatar's standing, also when it is revoked or has expired. */
  byHash(hash: string): Promise<LiveApiKey | undefined>;
  get(id: string): Promise<ApiKeyRow | undefined>;
  /** Keys of an avatar, oldest first, revoked ones included. */
  list(avatarId: string): Promise<readonly ApiKeyRow[]>;
  /** A page of them. */
  page(avatarId: string, cursor: string | null, limit: number, skip?: number): Promise<Page<ApiKeyRow>>;
  /** Revokes a key and every key that took its place. False when all of them were revoked already. */
  revoke(id: string, audit: NewAudit): Promise<boolean>;
  /** Records a use. */
  used(id: string, atMs: number): Promise<void>;
  /**
   * Keys without a successor that end after `nowMs` and at most at `untilMs`, live longer than `untilMs - nowMs` in
   * all, and had fewer than `notices` messages about it; those that end first come first.
   */
  ending(nowMs: number, untilMs: number, notices: number, limit: number): Promise<readonly ApiKeyRow[]>;
  /** Counts a message about the end of a key, with its security event. False when another process did. */
  noticed(id: string, notices: number, audit: NewAudit): Promise<boolean>;
}

/** Members of a key that nobody has used yet. */
const UNUSED = { lastUsedAtMs: null, revokedAtMs: null, replacedBy: null, endNotices: 0 } as const;

/** The row of a new key. */
export const apiKeyRow = (key: NewApiKey, id: string, createdAtMs: number): ApiKeyRow => ({
  renewableUntilMs: null,
  ...key,
  id,
  createdAtMs,
  ...UNUSED,
});

/** ApiKeyRepository over its table. */
export function createApiKeyRepository(context: AvatarContext): ApiKeyRepository {
  const { read, write, tables, newId, clock } = context;
  const { avatars, avatarApiKeys } = tables;
  const freezes = freezeSteps(context.tables);
  const standing = standingColumns(avatars);
  const liveByHash = prepared('liveApiKey', (db) =>
    db
      .select({ key: avatarApiKeys, avatar: standing })
      .from(avatarApiKeys)
      .innerJoin(avatars, eq(avatars.id, avatarApiKeys.avatarId))
      .where(given(avatarApiKeys.hash, 'hash')),
  );
  const find = (id: string): TxScript<ApiKeyRow | undefined> =>
    first((db) => db.select().from(avatarApiKeys).where(eq(avatarApiKeys.id, id)));

  /** The key, with all keys of its avatar locked. */
  const held = (id: string): TxScript<ApiKeyRow | undefined> =>
    readLocked(
      () => find(id),
      (row) => (row ? [avatarLock(row.avatarId)] : []),
    );

  function* add(key: NewApiKey, audit: NewAudit): TxScript<ApiKeyRow> {
    const row = apiKeyRow(key, newId(), clock.now());
    yield* run((db) => db.insert(avatarApiKeys).values(row));
    yield* appendAudit(context, { ...audit, facts: { ...audit.facts, apiKeyId: row.id } });
    return row;
  }

  function* refused(avatarId: string, most: number | undefined): TxScript<ApiKeyRefused | undefined> {
    const frozen = yield* freezes.kept(avatarId);
    if (frozen) return { code: 'FROZEN', frozen };
    if (most === undefined) return undefined;
    const isLive = and(
      eq(avatarApiKeys.avatarId, avatarId),
      isNull(avatarApiKeys.revokedAtMs),
      isNull(avatarApiKeys.replacedBy),
      or(isNull(avatarApiKeys.expiresAtMs), gt(avatarApiKeys.expiresAtMs, clock.now())),
    );
    const live = (yield* first((db) => db.select({ keys: count() }).from(avatarApiKeys).where(isLive)))?.keys ?? 0;
    return live >= most ? { code: 'TOO_MANY', live } : undefined;
  }

  const endKey = (id: string): TxScript<number> => {
    const live = and(eq(avatarApiKeys.id, id), isNull(avatarApiKeys.revokedAtMs));
    return run((db) => db.update(avatarApiKeys).set({ revokedAtMs: clock.now() }).where(live));
  };

  function* replace(
    before: ApiKeyRow,
    { prefix, hash, overlapMs, longestMs }: Renewal,
    audit: NewAudit,
  ): TxScript<Made> {
    const nowMs = clock.now();
    const { avatarId, createdBy, name, scopes, renewableUntilMs } = before;
    const lived = before.expiresAtMs === null ? longestMs : before.expiresAtMs - before.createdAtMs;
    const lasts = Math.min(lived, longestMs);
    const expiresAtMs = Math.min(nowMs + lasts, renewableUntilMs ?? Number.MAX_SAFE_INTEGER);
    if (expiresAtMs <= nowMs) return refusal({ code: 'ENDED' });
    const row = yield* add({ avatarId, createdBy, name, scopes, renewableUntilMs, prefix, hash, expiresAtMs }, audit);
    const end = Math.min(before.expiresAtMs ?? Number.MAX_SAFE_INTEGER, nowMs + overlapMs);
    // A repetition does not lengthen the overlap.
    const set = before.replacedBy === null ? { replacedBy: row.id, expiresAtMs: end } : { replacedBy: row.id };
    yield* run((db) => db.update(avatarApiKeys).set(set).where(eq(avatarApiKeys.id, before.id)));
    return ok(row);
  }

  return {
    create: (key, audit, most) =>
      write(
        'full',
        function* () {
          const error = yield* refused(key.avatarId, most);
          return error ? refusal(error) : ok(yield* add(key, audit));
        },
        { locks: [avatarLock(key.avatarId)] },
      ),

    renew: (renewal, audit) =>
      write(
        'full',
        function* () {
          const before = yield* held(renewal.keyId);
          const nowMs = clock.now();
          if (!before || before.revokedAtMs !== null || (before.expiresAtMs ?? nowMs + 1) <= nowMs) {
            return refusal({ code: 'ENDED' });
          }
          const error = yield* refused(before.avatarId, undefined);
          if (error) return refusal(error);
          if (before.replacedBy !== null) yield* lock(apiKeyLock(before.replacedBy));
          const successor = before.replacedBy === null ? undefined : yield* find(before.replacedBy);
          const lost = successor?.lastUsedAtMs === null && successor.revokedAtMs === null;
          if (successor && !lost) return refusal({ code: 'RENEWED' });
          if (successor) yield* endKey(successor.id);
          // The successor of a lost answer lasts as long as that one did.
          const pattern = successor
            ? { ...before, expiresAtMs: successor.expiresAtMs, createdAtMs: successor.createdAtMs }
            : before;
          return yield* replace({ ...pattern, id: before.id }, renewal, audit);
        },
        { locks: [] },
      ),

    byHash: (hash) =>
      read(function* () {
        const found = yield* first(liveByHash, { hash });
        return found && { ...found.key, ...(yield* freezes.standing(found.avatar)) };
      }),

    get: (id) => read(() => find(id)),

    list: (avatarId) =>
      read(() =>
        all((db) =>
          db.select().from(avatarApiKeys).where(eq(avatarApiKeys.avatarId, avatarId)).orderBy(asc(avatarApiKeys.id)),
        ),
      ),

    page: (avatarId, cursor, limit, skip = 0) =>
      read(function* () {
        const { id } = avatarApiKeys;
        const own = and(eq(avatarApiKeys.avatarId, avatarId), cursor === null ? undefined : gt(id, cursor));
        const rows = yield* all((db) =>
          db
            .select()
            .from(avatarApiKeys)
            .where(own)
            .orderBy(asc(id))
            .limit(limit + 1)
            .offset(skip),
        );
        return pageOf(rows, limit);
      }),

    revoke: (id, audit) =>
      write(
        'full',
        function* () {
          let ended = 0;
          for (let key = yield* held(id); key !== undefined; ) {
            ended += yield* endKey(key.id);
            key = key.replacedBy === null ? undefined : yield* find(key.replacedBy);
          }
          if (ended > 0) yield* appendAudit(context, { ...audit, facts: { ...audit.facts, keys: ended } });
          return ended > 0;
        },
        { locks: [] },
      ),

    used: async (id, atMs) => {
      await write(
        'normal',
        () => run((db) => db.update(avatarApiKeys).set({ lastUsedAtMs: atMs }).where(eq(avatarApiKeys.id, id))),
        { locks: [apiKeyLock(id)] },
      );
    },

    ending: (nowMs, untilMs, notices, limit) =>
      read(function* () {
        const { expiresAtMs, createdAtMs, revokedAtMs, replacedBy, endNotices } = avatarApiKeys;
        const due = and(
          gt(expiresAtMs, nowMs),
          lte(expiresAtMs, untilMs),
          // A key that was made for a shorter time needs no message about it.
          gt(sql`${expiresAtMs} - ${createdAtMs}`, untilMs - nowMs),
          isNull(revokedAtMs),
          isNull(replacedBy),
          lt(endNotices, notices),
        );
        return yield* all((db) =>
          db.select().from(avatarApiKeys).where(due).orderBy(asc(expiresAtMs), asc(avatarApiKeys.id)).limit(limit),
        );
      }),

    noticed: (id, notices, audit) =>
      write(
        'full',
        function* () {
          yield* held(id);
          const { endNotices, revokedAtMs, replacedBy } = avatarApiKeys;
          const still = and(eq(avatarApiKeys.id, id), lt(endNotices, notices), isNull(revokedAtMs), isNull(replacedBy));
          const counted = yield* run((db) => db.update(avatarApiKeys).set({ endNotices: notices }).where(still));
          if (counted === 1) yield* appendAudit(context, audit);
          return counted === 1;
        },
        { locks: [] },
      ),
  };
}
