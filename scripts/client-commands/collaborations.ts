import type { Collaboration, CollaborationSummary } from '@causeway/client';
import { Argument, type Command, Option } from 'commander';
import { type ClientContext, clientCommand, EXIT } from '../lib/client/command.ts';
import { countOption, limitOption, take } from '../lib/client/flags.ts';
import { JSON_ARGUMENT, objectOf } from '../lib/client/json.ts';
import type { Column, Fields } from '../lib/client/output.ts';
import { type Takers, takerRequirements, takersOption } from '../lib/client/takers.ts';
import { usageError } from '../lib/keys/key-flags.ts';

const COLLABORATION = 'id of the collaboration';
const PROTOCOLS = ['consensus', 'voting', 'delegation'] as const;

interface BeginFlags {
  readonly input?: string;
  readonly capability?: string;
  readonly rounds?: number;
  readonly timeout?: number;
  readonly weighted?: true;
  readonly join?: true;
  readonly takers?: Takers;
  readonly id?: string;
  readonly watch?: true;
}

/** Adds `collaborate` to the `causeway` command. */
export function registerCommands(program: Command): void {
  const collaborate = program.command('collaborate').description('let agents agree, vote, or share work');
  clientCommand<BeginFlags>(
    collaborate
      .command('begin', { isDefault: true })
      .description('begin a collaboration; `causeway collaborate voting AGENT AGENT` is short for it')
      .addArgument(new Argument('<protocol>', 'how they work together').choices(PROTOCOLS))
      .argument('<agents...>', 'ids of the agents; the first one leads a delegation')
      .option('--input <json>', JSON_ARGUMENT)
      .option('--capability <type>', 'type of their tasks; collaborate when absent')
      .addOption(countOption('--rounds <n>', 'rounds of a consensus at most; 3 when absent'))
      .addOption(countOption('--timeout <seconds>', 'time for a round; 300 when absent'))
      .addOption(new Option('--weighted', 'votes count by their own weights'))
      .option('--join', 'the lead of a delegation makes the result from the parts')
      .addOption(
        takersOption('who may take subtasks that name a capability: your own agents, these and trusted ones, or any'),
      )
      .option('--id <task>', 'your name for the work; a repetition with the same name begins nothing')
      .option('--watch', 'wait for the outcome; exit status 1 unless there is one'),
    begin,
  );
  clientCommand(
    collaborate.command('show').description('show a collaboration').argument('<collaboration>', COLLABORATION),
    async ({ client, out }, [id = '']) => {
      const found = await client.collaborations.get(id);
      out.thing(found, fieldsOf(found));
    },
  );
  clientCommand(
    collaborate
      .command('watch')
      .description('wait for the outcome; exit status 1 unless there is one')
      .argument('<collaboration>', COLLABORATION),
    (context, [id = '']) => watch(context, id),
  );
  clientCommand<{ readonly limit: number }>(
    collaborate.command('list').description('list your collaborations, newest first').addOption(limitOption()),
    async ({ client, out }, _args, { limit }) =>
      out.list(take(client.collaborations.list(), limit), COLUMNS, 'there are no collaborations'),
  );
  clientCommand(
    collaborate
      .command('cancel')
      .description('cancel a collaboration with its open tasks')
      .argument('<collaboration>', COLLABORATION),
    async ({ client, out }, [id = '']) => {
      const cancelled = await client.collaborations.cancel(id);
      out.thing(cancelled, fieldsOf(cancelled));
    },
  );
}

async function begin(context: ClientContext, args: readonly string[], flags: BeginFlags): Promise<void> {
  const [named, ...agents] = args;
  const protocol = PROTOCOLS.find((one) => one === named);
  if (protocol === undefined) throw usageError(`the protocol must be one of ${PROTOCOLS.join(', ')}`);
  const { input, capability, rounds, timeout, weighted, join, takers, id } = flags;
  const begun = await context.client.collaborations.begin({
    ...{ protocol, agents, waitMs: 0 },
    ...takerRequirements(takers),
    ...(input !== undefined && { input: objectOf(input) }),
    ...(id !== undefined && { taskId: id }),
    options: {
      ...(capability !== undefined && { capability }),
      ...(rounds !== undefined && { rounds }),
      ...(timeout !== undefined && { timeoutMs: timeout * 1_000 }),
      ...(weighted && { voting: 'weighted' as const }),
      ...(join && { join }),
    },
  });
  if (flags.watch) return watch(context, begun.collaborationId);
  context.out.thing(begun, fieldsOf(begun));
}

async function watch({ client, out, exitWith }: ClientContext, id: string): Promise<void> {
  const end = await client.collaborations.ended(id);
  out.thing(end, fieldsOf(end));
  if (end.status !== 'completed') exitWith(EXIT.refused);
}

const fieldsOf = (collaboration: Collaboration): Fields => [
  ['collaboration', collaboration.collaborationId],
  ['protocol', collaboration.protocol],
  ['status', collaboration.status],
  ...collaboration.rounds.flatMap(({ round, tasks }) =>
    tasks.map(({ kind, agentId, status, result, failureCode, failureMessage }) => {
      const end = status === 'completed' ? JSON.stringify(result) : (failureCode ?? status ?? 'under way');
      const why = failureMessage === null ? '' : `, ${failureMessage}`;
      return [`round ${round} ${kind}`, `${agentId ?? 'any agent'}: ${end}${why}`] as const;
    }),
  ),
  ['outcome', collaboration.outcome === null ? null : JSON.stringify(collaboration.outcome)],
];

const COLUMNS: readonly Column<CollaborationSummary>[] = [
  { title: 'COLLABORATION', of: ({ collaborationId }) => collaborationId },
  { title: 'PROTOCOL', of: ({ protocol }) => protocol },
  { title: 'STATUS', of: ({ status }) => status },
  { title: 'ROUND', of: ({ round }) => round, align: 'right' },
  { title: 'AGENTS', of: ({ agents }) => agents.length, align: 'right' },
  { title: 'BEGAN', of: ({ createdAt }) => createdAt },
];
