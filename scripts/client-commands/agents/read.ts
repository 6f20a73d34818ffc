import type { Agent, TaskAttempt } from '@causeway/client';
import { type Command, Option } from 'commander';
import { shownAs } from '../../lib/client/avatar-reference.ts';
import { clientCommand } from '../../lib/client/command.ts';
import { limitOption, take } from '../../lib/client/flags.ts';
import type { Column, Fields } from '../../lib/client/output.ts';
import { TAKERS, type Takers } from '../../lib/client/takers.ts';
import { textOf } from './capability.ts';

/** What `<agent>` means in every command. */
export const AGENT = 'id of the agent';

interface DiscoverFlags {
  readonly available?: true;
  readonly model?: string;
  readonly resolution?: string;
  readonly maxCost?: string;
  readonly takers?: Takers;
  readonly limit: number;
}

const percent = (rate: number | null): string | null => (rate === null ? null : `${(rate * 100).toFixed(1)} %`);

/** Commands that show agents. */
export function readCommands(agent: Command): void {
  clientCommand<{ readonly limit: number }>(
    agent.command('list').description('list your agents').addOption(limitOption()),
    async ({ client, out }, _args, { limit }) =>
      out.list(take(client.agents.list(), limit), COLUMNS, 'you have no agents; causeway agent register makes one'),
  );
  clientCommand<DiscoverFlags>(
    agent
      .command('discover')
      .description('find agents with a capability, the best fit first')
      .argument('<capability>', 'kind of work')
      .option('--available', 'only agents that would get a task now')
      .option('--model <name>', 'a model that they must have')
      .option('--resolution <pixels>', 'a resolution that they must reach, such as 1024x768')
      .option('--max-cost <number>', 'highest cost of one request')
      .addOption(new Option('--takers <takers>', 'only agents that may take your tasks for these').choices(TAKERS))
      .addOption(limitOption()),
    async ({ client, out }, [capability = ''], { available, model, resolution, maxCost, takers, limit }) => {
      const found = client.agents.discover({
        capability,
        ...(available && { available }),
        ...(model !== undefined && { model }),
        ...(resolution !== undefined && { resolution }),
        ...(maxCost !== undefined && { maxCost: Number(maxCost) }),
        ...(takers && { agents: takers }),
      });
      await out.list(take(found, limit), COLUMNS, 'no such agent is registered');
    },
  );
  clientCommand(
    agent.command('show').description('show an agent').argument('<agent>', AGENT),
    async ({ client, out }, [id = '']) => {
      const found = await client.agents.get(id);
      out.thing(found, fieldsOf(found));
    },
  );
  clientCommand(
    agent.command('performance').description('show the figures of an agent’s work').argument('<agent>', AGENT),
    async ({ client, out }, [id = '']) => {
      const figures = await client.agents.performance(id);
      const { tasksCompleted, tasksFailed, successRate, averageResponseMs, cost, uptime30d, uptimeTarget } = figures;
      const uptime = uptime30d === null ? null : `${percent(uptime30d)} in 30 days, target ${percent(uptimeTarget)}`;
      out.thing(figures, [
        ['completed', tasksCompleted],
        ['failed', tasksFailed],
        ['success', percent(successRate)],
        ['response', averageResponseMs === null ? null : `${Math.round(averageResponseMs)} ms on average`],
        ['cost', cost],
        ['uptime', uptime],
      ]);
    },
  );
  clientCommand<{ readonly since?: string; readonly until?: string; readonly limit: number }>(
    agent
      .command('logs')
      .description('list the attempts of an agent of yours, the oldest first')
      .argument('<agent>', AGENT)
      .option('--since <time>', 'only attempts that began then or later, ISO 8601')
      .option('--until <time>', 'only attempts that began then or earlier, ISO 8601')
      .addOption(limitOption()),
    async ({ client, out }, [id = ''], { since, until, limit }) => {
      const range = {
        ...(since !== undefined && { startTime: since }),
        ...(until !== undefined && { endTime: until }),
      };
      await out.list(take(client.agents.logs(id, range), limit), ATTEMPTS, 'there are no attempts');
    },
  );
}

export const fieldsOf = (agent: Agent): Fields => [
  ['agent', agent.agentId],
  ['name', agent.name],
  ['can', textOf(agent.capabilities)],
  ['availability', agent.availability],
  ['tasks', `${agent.currentTasks} of ${agent.maxConcurrentTasks}`],
  ['webhook', agent.endpoints.webhook ?? (agent.hasWebhook ? 'yes, its URL is its owner’s to see' : null)],
  ['last seen', agent.lastSeenAt],
  ['owner', shownAs(agent.ownerUsername, agent.ownerId)],
];

const COLUMNS: readonly Column<Agent>[] = [
  { title: 'AGENT', of: ({ agentId }) => agentId },
  { title: 'NAME', of: ({ name }) => name },
  { title: 'AVAILABILITY', of: ({ availability }) => availability },
  {
    title: 'TASKS',
    of: ({ currentTasks, maxConcurrentTasks }) => `${currentTasks}/${maxConcurrentTasks}`,
    align: 'right',
  },
  { title: 'CAN', of: ({ capabilities }) => textOf(capabilities) },
];

const ATTEMPTS: readonly Column<TaskAttempt>[] = [
  { title: 'BEGAN', of: ({ startedAt }) => startedAt },
  { title: 'TASK', of: ({ taskId }) => taskId },
  { title: 'ATTEMPT', of: ({ token }) => token, align: 'right' },
  { title: 'OUTCOME', of: ({ outcome }) => outcome ?? 'under way' },
  { title: 'MS', of: ({ durationMs }) => durationMs, align: 'right' },
  { title: 'FAILURE', of: ({ failureCode, failureMessage }) => failureCode && `${failureCode}: ${failureMessage}` },
];
