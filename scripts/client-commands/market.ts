import type { Command } from 'commander';
import { clientCommand } from '../lib/client/command.ts';

/** Adds `quote` and `networks` to the `causeway` command. */
export function registerCommands(program: Command): void {
  clientCommand(
    program
      .command('quote')
      .description('tell what an order would cost and deliver, and what a refund would return')
      .argument('<from>', 'source: a chain, an asset, or ASSET@chain')
      .argument('<to>', 'destination: a chain, an asset, or ASSET@chain')
      .argument('<amount>', 'decimal amount, such as 0.5'),
    async ({ client, out }, [from = '', to = '', amount = '']) => {
      const quote = await client.market.quote({ from, to, amount });
      out.thing(quote, [
        ['sent', `${quote.fromAmount} ${quote.fromToken} on ${quote.fromChain}`],
        ['arrives', `${quote.toAmount} ${quote.toToken} on ${quote.toChain}`],
        ['fee', `${quote.fee} ${quote.feeToken}`],
        ['refund returns', `${quote.refundAmount} ${quote.refundToken}`],
        ['expected time', quote.expectedSeconds === null ? null : `${quote.expectedSeconds} s`],
      ]);
    },
  );
  clientCommand(
    program.command('networks').description('list the networks that the service bridges'),
    async ({ client, out }) => {
      await out.list(
        await client.market.networks(),
        [
          { title: 'NETWORK', of: ({ name }) => name },
          { title: 'KIND', of: ({ kind }) => kind },
          { title: 'COIN', of: ({ symbol }) => symbol },
          { title: 'STATUS', of: ({ status }) => status },
          { title: 'BLOCK', of: ({ latestBlock }) => latestBlock, align: 'right' },
        ],
        'the service bridges no networks',
      );
    },
  );
}
