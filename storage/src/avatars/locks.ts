import { type Lock, lockOf, sharedLockOf } from '../core/locks.ts';

/**
 * An avatar with everything that identifies it or belongs to it alone: password, sessions, API keys, tokens by mail,
 * wallets and seed. Who acts for an avatar keeps it and its owners (see freezeSteps) by the shared lock.
 */
export const avatarLock = (id: string): Lock => lockOf('avatar', id);
export const sharedAvatarLock = (id: string): Lock => sharedLockOf('avatar', id);

/** One API key, for a use and for a renewal that asks whether there was one. */
export const apiKeyLock = (id: string): Lock => lockOf('avatar', `key ${id}`);

/** A username, or what people see in it, whoever has it or will. */
export const nameLocks = (name: { readonly usernameKey: string; readonly usernameSkeleton: string | null }): Lock[] => [
  lockOf('name', name.usernameKey),
  ...(name.usernameSkeleton === null ? [] : [skeletonLock(name.usernameSkeleton)]),
];
export const skeletonLock = (skeleton: string): Lock => lockOf('name', `seen ${skeleton}`);

/** A proved address, whoever has it or will. */
export const emailLock = (key: string): Lock => lockOf('name', `mail ${key}`);

/** A count under a key: of wrong passwords, of messages to an address, of registrations. */
export const countLock = (key: string): Lock => lockOf('count', key);

/** A request for a message. */
export const mailLock = (id: string): Lock => lockOf('mail', id);

/** Who takes due requests for messages. */
export const dueMailLock: Lock = lockOf('mail', 'due');

/** The keys that sign access tokens. */
export const signingKeysLock: Lock = lockOf('area', 'signing keys');
