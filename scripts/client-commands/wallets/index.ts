import type { Command } from 'commander';
import { registerKeeping } from './keeping.ts';
import { registerLimits } from './limits.ts';
import { registerMoney } from './money.ts';
import { registerSecrets } from './secrets.ts';

/** Adds `wallet` to the `causeway` command. */
export function registerCommands(program: Command): void {
  const wallet = program
    .command('wallet')
    .description('create, import and list wallets, send from them, limit what leaves them, export and delete them')
    .addHelpText('after', '\nA wallet is named by its id, its address, or its name.');
  registerKeeping(wallet);
  registerMoney(wallet);
  registerLimits(wallet);
  registerSecrets(wallet);
}
