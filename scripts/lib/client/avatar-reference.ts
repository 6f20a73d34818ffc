import type { Causeway } from '@causeway/client';
import { UUID } from './flags.ts';

/** What a command takes as another avatar. */
export const AVATAR_REFERENCE = 'name or id of the other avatar';

/**
 * The id of the avatar that `text` names by its username or its id. Throws AVATAR_NOT_FOUND for a name that nobody
 * shows.
 */
export const avatarIdOf = async ({ avatars }: Causeway, text: string): Promise<string> =>
  UUID.test(text) ? text : (await avatars.find(text)).id;

/** An avatar by its name, and by its id where it has none to show. */
export const shownAs = (username: string | null, id: string): string => username ?? id;
