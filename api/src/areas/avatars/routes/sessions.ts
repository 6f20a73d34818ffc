import type { AvatarType } from '@causeway/storage';
import type { Scope } from '../../../http/callers/callers.ts';
import { refuse, unwrap } from '../../../http/errors/errors.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import {
  authenticateRequest,
  done,
  passwordRequest,
  refreshRequest,
  registered,
  registerRequest,
  revokeRequest,
  signedIn,
} from '../schemas.ts';
import type { AvatarService } from '../service.ts';
import { privateView, signedInView } from '../views.ts';
import { mailOf, NOT_SENT, originOf } from './shared.ts';

/** Registration and sessions. */
export function sessionRoutes(router: Router, avatars: AvatarService): void {
  router.route('registerAvatar', 'POST /api/avatar/register', {
    summary: 'Register an avatar',
    description:
      'A person needs a password. An AI_Agent without one gets an API key in this answer alone; registered with a ' +
      'token, it belongs to the caller. A session registers one within five minutes of its password alone; an API key registers ' +
      'one without a password, whose key, with its renewals, ends with that one. Only admins register a Wizard or a System.',
    secret: true,
    personal: true,
    body: registerRequest,
    success: { status: 201, description: 'The avatar.', schema: successSchema(registered), location: true },
    errors: [
      ...['FORBIDDEN', 'USERNAME_TAKEN', 'USERNAME_INVALID', 'PASSWORD_REQUIRED', 'SCOPES_EXCEEDED', 'TOO_MANY_AGENTS'],
      ...['ATTEMPTS_EXCEEDED', 'PASSWORDS_BUSY', 'REAUTHENTICATION_REQUIRED'],
    ],
    handle: async (request, reply) => {
      const { username, email, password, firstName, lastName, title, metadata, avatarType, scopes } = request.body;
      const input = {
        ...{ username, email, password, firstName, lastName, title, metadata },
        avatarType: (avatarType ?? 'User') as AvatarType,
        scopes: scopes as readonly Scope[] | undefined,
      };
      const { avatar, apiKey } = unwrap(await avatars.registration.register(input, originOf(request)));
      reply.code(201).headers({ location: `/api/avatar/${avatar.id}`, etag: `"${avatar.version}"` });
      const mail = avatar.email === null ? {} : mailOf(avatars);
      return success({ ...privateView(avatar), apiKey, ...mail }, mail.mail ? `registered; ${NOT_SENT}` : 'registered');
    },
  });

  router.route('authenticateAvatar', 'POST /api/avatar/authenticate', {
    summary: 'Sign in',
    description: 'The answer, and its time, do not tell whether the name exists.',
    secret: true,
    body: authenticateRequest,
    success: { description: 'The avatar and its tokens.', schema: successSchema(signedIn) },
    errors: ['CREDENTIALS_REFUSED', 'ATTEMPTS_EXCEEDED', 'PASSWORDS_BUSY'],
    handle: async (request) => {
      const { username, email, password } = request.body;
      if (username === undefined && email === undefined)
        return unwrap(refuse('MALFORMED_REQUEST', 'give username or email'));
      const name = username === undefined ? { email: email ?? '' } : { username };
      return success(signedInView(unwrap(await avatars.signIn.authenticate(name, password, originOf(request)))));
    },
  });

  router.route('refreshToken', 'POST /api/avatar/refresh-token', {
    summary: 'Exchange a refresh token for new tokens',
    description:
      'The token is replaced. The same client gets the same answer again for 10 seconds; any other second use ends ' +
      'the session with all of its tokens.',
    secret: true,
    body: refreshRequest,
    success: { description: 'The avatar and its tokens.', schema: successSchema(signedIn) },
    errors: ['REFRESH_TOKEN_REFUSED'],
    handle: async (request) => {
      const { refreshToken } = request.body;
      return success(signedInView(unwrap(await avatars.signIn.refresh(refreshToken, originOf(request)))));
    },
  });

  router.route('revokeToken', 'POST /api/avatar/revoke-token', {
    summary: 'End a session',
    description: 'By its refresh token, or the session of the access token. It is no error if it has ended already.',
    secret: true,
    body: revokeRequest,
    success: { description: 'The session has ended.', schema: successSchema(done) },
    handle: async (request) => {
      await avatars.signIn.revoke(request.body.refreshToken, originOf(request));
      return success({ done: true as const }, 'signed out');
    },
  });

  router.route('reauthenticate', 'POST /api/avatar/reauthenticate', {
    summary: 'Give the password again',
    description: 'The session then counts as authenticated now, which some operations ask for.',
    secret: true,
    body: passwordRequest,
    success: { description: 'The password is right.', schema: successSchema(done) },
    errors: ['CREDENTIALS_REFUSED', 'ATTEMPTS_EXCEEDED', 'PASSWORDS_BUSY'],
    handle: async (request) => {
      unwrap(await avatars.signIn.reauthenticate(callerOf(request), request.body.password, originOf(request)));
      return success({ done: true as const });
    },
  });
}
