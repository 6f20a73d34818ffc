import { eq, inArray, isNotNull } from 'drizzle-orm';
import { type Frozen, type FrozenBy, freezing, frozenIn, NOT_FROZEN } from '../core/freezes.ts';
import { partsOf } from '../core/parts.ts';
import { given, memoize, prepared } from '../core/statements.ts';
import { all, first, lock, run, type TxScript } from '../core/steps.ts';
import { type AvatarContext, appendAudit, type NewAudit } from './context.ts';
import { avatarLock, sharedAvatarLock } from './locks.ts';
import type { AvatarRow, LiveStanding, Standing } from './rows.ts';
import type { AvatarTables } from './schema.ts';

/** Avatars in one condition. */
export const AVATARS_AT_ONCE = 500;

/** Who freezes or thaws, and why; the reason is for the owner and for admins. */
export interface FreezeWish {
  readonly by: FrozenBy;
  readonly reason: string | null;
}

/** An avatar after a freeze or a thaw, or why it stays as it is. */
export type AvatarFrozen = AvatarRow | 'unknown' | 'byAdmin';

/** Freezes of accounts. The agents of a frozen avatar, and their agents, are frozen with it. */
export interface FreezeRepository {
  /** The freeze that holds for an avatar: its own, or the one of its owner. */
  of(avatarId: string): Promise<Frozen | undefined>;
  /** Freezes an avatar. An admin's freeze stays one when the owner freezes, too. */
  freeze(avatarId: string, wish: FreezeWish, audit: NewAudit): Promise<AvatarFrozen>;
  /** Ends an avatar's own freeze. `byAdmin`: only an admin may. */
  thaw(avatarId: string, by: FrozenBy, audit: NewAudit): Promise<AvatarFrozen>;
  /** The avatars with a freeze of their own, oldest first. */
  list(): Promise<readonly AvatarRow[]>;
  /** An avatar's agents, their agents, and so on, without the avatar. */
  below(avatarId: string): Promise<readonly string[]>;
}

type Level = Pick<AvatarRow, 'id' | 'ownerId' | 'frozenAtMs' | 'frozenBy' | 'frozenReason'>;

/** The columns of an avatar that decide what its credentials may do. */
export const standingColumns = ({
  id,
  avatarType,
  isAdmin,
  ownerId,
  frozenAtMs,
  frozenBy,
  frozenReason,
}: AvatarTables['avatars']) => ({ id, avatarType, isAdmin, ownerId, frozenAtMs, frozenBy, frozenReason });

/** The freezes of one storage's avatars, as steps. */
export const freezeSteps = memoize(({ avatars }: Pick<AvatarTables, 'avatars'>) => {
  const { id, ownerId, frozenAtMs, frozenBy, frozenReason } = avatars;
  const levelById = prepared('freezeOfAvatar', (db) =>
    db.select({ id, ownerId, frozenAtMs, frozenBy, frozenReason }).from(avatars).where(given(avatars.id, 'id')),
  );

  /** The freeze that holds for the avatar at `level`. An owner is older than its agents, so the walk ends. */
  function* from(level: Level | undefined): TxScript<Frozen | undefined> {
    for (let at = level; at !== undefined; ) {
      const frozen = frozenIn('account', at);
      if (frozen || at.ownerId === null) return frozen;
      at = yield* first(levelById, { id: at.ownerId });
    }
    return undefined;
  }

  return {
    from,
    /** The standing in an avatar's columns, with the freeze that holds for it. */
    *standing(avatar: Level & Standing): TxScript<LiveStanding> {
      const { avatarType, isAdmin, ownerId: owner } = avatar;
      return { avatarType, isAdmin, ownerId: owner, frozen: yield* from(avatar) };
    },
    *of(avatarId: string): TxScript<Frozen | undefined> {
      return yield* from(yield* first(levelById, { id: avatarId }));
    },
    /**
     * The same for a job that acts for the avatar or lets somebody in: it keeps the avatar and all of its owners, so
     * that none of them is frozen, and nothing of theirs ends, before the job's commit.
     */
    *kept(avatarId: string): TxScript<Frozen | undefined> {
      let frozen: Frozen | undefined;
      for (let next: string | null = avatarId; next !== null; ) {
        yield* lock(sharedAvatarLock(next));
        const level: Level | undefined = yield* first(levelById, { id: next });
        frozen ??= frozenIn('account', level);
        next = level?.ownerId ?? null;
      }
      return frozen;
    },
    /**
     * The agents below an avatar, of every level. An owner may have made very many over the years, and a takeover must
     * end what all of them have: so each statement asks for many.
     */
    *below(avatarId: string): TxScript<readonly string[]> {
      const found: string[] = [];
      for (let owners = [avatarId]; owners.length > 0; ) {
        const next: string[] = [];
        for (const some of partsOf(owners, AVATARS_AT_ONCE)) {
          const rows = yield* all((db) => db.select({ id }).from(avatars).where(inArray(ownerId, some)));
          next.push(...rows.map((row) => row.id));
        }
        found.push(...next);
        owners = next;
      }
      return found;
    },
  };
});

/** FreezeRepository over the avatars. */
export function createFreezeRepository(context: AvatarContext): FreezeRepository {
  const { read, write, tables, clock } = context;
  const { avatars } = tables;
  const steps = freezeSteps(tables);

  const find = (id: string) => first((db) => db.select().from(avatars).where(eq(avatars.id, id)));

  function* change(before: AvatarRow, set: Partial<AvatarRow>, audit: NewAudit): TxScript<AvatarRow> {
    const written = { ...set, version: before.version + 1, updatedAtMs: clock.now() };
    yield* run((db) => db.update(avatars).set(written).where(eq(avatars.id, before.id)));
    yield* appendAudit(context, audit);
    return { ...before, ...written };
  }

  return {
    of: (avatarId) => read(() => steps.of(avatarId)),

    freeze: (avatarId, { by, reason }, audit) =>
      write(
        'full',
        function* () {
          const before = yield* find(avatarId);
          if (before === undefined) return 'unknown' as const;
          return yield* change(before, freezing(before, { by, reason, nowMs: clock.now() }), audit);
        },
        { locks: [avatarLock(avatarId)] },
      ),

    thaw: (avatarId, by, audit) =>
      write(
        'full',
        function* () {
          const before = yield* find(avatarId);
          if (before === undefined) return 'unknown' as const;
          if (before.frozenAtMs === null) return before;
          if (before.frozenBy === 'admin' && by === 'owner') return 'byAdmin' as const;
          return yield* change(before, NOT_FROZEN, audit);
        },
        { locks: [avatarLock(avatarId)] },
      ),

    list: () => read(() => all((db) => db.select().from(avatars).where(isNotNull(avatars.frozenAtMs)))),

    below: (avatarId) => read(() => steps.below(avatarId)),
  };
}
