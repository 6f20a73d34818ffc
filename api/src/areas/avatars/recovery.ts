import { ok } from '@causeway/protocol';
import type { Ended, KeyRange, Proved } from '@causeway/storage';
import { addressUnit } from '../../http/callers/address-unit.ts';
import type { Caller } from '../../http/callers/callers.ts';
import { auditOf, type Origin } from '../../http/callers/origin.ts';
import type { Answer } from '../../http/errors/errors.ts';
import { refuse } from './errors.ts';
import { QUIET_MS, unprovedTally } from './mail/index.ts';
import { emailKey } from './names.ts';
import type { AvatarParts } from './parts.ts';
import { hashOf } from './secrets.ts';
import type { SignIn } from './sign-in.ts';
import type { Throttle } from './throttle.ts';

const ADDRESS_QUIET = 'the address gets no more such messages for 30 days';
const RESET_VOID =
  'every reset that was asked for is void, and the password is as before; whoever asked knows your address alone. If it ' +
  'happens again, look at your sessions and API keys, and at who can read your mail';

const AGENTS_ADDRESS =
  'somebody gave this address to an agent of their account, who alone proves it, signed in as themselves or as the agent. If ' +
  'you do not know of it, do nothing: the address stays free for an account of your own';

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
   * Proves an address. In the avatar's own session, its other sessions end, and `keys`. Without it, a stranger may have
   * made the account with somebody's address, so every session and API key ends. An agent's address needs a session of
   * the agent or of its owner: FORBIDDEN otherwise.
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
    const { mailTokens } = storage.avatars;
    const hash = hashOf(token);
    const found = await mailTokens.find(hash, 'verifyEmail');
    const avatar = found ? await mailTokens.verifyEmail(hash, emailKey(found.email), entry, own) : 'unknown';
    mail.wake();
    if (avatar === 'unknown') return refuse('MAIL_TOKEN_REFUSED', 'the token is unknown or has expired');
    if (avatar === 'agents') return refuse('FORBIDDEN', AGENTS_ADDRESS);
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
   * Sends a token to the avatar that has proved the address. Before the answer only the request is stored, so neither
   * the answer nor its time tells whether there is such an avatar.
   */
  async forgotPassword(email: string, origin: Origin): Promise<Answer<void>> {
    const limited = await this.#throttle.address(origin.address);
    if (!limited.ok) return limited;
    const audit = auditOf(origin, { action: 'password.resetRequested' });
    const requester = await this.#parts.addressHash(addressUnit(origin.address));
    return this.#parts.mail.add({ purpose: 'resetPassword', email, requester, audit }, null);
  }

  async validateResetToken(token: string, origin: Origin): Promise<Answer<void>> {
    const limited = await this.#throttle.address(origin.address);
    if (!limited.ok) return limited;
    const found = await this.#parts.storage.avatars.mailTokens.find(hashOf(token), 'resetPassword');
    return found ? ok(undefined) : refuse('MAIL_TOKEN_REFUSED', 'the token is unknown or has expired');
  }

  /**
   * "This was not me", with the token of a message: the address gets no more messages for a while, or the resets that
   * were asked for are void. Returns a sentence for the person.
   */
  async disown(token: string, origin: Origin): Promise<Answer<string>> {
    const limited = await this.#throttle.address(origin.address);
    if (!limited.ok) return limited;
    const { storage, addressHash } = this.#parts;
    const { mailTokens } = storage.avatars;
    const hash = hashOf(token);
    const address = await mailTokens.find(hash, 'disownAddress');
    const found = address ?? (await mailTokens.find(hash, 'disownReset'));
    const quiet = address && { key: (await unprovedTally(addressHash, address.email)).key, lengthMs: QUIET_MS };
    const action = address ? 'email.disowned' : 'password.resetDisowned';
    const subjectId = found?.avatarId ?? null;
    const done = found && (await mailTokens.disown(hash, quiet ?? null, auditOf(origin, { action, subjectId })));
    if (!done) return refuse('MAIL_TOKEN_REFUSED', 'the token is unknown, was used, or has expired');
    return ok(address ? ADDRESS_QUIET : RESET_VOID);
  }

  /** Replaces the password of the token's avatar; all sessions and API keys of it and its agents end. */
  async resetPassword(token: string, password: string, origin: Origin): Promise<Answer<Ended>> {
    const valid = await this.validateResetToken(token, origin);
    if (!valid.ok) return valid;
    const { storage, passwords, addressHash, mail } = this.#parts;
    // The token is the owner's, so the owner waits for no stranger.
    const hash = await passwords.hash(password, { unit: addressUnit(origin.address), known: true });
    if (!hash.ok) return hash;
    const entry = auditOf(origin, { action: 'password.reset', notice: await mail.notice() });
    const address = await addressHash(addressUnit(origin.address));
    const done = await storage.avatars.mailTokens.resetPassword(hashOf(token), hash.value, entry, address);
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
    const hash = await passwords.hash(after, { unit: addressUnit(origin.address), known: true });
    if (!hash.ok) return hash;
    const session = caller.credential.kind === 'token' ? caller.credential.id : null;
    const entry = auditOf(origin, { action: 'password.changed', notice: await mail.notice() });
    const hashes = { before: known ?? '', after: hash.value };
    const changed = await profiles.changePassword(caller.avatarId, hashes, session, entry, keys);
    mail.wake();
    return changed ? ok(changed) : refuse('CREDENTIALS_REFUSED', 'the password was changed meanwhile');
  }
}
