import { ok } from '@causeway/protocol';
import type { AvatarRow, SessionRow, SignInFacts, Standing } from '@causeway/storage';
import { addressUnit } from '../../http/callers/address-unit.ts';
import { type Caller, SCOPES, type Scope } from '../../http/callers/callers.ts';
import { auditOf, type Origin } from '../../http/callers/origin.ts';
import type { Answer } from '../../http/errors/errors.ts';
import { refuse } from './errors.ts';
import { nameKey } from './names.ts';
import type { AvatarParts } from './parts.ts';
import { clientOf, hashOf, newToken, successorOf, tokenIdOf } from './secrets.ts';
import type { Throttle } from './throttle.ts';

/** How long a refresh token gives its successor again to the same client, milliseconds. */
const GRACE_MS = 10_000;
const SALT_BYTES = 32;

/** An avatar with the tokens of its session. */
export interface SignedIn {
  readonly avatar: AvatarRow;
  readonly jwtToken: string;
  readonly refreshToken: string;
  /** Unix milliseconds. */
  readonly jwtExpiresAtMs: number;
  readonly refreshExpiresAtMs: number;
  /** How long the refresh token still lives. */
  readonly refreshSeconds: number;
}

/**
 * How an avatar names itself: by its username or its proved address; a username with an `@` is taken for an address.
 */
export type SignInName =
  | { readonly username: string; readonly email?: undefined }
  | { readonly username?: undefined; readonly email: string };

/** The scopes of an avatar's own sessions: all, but `admin` is for admins. */
export const scopesOf = ({ isAdmin }: Pick<Standing, 'isAdmin'>): readonly Scope[] =>
  isAdmin ? SCOPES : SCOPES.filter((scope) => scope !== 'admin');

/** Sessions: they begin with a password, are refreshed with rotating tokens, and end. */
export class SignIn {
  readonly #parts: AvatarParts;
  readonly #throttle: Throttle;

  constructor(parts: AvatarParts, throttle: Throttle) {
    this.#parts = parts;
    this.#throttle = throttle;
  }

