import { ok } from '@causeway/protocol';
import type { AvatarRow, AvatarType, RegistrationRefused, Tally } from '@causeway/storage';
import { addressUnit } from '../../http/callers/address-unit.ts';
import { hasScope, type Scope } from '../../http/callers/callers.ts';
import { auditOf, LOCAL_COMMAND, type Origin } from '../../http/callers/origin.ts';
import { requireRecent } from '../../http/callers/recent.ts';
import type { Answer, Refusal } from '../../http/errors/errors.ts';
import { refuseFrozen } from '../../http/errors/frozen.ts';
import { refuse } from './errors.ts';
import type { MailWish } from './mail/index.ts';
import type { AvatarParts } from './parts.ts';
import { hashOf, newApiKey } from './secrets.ts';
import type { Throttle } from './throttle.ts';
import { fillSkeletons } from './usernames/fill.ts';
import { parseUsername } from './usernames/username.ts';

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

const DAY_MS = 86_400_000;

/** Types that only admins assign. */
const ASSIGNED: readonly AvatarType[] = ['Wizard', 'System'];

/** Registers avatars. */
export class Registration {
  readonly #parts: AvatarParts;
  readonly #throttle: Throttle;
  #settled: Promise<void> | undefined;

  constructor(parts: AvatarParts, throttle: Throttle) {
    this.#parts = parts;
    this.#throttle = throttle;
  }

  /**
   * Stores a new avatar with its credentials. An agent that a caller registers belongs to the caller, or to the
   * caller's owner when that is an agent itself.
   */
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
    return this.create(
      input,
      { isAdmin: false, ownerId: isAgent ? (caller?.accountId ?? null) : null, scopes },
      origin,
    );
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
    const { storage, passwords, random, mail, settings } = this.#parts;
    const { email, password, avatarType } = input;
    const mayMake = avatarType === 'AI_Agent' ? this.#mayMakeAgent(origin, password !== undefined) : ok(undefined);
    if (!mayMake.ok) return mayMake;
    const names = parseUsername(input.username);
    if (!names.ok) return names;
    await this.#settleNames();
    const waiter = { unit: addressUnit(origin.address), known: origin.caller !== null };
    const hash = password === undefined ? ok(null) : await passwords.hash(password, waiter);
    if (!hash.ok) return hash;
    const key = avatarType === 'AI_Agent' ? newApiKey(random) : null;
    const request = email === undefined ? ok(null) : await mail.prepare(PROOF);
    if (!request.ok) return request;
    const { subjectId: _new, ...audit } = auditOf(origin, {
      action: 'avatar.registered',
      facts: { avatarType, isAdmin },
    });
    const registered = await storage.avatars.profiles.register({
      avatar: {
        ...names.value,
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
      maxAgents: settings.maxAgents,
      tally: await this.#tallyOf(avatarType, ownerId, origin),
      audit,
    });
    if (!registered.ok) return this.#refused(registered.error, names.value.username);
    if (request.value !== null) mail.wake();
    return ok({ avatar: registered.value, apiKey: key?.key ?? null });
  }

  /**
   * Refuses an agent that would outlast its maker's credential. The first key of a session's agent is renewed without
   * an end, so the session needs a recent password. That of a key's agent ends with the key. A password has every right
   * of the agent and no end, so no key gives one.
   */
  #mayMakeAgent({ caller }: Origin, withPassword: boolean): Answer<void> {
    if (caller === null || (caller.credential.kind === 'apiKey' && !withPassword)) return ok(undefined);
    return requireRecent(caller, this.#parts.clock.now());
  }

  /** Fills what people see in the names of avatars that registered before it was stored; once in a process. */
  #settleNames(): Promise<void> {
    this.#settled ??= fillSkeletons(this.#parts.storage.avatars.usernames).catch((error: unknown) => {
      this.#settled = undefined;
      throw error;
    });
    return this.#settled;
  }

  /** The refusal of an agent whose owner has as many as one may. */
  tooManyAgents(): Refusal {
    return refuse('TOO_MANY_AGENTS', `an owner has at most ${this.#parts.settings.maxAgents} agents; deregister one`);
  }

  #refused(error: RegistrationRefused, username: string): Refusal {
    if (error.code === 'TOO_MANY_AGENTS') return this.tooManyAgents();
    if (error.code === 'FROZEN') return refuseFrozen(error.frozen);
    if (error.code !== 'TOO_MANY_TODAY') {
      return refuse('USERNAME_TAKEN', `another avatar is named ${username}, or has a name that looks the same`);
    }
    const message =
      'too many agents without an owner were registered from your address today; register them with a token';
    return refuse('ATTEMPTS_EXCEEDED', message, { retryAfter: error.waitMs / 1_000 });
  }

  /** The count of agents that nobody owns, which cost their maker nothing; null for others and for the operator's. */
  async #tallyOf(avatarType: AvatarType, ownerId: string | null, { caller, address }: Origin): Promise<Tally | null> {
    if (avatarType !== 'AI_Agent' || ownerId !== null || caller !== null || address === LOCAL_COMMAND.address)
      return null;
    const hash = await this.#parts.addressHash(addressUnit(address));
    return { key: `agents ${hash}`, most: this.#parts.settings.anonymousAgentsPerDay, lengthMs: DAY_MS };
  }

  /** The end of an agent's first key. A key that an API key makes ends no later than that one, renewals included. */
  #endOf({ caller }: Origin): { readonly expiresAtMs: number; readonly renewableUntilMs: number | null } {
    const { clock, settings } = this.#parts;
    const renewableUntilMs = caller?.keyEndsAtMs ?? null;
    const usual = clock.now() + settings.apiKeyDays * 86_400_000;
    return { expiresAtMs: Math.min(usual, renewableUntilMs ?? usual), renewableUntilMs };
  }
}
