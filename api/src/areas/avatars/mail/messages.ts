import type { Clock } from '@causeway/runtime';
import type { AvatarRepository, AvatarRow, MailRequestRow, MailTokenRow, Tally, TokenPurpose } from '@causeway/storage';
import type { KeyedHash } from '../../../http/callers/pepper.ts';
import { emailKey } from '../names.ts';
import { hashOf, newToken, type Random } from '../secrets.ts';
import type { AvatarSettings } from '../settings.ts';
import { composeNotice } from './notices.ts';
import type { Draft, MailWish } from './queue.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long "this was not me" works, milliseconds. */
const DISOWN_MS = 7 * DAY_MS;
/** How long an address gets no message of an avatar that has not proved it, after "this was not me", milliseconds. */
export const QUIET_MS = 30 * DAY_MS;

/** Messages a day to an address that nobody has proved here, of all avatars together. */
const UNPROVED_A_DAY = 3;
/** Resets a day that one unit of addresses can ask for, of one avatar. */
const STRANGER_A_DAY = 3;
/**
 * Resets an hour that all addresses can ask for which the owner never used. A token works for an hour, so the owner has
 * one whenever strangers have used up this number.
 */
const STRANGERS_AN_HOUR = 10;
/** Resets a day that the addresses can ask for which the owner used. */
const OWN_A_DAY = 10;

/** The messages by the purpose of their token: their words, and how long the token works, milliseconds. */
const MESSAGES = {
  verifyEmail: {
    subject: 'Confirm your e-mail address',
    text: 'Hello, this link, valid for 24 hours, confirms your address:',
    page: 'verify-email',
    lifetimeMs: DAY_MS,
    disown: 'disownAddress',
    disownText: 'If you did not register, this link keeps such messages from you for 30 days:',
  },
  resetPassword: {
    subject: 'Choose a new password',
    text: 'this link, valid for one hour, lets you choose a new password:',
    page: 'reset-password',
    lifetimeMs: HOUR_MS,
    disown: 'disownReset',
    disownText: 'If you did not ask for it, this link makes it void and says what to do:',
  },
} as const;

export interface ComposerDeps {
  readonly avatars: {
    readonly profiles: Pick<AvatarRepository['profiles'], 'get' | 'byVerifiedEmail'>;
    readonly audit: Pick<AvatarRepository['audit'], 'get'>;
    readonly knownAddresses: Pick<AvatarRepository['knownAddresses'], 'has'>;
  };
  readonly settings: Pick<AvatarSettings, 'linkBase'>;
  readonly hash: KeyedHash;
  readonly clock: Clock;
  readonly random: Random;
}

/** A link with the token in its fragment, which browsers send to no server. */
const linkTo = ({ linkBase }: Pick<AvatarSettings, 'linkBase'>, page: string, token: string): string =>
  `${linkBase.replace(/\/$/, '')}/${page}#token=${token}`;

/** The count of the messages to an address that nobody has proved here. */
export const unprovedTally = async (hash: KeyedHash, email: string): Promise<Tally> => ({
  key: `mail ${await hash(emailKey(email))}`,
  most: UNPROVED_A_DAY,
  lengthMs: DAY_MS,
});

/** The counts of a reset: the counts of its requester and of all strangers, or of the addresses that the owner used. */
async function resetTallies(
  { avatars }: ComposerDeps,
  { id }: AvatarRow,
  requester: string | undefined,
): Promise<readonly Tally[]> {
  if (requester !== undefined && (await avatars.knownAddresses.has(id, requester))) {
    return [{ key: `reset own ${id}`, most: OWN_A_DAY, lengthMs: DAY_MS }];
  }
  return [
    { key: `reset ${requester ?? ''} ${id}`, most: STRANGER_A_DAY, lengthMs: DAY_MS },
    { key: `reset strangers ${id}`, most: STRANGERS_AN_HOUR, lengthMs: HOUR_MS },
  ];
}

/**
 * Writes the message that was asked for, with new tokens: the proof of an address to an avatar that has not proved it
 * yet, a reset to the avatar that has proved the given address; a notice tells of a security event. Undefined when
 * there is no such avatar. A message to an address that is not proved has no text that anybody chose, because its
 * reader knows nothing of who did.
 */
export const composer =
  (deps: ComposerDeps) =>
  async (
    { purpose, email, requester }: MailWish,
    request: Pick<MailRequestRow, 'avatarId' | 'auditId'>,
  ): Promise<Draft | undefined> => {
    const { avatars, settings, hash, clock, random } = deps;
    if (purpose === 'notice') return composeNotice(avatars, request);
    const { avatarId } = request;
    const isReset = purpose === 'resetPassword';
    const avatar = isReset
      ? await avatars.profiles.byVerifiedEmail(emailKey(email ?? ''))
      : await avatars.profiles.get(avatarId ?? '');
    if (!avatar?.email || (!isReset && avatar.verifiedEmailKey !== null)) return undefined;
    const { subject, text, page, lifetimeMs, disown, disownText } = MESSAGES[purpose];
    const [token, disownToken] = [newToken(random), newToken(random)];
    const row = (secret: string, use: TokenPurpose, lastsMs: number): MailTokenRow => {
      const facts = { hash: hashOf(secret), avatarId: avatar.id, purpose: use, email: avatar.email ?? '' };
      return { ...facts, expiresAtMs: clock.now() + lastsMs };
    };
    return {
      mail: {
        to: avatar.email,
        subject,
        text: isReset ? `Hello ${avatar.username.replace(/\p{C}/gu, '')}, ${text}` : text,
        link: linkTo(settings, page, token),
        token,
        disown: { text: disownText, link: linkTo(settings, 'not-me', disownToken) },
      },
      avatarId: avatar.id,
      tokens: [row(token, purpose, lifetimeMs), row(disownToken, disown, DISOWN_MS)],
      tallies: isReset ? await resetTallies(deps, avatar, requester) : [await unprovedTally(hash, avatar.email)],
    };
  };
