import type { Causeway } from '@causeway/client';
import type { Command } from 'commander';
import { clientCommand } from '../lib/client/command.ts';
import { amountArgument } from '../lib/client/flags.ts';
import { fieldsOfSwap, type SwapFlags, swapMembers, swapOptions } from '../lib/client/swap-quote.ts';

interface RouteFlags {
  readonly asset?: string;
  readonly from?: string;
  readonly to?: string;
}

type Market = Causeway['market'];
type Lane = Awaited<ReturnType<Market['lanes']>>[number];
type Asset = Awaited<ReturnType<Market['assets']>>[number];

/** A line of the table of assets: the home or a remote. */
type AssetRow = Pick<Asset, 'symbol' | 'verdict' | 'reason' | 'unknownSince' | 'outstanding'> & {
  readonly chain: string;
  /** The escrow at home, the supply elsewhere. */
  readonly holds: string | null;
  readonly inFlight: string | null;
  readonly credits: string | null;
  readonly block: number | null;
};

const homeRow = ({ homeChain, escrow, homeBlock, remotes, ...asset }: Asset): AssetRow => ({
  ...asset,
  ...{ chain: homeChain, holds: escrow, inFlight: null, block: homeBlock },
});

const remoteRow = ({ symbol }: Asset, { supply, token, ...remote }: Asset['remotes'][number]): AssetRow => ({
  ...remote,
  ...{ symbol, holds: supply, credits: null },
});

const verdictOf = ({ verdict, reason, unknownSince }: AssetRow): string =>
  [verdict, unknownSince && ` since ${unknownSince}`, reason && `: ${reason}`].filter(Boolean).join('');

function statusOfLane({ closedBecause, paused }: Lane): string {
  if (closedBecause !== null) return closedBecause.message;
  return paused.inbound ? 'open, but deliveries are paused' : 'open';
}

const routeOptions = (command: Command): Command =>
  command
    .option('--asset <symbol>', 'only this asset')
    .option('--from <chain>', 'only from this network')
    .option('--to <chain>', 'only to this network');

const filterOf = ({ asset, from, to }: RouteFlags) => ({
  ...(asset !== undefined && { asset }),
  ...(from !== undefined && { fromChain: from }),
  ...(to !== undefined && { toChain: to }),
});

const QUOTE_EXAMPLES = `
Examples:
  causeway quote ETH polygon 0.5
  causeway quote ETH POL 0.5 --swap --slippage-bps 50
  causeway quote ETH POL@polygon 0.5 --swap --min-to-amount 3700
`;

/** Adds `quote`, `routes`, `lanes`, `assets` and `networks` to the `causeway` command. */
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
    routeOptions(program.command('routes').description('list what can be bridged, with limits, fees and times')),
    async ({ client, out }, _args, flags) => {
      await out.list(
        await client.market.routes(filterOf(flags)),
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
  clientCommand<RouteFlags>(
    routeOptions(program.command('lanes').description('list lanes with their limits now, pauses, and waiting orders')),
    async ({ client, out }, _args, flags) => {
      await out.list(
        await client.market.lanes(filterOf(flags)),
        [
          { title: 'ASSET', of: ({ asset }) => asset },
          { title: 'FROM', of: ({ fromChain }) => fromChain },
          { title: 'TO', of: ({ toChain }) => toChain },
          { title: 'WAITING', of: ({ backlog }) => backlog.count, align: 'right' },
          { title: 'OLDEST', of: ({ backlog }) => backlog.oldestAt },
          { title: 'LEVEL', of: ({ inbound }) => inbound?.level, align: 'right' },
          { title: 'OF', of: ({ inbound }) => inbound?.capacity, align: 'right' },
          { title: 'FULL AT', of: ({ inbound }) => inbound?.fullAt },
          { title: 'STATUS', of: statusOfLane },
        ],
        'no lane is registered that the options name',
      );
    },
  );
  clientCommand(
    program.command('assets').description('list whether every asset is backed, with the figures of each remote'),
    async ({ client, out }) => {
      const assets = await client.market.assets();
      if (out.json) return out.list(assets, [], '');
      await out.list(
        assets.flatMap((asset) => [homeRow(asset), ...asset.remotes.map((remote) => remoteRow(asset, remote))]),
        [
          { title: 'ASSET', of: ({ symbol }) => symbol },
          { title: 'CHAIN', of: ({ chain }) => chain },
          { title: 'HOLDS', of: ({ holds }) => holds, align: 'right' },
          { title: 'OUTSTANDING', of: ({ outstanding }) => outstanding, align: 'right' },
          { title: 'IN FLIGHT', of: ({ inFlight }) => inFlight, align: 'right' },
          { title: 'CREDITS', of: ({ credits }) => credits, align: 'right' },
          { title: 'BLOCK', of: ({ block }) => block, align: 'right' },
          { title: 'VERDICT', of: verdictOf },
        ],
        'no asset is bridged',
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
          { title: 'ENDPOINTS', of: ({ endpoints: { up, configured } }) => `${up} of ${configured}` },
          { title: 'BLOCK', of: ({ latestBlock }) => latestBlock, align: 'right' },
        ],
        'the service bridges no networks',
      );
    },
  );
}
