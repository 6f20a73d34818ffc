import type { Command } from 'commander';
import { clientCommand } from '../../lib/client/command.ts';
import { amountArgument } from '../../lib/client/flags.ts';
import { showAllowances } from '../../lib/client/spending-limits.ts';
import { AGENT } from './read.ts';

/** Commands about what an agent may spend without a password. */
export function allowCommands(agent: Command): void {
  clientCommand(
    agent
      .command('allow')
      .description('allow an agent of yours to spend so much of an asset a day; asks for your password')
      .argument('<agent>', AGENT)
      .argument('<amount>', 'decimal amount, such as 0.5', amountArgument)
      .argument('<asset>', 'symbol, such as ETH'),
    async ({ client, out, ask }, [agentId = '', amount = '', asset = '']) => {
      await client.avatars.reauthenticate(await ask.secret('Password: '));
      await showAllowances(out, await client.wallets.allow({ agentId, asset, amount }));
    },
  );
  clientCommand(
    agent
      .command('disallow')
      .description('withdraw what an agent may spend of an asset; asks for your password')
      .argument('<agent>', AGENT)
      .argument('<asset>', 'symbol, such as ETH'),
    async ({ client, out, ask }, [agentId = '', asset = '']) => {
      await client.avatars.reauthenticate(await ask.secret('Password: '));
      await showAllowances(out, await client.wallets.allow({ agentId, asset, amount: null }));
    },
  );
}
