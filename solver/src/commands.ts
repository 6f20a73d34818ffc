// The code of a command is loaded when it runs, after its configuration has been checked.
import { loadKinds } from '@causeway/chains';
import { loadConfig, waitForConfig, withPlaces } from '@causeway/config';
import type { OutboxCheckpoint } from '@causeway/outbox';
import type { Running } from '@causeway/process';
import { CONFIG, type Common, JSON_OUTPUT, type ProcessOptions, run, WAIT } from '@causeway/process/commands';
import type { Command } from 'commander';
import { solverConfig } from './config.ts';

const STATUS_HELP = `
The books of each asset beside its balance: a difference is a deposit, a withdrawal, or what is on its way.

Example:
  causeway solver status --config solver.yaml --json`;

/** Adds solver to `program`. */
export function registerCommands(program: Command): void {
  const solver = program
    .command('solver')
    .description('run a solver: fills swaps from its own inventory, and earns the spread')
    .option(...CONFIG)
    .option(...WAIT)
    .addHelpText('after', '\nExample:\n  causeway solver --config solver.yaml')
    .action((options: ProcessOptions) => run(() => runSolver(options)));
  solver
    .command('status')
    .description('show its lanes, its swaps, its books and why it offers nothing')
    .option(...CONFIG)
    .option(...JSON_OUTPUT)
    .addHelpText('after', STATUS_HELP)
    .action(async (_options: object, command: Command) =>
      (await import('./status-command.ts')).showStatus(command.optsWithGlobals<Common>()),
    );
}

async function runSolver({ config, waitForConfig: waits }: ProcessOptions): Promise<Running> {
  const load = () => import('./solver.ts');
  if (waits) await waitForConfig(config, () => Promise.all([load(), loadKinds()]));
  const checked = loadConfig(config, solverConfig);
  const { startSolver } = await load();
  const checkpoint = checkpointOf(process.env);
  return withPlaces(config, () => startSolver(checked, checkpoint ? { checkpoint } : {}));
}

/** A testing aid: ends this process without warning at the point that the environment names. */
function checkpointOf({
  CAUSEWAY_CRASH_AT: crash,
}: NodeJS.ProcessEnv): ((point: OutboxCheckpoint) => void) | undefined {
  if (!crash) return undefined;
  return (point) => {
    if (point === crash) process.kill(process.pid, 'SIGKILL');
  };
}
