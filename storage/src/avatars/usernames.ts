import { and, asc, eq, gt, isNull, ne, or } from 'drizzle-orm';
import { all, first, run, type TxScript } from '../core/steps.ts';
import type { AvatarContext } from './context.ts';
import { avatarLock, skeletonLock } from './locks.ts';
import type { AvatarRow } from './rows.ts';

/** The names of an avatar. */
export type Named = Pick<AvatarRow, 'id' | 'username' | 'usernameKey' | 'usernameSkeleton'>;

/** An avatar with what people see in its username. */
export interface Seen {
  readonly id: string;
  readonly skeleton: string;
}

/** The usernames of all avatars, for rules that came after them. */
export interface UsernameRepository {
  /** Names in the order of their avatars' ids, after the id `after`; with `open`, those without a skeleton alone. */
  list(after: string | null, limit: number, open?: 'open'): Promise<readonly Named[]>;
  /** The avatar that has the skeleton, unless it is `id`. */
  lookalike(skeleton: string, id: string): Promise<Named | undefined>;
  /** Stores skeletons where no other avatar has the same one; otherwise the avatar stays without. */
  fillSkeletons(seen: readonly Seen[]): Promise<void>;
}

/** The avatar that has a name, or one that resembles it. */
export const holderOf = (
  { tables: { avatars } }: Pick<AvatarContext, 'tables'>,
  { usernameKey, usernameSkeleton }: Pick<AvatarRow, 'usernameKey' | 'usernameSkeleton'>,
): TxScript<AvatarRow | undefined> => {
  const looksAlike = usernameSkeleton === null ? undefined : eq(avatars.usernameSkeleton, usernameSkeleton);
  return first((db) =>
    db
      .select()
      .from(avatars)
      .where(or(eq(avatars.usernameKey, usernameKey), looksAlike)),
  );
};

/** Names that one job sees: each is locked. */
const AT_ONCE = 32;

/** UsernameRepository over the avatars. */
export function createUsernameRepository({ read, write, tables }: AvatarContext): UsernameRepository {
  const { avatars } = tables;
  const { id, username, usernameKey, usernameSkeleton } = avatars;
  return {
    list: (after, limit, open) =>
      read(() =>
        all((db) =>
          db
            .select({ id, username, usernameKey, usernameSkeleton })
            .from(avatars)
            .where(and(after === null ? undefined : gt(id, after), open && isNull(usernameSkeleton)))
            .orderBy(asc(id))
            .limit(limit),
        ),
      ),

    lookalike: (skeleton, own) =>
      read(() =>
        first((db) =>
          db
            .select({ id, username, usernameKey, usernameSkeleton })
            .from(avatars)
            .where(and(eq(usernameSkeleton, skeleton), ne(id, own))),
        ),
      ),

    fillSkeletons: async (seen) => {
      for (let at = 0; at < seen.length; at += AT_ONCE) {
        const some = seen.slice(at, at + AT_ONCE);
        await write(
          'full',
          function* () {
            for (const { id: avatarId, skeleton } of some) {
              const holder = yield* first((db) =>
                db.select({ id }).from(avatars).where(eq(usernameSkeleton, skeleton)),
              );
              if (holder !== undefined) continue;
              const set = { usernameSkeleton: skeleton };
              yield* run((db) => db.update(avatars).set(set).where(eq(id, avatarId)));
            }
          },
          { locks: some.flatMap((one) => [skeletonLock(one.skeleton), avatarLock(one.id)]) },
        );
      }
    },
  };
}
