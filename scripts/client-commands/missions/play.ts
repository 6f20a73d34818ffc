import type { Causeway, Mission } from '@causeway/client';
import type { Command } from 'commander';
import { clientCommand } from '../../lib/client/command.ts';
import { fieldsOf, idOf, MISSION } from './shared.ts';

/** Commands of somebody who plays missions. */
export function playCommands(mission: Command): void {
  const step = (command: Command, take: (client: Causeway, id: string, questId: string) => Promise<Mission>) =>
    clientCommand(command, async ({ client, out }, [named = '', questId = '']) => {
      const after = await take(client, await idOf(client, named), questId);
      out.thing(after, fieldsOf(after));
    });
  const ofMission = (name: string, description: string) =>
    mission.command(name).description(description).argument('<mission>', MISSION);
  step(ofMission('start', 'start a mission'), ({ missions }, id) => missions.start(id));
  step(ofMission('abandon', 'give up a mission; you can start it again'), ({ missions }, id) => missions.abandon(id));
  clientCommand<{ readonly wait?: true }>(
    ofMission('complete', 'complete a mission whose quests are complete').option(
      '--wait',
      'first wait for the orders that complete its quests to be final',
    ),
    async ({ client, out }, [named = ''], { wait }) => {
      const id = await idOf(client, named);
      if (wait) await untilQuestsAreComplete(client, id);
      const done = await client.missions.complete(id);
      const { karma, xp, isCounted } = done.granted;
      const apart = isCounted ? '' : ', which counts in no public figure';
      out.thing(done, [...fieldsOf(done), ['you receive', `${karma} karma and ${xp} XP${apart}`]]);
    },
  );
  const quest = mission.command('quest').description('start and complete quests');
  const ofQuest = (name: string, description: string) =>
    quest.command(name).description(description).argument('<mission>', MISSION).argument('<quest>', 'id of the quest');
  step(ofQuest('start', 'start a quest'), ({ missions }, id, questId) => missions.startQuest(id, questId));
  step(ofQuest('complete', 'complete a quest'), ({ missions }, id, questId) => missions.completeQuest(id, questId));
}

/** Follows the caller's progress until every quest is complete, or the mission has ended. */
async function untilQuestsAreComplete({ missions }: Causeway, id: string): Promise<void> {
  const { status, completedQuests, totalQuests } = await missions.get(id);
  if (status !== 'InProgress' || completedQuests === totalQuests) return;
  for await (const { data } of missions.events(id)) {
    if (data.status !== 'InProgress' || data.completedQuests === data.totalQuests) return;
  }
}
