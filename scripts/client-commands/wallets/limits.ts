import type { Command } from 'commander';
import { clientCommand } from '../../lib/client/command.ts';
import { amountArgument } from '../../lib/client/flags.ts';
import { showAllowances, showLimits } from '../../lib/client/spending-limits.ts';
import { findWallet } from '../../lib/client/wallet-reference.ts';
import { usageError } from '../../lib/keys/key-flags.ts';
import { WALLET_ARGUMENT } from './shared.ts';

const ASSET = ['<asset>', 'symbol, such as ETH'] as const;
const AMOUNT = ['[amount]', 'decimal amount, such as 0.5', amountArgument] as const;

/** Adds `limits`, `limit` and `allow-key` to `causeway wallet`. */
export function registerLimits(wallet: Command): void {
  clientCommand(
    wallet.command('limits').description('show what may leave your wallets within a day, and what is used'),
    async ({ client, out }) => showLimits(out, await client.wallets.limits()),
  );
  clientCommand<{ readonly remove?: true }>(
    wallet
      .command('limit')
      .description('set your own limit of a day for one wallet; asks for your password')
      .argument(...WALLET_ARGUMENT)
      .argument(...ASSET)
      .argument(...AMOUNT)
      .option('--remove', 'remove the limit'),
    async ({ client, out, ask }, [reference = '', asset = '', amount], { remove }) => {
      const { id } = await findWallet(client, reference);
      const most = amountOr(amount, remove);
      await client.avatars.reauthenticate(await ask.secret('Password: '));
      await showLimits(out, await client.wallets.setLimit(id, asset, most));
    },
  );
  clientCommand<{ readonly remove?: true }>(
    wallet
      .command('allow-key')
      .description('allow an API key of yours to spend so much of an asset a day; asks for your password')
      .argument('<key>', 'id of the API key')
      .argument(...ASSET)
      .argument(...AMOUNT)
      .option('--remove', 'withdraw it'),
    async ({ client, out, ask }, [apiKeyId = '', asset = '', amount], { remove }) => {
      const most = amountOr(amount, remove);
      await client.avatars.reauthenticate(await ask.secret('Password: '));
      await showAllowances(out, await client.wallets.allow({ apiKeyId, asset, amount: most }));
    },
  );
}

/** The amount, or null to remove what is set. */
function amountOr(amount: string | undefined, remove: true | undefined): string | null {
  if ((amount === undefined) === (remove === undefined)) throw usageError('give an amount, or --remove');
  return amount ?? null;
}
