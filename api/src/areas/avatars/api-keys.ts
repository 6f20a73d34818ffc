import { ok } from '@causeway/protocol';
import type { ApiKeyRefused, ApiKeyRow, AvatarRow } from '@causeway/storage';
import { type Caller, hasScope, type Scope } from '../../http/callers/callers.ts';
import { auditOf, type Origin, SERVICE } from '../../http/callers/origin.ts';
import type { Answer, Refusal } from '../../http/errors/errors.ts';
import { refuseFrozen } from '../../http/errors/frozen.ts';
import type { ReadItems } from '../../http/requests/pagination.ts';
import { iso } from '../../http/requests/times.ts';
import { refuse } from './errors.ts';
import type { AvatarParts } from './parts.ts';
import { hashOf, newApiKey } from './secrets.ts';
import { scopesOf } from './sign-in.ts';

const DAY_MS = 86_400_000;
/** Longest life of an API key, milliseconds. */
const LONGEST_MS = 5 * 365 * DAY_MS;

/** How long before its end a key's owner hears of it, and how many messages there were then; the most urgent first. */
const END_NOTICES = [
  { withinMs: 3 * DAY_MS, notices: 2 },
  { withinMs: 14 * DAY_MS, notices: 1 },
] as const;
/** Keys whose messages are asked for at a time. */
const PAGE = 100;

/** The input for a new API key. */
export interface NewApiKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Unix milliseconds; after the days of the configuration if null. */
  readonly expiresAtMs: number | null;
}

/** A key that was made now, which nobody can read again. */
export interface MadeApiKey {
  readonly row: ApiKeyRow;
  readonly key: string;
}

const refuseKey = (refused: ApiKeyRefused): Refusal => {
  if (refused.code === 'FROZEN') return refuseFrozen(refused.frozen);
  if (refused.code === 'TOO_MANY') return refuse('TOO_MANY_API_KEYS', `the avatar has ${refused.live} API keys`);
  if (refused.code === 'RENEWED') return refuse('API_KEY_RENEWED', 'another key has taken the place of this one');
  return refuse('API_KEY_NOT_RENEWABLE', 'the key has come to its last end; the owner of the agent makes another one');
};

/** API keys of avatars and of the agents that they own. */
export class ApiKeys {
  readonly #parts: AvatarParts;

  constructor(parts: AvatarParts) {
    this.#parts = parts;
  }

  /** The avatar if it is the caller's own, an agent that the caller owns, or the caller is an admin. */
  async ownedBy(caller: Caller, avatarId: string): Promise<Answer<AvatarRow>> {
    const avatar = await this.#parts.storage.avatars.profiles.get(avatarId.toLowerCase());
    const theirs = avatar && (avatar.id === caller.avatarId || avatar.ownerId === caller.avatarId);
    if (avatar && (theirs || hasScope(caller, 'admin'))) return ok(avatar);
    return refuse('AVATAR_NOT_FOUND', `no avatar of yours is ${avatarId}`);
  }

  async list(caller: Caller, avatarId: string): Promise<Answer<ReadItems<ApiKeyRow>>> {
    const avatar = await this.ownedBy(caller, avatarId);
    if (!avatar.ok) return avatar;
    const { apiKeys } = this.#parts.storage.avatars;
    return ok((after, limit, skip) => apiKeys.page(avatar.value.id, after, limit, skip));
  }

  /** Makes a key; it is in this answer alone. A key never has rights that its avatar or its maker lacks. */
  async create(
    caller: Caller,
    avatarId: string,
    { name, scopes, expiresAtMs: asked }: NewApiKey,
    origin: Origin,
  ): Promise<Answer<MadeApiKey>> {
    const { storage, clock, random, settings, mail } = this.#parts;
    const avatar = await this.ownedBy(caller, avatarId);
    if (!avatar.ok) return avatar;
    const allowed = scopesOf(avatar.value);
    // An admin acts as others here, so its session does not show that it has the scope `admin`, which it may give to
    // itself.
    const mayGive = (scope: Scope) => hasScope(caller, scope) || caller.role === 'admin';
    const beyond = scopes.find((scope) => !allowed.includes(scope) || !mayGive(scope));
    if (beyond !== undefined) return refuse('SCOPES_EXCEEDED', `you or the avatar lack the scope ${beyond}`);
    const nowMs = clock.now();
    const expiresAtMs = asked ?? nowMs + settings.apiKeyDays * DAY_MS;
    if (expiresAtMs <= nowMs || expiresAtMs > nowMs + LONGEST_MS) {
      return refuse('EXPIRY_INVALID', 'expiresAt must be in the future, and at most five years from now');
    }
    const { key, prefix } = newApiKey(random);
    const facts = { prefix, scopes };
    const notice = await mail.notice();
    const made = await storage.avatars.apiKeys.create(
      { avatarId: avatar.value.id, createdBy: caller.avatarId, name, prefix, hash: hashOf(key), scopes, expiresAtMs },
      auditOf(origin, { action: 'apiKey.created', subjectId: avatar.value.id, facts, notice }),
      settings.maxApiKeys,
    );
    mail.wake();
    return made.ok ? ok({ row: made.value, key }) : refuseKey(made.error);
  }

