import type { AvatarType } from '@causeway/storage';
import type { FastifyReply } from 'fastify';
import type { Scope } from '../../../http/callers/callers.ts';
import { unwrap } from '../../../http/errors/errors.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { refuse } from '../errors.ts';
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
import { type SessionCookie, sessionCookieOf } from '../session-cookie.ts';
import type { SignedIn } from '../sign-in.ts';
import { privateView, signedInView } from '../views.ts';
import { mailOf, NOT_SENT, originOf } from './shared.ts';

/** The answer with an avatar's new tokens; the refresh token is in `cookie` when there is one. */
function answerOf(signedIn: SignedIn, reply: FastifyReply, cookie: SessionCookie | undefined) {
  cookie?.set(reply, signedIn.refreshToken, signedIn.refreshSeconds);
  return success(signedInView(signedIn, cookie !== undefined));
}

const ONE_OF_BOTH = 'give either refreshToken, or session for the one in the cookie';

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
    description:
      'The answer, and its time, do not tell whether the name exists. A page of the service itself asks with `session` ' +
      'for the refresh token in a cookie that no script reads.',
    secret: true,
    body: authenticateRequest,
    success: { description: 'The avatar and its tokens.', schema: successSchema(signedIn) },
    errors: ['CREDENTIALS_REFUSED', 'ATTEMPTS_EXCEEDED', 'PASSWORDS_BUSY', 'ORIGIN_NOT_OWN'],
    handle: async (request, reply) => {
      const { username, email, password, session } = request.body;
      if (username === undefined && email === undefined)
        return unwrap(refuse('MALFORMED_REQUEST', 'give username or email'));
      const name = username === undefined ? { email: email ?? '' } : { username };
      const cookie = session && sessionCookieOf(request);
      return answerOf(unwrap(await avatars.signIn.authenticate(name, password, originOf(request))), reply, cookie);
    },
  });

  router.route('refreshToken', 'POST /api/avatar/refresh-token', {
    summary: 'Exchange a refresh token for new tokens',
    description:
      'The token is replaced. The same client gets the same answer again for 10 seconds; any other second use ends ' +
      'the session with all of its tokens. With `session` the token is in the cookie of a sign-in.',
    secret: true,
    body: refreshRequest,
    success: { description: 'The avatar and its tokens.', schema: successSchema(signedIn) },
    errors: ['REFRESH_TOKEN_REFUSED', 'ORIGIN_NOT_OWN'],
    handle: async (request, reply) => {
      const { refreshToken, session } = request.body;
      if ((refreshToken === undefined) === (session === undefined))
        return unwrap(refuse('MALFORMED_REQUEST', ONE_OF_BOTH));
      const cookie = session && sessionCookieOf(request);
      const token = cookie ? cookie.token : refreshToken;
      if (token === undefined) return unwrap(refuse('REFRESH_TOKEN_REFUSED', 'there is no session; authenticate'));
      return answerOf(unwrap(await avatars.signIn.refresh(token, originOf(request))), reply, cookie);
    },
  });

  router.route('revokeToken', 'POST /api/avatar/revoke-token', {
    summary: 'End a session',
    description: 'By its refresh token, or the session of the access token. It is no error if it has ended already.',
    secret: true,
    body: revokeRequest,
    success: { description: 'The session has ended.', schema: successSchema(done) },
    errors: ['ORIGIN_NOT_OWN'],
    handle: async (request, reply) => {
      const { refreshToken, session } = request.body;
      if (refreshToken !== undefined && session) return unwrap(refuse('MALFORMED_REQUEST', ONE_OF_BOTH));
      const cookie = session && sessionCookieOf(request);
      const origin = originOf(request);
      // The page may have an access token of another session than another tab has put into the cookie.
      if (cookie?.token !== undefined) await avatars.signIn.revoke(cookie.token, origin);
      await avatars.signIn.revoke(refreshToken, origin);
      cookie?.clear(reply);
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
