import { type AgentEvent, agent as startAgent } from '@causeway/client';
import { stopRequest } from '@causeway/runtime';
import type { Command } from 'commander';
import { type ClientContext, clientCommand } from '../../lib/client/command.ts';
import { countOption } from '../../lib/client/flags.ts';
import { writeKeyFile } from '../../lib/client/key-file.ts';
import { runTaskCommand } from '../../lib/client/task-command.ts';
import { usageError } from '../../lib/keys/key-flags.ts';
import { type CapabilityFlags, capabilitiesOf, capabilityOptions } from './capability.ts';

interface RunFlags extends CapabilityFlags {
  readonly name?: string;
  readonly concurrency?: number;
  readonly lease?: number;
  readonly grace?: number;
  readonly exclusive?: true;
  readonly keyFile?: string;
}

/** Adds `agent run`, an agent whose work is a command. */
export function runCommand(agent: Command): void {
  const run = agent
    .command('run')
    .description(
      'run an agent whose work is a command: a task’s input on its standard input, the result from its output',
    )
    .argument(
      '<command...>',
      'after --: one line for the shell, or a program with arguments; TASK_ID and TASK_TYPE are set',
    )
    .option('--name <name>', 'its name, for people; that of its avatar when absent')
    .addOption(countOption('--concurrency <n>', 'tasks at once; 1 when absent'))
    .addOption(
      countOption('--lease <seconds>', 'another agent gets a task after so long without a sign; 30 when absent'),
    )
    .addOption(
      countOption('--grace <seconds>', 'how long running tasks may go on after Ctrl-C or SIGTERM; 10 when absent'),
    )
    .option(
      '--key-file <file>',
      'file with the agent’s API key, instead of CAUSEWAY_TOKEN; the key that renews it is written there',
    )
    .option('--exclusive', 'no other process runs this agent: take over at once what a killed one held');
  for (const option of capabilityOptions()) run.addOption(option);
  clientCommand<RunFlags>(run, runAgent);
}

async function runAgent({ client, out }: ClientContext, command: readonly string[], flags: RunFlags): Promise<void> {
  const { concurrency, lease, grace, exclusive, keyFile } = flags;
  const avatar = await client.avatars.me();
  if (avatar.avatarType !== 'AI_Agent') {
    throw usageError(
      `${avatar.username} is no agent: causeway agent register makes one; give its key as CAUSEWAY_TOKEN`,
    );
  }
  const progress = out.progress();
  const show = (event: AgentEvent) => progress.step(textOf(event), event);
  const stop = stopRequest();
  try {
    const started = await startAgent({
      causeway: client,
      name: flags.name ?? avatar.username,
      capabilities: capabilitiesOf(flags),
      run: (task, context) => runTaskCommand(command, task, context),
      onEvent: show,
      ...(keyFile !== undefined && { onKey: (key: string) => writeKeyFile(keyFile, key) }),
      signal: stop.signal,
      ...(concurrency !== undefined && { concurrency }),
      ...(lease !== undefined && { leaseMs: lease * 1_000 }),
      ...(grace !== undefined && { graceMs: grace * 1_000 }),
      ...(exclusive && { exclusive }),
    });
    if (out.json) out.document({ type: 'started', agentId: started.agentId });
    else out.note(`the agent ${started.agentId} waits for tasks; Ctrl-C ends it`);
    await started.ended;
    if (out.json) out.document({ type: 'stopped' });
    else out.note('stopped; it holds no task');
  } finally {
    stop.forget();
  }
}

function textOf(event: AgentEvent): string {
  if (event.type === 'waiting') return `waiting    ${event.message}; again in ${(event.pauseMs / 1_000).toFixed(1)} s`;
  if (event.type === 'keyEnds') return `key        ends ${event.expiresAt}`;
  if (event.type === 'keyRenewed') return `key        renewed; it ends ${event.expiresAt}`;
  const facts = { code: '', message: '', question: '', ...event };
  const more = [facts.code, facts.message, facts.question].filter(Boolean).join(': ');
  return `${event.type.padEnd(10)} ${event.taskId}  ${more}`.trimEnd();
}
