import type { Router } from '../../../http/route.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { renderMessageEvent } from '../view.ts';

/** GET /events: the caller's messages as they come. */
export function messageStreamRoute(router: Router): void {
  router.stream('streamMessageEvents', '/events', {
    summary: 'Follow your messages as server-sent events',
    description:
      'Events `message.received`, `message.read` (you read it, or its recipient did) and `message.deleted`: all of ' +
      'them, the events after `Last-Event-ID` (also as the query `lastEventId`), or with `since=now` only new ones. ' +
      'They name messages by id and have no text. A comment is sent every 15 seconds.',
    fromNow: true,
    example: 'id: 7\nevent: message.received\ndata: {"messageId":"…","fromAvatarId":"…","priority":"high"}\n\n',
    open: async (request) => {
      return {
        avatarId: callerOf(request).avatarId,
        topics: ['messages'],
        render: renderMessageEvent,
        over: async () => false,
      };
    },
  });
}
