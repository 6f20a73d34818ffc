import { AUDIT_ACTIONS, type AuditAction, type AvatarType } from '@causeway/storage';
import Type from 'typebox';
import { unwrap } from '../../../http/errors/errors.ts';
import { answerPage, pageQuery } from '../../../http/requests/pagination.ts';
import type { Router } from '../../../http/route.ts';
import { success, successPageSchema, successSchema } from '../../../http/schema/envelope.ts';
import { auditEntry, avatar, avatarParams, roleRequest } from '../schemas.ts';
import type { AvatarService } from '../service.ts';
import { auditView, privateView } from '../views.ts';
import { originOf } from './shared.ts';

const auditQuery = Type.Object({
  ...pageQuery,
  action: Type.Optional(Type.String({ enum: [...AUDIT_ACTIONS] })),
  actorId: Type.Optional(Type.String({ maxLength: 100, description: 'Who did it.' })),
  subjectId: Type.Optional(Type.String({ maxLength: 100, description: 'Whose account or resource.' })),
});

/** Operations of admins. */
export function adminRoutes(router: Router, avatars: AvatarService): void {
  router.route('assignRole', 'PUT /api/avatar/:id/role', {
    summary: 'Change type and role of an avatar',
    description: 'Its sessions end. An admin may do everything.',
    params: avatarParams,
    body: roleRequest,
    success: { description: 'The avatar.', schema: successSchema(avatar) },
    errors: ['AVATAR_NOT_FOUND'],
    handle: async (request) => {
      const { avatarType, isAdmin } = request.body;
      const standing = { avatarType: avatarType as AvatarType | undefined, isAdmin };
      return success(privateView(unwrap(await avatars.assign(request.params.id, standing, originOf(request)))));
    },
  });

  router.route('listAuditLog', 'GET /api/avatar/audit-log', {
    summary: 'Read the log of security events, newest first',
    query: auditQuery,
    success: { description: 'A page of events.', schema: successPageSchema(auditEntry) },
    handle: async (request) => {
      const { action, actorId, subjectId } = request.query;
      const filter = {
        ...(action !== undefined && { action: action as AuditAction }),
        ...(actorId !== undefined && { actorId }),
        ...(subjectId !== undefined && { subjectId }),
      };
      return answerPage(request, filter, auditView, (after, limit, skip) =>
        avatars.auditLog.list(filter, after, limit, skip),
      );
    },
  });
}
