import { numberOption } from '@causeway/config';
import type { Command } from 'commander';
import type { Operator } from '../../area.ts';
import type { AvatarService } from './service.ts';

interface AdminCreateOptions {
  readonly config: string;
  readonly username: string;
  readonly email?: string;
  readonly passwordFile?: string;
  readonly passwordEnv?: string;
}

/** Adds `admin create`, `admin rotate-keys` and `admin inspect`, which work on the database while the API serves. */
export function avatarCommands(admin: Command, operator: Operator<AvatarService>): void {
  admin
    .command('create')
    .description('register an admin; without a password given, a random one is made and printed once')
    .requiredOption('--config <file>', 'configuration file of the API (YAML)')
    .requiredOption('--username <name>', 'username of the admin')
    .option('--email <address>', 'e-mail address, which the admin then proves')
    .option('--password-file <file>', 'file that holds the password')
    .option('--password-env <variable>', 'environment variable that holds the password')
    .action(async ({ config, username, email, passwordFile, passwordEnv }: AdminCreateOptions) => {
      const { createAdmin } = await import('./admin.ts');
      const password = passwordFile ? { file: passwordFile } : passwordEnv ? { env: passwordEnv } : undefined;
      const made = await createAdmin(await operator.load(config), { username, email, password });
      operator.print(`admin ${made.username} ${made.id}`);
      if (made.password !== null) operator.print(`password, shown once: ${made.password}`);
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
      const { rotateSigningKeys } = await import('./admin.ts');
      const id = await rotateSigningKeys(await operator.load(config), { delaySeconds: delay, revoke });
      operator.print(`key ${id} signs ${revoke ? 'now; tokens of all other keys are refused' : `in ${delay} seconds`}`);
    });
  admin
    .command('inspect')
    .description('list avatars whose rights or address no security event explains; status 1 if there is one')
    .requiredOption('--config <file>', 'configuration file of the API (YAML)')
    .option('--json', 'print the findings as JSON')
    .action(async ({ config, json }: { config: string; json?: true }) => {
      const { inspectAvatars, reportOf } = await import('./inspection.ts');
      const findings = await inspectAvatars((await operator.load(config)).location);
      operator.print(json ? JSON.stringify(findings, null, 2) : reportOf(findings));
      if (findings.length > 0) process.exitCode = 1;
    });
}
