import type { Command } from 'commander';
import { clientCommand } from '../lib/client/command.ts';
import { amountArgument } from '../lib/client/flags.ts';
import { fieldsOfSwap, type SwapFlags, swapMembers, swapOptions } from '../lib/client/swap-quote.ts';

interface RouteFlags {
  readonly asset?: string;
  readonly from?: string;
  readonly to?: string;
}

const QUOTE_EXAMPLES = `
Examples:
  causeway quote ETH polygon 0.5
  causeway quote ETH POL 0.5 --swap --slippage-bps 50
  causeway quote ETH POL@polygon 0.5 --swap --min-to-amount 3700
`;

/** Adds `quote`, `routes` and `networks` to the `causeway` command. */
export function registerCommands(program: Command): void {
  clientCommand<SwapFlags>(
    swapOptions(
      program
        .command('quote')
        .description('tell what an order would cost and deliver, and what a refund would return')
        .argument('<from>', 'source: a chain, an asset, or ASSET@chain')
        .argument('<to>', 'destination: a chain, an asset, or ASSET@chain')
        .argument('<amount>', 'decimal amount, such as 0.5', amountArgument),
    ).addHelpText('after', QUOTE_EXAMPLES),
    async ({ client, out }, [from = '', to = '', amount = ''], flags) => {
      const query = { from, to, amount, ...swapMembers(flags) };
      if (flags.swap) {
        const quote = await client.market.swapQuote(query);
        return out.thing(quote, fieldsOfSwap(quote));
      }
      const quote = await client.market.quote(query);
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