  /**
   * Starts a session, by a username or, where the text has an `@`, by a proved address. Unknown names and wrong
   * passwords have the same answer in the same time.
   */
  async authenticate(by: SignInName, password: string, origin: Origin): Promise<Answer<SignedIn>> {
    const { storage, clock, random, settings } = this.#parts;
    const limited = await this.#throttle.address(origin.address);
    if (!limited.ok) return limited;
    const name = by.username ?? by.email;
    const key = nameKey(name);
    // An address without an @ is nobody's, though it may be somebody's username.
    const isNone = by.username === undefined && !key.includes('@');
    const known = isNone ? undefined : await storage.avatars.profiles.signInFacts(key);
    const address = await this.#parts.addressHash(addressUnit(origin.address));
    const right = await this.#right(name, known, password, origin);
    if (!right.ok) return right;
    const { avatar } = right.value;
    await this.#renewHash(right.value, password);
    const nowMs = clock.now();
    const refreshToken = newToken(random);
    const expiresAtMs = nowMs + settings.sessionSeconds * 1_000;
    const refreshExpiresAtMs = Math.min(nowMs + settings.refreshSeconds * 1_000, expiresAtMs);
    const session = await storage.avatars.sessions.start(
      { avatarId: avatar.id, authenticatedAtMs: nowMs, expiresAtMs },
      { hash: hashOf(refreshToken), expiresAtMs: refreshExpiresAtMs },
      auditOf(origin, { action: 'session.started', actorId: avatar.id, subjectId: avatar.id }),
      address,
    );
    return ok(await this.#signedIn(avatar, session, refreshToken, nowMs, refreshExpiresAtMs));
  }

  /** Exchanges a refresh token for its successor and a new access token. */
  async refresh(refreshToken: string, origin: Origin): Promise<Answer<SignedIn>> {
    const { storage, random, settings } = this.#parts;
    const salt = Buffer.from(random(SALT_BYTES)).toString('base64url');
    const rotated = await storage.avatars.sessions.rotate({
      hash: hashOf(refreshToken),
      successor: hashOf(successorOf(refreshToken, salt)),
      salt,
      client: clientOf(origin.address, origin.userAgent),
      graceMs: GRACE_MS,
      lifetimeMs: settings.refreshSeconds * 1_000,
      audit: auditOf(origin, { action: 'session.reuseDetected', outcome: 'refused' }),
    });
    if (rotated.kind === 'refused' || rotated.kind === 'reused') {
      return refuse('REFRESH_TOKEN_REFUSED', 'the refresh token is not accepted; authenticate again');
    }
    const { session, issuedAtMs, expiresAtMs } = rotated;
    const avatar = await storage.avatars.profiles.get(session.avatarId);
    if (!avatar) return refuse('REFRESH_TOKEN_REFUSED', 'the refresh token is not accepted; authenticate again');
    const successor = successorOf(refreshToken, rotated.salt);
    return ok(await this.#signedIn(avatar, session, successor, issuedAtMs, expiresAtMs));
  }

  /** Ends the session of a refresh token, or the caller's own. It is no error if there is none. */
  async revoke(refreshToken: string | undefined, origin: Origin): Promise<void> {
    const { sessions } = this.#parts.storage.avatars;
    const { caller } = origin;
    const own = caller?.credential.kind === 'token' ? caller.credential.id : undefined;
    const session = refreshToken === undefined ? undefined : await sessions.byToken(hashOf(refreshToken));
    const id = refreshToken === undefined ? own : session?.id;
    if (id === undefined) return;
    const subjectId = session?.avatarId ?? caller?.avatarId ?? null;
    const entry = auditOf(origin, { action: 'session.revoked', actorId: caller?.avatarId ?? subjectId, subjectId });
    await sessions.revoke(id, 'signOut', entry);
  }

  /**
   * Checks the caller's password again before something that a stolen token must not do. Afterwards the session counts
   * as authenticated now.
   */
  async reauthenticate(caller: Caller, password: string, origin: Origin): Promise<Answer<AvatarRow>> {
    const { storage } = this.#parts;
    const limited = await this.#throttle.address(origin.address);
    if (!limited.ok) return limited;
    const avatar = await storage.avatars.profiles.get(caller.avatarId);
    const passwordHash = avatar ? await storage.avatars.profiles.passwordHashOf(avatar.id) : null;
    const facts = avatar && { avatar, passwordHash };
    const right = await this.#right(avatar?.username ?? caller.avatarId, facts, password, origin);
    if (!right.ok) return right;
    const entry = auditOf(origin, { action: 'reauthenticated' });
    if (caller.credential.kind === 'token') await storage.avatars.sessions.reauthenticated(caller.credential.id, entry);
    else await storage.avatars.audit.record(entry);
    return ok(right.value.avatar);
  }

  /**
   * The facts if the password is theirs. An address that their owner never signed in from is a stranger's, also with a
   * token, which may be stolen.
   */
  async #right(
    name: string,
    facts: SignInFacts | undefined,
    password: string,
    origin: Origin,
  ): Promise<Answer<SignInFacts>> {
    const address = await this.#parts.addressHash(addressUnit(origin.address));
    const known = await this.#parts.storage.avatars.knownAddresses.has(facts?.avatar.id ?? '', address);
    const counted = await this.#throttle.password(name, origin.address, known);
    if (!counted.ok) return counted;
    const waiter = { unit: addressUnit(origin.address), known };
    const checked = await this.#parts.passwords.verify(facts?.passwordHash ?? null, password, waiter);
    if (!checked.ok) return checked;
    if (checked.value && facts) {
      await counted.value();
      return ok(facts);
    }
    const subjectId = facts?.avatar.id ?? null;
    const entry = auditOf(origin, { action: 'session.refused', outcome: 'refused', actorId: null, subjectId });
    await this.#parts.storage.avatars.audit.record(entry);
    return refuse('CREDENTIALS_REFUSED', 'name or password is wrong');
  }

  /**
   * Stores a hash of the configured cost when the stored one was made with less. The password is known at this moment
   * only. Nobody without it can see the time that this takes. When all places are taken, the next sign-in does it.
   */
  async #renewHash({ avatar, passwordHash }: SignInFacts, password: string): Promise<void> {
    const { passwords, storage } = this.#parts;
    if (passwordHash === null || !passwords.isWeak(passwordHash)) return;
    const after = await passwords.hash(password);
    if (after.ok) await storage.avatars.profiles.renewHash(avatar.id, { before: passwordHash, after: after.value });
  }

  async #signedIn(
    avatar: AvatarRow,
    session: SessionRow,
    refreshToken: string,
    issuedAtMs: number,
    refreshExpiresAtMs: number,
  ): Promise<SignedIn> {
    const claims = { avatarId: avatar.id, sessionId: session.id, scopes: scopesOf(avatar) };
    const id = tokenIdOf(refreshToken);
    const { token, expiresAtMs } = await this.#parts.tokens.issue(claims, id, issuedAtMs, session.expiresAtMs);
    const refreshSeconds = Math.floor((refreshExpiresAtMs - this.#parts.clock.now()) / 1_000);
    return { avatar, jwtToken: token, refreshToken, jwtExpiresAtMs: expiresAtMs, refreshExpiresAtMs, refreshSeconds };
  }
}
