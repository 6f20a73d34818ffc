import { loadConfig } from '@causeway/chains';
import type { Command } from 'commander';
import { type OrderOptions, runOrder } from './client/order-command.ts';
import { apiConfig } from './config.ts';
import { printOpenApi } from './openapi.ts';
import { startApi } from './start.ts';

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
    .action(async ({ config }: { config: string }) => {
      const stopped = stopSignal();
      const api = await startApi(loadConfig(config, apiConfig));
      print(`API ${api.url}, documentation ${api.url}/docs`);
      await stopped;
      await api.stop();
    });

  program
    .command('openapi')
    .description('print the OpenAPI document of the REST API')
    .action(() => printOpenApi());

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
      if (!(await runOrder([from, to, amount], options, print))) process.exitCode = 1;
    });
}
