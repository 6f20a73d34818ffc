import { and, asc, eq, isNull } from 'drizzle-orm';
import { all, first, run } from '../core/steps.ts';
import { type AvatarContext, appendAudit, type NewAudit } from './context.ts';
import type { SigningKeyRow } from './rows.ts';

/** Keys that sign access tokens. Their private parts are sealed. */
export interface SigningKeyRepository {
  /** Every key, oldest first. */
  list(): Promise<readonly SigningKeyRow[]>;
  add(key: Omit<SigningKeyRow, 'createdAtMs' | 'revokedAtMs'>, audit: NewAudit): Promise<void>;
  /** Adds the key if there is none; concurrent processes add one. Returns false when there was one. */
  addFirst(key: Omit<SigningKeyRow, 'createdAtMs' | 'revokedAtMs'>, audit: NewAudit): Promise<boolean>;
  /** Tokens of the key are refused from now on. */
  revoke(id: string, audit: NewAudit): Promise<boolean>;
  /** Replaces the sealed form `before` by `after`. False when it has another form now. */
  reseal(id: string, before: string, after: string): Promise<boolean>;
}

/** SigningKeyRepository over its table. */
export function createSigningKeyRepository(context: AvatarContext): SigningKeyRepository {
  const { read, write, tables, clock } = context;
  const { avatarSigningKeys } = tables;

  function* insert(key: Omit<SigningKeyRow, 'createdAtMs' | 'revokedAtMs'>, audit: NewAudit) {
    const row: SigningKeyRow = { ...key, createdAtMs: clock(), revokedAtMs: null };
    yield* run((db) => db.insert(avatarSigningKeys).values(row));
    yield* appendAudit(context, audit);
  }

  return {
    list: () =>
      read(() =>
        all((db) =>
          db.select().from(avatarSigningKeys).orderBy(asc(avatarSigningKeys.signsFromMs), asc(avatarSigningKeys.id)),
        ),
      ),

    add: (key, audit) => write('full', () => insert(key, audit)),

    addFirst: (key, audit) =>
      write('full', function* () {
        if ((yield* first((db) => db.select().from(avatarSigningKeys).limit(1))) !== undefined) return false;
        yield* insert(key, audit);
        return true;
      }),

    revoke: (id, audit) =>
      write('full', function* () {
        const live = and(eq(avatarSigningKeys.id, id), isNull(avatarSigningKeys.revokedAtMs));
        const revoked = yield* run((db) => db.update(avatarSigningKeys).set({ revokedAtMs: clock() }).where(live));
        if (revoked === 1) yield* appendAudit(context, audit);
        return revoked === 1;
      }),

    reseal: (id, before, after) =>
      write('full', function* () {
        const unchanged = and(eq(avatarSigningKeys.id, id), eq(avatarSigningKeys.sealed, before));
        return (yield* run((db) => db.update(avatarSigningKeys).set({ sealed: after }).where(unchanged))) === 1;
      }),
  };
}
