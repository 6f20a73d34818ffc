import { ok } from '@causeway/protocol';
import type { AvatarRepository, Ended, KeyRange, Proved } from '@causeway/storage';
import type { Caller } from '../../http/callers.ts';
import type { Answer } from '../../http/errors.ts';
import { refuse } from './errors.ts';
import { composeNotice, type Draft, type MailWish, type NoticeDeps } from './mail/index.ts';
import { emailKey } from './names.ts';
import { auditOf, type Origin } from './origin.ts';
import type { AvatarParts } from './parts.ts';
import { hashOf, newToken } from './secrets.ts';
import type { AvatarSettings } from './settings.ts';
import type { SignIn } from './sign-in.ts';
import type { Throttle } from './throttle.ts';

/** A link with the token in its fragment, which browsers send to no server. */
const linkTo = ({ linkBase }: AvatarSettings, page: string, token: string): string =>
  `${linkBase.replace(/\/$/, '')}/${page}#token=${token}`;

/** The messages by the purpose of their token: their words, and how long the token works, milliseconds. */
const MESSAGES = {
  verifyEmail: {
    subject: 'Confirm your e-mail address',
    text: 'this link, valid for 24 hours, confirms your address:',
    page: 'verify-email',
    lifetimeMs: 24 * 3_600_000,
  },
  resetPassword: {
    subject: 'Choose a new password',
    text: 'this link, valid for one hour, lets you choose a new password:',
    page: 'reset-password',
    lifetimeMs: 3_600_000,
  },
} as const;

export type ComposerDeps = Pick<AvatarParts, 'settings' | 'clock' | 'random'> &
  NoticeDeps & { readonly profiles: Pick<AvatarRepository['profiles'], 'get' | 'byVerifiedEmail'> };

/**
 * Writes the message that was asked for, with a new token: the proof of an address to an avatar that has not proved it
 * yet, a reset to the avatar that has proved the given address. A notice tells of a security event. Undefined when there is no
 * such avatar.
 */
export const composer =
  (deps: ComposerDeps) =>
  async ({ purpose, email }: MailWish, request: Parameters<typeof composeNotice>[1]): Promise<Draft | undefined> => {
    if (purpose === 'notice') return composeNotice(deps, request);
    const { profiles, settings, clock, random } = deps;
    const { avatarId } = request;
    const isReset = purpose === 'resetPassword';
    const avatar = isReset ? await profiles.byVerifiedEmail(emailKey(email ?? '')) : await profiles.get(avatarId ?? '');
    if (!avatar?.email || (!isReset && avatar.verifiedEmailKey !== null)) return undefined;
    const { subject, text, page, lifetimeMs } = MESSAGES[purpose];
    const token = newToken(random);
    const row = { hash: hashOf(token), avatarId: avatar.id, purpose, email: avatar.email };
    return {
      mail: {
        to: avatar.email,
        subject,
        text: `Hello ${avatar.username}, ${text}`,
        link: linkTo(settings, page, token),
        token,
      },
      avatarId: avatar.id,
      token: { ...row, expiresAtMs: clock() + lifetimeMs },
    };
  };

/** A change of the password, and which API keys end with it. */
export interface PasswordChange {
  readonly before: string;
  readonly after: string;
  readonly keys: KeyRange;
}

/** Addresses and passwords: proof of an address, change and reset of a password. */
export class Recovery {
  readonly #parts: AvatarParts;
  readonly #throttle: Throttle;
  readonly #signIn: SignIn;

  constructor(parts: AvatarParts, throttle: Throttle, signIn: SignIn) {
    this.#parts = parts;
    this.#throttle = throttle;
    this.#signIn = signIn;
  }

