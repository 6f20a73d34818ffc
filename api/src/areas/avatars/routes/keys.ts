import Type from 'typebox';
import type { Scope } from '../../../http/callers/callers.ts';
import { unwrap } from '../../../http/errors/errors.ts';
import { answerWhole, pagesOf, wholePageQuery } from '../../../http/requests/pagination.ts';
import { iso } from '../../../http/requests/times.ts';
import type { Router } from '../../../http/route.ts';
import { success, successPageSchema, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { apiKey, apiKeyParams, apiKeyRequest, avatarKey, avatarParams, newApiKey, ownApiKey } from '../schemas.ts';
import type { AvatarService } from '../service.ts';
import { apiKeyView, keyView } from '../views.ts';
import { originOf } from './shared.ts';

/** Keys of avatars: the list of all, and API keys. */
export function keyRoutes(router: Router, avatars: AvatarService): void {
  router.route('listAvatarKeys', 'GET /api/avatar/:id/keys', {
    summary: 'List an avatar’s keys',
    description: 'Purpose and public part of each; of yourself and of your agents.',
    params: avatarParams,
    query: Type.Object(wholePageQuery),
    success: { description: 'The keys, oldest first.', schema: successPageSchema(avatarKey) },
    errors: ['AVATAR_NOT_FOUND'],
    handle: async (request) => {
      const keys = unwrap(await avatars.keys(callerOf(request), request.params.id));
      return answerWhole(request, { avatarId: request.params.id }, keyView, pagesOf(keys));
    },
  });

  router.route('listApiKeys', 'GET /api/avatar/:id/api-keys', {
    summary: 'List the API keys of an avatar',
    params: avatarParams,
    query: Type.Object(wholePageQuery),
    success: { description: 'The keys, oldest first, revoked ones included.', schema: successPageSchema(apiKey) },
    errors: ['AVATAR_NOT_FOUND'],
    handle: async (request) => {
      const { id } = request.params;
      return answerWhole(
        request,
        { avatarId: id },
        apiKeyView,
        unwrap(await avatars.apiKeys.list(callerOf(request), id)),
      );
    },
  });

  router.route('createApiKey', 'POST /api/avatar/:id/api-keys', {
    summary: 'Make an API key for yourself or for an agent of yours',
    description:
      'The key is in this answer alone. It is sent like an access token: `Authorization: Bearer KEY`. It ends after 90 days ' +
      'unless `expiresAt` says otherwise.',
    secret: true,
    params: avatarParams,
    body: apiKeyRequest,
    success: { status: 201, description: 'The key.', schema: successSchema(newApiKey) },
    errors: ['AVATAR_NOT_FOUND', 'SCOPES_EXCEEDED', 'EXPIRY_INVALID', 'TOO_MANY_API_KEYS', 'ACCOUNT_FROZEN'],
    handle: async (request, reply) => {
      const { name, scopes, expiresAt } = request.body;
      const expiresAtMs = expiresAt ? Date.parse(expiresAt) : null;
      const input = { name, scopes: scopes as readonly Scope[], expiresAtMs };
      const created = await avatars.apiKeys.create(callerOf(request), request.params.id, input, originOf(request));
      const { row, key } = unwrap(created);
      reply.code(201);
      return success({ ...apiKeyView(row), apiKey: key }, 'the key is shown once');
    },
  });

  router.route('getOwnApiKey', 'GET /api/avatar/me/api-key', {
    summary: 'Read the API key that you call with',
    success: { description: 'The key, without its secret.', schema: successSchema(ownApiKey) },
    errors: ['NO_API_KEY'],
    handle: async (request) => {
      const { row, nowMs } = unwrap(await avatars.apiKeys.own(callerOf(request)));
      return success({ ...apiKeyView(row), now: iso(nowMs) });
    },
  });

  router.route('renewApiKey', 'POST /api/avatar/me/api-keys/renew', {
    summary: 'Renew the API key that you call with, as an agent',
    description:
      'The new key has the same scopes and lasts as long as the one before, at most 90 days. It is in this answer alone; the ' +
      'one before works for another day. While the new key was not used, a repetition replaces it by another one. Revoking a ' +
      'key revokes every key that took its place.',
    secret: true,
    success: { status: 201, description: 'The key.', schema: successSchema(newApiKey) },
    errors: ['API_KEY_RENEWED', 'API_KEY_NOT_RENEWABLE', 'ACCOUNT_FROZEN'],
    handle: async (request, reply) => {
      const { row, key } = unwrap(await avatars.apiKeys.renew(callerOf(request), originOf(request)));
      reply.code(201);
      return success({ ...apiKeyView(row), apiKey: key }, 'the key is shown once');
    },
  });

  router.route('revokeApiKey', 'DELETE /api/avatar/:id/api-keys/:keyId', {
    summary: 'Revoke an API key, and the keys that took its place',
    params: apiKeyParams,
    success: { description: 'The key, which is refused from now on.', schema: successSchema(apiKey) },
    errors: ['AVATAR_NOT_FOUND', 'API_KEY_NOT_FOUND'],
    handle: async (request) => {
      const { id, keyId } = request.params;
      const row = unwrap(await avatars.apiKeys.revoke(callerOf(request), id, keyId, originOf(request)));
      return success(apiKeyView(row), 'revoked');
    },
  });
}
