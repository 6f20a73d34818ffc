import type { EventRow } from '@causeway/storage';
import { unwrap } from '../../../http/errors/errors.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import type { Agents } from '../agents.ts';
import { broadcastRequest, broadcastResult } from '../messages/schemas.ts';
import { agentEventView } from '../messages/view.ts';
import { taskEventView } from '../tasks/view.ts';
import { runEventView } from '../workflows/view.ts';

/** The topics of the stream, and the public forms of their events. */
const VIEWS = { agents: agentEventView, tasks: taskEventView, workflows: runEventView } as const;
const render = (row: EventRow): unknown => VIEWS[row.topic as keyof typeof VIEWS](row);

/** The caller's events, and broadcasts. */
export function eventRoutes(router: Router, agents: Agents): void {
  router.route('broadcastAgentEvent', 'POST /events/broadcast', {
    summary: 'Send an event to agents, or to everyone who follows',
    description:
      'They get it as `event.broadcast` on their streams, and named ones by their webhooks, too. A sender may send 60 to named agents and 10 to all in a minute.',
    body: broadcastRequest,
    success: { description: 'The event.', schema: successSchema(broadcastResult) },
    errors: ['AGENT_NOT_FOUND', 'AGENTS_UNKNOWN'],
    handle: async (request) => success(unwrap(await agents.messages.broadcast(callerOf(request), request.body))),
  });

  router.stream('streamAgentEvents', '/events', {
    summary: 'Follow your tasks, messages, collaborations and broadcasts as server-sent events',
    description:
      'Tasks and runs that you submitted, messages that you got or sent, your collaborations, leases of yours that others ended ' +
      '(`lease.ended`: the task was cancelled, expired, or its agent silent), and broadcasts to you or to all: ' +
      'all events, the events after `Last-Event-ID` (also as the query `lastEventId`), or with `since=now` only new ' +
      'ones. The id is the event’s `seq`, which rises. A comment is sent every 15 seconds.',
    fromNow: true,
    example: 'id: 7\nevent: message.received\ndata: {"seq":7,"type":"message.received","messageId":"…"}\n\n',
    open: async (request) => {
      return {
        avatarId: callerOf(request).avatarId,
        topics: Object.keys(VIEWS),
        sharedTopics: ['agents'],
        render,
        over: async () => false,
      };
    },
  });
}
