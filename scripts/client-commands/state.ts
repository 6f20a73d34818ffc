import type { Command } from 'commander';
import { type ClientContext, clientCommand } from '../lib/client/command.ts';
import { countOption, limitOption, take } from '../lib/client/flags.ts';

interface EventFlags {
  readonly topics?: string;
  readonly since?: string;
  readonly follow?: true;
  readonly count?: number;
  readonly limit: number;
}

/** Adds `health`, `stats` and `events` to the `causeway` command. */
export function registerCommands(program: Command): void {
  clientCommand(
    program.command('health').description('show the health of everything that the service needs'),
    async ({ client, out }) =>
      out.list(
        await client.health.list(),
        [
          { title: 'NAME', of: ({ name }) => name },
          { title: 'KIND', of: ({ kind }) => kind },
          { title: 'STATUS', of: ({ status }) => status },
          { title: 'MS', of: ({ latencyMs }) => latencyMs, align: 'right' },
          { title: 'MESSAGE', of: ({ message }) => message },
        ],
        'the service needs nothing',
      ),
  );
  clientCommand<{ readonly activity?: true; readonly limit: number }>(
    program
      .command('stats')
      .description('show the figures of an avatar, or its activity')
      .argument('[avatar]', 'id of the avatar; you if absent')
      .option('--activity', 'list the activity, newest first')
      .addOption(limitOption()),
    async (context, [given], flags) => {
      const id = given ?? (await context.avatarId());
      if (flags.activity) return activity(context, id, flags.limit);
      const { client, out } = context;
      const stats = await client.statistics.of(id);
      const { karma, xp, missionsCompleted, tasks, orders, messages } = stats;
      out.thing(stats, [
        ['karma', karma],
        ['xp', xp],
        ['missions', missionsCompleted],
        ['tasks', `${tasks.completed} completed, ${tasks.failed} failed`],
        ['orders', orders && `${orders.total}, ${orders.completed} completed`],
        ['messages', messages && `${messages.sent} sent, ${messages.received} received, ${messages.unread} unread`],
      ]);
    },
  );
  clientCommand<EventFlags>(
    program
      .command('events')
      .description('list the events that concern you, newest first, or follow them')
      .option('--follow', 'print events as they come, until interrupted')
      .option('--topics <names>', 'follow only these, such as orders,missions,messages')
      .option('--since <id>', 'follow from after this event on; now: only what comes')
      .addOption(countOption('--count <n>', 'end after so many events'))
      .addOption(limitOption()),
    async (context, _args, flags) =>
      flags.follow ? follow(context, flags) : activity(context, await context.avatarId(), flags.limit),
  );
}

/** Lists what an avatar did and what happened to it, newest first. */
const activity = ({ client, out }: ClientContext, id: string, limit: number): Promise<void> =>
  out.list(
    take(client.statistics.activity(id), limit),
    [
      { title: 'AT', of: ({ at }) => at },
      { title: 'TOPIC', of: ({ topic }) => topic },
      { title: 'EVENT', of: ({ event }) => event },
      { title: 'DATA', of: ({ data }) => JSON.stringify(data) },
    ],
    'there is no activity that you may see',
  );

/** Prints the events of the caller's topics, until `count` are printed. */
async function follow({ client, out }: ClientContext, { topics, since, count = Number.POSITIVE_INFINITY }: EventFlags) {
  const filter = {
    ...(topics !== undefined && { topics: topics.split(',') }),
    ...(since === 'now' && { since: 'now' as const }),
  };
  const progress = out.progress();
  let printed = 0;
  for await (const event of client.events.follow(
    filter,
    since === undefined || since === 'now' ? {} : { lastEventId: since },
  )) {
    if (event.type === 'ready') continue;
    progress.step(`${event.id}  ${event.type}  ${JSON.stringify(event.data)}`, event);
    printed += 1;
    if (printed >= count) break;
  }
  progress.end();
}
