import { ok } from '@causeway/protocol';
import type { AvatarRow, FrozenBy } from '@causeway/storage';
import { type Caller, hasScope } from '../../http/callers/callers.ts';
import type { Answer } from '../../http/errors/errors.ts';
import { refuse } from './errors.ts';
import type { AvatarParts } from './parts.ts';

/** An avatar that the caller acts on: as its owner, or as an admin who says why. */
export interface ActedOn {
  readonly avatar: AvatarRow;
  readonly by: FrozenBy;
  readonly reason: string | null;
}

/**
 * The caller's own avatar, an agent of it, or, for an admin with a reason, any avatar. Refuses with AVATAR_NOT_FOUND
 * and REASON_REQUIRED.
 */
export async function actedOn(
  { storage }: Pick<AvatarParts, 'storage'>,
  caller: Caller,
  avatarId: string,
  reason: string | undefined,
): Promise<Answer<ActedOn>> {
  const avatar = await storage.avatars.profiles.get(avatarId.toLowerCase());
  const theirs = avatar?.id === caller.avatarId || avatar?.ownerId === caller.avatarId;
  if (!avatar || !(theirs || hasScope(caller, 'admin'))) {
    return refuse('AVATAR_NOT_FOUND', `no avatar of yours is ${avatarId}`);
  }
  if (!theirs && reason === undefined)
    return refuse('REASON_REQUIRED', 'say why: the owner of the account can read it');
  return ok({ avatar, by: theirs ? 'owner' : 'admin', reason: reason ?? null });
}
