import Type from 'typebox';
import { hasScope } from '../../../http/callers/callers.ts';
import { standingOf } from '../../../http/callers/ownership.ts';
import { unwrap } from '../../../http/errors/errors.ts';
import { etagOf, expectedVersions, notModified } from '../../../http/requests/etag.ts';
import { answerWhole, wholePageQuery } from '../../../http/requests/pagination.ts';
import type { Router } from '../../../http/route.ts';
import { success, successPageSchema, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { refuse } from '../errors.ts';
import { avatar, avatarParams, avatarProfile, jwks, nameParams, ownProfile, profileRequest } from '../schemas.ts';
import type { AvatarService } from '../service.ts';
import { namedView, privateView, publicView } from '../views.ts';
import { originOf } from './shared.ts';

/** Seconds for which the published keys may be kept. */
const KEYS_MAX_AGE = 300;

/** Profiles, and the keys that access tokens are checked with. */
export function profileRoutes(router: Router, avatars: AvatarService): void {
  router.route('getOwnAvatar', 'GET /api/avatar/me', {
    summary: 'Read your own profile',
    description: 'An API key without the scope `profile:read` sees the public members.',
    etag: true,
    success: { description: 'The avatar.', schema: successSchema(ownProfile) },
    errors: ['AVATAR_NOT_FOUND'],
    handle: async (request, reply) => {
      const caller = callerOf(request);
      const row = await avatars.get(caller.avatarId);
      if (!row) return unwrap(refuse('AVATAR_NOT_FOUND', 'you are no avatar of this database'));
      if (notModified(request, reply, etagOf(row.version))) return reply.code(304).send(null);
      return success(hasScope(caller, 'profile:read') ? privateView(row) : namedView(row));
    },
  });

  router.route('updateOwnAvatar', 'PUT /api/avatar/me', {
    summary: 'Change your own profile',
    description: 'Members that are absent stay.',
    etag: true,
    body: profileRequest,
    success: { description: 'The avatar.', schema: successSchema(avatar) },
    errors: ['AVATAR_NOT_FOUND'],
    handle: async (request, reply) => {
      const { firstName, lastName, title, metadata, nameHidden } = request.body;
      const patch = { firstName, lastName, title, metadata, nameHidden };
      const changed = await avatars.update(callerOf(request), patch, expectedVersions(request), originOf(request));
      const row = unwrap(changed);
      reply.header('etag', etagOf(row.version));
      return success(privateView(row));
    },
  });

  router.route('listOwnAgents', 'GET /api/avatar/me/agents', {
    summary: 'List the agents that you own',
    query: Type.Object(wholePageQuery),
    success: { description: 'The agents, oldest first.', schema: successPageSchema(avatar) },
    handle: (request) => {
      const caller = callerOf(request);
      return answerWhole(request, { avatarId: caller.avatarId }, privateView, (after, limit, skip) =>
        avatars.profiles.agentsOf(caller.avatarId, after, limit, skip),
      );
    },
  });

  router.route('findAvatar', 'GET /api/avatar/by-name/:username', {
    summary: 'Find an avatar by its username',
    description:
      'In any case. A name that its avatar hides is as unknown as one that nobody has. Each look counts as an attempt to sign in ' +
      'from your address.',
    params: nameParams,
    success: { description: 'The public profile.', schema: successSchema(ownProfile) },
    errors: ['AVATAR_NOT_FOUND', 'ATTEMPTS_EXCEEDED'],
    handle: async (request) =>
      success(namedView(unwrap(await avatars.byName(request.params.username, request.caller, originOf(request))))),
  });

  router.route('getAvatar', 'GET /api/avatar/:id', {
    summary: 'Read an avatar’s profile',
    description: 'Everyone sees the public members; the avatar itself, its owner and admins see all.',
    personal: true,
    params: avatarParams,
    success: { description: 'The profile.', schema: successSchema(avatarProfile) },
    errors: ['AVATAR_NOT_FOUND'],
    handle: async (request) => {
      const { caller } = request;
      const row = await avatars.get(request.params.id);
      if (!row) return unwrap(refuse('AVATAR_NOT_FOUND', `no avatar is ${request.params.id}`));
      const own =
        standingOf(caller, { owner: row.id, visible: true }, 'profile:read') === 'own' ||
        standingOf(caller, { owner: row.ownerId, visible: true }, 'agents:read') === 'own';
      return success(own ? privateView(row) : publicView(row));
    },
  });

  router.route('getSigningKeys', 'GET /.well-known/jwks.json', {
    summary: 'The public keys of access tokens, as a JWK set',
    description: 'Without an envelope, as libraries for JWTs read it.',
    success: { description: 'The keys.', schema: jwks },
    handle: async (_request, reply) => {
      reply.header('cache-control', `public, max-age=${KEYS_MAX_AGE}`);
      const { keys } = await avatars.tokens.jwks();
      return { keys: [...keys] };
    },
  });
}