  /**
   * Proves an address. In the avatar's own session, its other sessions end, and `keys`. Without it, a stranger may have made
   * the account with somebody's address, so every session and API key ends.
   */
  async verifyEmail(token: string, origin: Origin, keys: KeyRange = 'none'): Promise<Answer<Proved>> {
    const { storage, mail } = this.#parts;
    const limited = await this.#throttle.address(origin.address);
    if (!limited.ok) return limited;
    const { caller } = origin;
    const entry = auditOf(origin, { action: 'email.verified', notice: await mail.notice() });
    const own =
      caller?.credential.kind === 'token'
        ? { session: caller.credential.id, avatarId: caller.avatarId, keys }
        : undefined;
    const avatar = await storage.avatars.mailTokens.verifyEmail(hashOf(token), emailKey, entry, own);
    mail.wake();
    if (avatar === 'unknown') return refuse('MAIL_TOKEN_REFUSED', 'the token is unknown or has expired');
    if (avatar === 'taken') return refuse('EMAIL_TAKEN', 'another avatar has proved this address');
    return ok(avatar);
  }

  /** Sends the message that proves the caller's address again, if it is not proved yet. */
  async resendVerification(caller: Caller, origin: Origin): Promise<Answer<void>> {
    const limited = await this.#throttle.address(origin.address);
    if (!limited.ok) return limited;
    const audit = auditOf(origin, { action: 'email.verificationSent' });
    return this.#parts.mail.add({ purpose: 'verifyEmail', email: null, audit }, caller.avatarId);
  }

  /**
   * Sends a token to the avatar that has proved the address. Before the answer only the request is stored, so neither the
   * answer nor its time tells whether there is such an avatar.
   */
  async forgotPassword(email: string, origin: Origin): Promise<Answer<void>> {
    const limited = await this.#throttle.address(origin.address);
    if (!limited.ok) return limited;
    const audit = auditOf(origin, { action: 'password.resetRequested' });
    return this.#parts.mail.add({ purpose: 'resetPassword', email, audit }, null);
  }

  async validateResetToken(token: string, origin: Origin): Promise<Answer<void>> {
    const limited = await this.#throttle.address(origin.address);
    if (!limited.ok) return limited;
    const found = await this.#parts.storage.avatars.mailTokens.find(hashOf(token), 'resetPassword');
    return found ? ok(undefined) : refuse('MAIL_TOKEN_REFUSED', 'the token is unknown or has expired');
  }

  /** Replaces the password of the token's avatar; all its sessions and API keys end, those of its agents, too. */
  async resetPassword(token: string, password: string, origin: Origin): Promise<Answer<Ended>> {
    const valid = await this.validateResetToken(token, origin);
    if (!valid.ok) return valid;
    const { storage, passwords, mail } = this.#parts;
    const hash = await passwords.hash(password);
    if (!hash.ok) return hash;
    const entry = auditOf(origin, { action: 'password.reset', notice: await mail.notice() });
    const done = await storage.avatars.mailTokens.resetPassword(hashOf(token), hash.value, entry);
    mail.wake();
    return done ? ok(done) : refuse('MAIL_TOKEN_REFUSED', 'the token is unknown or has expired');
  }

  /** Replaces the caller's password; their other sessions, the tokens of earlier resets and `keys` end. */
  async changePassword(
    caller: Caller,
    { before, after, keys }: PasswordChange,
    origin: Origin,
  ): Promise<Answer<Ended>> {
    const { storage, passwords, mail } = this.#parts;
    const { profiles } = storage.avatars;
    const known = await profiles.passwordHashOf(caller.avatarId);
    const right = await this.#signIn.reauthenticate(caller, before, origin);
    if (!right.ok) return right;
    const hash = await passwords.hash(after);
    if (!hash.ok) return hash;
    const session = caller.credential.kind === 'token' ? caller.credential.id : null;
    const entry = auditOf(origin, { action: 'password.changed', notice: await mail.notice() });
    const hashes = { before: known ?? '', after: hash.value };
    const changed = await profiles.changePassword(caller.avatarId, hashes, session, entry, keys);
    mail.wake();
    return changed ? ok(changed) : refuse('CREDENTIALS_REFUSED', 'the password was changed meanwhile');
  }
}
