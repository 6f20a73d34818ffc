import type { Command } from 'commander';

/** Registers `causeway devnet`. */
export function registerCommands(program: Command): void {
  program
    .command('devnet')
    .description('run the local chains')
    .option('--state <folder>', 'keep the chains, deployments and keys there, and go on with what an earlier run left')
    .option('--block-time <seconds>', 'seconds between blocks', '0.2')
    .option('--json', 'print one line of JSON instead of tables')
    .action(async (options: { state?: string; blockTime: string; json?: true }) => {
      const { runDevnet } = await import('./run.ts');
      await runDevnet(options);
    });
}
