import { unwrap } from '../../../http/errors/errors.ts';
import { etagOf } from '../../../http/requests/etag.ts';
import { iso } from '../../../http/requests/times.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { deletedMessage, markedMessages, markRequest, messageParams, sendRequest, sentMessage } from '../schemas.ts';
import type { DirectMessageService } from '../service.ts';
import { versionOf } from '../view.ts';

/** Largest body of a message: its text in UTF-8, and metadata. */
const MESSAGE_BODY_LIMIT = 64 * 1024;

/** Sends, marks and deletes messages. */
export function changeMessageRoutes(router: Router, messages: DirectMessageService): void {
  router.route('sendMessage', 'POST /send-message', {
    summary: 'Send a message to another avatar',
    description:
      'The answer comes when the message is stored. A recipient who blocks you is SENDER_BLOCKED: many senders are ' +
      'programs, which would otherwise wait for an answer that cannot come.',
    body: sendRequest,
    bodyLimit: MESSAGE_BODY_LIMIT,
    success: { status: 201, description: 'It is sent.', schema: successSchema(sentMessage), location: true },
    errors: ['SENDER_IS_NOT_CALLER', 'SENDER_BLOCKED', 'RECIPIENT_UNKNOWN', 'MESSAGES_EXCEEDED', 'QUOTA_EXCEEDED'],
    handle: async (request, reply) => {
      const row = unwrap(await messages.send(callerOf(request), request.body));
      reply.code(201).headers({ etag: etagOf(versionOf(row)), location: `/api/messaging/messages/${row.id}` });
      return success({ messageId: row.id, sentAt: iso(row.sentAtMs) });
    },
  });

  router.route('markMessagesRead', 'POST /mark-messages-read', {
    summary: 'Mark messages that you received as read',
    description: 'Ids of other messages are left alone. The senders see when it was.',
    body: markRequest,
    success: { description: 'What changed.', schema: successSchema(markedMessages) },
    handle: async (request) => {
      const { messageIds, unread } = await messages.own.markRead(callerOf(request).avatarId, request.body.messageIds);
      return success({ messageIds: [...messageIds], unreadCount: unread });
    },
  });

  router.route('deleteMessage', 'DELETE /messages/:messageId', {
    summary: 'Delete a message for yourself',
    description: 'The other avatar keeps it. Its text is removed when both have deleted it.',
    params: messageParams,
    success: { description: 'It is deleted.', schema: successSchema(deletedMessage) },
    errors: ['MESSAGE_NOT_FOUND'],
    handle: async (request) => {
      const { messageId } = request.params;
      unwrap(await messages.remove(callerOf(request), messageId.toLowerCase()));
      return success({ messageId, deleted: true as const });
    },
  });
}
