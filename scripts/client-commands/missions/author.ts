import type { Causeway, Mission, MissionRequest } from '@causeway/client';
import type { Command } from 'commander';
import { clientCommand } from '../../lib/client/command.ts';
import { readJson } from '../../lib/client/json.ts';
import { fieldsOf, idOf, MISSION } from './shared.ts';

const FILE = 'JSON file with the mission, as POST /api/missions takes it; - is standard input';

/** Commands of somebody who writes missions. */
export function authorCommands(mission: Command): void {
  clientCommand(
    mission.command('create').description('write a mission').argument('<file>', FILE),
    async ({ client, out }, [file = '']) => {
      const made = await client.missions.create(readJson(file) as MissionRequest);
      out.thing(made, fieldsOf(made));
    },
  );
  clientCommand(
    mission
      .command('update')
      .description('rewrite a mission; what is published stays as it is')
      .argument('<mission>', MISSION)
      .argument('<file>', FILE),
    async ({ client, out }, [named = '', file = '']) => {
      const changed = await client.missions.update(await idOf(client, named), readJson(file) as MissionRequest);
      out.thing(changed, fieldsOf(changed));
    },
  );
  const change = (name: string, description: string, step: (client: Causeway, id: string) => Promise<Mission>) =>
    clientCommand(
      mission.command(name).description(description).argument('<mission>', MISSION),
      async ({ client, out }, [named = '']) => {
        const after = await step(client, await idOf(client, named));
        out.thing(after, fieldsOf(after));
      },
    );
  change('publish', 'publish a mission as it is now', ({ missions }, id) => missions.publish(id));
  change('unpublish', 'take a mission back; runs of it go on', ({ missions }, id) => missions.unpublish(id));
  clientCommand(
    mission.command('delete').description('delete a mission; runs of it go on').argument('<mission>', MISSION),
    async ({ client, out }, [named = '']) => {
      const id = await idOf(client, named);
      await client.missions.remove(id);
      if (out.json) out.document({ id, isDeleted: true });
      else out.note(`The mission ${id} is deleted.`);
    },
  );
}