  /** The API key of the request, and the time now. */
  async own({ credential }: Caller): Promise<Answer<{ readonly row: ApiKeyRow; readonly nowMs: number }>> {
    const { storage, clock } = this.#parts;
    const row = credential.kind === 'apiKey' ? await storage.avatars.apiKeys.get(credential.id) : undefined;
    const none = 'the request has a session and no API key';
    return row ? ok({ row, nowMs: clock.now() }) : refuse('NO_API_KEY', none);
  }

  /** Gives an agent the key that takes the place of the one that it calls with. That one ends after the overlap. */
  async renew(caller: Caller, origin: Origin): Promise<Answer<MadeApiKey>> {
    const { storage, random, settings } = this.#parts;
    if (caller.credential.kind !== 'apiKey' || caller.agentId === null) {
      return refuse('API_KEY_NOT_RENEWABLE', 'only an agent renews its API key; people make another one');
    }
    const { key, prefix } = newApiKey(random);
    const renewal = {
      ...{ keyId: caller.credential.id, prefix, hash: hashOf(key) },
      ...{ overlapMs: settings.apiKeyOverlapSeconds * 1_000, longestMs: settings.apiKeyDays * DAY_MS },
    };
    const facts = { prefix, replaces: caller.credential.id };
    const made = await storage.avatars.apiKeys.renew(renewal, auditOf(origin, { action: 'apiKey.renewed', facts }));
    return made.ok ? ok({ row: made.value, key }) : refuseKey(made.error);
  }

  /**
   * Asks for the messages about keys that end soon, each once, whichever process does it. Returns their number.
   */
  async tellEnding(): Promise<number> {
    const { storage, clock, mail } = this.#parts;
    const { apiKeys } = storage.avatars;
    let told = 0;
    for (const { withinMs, notices } of END_NOTICES) {
      for (let due = await apiKeys.ending(clock.now(), clock.now() + withinMs, notices, PAGE); due.length > 0; ) {
        for (const { id, avatarId, prefix, expiresAtMs } of due) {
          const facts = { apiKeyId: id, prefix, expiresAt: iso(expiresAtMs ?? 0) };
          const entry = { action: 'apiKey.endsSoon', actorId: null, subjectId: avatarId, facts } as const;
          const audit = auditOf(SERVICE, { ...entry, notice: await mail.notice() });
          // Without the master key nothing would be sent, so a later round tells it.
          if (audit.notice === null) return told;
          if (await apiKeys.noticed(id, notices, audit)) told += 1;
        }
        due = due.length < PAGE ? [] : await apiKeys.ending(clock.now(), clock.now() + withinMs, notices, PAGE);
      }
    }
    mail.wake();
    return told;
  }

  /** Revokes a key; it is refused from the next request on. */
  async revoke(caller: Caller, avatarId: string, keyId: string, origin: Origin): Promise<Answer<ApiKeyRow>> {
    const { apiKeys } = this.#parts.storage.avatars;
    const avatar = await this.ownedBy(caller, avatarId);
    if (!avatar.ok) return avatar;
    const key = await apiKeys.get(keyId.toLowerCase());
    if (key?.avatarId !== avatar.value.id) return refuse('API_KEY_NOT_FOUND', `the avatar has no API key ${keyId}`);
    const facts = { apiKeyId: key.id, prefix: key.prefix };
    await apiKeys.revoke(key.id, auditOf(origin, { action: 'apiKey.revoked', subjectId: avatar.value.id, facts }));
    return ok((await apiKeys.get(key.id)) ?? key);
  }
}

/** True while a key is accepted. */
export const isLive = ({ revokedAtMs, expiresAtMs }: ApiKeyRow, nowMs: number): boolean =>
  revokedAtMs === null && (expiresAtMs === null || expiresAtMs > nowMs);
