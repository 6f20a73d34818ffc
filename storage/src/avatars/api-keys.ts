import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { type Page, pageOf } from '../core/page.ts';
import { given, prepared } from '../core/statements.ts';
import { all, first, run } from '../core/steps.ts';
import { type AvatarContext, appendAudit, type NewAudit } from './context.ts';
import type { ApiKeyRow, LiveApiKey } from './rows.ts';

/** API keys. */
export interface ApiKeyRepository {
  create(
    key: Omit<ApiKeyRow, 'id' | 'createdAtMs' | 'lastUsedAtMs' | 'revokedAtMs'>,
    audit: NewAudit,
  ): Promise<ApiKeyRow>;
  /** The key with this SHA-256 and its avatar's standing, also when it is revoked or has expired. */
  byHash(hash: string): Promise<LiveApiKey | undefined>;
  get(id: string): Promise<ApiKeyRow | undefined>;
  /** Keys of an avatar, oldest first, revoked ones included. */
  list(avatarId: string): Promise<readonly ApiKeyRow[]>;
  /** A page of them. */
  page(avatarId: string, cursor: string | null, limit: number, skip?: number): Promise<Page<ApiKeyRow>>;
  /** Revokes a key. False when it was revoked already. */
  revoke(id: string, audit: NewAudit): Promise<boolean>;
  /** Records a use. */
  used(id: string, atMs: number): Promise<void>;
}

/** ApiKeyRepository over its table. */
export function createApiKeyRepository(context: AvatarContext): ApiKeyRepository {
  const { read, write, tables, newId, clock } = context;
  const { avatars, avatarApiKeys } = tables;
  const liveByHash = prepared('liveApiKey', (db) =>
    db
      .select({ key: avatarApiKeys, avatarType: avatars.avatarType, isAdmin: avatars.isAdmin })
      .from(avatarApiKeys)
      .innerJoin(avatars, eq(avatars.id, avatarApiKeys.avatarId))
      .where(given(avatarApiKeys.hash, 'hash')),
  );
  return {
    create: (key, audit) =>
      write('full', function* () {
        const unused = { createdAtMs: clock(), lastUsedAtMs: null, revokedAtMs: null };
        const row: ApiKeyRow = { ...key, id: newId(), ...unused };
        yield* run((db) => db.insert(avatarApiKeys).values(row));
        yield* appendAudit(context, { ...audit, facts: { ...audit.facts, apiKeyId: row.id } });
        return row;
      }),

    byHash: (hash) =>
      read(function* () {
        const found = yield* first(liveByHash, { hash });
        return found && { ...found.key, avatarType: found.avatarType, isAdmin: found.isAdmin };
      }),

    get: (id) => read(() => first((db) => db.select().from(avatarApiKeys).where(eq(avatarApiKeys.id, id)))),

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
      write('full', function* () {
        const live = and(eq(avatarApiKeys.id, id), isNull(avatarApiKeys.revokedAtMs));
        const revoked = yield* run((db) => db.update(avatarApiKeys).set({ revokedAtMs: clock() }).where(live));
        if (revoked === 1) yield* appendAudit(context, audit);
        return revoked === 1;
      }),

    used: async (id, atMs) => {
      await write('normal', () =>
        run((db) => db.update(avatarApiKeys).set({ lastUsedAtMs: atMs }).where(eq(avatarApiKeys.id, id))),
      );
    },
  };
}
