import { ok } from '@causeway/protocol';
import type { Answer } from '../../../http/errors/errors.ts';
import { refuse } from '../errors.ts';
import { nameKey } from '../names.ts';
import { isIdentifier, widthMapped } from './precis.ts';
import { skeletonOf } from './skeleton.ts';

/** A username as it is stored. */
export interface Username {
  /** As its avatar writes it. */
  readonly username: string;
  /** The form in which names are compared. */
  readonly usernameKey: string;
  /** What people see in it. */
  readonly usernameSkeleton: string;
}

/** Longest username, characters. */
export const MAX_USERNAME = 64;

/** What is stored of a name, whether it keeps the rules or not. */
export const storedName = (username: string): Username => {
  const usernameKey = nameKey(username);
  return { username, usernameKey, usernameSkeleton: skeletonOf(usernameKey) };
};

/** What is wrong with a username; null when it keeps the rules. */
export function wrongIn(username: string): string | null {
  const name = widthMapped(username);
  if (nameKey(name).includes('@')) return 'it has an @, so people would take it for an address';
  if ([...name].length > MAX_USERNAME) return `it has more than ${MAX_USERNAME} characters`;
  // Words with single spaces between them (RFC 8265, 3.5).
  if (!name.split(' ').every((word) => isIdentifier(word) && isIdentifier(nameKey(word)))) {
    return 'it has characters beside letters, digits and those of ASCII, a space at an end, or two directions of writing';
  }
  return null;
}

/**
 * A username in the profile UsernameCaseMapped of PRECIS (RFC 8265), of words with single spaces between them. The
 * rules hold for what is stored and compared, not only for the text as it was sent. Refuses with USERNAME_INVALID.
 */
export function parseUsername(text: string): Answer<Username> {
  const wrong = wrongIn(text);
  return wrong === null
    ? ok(storedName(widthMapped(text)))
    : refuse('USERNAME_INVALID', `the username is refused: ${wrong}`);
}
