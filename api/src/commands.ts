// The code of a command is loaded when it runs, after its configuration has been checked.
import { loadKinds } from '@causeway/chains';
import { loadConfig, numberOption, waitForConfig } from '@causeway/config';
import { stopRequest } from '@causeway/runtime';
import type { Command } from 'commander';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Adds `api`, `rewrap`, `openapi` and `admin` to the `causeway` command. */
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
      const api = await startApi(checked);
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

  registerAdminCommands(program);
}

interface DestroySeedOptions {
  readonly config: string;
  readonly avatar: string;
  readonly forceAddresses: readonly string[];
}

interface AdminCreateOptions {
  readonly config: string;
  readonly username: string;
  readonly email?: string;
  readonly passwordFile?: string;
  readonly passwordEnv?: string;
}

/** Adds `admin create`, `admin rotate-keys` and `admin inspect`, which work on the database while the API serves. */
function registerAdminCommands(program: Command): void {
  const admin = program
    .command('admin')
    .description('make an admin, rotate the keys of access tokens, or inspect avatars');
  admin
    .command('create')
    .description('register an admin; without a password given, a random one is made and printed once')
    .requiredOption('--config <file>', 'configuration file of the API (YAML)')
    .requiredOption('--username <name>', 'username of the admin')
    .option('--email <address>', 'e-mail address, which the admin then proves')
    .option('--password-file <file>', 'file that holds the password')
    .option('--password-env <variable>', 'environment variable that holds the password')
    .action(async ({ config, username, email, passwordFile, passwordEnv }: AdminCreateOptions) => {
      const { apiConfig } = await import('./config.ts');
      const checked = loadConfig(config, apiConfig);
      const { createAdmin } = await import('./admin-commands.ts');
      const password = passwordFile ? { file: passwordFile } : passwordEnv ? { env: passwordEnv } : undefined;
      const made = await createAdmin(checked, { username, email, password });
      print(`admin ${made.username} ${made.id}`);
      if (made.password !== null) print(`password, shown once: ${made.password}`);
    });
  admin
    .command('rotate-keys')
    .description('add a key that signs access tokens; the API need not stop')
    .requiredOption('--config <file>', 'configuration file of the API (YAML)')
    .option(
      '--delay <seconds>',
      'time until it signs, for those who keep the published keys',
      numberOption({ least: 0, most: 86_400 }),
      300,
    )
    .option('--revoke', 'the key signs at once, and tokens of all other keys are refused within seconds')
    .action(async ({ config, delay, revoke = false }: { config: string; delay: number; revoke?: boolean }) => {
      const { apiConfig } = await import('./config.ts');
      const checked = loadConfig(config, apiConfig);
      const { rotateSigningKeys } = await import('./admin-commands.ts');
      const id = await rotateSigningKeys(checked, { delaySeconds: delay, revoke });
      print(`key ${id} signs ${revoke ? 'now; tokens of all other keys are refused' : `in ${delay} seconds`}`);
    });
  admin
    .command('inspect')
    .description('list avatars whose rights or address no security event explains; status 1 if there is one')
    .requiredOption('--config <file>', 'configuration file of the API (YAML)')
    .option('--json', 'print the findings as JSON')
    .action(async ({ config, json }: { config: string; json?: true }) => {
      const { apiConfig } = await import('./config.ts');
      const checked = loadConfig(config, apiConfig);
      const { inspectAvatars, reportOf } = await import('./inspection.ts');
      const findings = await inspectAvatars(checked);
      print(json ? JSON.stringify(findings, null, 2) : reportOf(findings));
      if (findings.length > 0) process.exitCode = 1;
    });
  admin
    .command('destroy-seed')
    .description('destroy an avatar’s seed and its deleted wallets for good; the phrase is lost unless it was exported')
    .requiredOption('--config <file>', 'configuration file of the API (YAML)')
    .requiredOption('--avatar <id>', 'avatar whose seed it is')
    .requiredOption('--force-addresses <addresses...>', 'every address below the seed: what lies there is lost')
    .action(async ({ config, avatar, forceAddresses }: DestroySeedOptions) => {
      const { apiConfig } = await import('./config.ts');
      const checked = loadConfig(config, apiConfig);
      const { destroySeed } = await import('./destroy-seed-command.ts');
      await destroySeed(checked, { avatarId: avatar, addresses: forceAddresses });
      print(`the seed of ${avatar} is destroyed`);
    });
}
