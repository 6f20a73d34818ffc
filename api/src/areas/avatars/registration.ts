import { ok } from '@causeway/protocol';
import type { AvatarRow, AvatarType } from '@causeway/storage';
import { hasScope, type Scope } from '../../http/callers.ts';
import type { Answer } from '../../http/errors.ts';
import { refuseFrozen } from '../../http/frozen.ts';
import { refuse } from './errors.ts';
import type { MailWish } from './mail/index.ts';
import { nameKey } from './names.ts';
import { auditOf, type Origin } from './origin.ts';
import type { AvatarParts } from './parts.ts';
import { hashOf, newApiKey } from './secrets.ts';
import type { Throttle } from './throttle.ts';

/** Scopes of an agent's first API key. Moving money needs a scope that is asked for. */
export const AGENT_SCOPES: readonly Scope[] = [
  'orders:read',
  'wallets:read',
  'missions:read',
  'libraries:read',
  'agents:read',
  'agents:write',
  'tasks:read',
  'tasks:write',
  'messages:read',
  'messages:write',
  'holons:read',
  'holons:write',
  'profile:read',
  'profile:write',
  'keys:read',
];

/** The input of a registration. */
export interface NewAvatar {
  readonly username: string;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly title?: string | undefined;
  readonly avatarType: AvatarType;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Scopes of an agent's first API key. */
  readonly scopes?: readonly Scope[] | undefined;
}

/** A new avatar with the API key that is shown now and never again. */
export interface Registered {
  readonly avatar: AvatarRow;
  readonly apiKey: string | null;
}

/** The message that every new address gets. The registration itself is in the log. */
const PROOF: MailWish = { purpose: 'verifyEmail', email: null, audit: null };

/** Types that only admins assign. */
const ASSIGNED: readonly AvatarType[] = ['Wizard', 'System'];

/** Registers avatars. */
export class Registration {
  readonly #parts: AvatarParts;
  readonly #throttle: Throttle;

  constructor(parts: AvatarParts, throttle: Throttle) {
    this.#parts = parts;
    this.#throttle = throttle;
  }

  /** Stores a new avatar with its credentials. An agent that a caller registers belongs to the caller. */
  async register(input: NewAvatar, origin: Origin): Promise<Answer<Registered>> {
    const limited = await this.#throttle.address(origin.address);
    if (!limited.ok) return limited;
    const { caller } = origin;
    const isAgent = input.avatarType === 'AI_Agent';
    if (ASSIGNED.includes(input.avatarType) && !(caller && hasScope(caller, 'admin'))) {
      return refuse('FORBIDDEN', `only an admin makes a ${input.avatarType}`);
    }
    if (input.password === undefined && !isAgent) {
      return refuse('PASSWORD_REQUIRED', 'give a password of at least 8 characters');
    }
    if (isAgent && caller !== null && !hasScope(caller, 'agents:write')) {
      return refuse('FORBIDDEN', 'the token lacks the scope agents:write', {
        facts: { requiredScope: 'agents:write' },
      });
    }
    const mayHave = (scope: Scope) => scope !== 'admin' && (caller === null || hasScope(caller, scope));
    const scopes = input.scopes ?? AGENT_SCOPES.filter(mayHave);
    const beyond = scopes.find((scope) => !mayHave(scope));
    if (isAgent && beyond !== undefined) return refuse('SCOPES_EXCEEDED', `the agent cannot have the scope ${beyond}`);
    return this.create(input, { isAdmin: false, ownerId: isAgent ? (caller?.avatarId ?? null) : null, scopes }, origin);
  }

  /** Stores a new avatar of any role; for `register` and for the operator's commands. */
  async create(
    input: NewAvatar,
    {
      isAdmin,
      ownerId,
      scopes,
    }: { readonly isAdmin: boolean; readonly ownerId: string | null; readonly scopes: readonly Scope[] },
    origin: Origin,
  ): Promise<Answer<Registered>> {
    const { storage, passwords, random, mail } = this.#parts;
    const { username, email, password, avatarType } = input;
    const hash = password === undefined ? ok(null) : await passwords.hash(password);
    if (!hash.ok) return hash;
    const key = avatarType === 'AI_Agent' ? newApiKey(random) : null;
    const request = email === undefined ? ok(null) : await mail.prepare(PROOF);
    if (!request.ok) return request;
    const { subjectId: _new, ...audit } = auditOf(origin, {
      action: 'avatar.registered',
      facts: { avatarType, isAdmin },
    });
    const avatar = await storage.avatars.profiles.register({
      avatar: {
        username,
        usernameKey: nameKey(username),
        email: email ?? null,
        firstName: input.firstName ?? null,
        lastName: input.lastName ?? null,
        title: input.title ?? null,
        avatarType,
        isAdmin,
        ownerId,
        metadata: input.metadata ?? {},
      },
      passwordHash: hash.value,
      apiKey: key && { name: 'first key', prefix: key.prefix, hash: hashOf(key.key), scopes, ...this.#endOf(origin) },
      mailRequest: request.value,
      audit,
    });
    if (avatar === null) {
      const frozen = ownerId === null ? undefined : await storage.avatars.freezes.of(ownerId);
      return frozen ? refuseFrozen(frozen) : refuse('USERNAME_TAKEN', `another avatar is named ${username}`);
    }
    if (request.value !== null) mail.wake();
    return ok({ avatar, apiKey: key?.key ?? null });
  }

  /** The end of an agent's first key. A key that an API key makes ends no later than that one, renewals included. */
  #endOf({ caller }: Origin): { readonly expiresAtMs: number; readonly renewableUntilMs: number | null } {
    const { clock, settings } = this.#parts;
    const renewableUntilMs = caller?.keyEndsAtMs ?? null;
    const usual = clock() + settings.apiKeyDays * 86_400_000;
    return { expiresAtMs: Math.min(usual, renewableUntilMs ?? usual), renewableUntilMs };
  }
}
