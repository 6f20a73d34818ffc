// The code of a command is loaded when it runs, after its configuration has been checked.
import { loadKinds } from '@causeway/chains';
import { loadConfig, waitForConfig, withPlaces } from '@causeway/config';
import { stopRequest } from '@causeway/runtime';
import type { Command } from 'commander';
import { AREAS } from './app.ts';
import type { Area, Operator } from './area.ts';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** What the commands of `area` are given. */
const operatorOf = <Service>(area: Area<Service>): Operator<Service> => ({
  print,
  async load(file) {
    const { apiConfig } = await import('./config.ts');
    const checked = loadConfig(file, apiConfig);
    const { operatedArea } = await import('./operator.ts');
    return operatedArea(area, checked);
  },
});

/** Adds `api`, `rewrap` and `openapi` to the `causeway` command, and `admin` with the commands of the areas. */
export function registerCommands(program: Command): void {
  program
    .command('api')
    .description('run the REST API')
    .requiredOption('--config <file>', 'configuration file (YAML)')
    .option('--wait-for-config', 'wait until the configuration file is there, and load everything meanwhile')
    .action(async ({ config, waitForConfig: waits }: { config: string; waitForConfig?: true }) => {
      if (waits) await waitForConfig(config, () => Promise.all([import('./start.ts'), loadKinds()]));
      const stop = stopRequest();
      const { apiConfig } = await import('./config.ts');
      const checked = loadConfig(config, apiConfig);
      const { startApi } = await import('./start.ts');
      const api = await withPlaces(config, () => startApi(checked));
      const metrics = api.metricsUrl === undefined ? '' : `, metrics ${api.metricsUrl}/metrics`;
      print(`API ${api.url}, documentation ${api.url}/docs${metrics}`);
      await stop.asked;
      await api.stop();
    });

  program
    .command('rewrap')
    .description('wrap every secret of the database under the current master key; the API may serve meanwhile')
    .requiredOption('--config <file>', 'configuration file of the API (YAML)')
    .option('--new-key', 'first add a new master key to the key file of the configuration')
    .action(async ({ config, newKey }: { config: string; newKey?: true }) => {
      const { apiConfig } = await import('./config.ts');
      const checked = loadConfig(config, apiConfig);
      const { runRewrap } = await import('./rewrap-command.ts');
      if (!(await runRewrap(checked, newKey === true, print))) process.exitCode = 1;
    });

  program
    .command('openapi')
    .description('print the OpenAPI document of the REST API')
    .action(async () => {
      const { printOpenApi } = await import('./openapi.ts');
      await printOpenApi();
    });

  const admin = program
    .command('admin')
    .description('make an admin, rotate the keys of access tokens, or inspect avatars');
  for (const area of AREAS) area.commands?.(admin, operatorOf(area));
}
