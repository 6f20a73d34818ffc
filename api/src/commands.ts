// The code of a command is loaded when it runs, after its configuration has been checked.
import { loadConfig, loadKinds, waitForConfig } from '@causeway/chains';
import type { Command } from 'commander';
import type { OrderOptions } from './client/order-command.ts';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Resolves at the first SIGINT or SIGTERM. */
const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });

/** Adds `api`, `openapi` and `order` to the `causeway` command. */
export function registerCommands(program: Command): void {
  program
    .command('api')
    .description('run the REST API')
    .requiredOption('--config <file>', 'configuration file (YAML)')
    .option('--wait-for-config', 'wait until the configuration file is there, and load everything meanwhile')
    .action(async ({ config, waitForConfig: waits }: { config: string; waitForConfig?: true }) => {
      if (waits) await waitForConfig(config, () => Promise.all([import('./start.ts'), loadKinds()]));
      const stopped = stopSignal();
      const { apiConfig } = await import('./config.ts');
      const checked = loadConfig(config, apiConfig);
      const { startApi } = await import('./start.ts');
      const api = await startApi(checked);
      print(`API ${api.url}, documentation ${api.url}/docs`);
      await stopped;
      await api.stop();
    });

  program
    .command('openapi')
    .description('print the OpenAPI document of the REST API')
    .action(async () => {
      const { printOpenApi } = await import('./openapi.ts');
      await printOpenApi();
    });

  program
    .command('order')
    .description('create an order through the REST API and follow it')
    .argument('<from>', 'source: a chain, an asset, or ASSET@chain')
    .argument('<to>', 'destination: a chain, an asset, or ASSET@chain')
    .argument('<amount>', 'decimal amount, such as 0.5')
    .option('--to <address>', 'recipient; your own wallet on the destination when absent')
    .option('--url <url>', 'base URL of the API', 'http://127.0.0.1:3000')
    .option('--token-env <name>', 'environment variable that holds your token', 'CAUSEWAY_TOKEN')
    .option('--watch', 'follow the order until it ends; exit status 1 unless it completes')
    .option('--json', 'print JSON, one document a line')
    .action(async (from: string, to: string, amount: string, options: OrderOptions) => {
      const { runOrder } = await import('./client/order-command.ts');
      if (!(await runOrder([from, to, amount], options, print))) process.exitCode = 1;
    });
}
