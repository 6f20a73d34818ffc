import { Argument, type Command } from 'commander';
import { clientCommand } from '../../lib/client/command.ts';
import { countOption } from '../../lib/client/flags.ts';
import { type CapabilityFlags, capabilitiesOf, capabilityOptions } from './capability.ts';
import { AGENT, fieldsOf } from './read.ts';

interface RegisterFlags extends CapabilityFlags {
  readonly username?: string;
  readonly concurrency?: number;
  readonly webhook?: string;
}

const AVAILABILITIES = ['online', 'busy', 'offline', 'maintenance'] as const;

/** Commands of somebody who owns agents. */
export function manageCommands(agent: Command): void {
  const register = agent
    .command('register')
    .description('register an agent of yours; its API key is shown once')
    .argument('<name>', 'its name, for people')
    .option('--username <name>', 'username of its avatar; made from the name when absent')
    .addOption(countOption('--concurrency <n>', 'tasks that it does at once; 1 when absent'))
    .option('--webhook <url>', 'where it takes webhooks');
  for (const option of capabilityOptions()) register.addOption(option);
  clientCommand<RegisterFlags>(register, async ({ client, out }, [name = ''], flags) => {
    const { username, concurrency, webhook } = flags;
    const registered = await client.agents.register({
      name,
      capabilities: capabilitiesOf(flags),
      ...(username !== undefined && { agentId: username }),
      ...(concurrency !== undefined && { maxConcurrentTasks: concurrency }),
      ...(webhook !== undefined && { endpoints: { webhook } }),
    });
    const { apiKey } = registered;
    out.thing(registered, [...fieldsOf(registered), ['API key, shown once', apiKey]]);
  });
  clientCommand(
    agent
      .command('availability')
      .description('say whether an agent takes tasks')
      .argument('<agent>', AGENT)
      .addArgument(new Argument('<availability>', 'only an agent that is online gets tasks').choices(AVAILABILITIES)),
    async ({ client, out }, [id = '', availability = '']) => {
      const known = AVAILABILITIES.find((one) => one === availability);
      const changed = await client.agents.update(id, { ...(known && { availability: known }) });
      out.thing(changed, fieldsOf(changed));
    },
  );
  clientCommand(
    agent
      .command('deregister')
      .description('deregister an agent; tasks that it holds go to others')
      .argument('<agent>', AGENT),
    async ({ client, out }, [id = '']) => {
      const gone = await client.agents.deregister(id);
      if (out.json) out.document(gone);
      else out.note(`The agent ${gone.name} is deregistered.`);
    },
  );
}
