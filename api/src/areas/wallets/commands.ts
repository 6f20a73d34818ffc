import type { Command } from 'commander';
import type { Operator } from '../../area.ts';
import type { Wallets } from './wallets.ts';

interface DestroySeedOptions {
  readonly config: string;
  readonly avatar: string;
  readonly forceAddresses: readonly string[];
}

/** Adds `admin destroy-seed`, which works on the database while the API serves. */
export function walletCommands(admin: Command, operator: Operator<Wallets>): void {
  admin
    .command('destroy-seed')
    .description('destroy an avatar’s seed and its deleted wallets for good; the phrase is lost unless it was exported')
    .requiredOption('--config <file>', 'configuration file of the API (YAML)')
    .requiredOption('--avatar <id>', 'avatar whose seed it is')
    .requiredOption('--force-addresses <addresses...>', 'every address below the seed: what lies there is lost')
    .action(async ({ config, avatar, forceAddresses }: DestroySeedOptions) => {
      const { destroySeed } = await import('./destroy-seed.ts');
      await destroySeed(await operator.load(config), { avatarId: avatar, addresses: forceAddresses });
      operator.print(`the seed of ${avatar} is destroyed`);
    });
}
