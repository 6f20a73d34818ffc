import type { EventRow } from '@causeway/storage';
import Type from 'typebox';
import { type Caller, hasScope } from '../../http/callers/callers.ts';
import { refuse, unwrap } from '../../http/errors/errors.ts';
import type { TopicTable } from '../../http/events/topics.ts';
import type { Router } from '../../http/route.ts';
import { callerOf } from '../../plugins/app/auth.ts';

/** The topics of `text` (names with commas between them), or all that the caller may follow. Refuses others. */
function topicsOf(text: string | undefined, topics: TopicTable, caller: Caller): readonly string[] {
  const all = Object.keys(topics);
  if (text === undefined) return all.filter((name) => hasScope(caller, (topics[name] as TopicTable[string]).scope));
  const names = [...new Set(text.split(',').map((name) => name.trim()))].sort();
  for (const name of names) {
    const topic = Object.hasOwn(topics, name) ? topics[name] : undefined;
    if (!topic) {
      return unwrap(refuse('MALFORMED_REQUEST', `topics: ${name} is none of ${all.join(', ')}`));
    }
    if (!hasScope(caller, topic.scope)) {
      const facts = { requiredScope: topic.scope };
      return unwrap(refuse('FORBIDDEN', `the topic ${name} needs the scope ${topic.scope}`, { facts }));
    }
  }
  return names;
}

/** GET /events: the events of the caller's topics, as they happen. */
export function eventRoutes(router: Router, topics: TopicTable): void {
  const render = (row: EventRow): unknown => topics[row.topic ?? '']?.render(row) ?? null;
  router.stream('streamEvents', '/events', {
    summary: 'Follow everything that concerns you as server-sent events',
    description:
      'One stream of the topics that `topics` names (with commas between them), or of all that the token may read. ' +
      'Its events are those of the topics’ own streams. The first one, `ready`, has the id after which the stream ' +
      'begins: `Last-Event-ID` (also as the query `lastEventId`), the first event of all, or with `since=now` the ' +
      'newest. A comment is sent every 15 seconds. The stream ends when its token is no longer accepted.',
    query: { topics: Type.Optional(Type.String({ minLength: 1, maxLength: 200, examples: ['orders'] })) },
    fromNow: true,
    example: 'id: 7\nevent: order.completed\ndata: {"orderId":"…","status":"completed","version":9}\n\n',
    errors: ['FORBIDDEN'],
    open: async (request) => {
      const caller = callerOf(request);
      const names = topicsOf(request.query.topics, topics, caller);
      return {
        avatarId: caller.avatarId,
        topics: names,
        render,
        over: async () => false,
        opening: { event: 'ready', data: { topics: names } },
      };
    },
  });
}
