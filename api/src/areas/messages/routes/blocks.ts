import { unwrap } from '../../../http/errors/errors.ts';
import { answerPage } from '../../../http/requests/pagination.ts';
import type { Router } from '../../../http/route.ts';
import { success, successPageSchema, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { avatarParams, blockedAvatar, listQuery } from '../schemas.ts';
import type { DirectMessageService } from '../service.ts';
import { blockView } from '../view.ts';

/** The avatars whose messages the caller does not take. */
export function blockRoutes(router: Router, messages: DirectMessageService): void {
  router.route('listBlockedAvatars', 'GET /blocks', {
    summary: 'List the avatars that you block',
    query: listQuery,
    success: { description: 'A page of avatars.', schema: successPageSchema(blockedAvatar) },
    handle: async (request) => {
      const caller = callerOf(request);
      return answerPage(request, { avatarId: caller.avatarId }, blockView, (after, limit, skip) =>
        messages.own.blocks(caller.avatarId, after, limit, skip),
      );
    },
  });

  router.route('blockAvatar', 'PUT /blocks/:avatarId', {
    summary: 'Take no more messages from an avatar',
    description: 'Its messages are refused with SENDER_BLOCKED from now on. Earlier messages stay.',
    params: avatarParams,
    success: { description: 'It is blocked.', schema: successSchema(blockedAvatar) },
    errors: ['AVATAR_NOT_FOUND', 'RECIPIENT_UNKNOWN'],
    handle: async (request) =>
      success(blockView(unwrap(await messages.block(callerOf(request), request.params.avatarId)))),
  });

  router.route('unblockAvatar', 'DELETE /blocks/:avatarId', {
    summary: 'Take messages from an avatar again',
    params: avatarParams,
    success: { description: 'It is not blocked.', schema: successSchema(blockedAvatar) },
    handle: async (request) => {
      const { avatarId } = request.params;
      await messages.own.unblock(callerOf(request).avatarId, avatarId.toLowerCase());
      return success({ avatarId, blocked: false, since: null });
    },
  });
}
