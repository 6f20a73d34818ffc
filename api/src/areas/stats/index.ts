import { ORDER_STATES } from '@causeway/protocol';
import type { EventRow, PlatformStorage } from '@causeway/storage';
import Type from 'typebox';
import { defineArea } from '../../area.ts';
import { PUBLIC } from '../../http/callers/access.ts';
import { type Caller, hasScope } from '../../http/callers/callers.ts';
import { refuse, unwrap } from '../../http/errors/errors.ts';
import type { TopicTable } from '../../http/events/topics.ts';
import { pageQuery, readPage } from '../../http/requests/pagination.ts';
import { iso } from '../../http/requests/times.ts';
import type { Router } from '../../http/route.ts';
import { success, successSchema } from '../../http/schema/envelope.ts';
import { named, nullable } from '../../http/schema/schema.ts';
import { performanceView } from '../agents/index.ts';

interface Stats {
  readonly storage: Pick<PlatformStorage, 'avatars' | 'agents' | 'events' | 'messages' | 'missions' | 'orders'>;
  readonly topics: TopicTable;
}

const AVATAR_ID = '0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81';
const TIME = '2026-01-05T12:00:00.000Z';
const figure = (description: string) => Type.Integer({ minimum: 0, description });

const activity = Type.Object({
  event: Type.String(),
  topic: Type.String(),
  at: Type.String({ format: 'date-time' }),
  data: Type.Object({}, { additionalProperties: true, description: 'The event as the avatar’s stream has it.' }),
});

const stats = named(
  'AvatarStats',
  Type.Object(
    {
      avatarId: Type.String(),
      karma: figure('Sum of the ledger of rewards, without what stands apart.'),
      xp: figure('Sum of the ledger of rewards, without what stands apart.'),
      missionsCompleted: figure('Completed missions that count.'),
      tasks: Type.Object({
        completed: figure('Attempts that completed their task.'),
        failed: figure('Attempts that failed, or whose lease ended.'),
        successRate: nullable(Type.Number({ minimum: 0, maximum: 1 })),
        averageResponseMs: nullable(Type.Number({ minimum: 0 })),
        cost: Type.Number({ minimum: 0 }),
      }),
      orders: Type.Optional(
        Type.Object({
          total: figure('Bridge orders; for the avatar itself and admins, as all that follows.'),
          completed: figure('Orders that ended as they should.'),
        }),
      ),
      messages: Type.Optional(
        Type.Object({ sent: figure('Messages.'), received: figure('Messages.'), unread: figure('Messages.') }),
      ),
      activity: Type.Optional(Type.Array(activity, { description: 'Newest first.' })),
      nextCursor: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'Of the activity.' })),
    },
    {
      examples: [
        {
          ...{ avatarId: AVATAR_ID, karma: 40, xp: 400, missionsCompleted: 2 },
          tasks: { completed: 12, failed: 1, successRate: 0.923, averageResponseMs: 1_830, cost: 0.24 },
          ...{ orders: { total: 3, completed: 2 }, messages: { sent: 4, received: 5, unread: 1 } },
          activity: [{ event: 'order.completed', topic: 'orders', at: TIME, data: { status: 'completed' } }],
          nextCursor: null,
        },
      ],
    },
  ),
);

/** The figures that everyone may see. */
async function publicFigures({ storage }: Stats, avatarId: string) {
  const [{ karma, xp, missionsCompleted }, agent] = await Promise.all([
    storage.missions.rewards.balanceOf(avatarId),
    storage.agents.registry.get(avatarId),
  ]);
  const work = agent && performanceView(agent, null);
  const tasks = {
    completed: work?.tasksCompleted ?? 0,
    failed: work?.tasksFailed ?? 0,
    successRate: work?.successRate ?? null,
    averageResponseMs: work?.averageResponseMs ?? null,
    cost: work?.cost ?? 0,
  };
  return { avatarId, karma, xp, missionsCompleted, tasks };
}

/** The figures for the avatar itself and for admins. */
async function ownFigures({ storage }: Stats, avatarId: string) {
  const [states, messages] = await Promise.all([
    storage.orders.countByState(avatarId),
    storage.messages.messages.totals(avatarId),
  ]);
  const total = ORDER_STATES.reduce((sum, state) => sum + states[state], 0);
  const { sent, received, unread } = messages;
  return { orders: { total, completed: states.completed }, messages: { sent, received, unread } };
}

function activityView(topics: TopicTable, row: EventRow) {
  const data = topics[row.topic ?? '']?.render(row);
  const at = iso(row.createdAtMs);
  return data ? [{ event: row.type, topic: String(row.topic), at, data: data as Record<string, unknown> }] : [];
}

/** The topics of the activity that `caller` may read. */
const readable = (topics: TopicTable, caller: Caller): readonly string[] =>
  Object.entries(topics).flatMap(([name, { scope }]) => (hasScope(caller, scope) ? [name] : []));

function statsRoutes(router: Router, area: Stats): void {
  router.route('getAvatarStats', 'GET /avatar/:id', {
    summary: 'The figures of an avatar, and for itself its activity',
    description: 'Karma, XP, missions and the work of an agent are public; the rest is for the avatar and admins.',
    personal: true,
    params: Type.Object({
      id: Type.String({ format: 'uuid', description: 'The avatar’s id.', examples: [AVATAR_ID] }),
    }),
    query: Type.Object(pageQuery),
    success: { description: 'The figures.', schema: successSchema(stats) },
    errors: ['AVATAR_NOT_FOUND'],
    handle: async (request) => {
      const avatarId = request.params.id.toLowerCase();
      if (!(await area.storage.avatars.profiles.get(avatarId))) {
        return unwrap(refuse('AVATAR_NOT_FOUND', `no avatar is ${avatarId}`));
      }
      const { caller } = request;
      const isOwn = caller !== null && (caller.avatarId === avatarId || hasScope(caller, 'admin'));
      const topics = isOwn ? readable(area.topics, caller) : [];
      const binding = { operation: 'getAvatarStats', filter: { avatarId, topics: topics.join() } };
      const view = (row: EventRow) => activityView(area.topics, row);
      const page = await readPage(binding, request.query, view, (after, limit, skip) =>
        area.storage.events.beforeFor({ avatarId, topics }, after === null ? null : Number(after), limit, skip),
      );
      const figures = await publicFigures(area, avatarId);
      if (!isOwn) return success(figures);
      return success({
        ...figures,
        ...(await ownFigures(area, avatarId)),
        activity: page.items.flat(),
        nextCursor: page.nextCursor,
      });
    },
  });
}

/** The figures and the activity of avatars. */
export const statistics = defineArea<Stats>({
  name: 'stats',
  tag: { name: 'Statistics', description: 'Figures and activity of avatars.' },
  errors: {},
  access: { getAvatarStats: PUBLIC },
  prefixes: ['/api/stats'],
  open: ({ storage, topics }) => ({ storage, topics }),
  register: statsRoutes,
});
