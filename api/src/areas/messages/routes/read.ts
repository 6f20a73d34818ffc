import { unwrap } from '../../../http/errors/errors.ts';
import { etagOf, notModified } from '../../../http/requests/etag.ts';
import { answerPage } from '../../../http/requests/pagination.ts';
import type { Router } from '../../../http/route.ts';
import { success, successPageSchema, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { avatarParams, inboxQuery, listQuery, message, messageParams, unreadCount } from '../schemas.ts';
import type { DirectMessageService } from '../service.ts';
import { messageView, partiesOf, versionOf } from '../view.ts';

/** Reads of messages. */
export function readMessageRoutes(router: Router, messages: DirectMessageService): void {
  router.route('listMessages', 'GET /messages', {
    summary: 'List the messages that you received, newest first',
    query: inboxQuery,
    success: { description: 'A page of messages.', schema: successPageSchema(message) },
    handle: async (request) => {
      const caller = callerOf(request);
      const { unread = false } = request.query;
      return answerPage(
        request,
        { avatarId: caller.avatarId, unread: String(unread) },
        messageView,
        async (after, limit, skip) =>
          messages.names.page(await messages.own.inbox(caller.avatarId, unread, after, limit, skip), partiesOf, caller),
      );
    },
  });

  router.route('getMessage', 'GET /messages/:messageId', {
    summary: 'Read a message that you sent or received',
    etag: true,
    params: messageParams,
    success: { description: 'The message.', schema: successSchema(message) },
    errors: ['MESSAGE_NOT_FOUND'],
    handle: async (request, reply) => {
      const caller = callerOf(request);
      const row = unwrap(await messages.get(caller, request.params.messageId.toLowerCase()));
      if (notModified(request, reply, etagOf(versionOf(row)))) return reply.code(304).send(null);
      return success(messageView({ item: row, nameOf: await messages.names.of(partiesOf(row), caller) }));
    },
  });

  router.route('listConversation', 'GET /conversation/:avatarId', {
    summary: 'List the messages between you and another avatar, newest first',
    params: avatarParams,
    query: listQuery,
    success: { description: 'A page of messages.', schema: successPageSchema(message) },
    handle: async (request) => {
      const caller = callerOf(request);
      const { avatarId } = caller;
      const { avatarId: peerId } = request.params;
      const page = (after: string | null, limit: number, skip: number) =>
        messages.own.conversation(avatarId, peerId.toLowerCase(), after, limit, skip);
      return answerPage(request, { avatarId, peerId }, messageView, async (after, limit, skip) =>
        messages.names.page(await page(after, limit, skip), partiesOf, caller),
      );
    },
  });

  router.route('countUnreadMessages', 'GET /unread-count', {
    summary: 'Count your unread messages',
    success: { description: 'The count.', schema: successSchema(unreadCount) },
    handle: async (request) => success({ unreadCount: await messages.unread(callerOf(request)) }),
  });
}
