import type { Command } from 'commander';
import { clientCommand } from '../lib/client/command.ts';
import { JSON_ARGUMENT, objectOf } from '../lib/client/json.ts';

/** Adds `broadcast` to the `causeway` command. */
export function registerCommands(program: Command): void {
  clientCommand<{ readonly data?: string; readonly from?: string }>(
    program
      .command('broadcast')
      .description('send an event to agents, or to everyone who follows')
      .argument('<event>', 'name of the event')
      .argument('[agents...]', 'ids of the agents; everyone when absent')
      .option('--data <json>', JSON_ARGUMENT)
      .option('--from <agent>', 'the agent of yours that sends it; you when absent'),
    async ({ client, out }, [event = '', ...agents], { data, from }) => {
      const sent = await client.dispatch.broadcast({
        event,
        subscribers: agents.length === 0 ? 'all' : agents,
        ...(data !== undefined && { data: objectOf(data) }),
        ...(from !== undefined && { agentId: from }),
      });
      out.thing(sent, [
        ['event', sent.eventId],
        ['recipients', sent.recipients],
      ]);
    },
  );
}
