import type { AvatarRepository } from '@causeway/storage';
import { skeletonOf } from './skeleton.ts';

/** Rows of one transaction. */
const BATCH = 500;

/**
 * Stores what people see in the names of avatars that have none stored, the oldest avatar first. Of earlier avatars
 * with names that look alike, the oldest has the skeleton; the others keep their names and stay without.
 */
export async function fillSkeletons(usernames: AvatarRepository['usernames']): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const rows = await usernames.list(after, BATCH, 'open');
    if (rows.length === 0) return;
    await usernames.fillSkeletons(rows.map(({ id, usernameKey }) => ({ id, skeleton: skeletonOf(usernameKey) })));
    after = rows.at(-1)?.id ?? null;
  }
}
