import type { Command } from 'commander';
import { clientCommand } from '../lib/client/command.ts';

interface RouteFlags {
  readonly asset?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Adds `quote`, `routes` and `networks` to the `causeway` command. */
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
  clientCommand<RouteFlags>(
    program
      .command('routes')
      .description('list what can be bridged, with limits, fees and times')
      .option('--asset <symbol>', 'only routes of this asset')
      .option('--from <chain>', 'only routes from this network')
      .option('--to <chain>', 'only routes to this network'),
    async ({ client, out }, _args, { asset, from, to }) => {
      const filter = {
        ...(asset !== undefined && { asset }),
        ...(from !== undefined && { fromChain: from }),
        ...(to !== undefined && { toChain: to }),
      };
      await out.list(
        await client.market.routes(filter),
        [
          { title: 'ASSET', of: ({ asset }) => asset },
          { title: 'FROM', of: ({ fromChain }) => fromChain },
          { title: 'TO', of: ({ toChain }) => toChain },
          { title: 'ARRIVES', of: ({ toToken }) => toToken.symbol },
          { title: 'MINIMUM', of: ({ minAmount }) => minAmount, align: 'right' },
          { title: 'MAXIMUM', of: ({ maxAmount }) => maxAmount, align: 'right' },
          { title: 'FEE', of: ({ fee, feeToken }) => (fee === null ? null : `${fee} ${feeToken ?? ''}`.trimEnd()) },
          { title: 'SECONDS', of: ({ expectedSeconds }) => expectedSeconds, align: 'right' },
          { title: 'STATUS', of: ({ reason }) => (reason === null ? 'open' : reason.message) },
        ],
        'no route is registered that the options name',
      );
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
