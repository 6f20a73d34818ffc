import { numberOption } from '@causeway/chains';
import type { Command } from 'commander';

/** Seconds between blocks that the local chains keep up with. */
const BLOCK_TIME = { least: 0.05, most: 60, fraction: true } as const;

/** Registers `causeway devnet`. */
export function registerCommands(program: Command): void {
  program
    .command('devnet')
    .description('run the local chains')
    .option('--state <folder>', 'keep the chains, deployments and keys there, and go on with what an earlier run left')
    .option('--block-time <seconds>', 'seconds between blocks', numberOption(BLOCK_TIME), 0.2)
    .option('--json', 'print one line of JSON instead of tables')
    .action(async (options: { state?: string; blockTime: number; json?: true }) => {
      const { runDevnet } = await import('./run.ts');
      await runDevnet(options);
    });
}
