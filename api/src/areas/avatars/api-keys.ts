import { ok } from '@causeway/protocol';
import type { ApiKeyRow, AvatarRow } from '@causeway/storage';
import { type Caller, hasScope, type Scope } from '../../http/callers.ts';
import type { Answer } from '../../http/errors.ts';
import type { ReadItems } from '../../http/pagination.ts';
import { refuse } from './errors.ts';
import { auditOf, type Origin } from './origin.ts';
import type { AvatarParts } from './parts.ts';
import { hashOf, newApiKey } from './secrets.ts';
import { scopesOf } from './sign-in.ts';

/** Longest life of an API key that has an end, milliseconds. */
const LONGEST_MS = 5 * 365 * 86_400_000;

/** The input for a new API key. */
export interface NewApiKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAtMs: number | null;
}

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
    { name, scopes, expiresAtMs }: NewApiKey,
    origin: Origin,
  ): Promise<Answer<{ readonly row: ApiKeyRow; readonly key: string }>> {
    const { storage, clock, random, settings } = this.#parts;
    const avatar = await this.ownedBy(caller, avatarId);
    if (!avatar.ok) return avatar;
    const allowed = scopesOf(avatar.value);
    const beyond = scopes.find((scope) => !allowed.includes(scope) || !hasScope(caller, scope));
    if (beyond !== undefined) return refuse('SCOPES_EXCEEDED', `you or the avatar lack the scope ${beyond}`);
    const nowMs = clock();
    if (expiresAtMs !== null && (expiresAtMs <= nowMs || expiresAtMs > nowMs + LONGEST_MS)) {
      return refuse('EXPIRY_INVALID', 'expiresAt must be in the future, and at most five years from now');
    }
    const live = (await storage.avatars.apiKeys.list(avatar.value.id)).filter((key) => isLive(key, nowMs));
    if (live.length >= settings.maxApiKeys)
      return refuse('TOO_MANY_API_KEYS', `the avatar has ${live.length} API keys`);
    const { key, prefix } = newApiKey(random);
    const facts = { prefix, scopes };
    const row = await storage.avatars.apiKeys.create(
      { avatarId: avatar.value.id, createdBy: caller.avatarId, name, prefix, hash: hashOf(key), scopes, expiresAtMs },
      auditOf(origin, { action: 'apiKey.created', subjectId: avatar.value.id, facts }),
    );
    return ok({ row, key });
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
