import type { ListedMission, MissionFilter } from '@causeway/client';
import { type Command, Option } from 'commander';
import { shownAs } from '../../lib/client/avatar-reference.ts';
import { clientCommand } from '../../lib/client/command.ts';
import { FULL, fullOption, limitOption, take } from '../../lib/client/flags.ts';
import { COLUMNS, fieldsOf, idOf, MISSION } from './shared.ts';

const STATUSES = ['Pending', 'InProgress', 'Completed', 'Failed', 'Cancelled'];

/** Commands that find and show missions. */
export function readCommands(mission: Command): void {
  clientCommand<{ readonly status?: MissionFilter['status']; readonly limit: number; readonly full?: true }>(
    mission
      .command('list')
      .description('list published missions and your own, newest first')
      .addOption(new Option('--status <status>', 'only those with this status of yours').choices(STATUSES))
      .addOption(limitOption())
      .addOption(fullOption()),
    async ({ client: { missions }, out }, _args, { status, limit, full }) => {
      const filter = status === undefined ? {} : { status };
      const found = full ? missions.list({ ...filter, ...FULL }) : missions.list(filter);
      await out.list(take<ListedMission>(found, limit), COLUMNS, 'there are no missions');
    },
  );
  clientCommand<{ readonly limit: number }>(
    mission
      .command('search')
      .description('find missions by their words, best first')
      .argument('<words...>', 'words of missions and quests; typing errors are forgiven')
      .addOption(limitOption()),
    async ({ client, out }, words, { limit }) =>
      out.list(take(client.missions.search(words.join(' ')), limit), COLUMNS, 'no mission has these words'),
  );
  clientCommand(
    mission.command('show').description('show a mission and your progress').argument('<mission>', MISSION),
    async ({ client, out }, [named = '']) => {
      const found = await client.missions.get(await idOf(client, named));
      out.thing(found, fieldsOf(found));
    },
  );
  clientCommand<{ readonly limit: number }>(
    mission
      .command('leaders')
      .description('list who completed a mission, the fastest first')
      .argument('<mission>', MISSION)
      .addOption(limitOption()),
    async ({ client, out }, [named = ''], { limit }) =>
      out.list(
        take(client.missions.leaderboard(await idOf(client, named)), limit),
        [
          { title: 'RANK', of: ({ rank }) => rank, align: 'right' },
          { title: 'AVATAR', of: ({ username, avatarId }) => shownAs(username, avatarId) },
          { title: 'SECONDS', of: ({ durationSeconds }) => durationSeconds, align: 'right' },
          { title: 'KARMA', of: ({ karma }) => karma, align: 'right' },
          { title: 'XP', of: ({ xp }) => xp, align: 'right' },
          { title: 'COMPLETED', of: ({ completedAt }) => completedAt },
        ],
        'nobody has completed it',
      ),
  );
  clientCommand(
    mission.command('watch').description('follow your progress in a mission').argument('<mission>', MISSION),
    async ({ client, out }, [named = '']) => {
      const progress = out.progress();
      for await (const { type, data } of client.missions.events(await idOf(client, named))) {
        const part = data.questId === undefined ? '' : ` ${data.questId}`;
        progress.step(`${type}${part}  ${data.completedQuests}/${data.totalQuests}`, { type, ...data });
      }
      progress.end();
    },
  );
}
