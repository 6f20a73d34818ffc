import { createHash, createHmac } from 'node:crypto';

/** Random bytes of a token. */
const TOKEN_BYTES = 32;
/** First characters of every API key, by which secret scanners find it. */
export const API_KEY_MARK = 'cwk_';
/** Characters of an API key that its owner sees later. */
const PREFIX_LENGTH = API_KEY_MARK.length + 6;

export type Random = (length: number) => Uint8Array;

/** SHA-256 of a token as hex. Tokens are random, so a fast hash keeps them. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A random token of 256 bits. */
export const newToken = (random: Random): string => Buffer.from(random(TOKEN_BYTES)).toString('base64url');

/** A new API key and the prefix that stays visible. */
export function newApiKey(random: Random): { readonly key: string; readonly prefix: string } {
  const key = `${API_KEY_MARK}${newToken(random)}`;
  return { key, prefix: key.slice(0, PREFIX_LENGTH) };
}

/**
 * The successor of a refresh token. Only one who has the token and the stored salt can compute it, so the same answer
 * can be given again for a while and no token is ever stored.
 */
export const successorOf = (token: string, salt: string): string =>
  createHmac('sha256', Buffer.from(salt, 'base64url')).update(`refresh ${token}`).digest('base64url');

/** The id of the access token that comes with the successor. */
export const tokenIdOf = (refreshToken: string): string =>
  createHash('sha256').update(`access ${refreshToken}`).digest('base64url').slice(0, 22);

/** The client of a session: its address and program. */
export const clientOf = (address: string, userAgent: string | null): string =>
  hashOf(JSON.stringify([address, userAgent]));
