import type { KeyRange, SessionRow } from '@causeway/storage';
import Type from 'typebox';
import { unwrap } from '../../../http/errors/errors.ts';
import { answerPage, answerWhole, pageQuery, wholePageQuery } from '../../../http/requests/pagination.ts';
import type { Router } from '../../../http/route.ts';
import { success, successPageSchema, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { endedText } from '../mail/index.ts';
import {
  auditEntry,
  avatar,
  avatarParams,
  done,
  ended,
  endSessionsRequest,
  freezeRequest,
  session,
  sessionParams,
} from '../schemas.ts';
import type { AvatarService } from '../service.ts';
import { ownAuditView, privateView, sessionView } from '../views.ts';
import { originOf } from './shared.ts';

/** What owners, and admins with a reason, do against a theft: look, end sessions, freeze. */
export function guardRoutes(router: Router, avatars: AvatarService): void {
  router.route('freezeAvatar', 'POST /api/avatar/:id/freeze', {
    summary: 'Freeze your account, or an agent of yours',
    description:
      'Nothing leaves its wallets from the answer on, its orders without a lock and its waiting transfers end, and its API keys ' +
      'only read. Its agents are frozen with it. It needs no password, so that a theft is stopped quickly. An admin freezes ' +
      'any account, with a `reason`, and only an admin thaws it then.',
    params: avatarParams,
    body: freezeRequest,
    success: { description: 'The avatar, frozen.', schema: successSchema(avatar) },
    errors: ['AVATAR_NOT_FOUND', 'REASON_REQUIRED', 'FORBIDDEN'],
    handle: async (request) => {
      const { params, body } = request;
      const row = unwrap(await avatars.freezes.freeze(callerOf(request), params.id, body.reason, originOf(request)));
      return success(privateView(row), 'frozen');
    },
  });

  router.route('thawAvatar', 'POST /api/avatar/:id/thaw', {
    summary: 'End the freeze of your account, or of an agent of yours',
    description: 'An admin’s freeze is ended by another admin alone, with a `reason`.',
    params: avatarParams,
    body: freezeRequest,
    success: { description: 'The avatar.', schema: successSchema(avatar) },
    errors: ['AVATAR_NOT_FOUND', 'REASON_REQUIRED'],
    handle: async (request) => {
      const { params, body } = request;
      const row = unwrap(await avatars.freezes.thaw(callerOf(request), params.id, body.reason, originOf(request)));
      return success(privateView(row), 'thawed');
    },
  });

  router.route('listSessions', 'GET /api/avatar/me/sessions', {
    summary: 'List your sessions, newest first',
    query: Type.Object(wholePageQuery),
    success: { description: 'The sessions that go on.', schema: successPageSchema(session) },
    handle: async (request) => {
      const caller = callerOf(request);
      const current = caller.credential.kind === 'token' ? caller.credential.id : null;
      const view = (row: SessionRow) => sessionView(row, current);
      return answerWhole(request, { avatarId: caller.avatarId }, view, avatars.sessions.list(caller));
    },
  });

  router.route('endSession', 'DELETE /api/avatar/me/sessions/:sessionId', {
    summary: 'End a session of yours',
    params: sessionParams,
    success: { description: 'It has ended.', schema: successSchema(done) },
    errors: ['SESSION_NOT_FOUND'],
    handle: async (request) => {
      unwrap(await avatars.sessions.end(callerOf(request), request.params.sessionId, originOf(request)));
      return success({ done: true as const }, 'the session has ended');
    },
  });

  router.route('endSessions', 'POST /api/avatar/:id/end-sessions', {
    summary: 'End every session of yours but this one, or those of an agent',
    description:
      'Reset tokens end with them, and the API keys that `revokeApiKeys` names, within five minutes of your password. An admin ' +
      'ends the sessions of any avatar, with a `reason`, and no keys.',
    params: avatarParams,
    body: endSessionsRequest,
    success: { description: 'What ended.', schema: successSchema(ended) },
    errors: ['AVATAR_NOT_FOUND', 'REASON_REQUIRED', 'REAUTHENTICATION_REQUIRED', 'FORBIDDEN'],
    handle: async (request) => {
      const { reason, revokeApiKeys } = request.body;
      const keys = (revokeApiKeys ?? 'none') as KeyRange;
      if (keys !== 'none') request.requireRecent();
      const asked = { reason, keys };
      const result = unwrap(
        await avatars.sessions.endAll(callerOf(request), request.params.id, asked, originOf(request)),
      );
      return success(result, endedText(result));
    },
  });

  router.route('listSecurityLog', 'GET /api/avatar/me/security-log', {
    summary: 'Read the security events of your account, newest first',
    description: 'Of what others did, such as an admin, it has no address and no credential.',
    query: Type.Object(pageQuery),
    success: { description: 'A page of events.', schema: successPageSchema(auditEntry) },
    handle: async (request) => {
      const filter = { subjectId: callerOf(request).avatarId };
      return answerPage(request, filter, ownAuditView, (after, limit, skip) =>
        avatars.auditLog.list(filter, after, limit, skip),
      );
    },
  });
}
