import type { Command } from 'commander';
import { clientCommand } from '../../lib/client/command.ts';
import type { Column } from '../../lib/client/output.ts';

const IDS = 'ids of agents, or of avatars all of whose agents you mean';
const COLUMNS: readonly Column<string>[] = [{ title: 'TRUSTED', of: (id) => id }];
const NONE = 'you trust no agents but your own; causeway agent trust adds some';

/** Commands about the list of agents that may take tasks for `listed` ones. */
export function trustCommands(agent: Command): void {
  clientCommand(
    agent.command('trusted').description('list the agents that may take your tasks for listed ones, besides your own'),
    async ({ client, out }) => out.list(await client.agents.trusted(), COLUMNS, NONE),
  );
  clientCommand(
    agent.command('trust').description('add agents to your list of trusted ones').argument('<ids...>', IDS),
    async ({ client, out }, ids) => {
      const known = await client.agents.trusted();
      await out.list(await client.agents.trust([...new Set([...known, ...ids])]), COLUMNS, NONE);
    },
  );
  clientCommand(
    agent.command('distrust').description('remove agents from your list; it counts at once').argument('<ids...>', IDS),
    async ({ client, out }, ids) => {
      const known = await client.agents.trusted();
      await out.list(await client.agents.trust(known.filter((id) => !ids.includes(id))), COLUMNS, NONE);
    },
  );
}
