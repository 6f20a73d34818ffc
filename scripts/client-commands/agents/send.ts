import { type Command, Option } from 'commander';
import { clientCommand, EXIT } from '../../lib/client/command.ts';
import { countOption } from '../../lib/client/flags.ts';
import { JSON_ARGUMENT, objectOf } from '../../lib/client/json.ts';
import { type Takers, takerRequirements, takersOption } from '../../lib/client/takers.ts';

interface SendFlags {
  readonly input?: string;
  readonly task?: string;
  readonly takers?: Takers;
  readonly strategy?: Strategy;
  readonly timeout?: number;
}

const STRATEGIES = ['first_available', 'best_match', 'load_balanced'] as const;
type Strategy = (typeof STRATEGIES)[number];

/** Adds `agent send`, a message to whichever agent has a capability. */
export function sendCommand(agent: Command): void {
  clientCommand<SendFlags>(
    agent
      .command('send')
      .description('give a message to an agent with a capability, and to the next one while agents are silent')
      .argument('<capability>', 'the agent must have it')
      .argument('<type>', 'kind of message')
      .option('--input <json>', JSON_ARGUMENT)
      .option('--task <id>', 'the task that it is about')
      .addOption(takersOption('who may be given it: your own agents, these and the ones that you trust, or any'))
      .addOption(
        new Option('--strategy <strategy>', 'how each agent is chosen; best_match when absent').choices(STRATEGIES),
      )
      .addOption(countOption('--timeout <seconds>', 'time for each agent to acknowledge it; 5 when absent')),
    async ({ client, out, exitWith }, [capability = '', type = ''], { input, task, takers, strategy, timeout }) => {
      const routing = { ...(strategy && { strategy }), ...(timeout !== undefined && { timeout: timeout * 1_000 }) };
      const message = {
        type,
        ...(task !== undefined && { taskId: task }),
        ...(input !== undefined && { input: objectOf(input) }),
      };
      const sent = await client.dispatch.send({ capability, message, ...takerRequirements(takers), routing });
      out.thing(sent, [
        ['message', sent.messageId],
        ['status', sent.status],
        ['delivered to', sent.deliveredTo],
        ['why', sent.reason],
      ]);
      if (sent.status !== 'acknowledged') exitWith(EXIT.refused);
    },
  );
}
