import { and, asc, eq, isNull } from 'drizzle-orm';
import { all, first, run } from '../core/steps.ts';
import { type AvatarContext, appendAudit, type NewAudit } from './context.ts';
import { signingKeysLock } from './locks.ts';
import type { SigningKeyRow } from './rows.ts';

export type NewSigningKey = Omit<SigningKeyRow, 'createdAtMs' | 'revokedAtMs'>;

/** Keys that sign access tokens. Their private parts are sealed. */
export interface SigningKeyRepository {
  /** Every key, oldest first. */
  list(): Promise<readonly SigningKeyRow[]>;
  add(key: NewSigningKey, audit: NewAudit): Promise<void>;
  /** Adds the key if there is none; concurrent processes add one. Returns false when there was one. */
  addFirst(key: NewSigningKey, audit: NewAudit): Promise<boolean>;
  /**
   * Adds the key and revokes every other one, also those that would sign later, in one transaction: tokens of the
   * others are refused from now on, and of concurrent calls one key signs in the end. `revoked` is the event of each
   * revoked key, whose id it gets as fact `keyId`.
   */
  replaceAll(key: NewSigningKey, audits: { readonly created: NewAudit; readonly revoked: NewAudit }): Promise<void>;
  /** Replaces the sealed form `before` by `after`. False when it has another form now. */
  reseal(id: string, before: string, after: string): Promise<boolean>;
}

/** SigningKeyRepository over its table. */
export function createSigningKeyRepository(context: AvatarContext): SigningKeyRepository {
  const { read, write, tables, clock } = context;
  const { avatarSigningKeys } = tables;

  function* insert(key: NewSigningKey, audit: NewAudit) {
    const row: SigningKeyRow = { ...key, createdAtMs: clock.now(), revokedAtMs: null };
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

    add: (key, audit) => write('full', () => insert(key, audit), { locks: [signingKeysLock] }),

    addFirst: (key, audit) =>
      write(
        'full',
        function* () {
          if ((yield* first((db) => db.select().from(avatarSigningKeys).limit(1))) !== undefined) return false;
          yield* insert(key, audit);
          return true;
        },
        { locks: [signingKeysLock] },
      ),

    replaceAll: (key, { created, revoked }) =>
      write(
        'full',
        function* () {
          const live = yield* all((db) =>
            db
              .update(avatarSigningKeys)
              .set({ revokedAtMs: clock.now() })
              .where(isNull(avatarSigningKeys.revokedAtMs))
              .returning({ id: avatarSigningKeys.id }),
          );
          yield* insert(key, created);
          for (const { id } of live) yield* appendAudit(context, { ...revoked, facts: { keyId: id } });
        },
        { locks: [signingKeysLock] },
      ),

    reseal: (id, before, after) =>
      write(
        'full',
        function* () {
          const unchanged = and(eq(avatarSigningKeys.id, id), eq(avatarSigningKeys.sealed, before));
          return (yield* run((db) => db.update(avatarSigningKeys).set({ sealed: after }).where(unchanged))) === 1;
        },
        { locks: [signingKeysLock] },
      ),
  };
}
