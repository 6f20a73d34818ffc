import { type CreatedOrder, type OrderRequest, type SwapDifference, verifySwap } from '@causeway/client';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { usageError } from '../keys/key-flags.ts';
import { type ClientContext, EXIT } from './command.ts';
import { fieldsOfSwap, type SwapFlags, type SwapQuote, swapMembers, swapOptions } from './swap-quote.ts';
import { type Asked, knownSwap } from './swap-wish.ts';

/** Options of an order of mode `swap`, beside the ones that every order has. */
export interface SwapOrderFlags extends SwapFlags {
  readonly fallback?: 'home' | 'token';
  readonly deadline?: Date;
  readonly quoteId?: string;
  /** Folder of deployment files that the caller trusts. */
  readonly deployments?: string;
  readonly yes?: true;
}

function timeArgument(text: string): Date {
  const time = new Date(text);
  if (!/^\d{4}-/.test(text) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('It must be a time, such as 2026-01-05T12:00:00Z.');
  return time;
}

/** Adds the options of a swap to the command that creates orders. */
export const swapOrderOptions = (command: Command): Command =>
  swapOptions(command)
    .addOption(
      new Option('--fallback <where>', 'with --swap: where the asset goes when nobody fills (default: home)').choices([
        'home',
        'token',
      ]),
    )
    .option(
      '--deadline <time>',
      'with --swap: until when it may be filled; the service chooses when absent',
      timeArgument,
    )
    .option(
      '--quote-id <quote>',
      'with --swap and --min-to-amount: the solver of that quote, which causeway quote shows',
    )
    .option(
      '--deployments <folder>',
      'with --swap: deployment files that you trust, which name the settler and the tokens',
    )
    .option('--yes', 'with --swap: order without asking');

/** The options of swaps that an order without `--swap` does not take. */
const OF_SWAPS = ['fallback', 'deadline', 'quoteId', 'deployments', 'yes'] as const;

/** Refuses options of swaps for an order that is none. */
export function refuseSwapOptions(flags: SwapOrderFlags): void {
  swapMembers(flags);
  const unused = OF_SWAPS.find((name) => flags[name] !== undefined);
  const option = unused?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (option) throw usageError(`--${option} belongs to a swap: add --swap, or leave it out`);
}

/** The fallback and the slippage, hundredths of a percent, of an order that names neither. */
const HOME = 'home';
const USUAL_BPS = 100;

/** How far away the deadline may be that a service chooses, milliseconds. */
const LATEST_MS = 86_400_000;

/** An order in the making: the body without what a swap adds. */
export type OrderBody = Pick<
  OrderRequest,
  'from' | 'to' | 'destinationAddress' | 'fromAddress' | 'refundAddress' | 'expiresInMinutes'
> & { readonly from: string; readonly to: string; readonly amount: string };

/**
 * Asks for a quote, shows it, and orders at it when the person agrees. The answer is then compared with what was asked,
 * before any transaction of it is shown. Undefined when nothing was ordered, or when the answer was wrong; then the
 * order is cancelled.
 */
export async function orderSwap(
  context: ClientContext,
  body: OrderBody,
  flags: SwapOrderFlags,
  idempotencyKey?: string,
): Promise<CreatedOrder | undefined> {
  const { client, out, ask } = context;
  const members = swapMembers(flags);
  requireWhatVerifies(body, flags);
  const { from, to, amount } = body;
  const quote: SwapQuote = await client.market.swapQuote({ from, to, amount, ...members });
  if (!out.json) out.thing(quote, fieldsOfSwap(quote));
  const known = flags.deployments && knownSwap(flags.deployments, quote, askedOf(body, quote, flags));
  if (!flags.yes && !(await ask.agrees(`Swap ${quote.fromAmount} ${quote.fromToken} for ${quote.toToken}?`))) {
    out.note('nothing was ordered');
    return undefined;
  }
  const { fallback = HOME, deadline, quoteId = quote.quoteId } = flags;
  const request: OrderRequest = {
    ...{ ...body, mode: 'swap', fallback, ...members },
    ...(deadline && { deadline: deadline.toISOString() }),
    ...(quoteId && { quoteId }),
  };
  const order = await client.orders.create(request, idempotencyKey);
  if (!known) {
    out.note('The service holds the keys and is trusted with the swap; --deployments FOLDER compares its answer.');
    return order;
  }
  const recipient = body.destinationAddress ?? order.destinationAddress;
  const refundAddress = body.refundAddress ?? body.fromAddress ?? order.refundAddress ?? recipient;
  const wish = known.wishOf({ recipient, refundAddress });
  const differences = verifySwap(order, wish);
  if (differences.length > 0) {
    await refuse(context, order, differences);
    return undefined;
  }
  out.note(`Verified: the terms pay ${recipient} at least ${wish.minToAmount} ${quote.toToken}, or return the asset.`);
  if (body.fromAddress !== undefined) out.note(ownLock(order, known.family, refundAddress));
  return order;
}

/** The command that makes the lock on this machine, for those who do not sign what the service has prepared. */
function ownLock(order: CreatedOrder, family: string, refundAddress: string): string {
  const { operation, fromAmount, fromChain, toChain, vault, reference } = order;
  const command = operation === 'lockTokens' ? 'lock' : 'burn';
  const ends = `--network ${fromChain} --family ${family} --to ${toChain} --recipient ${vault}`;
  return [
    'Compare the recipient and the reference of what you sign with these, or let this machine make the transaction:',
    `  causeway ${command} ${fromAmount} ${ends} --reference ${reference} --refund-address ${refundAddress}`,
  ].join('\n');
}

/** Refuses options with which the answer could not be compared with what was asked. */
function requireWhatVerifies(
  { fromAddress, destinationAddress }: OrderBody,
  { quoteId, minToAmount, deployments }: SwapOrderFlags,
): void {
  if (quoteId !== undefined && minToAmount === undefined)
    throw usageError('--quote-id needs --min-to-amount: the least that you accept, as its quote said');
  if (deployments === undefined && fromAddress !== undefined)
    throw usageError('--from-address needs --deployments: what you sign is compared with the deployment files there');
  if (fromAddress !== undefined && destinationAddress === undefined)
    throw usageError('--from-address needs --to: otherwise the service says who is paid');
}

/** What the caller asked for, with the figures of the quote unless an earlier one counts. */
function askedOf({ from, to, amount }: OrderBody, { toAmount }: SwapQuote, flags: SwapOrderFlags): Asked {
  const { quoteId, minToAmount, slippageBps = USUAL_BPS, fallback = HOME, deadline } = flags;
  const now = new Date();
  const latest = new Date(now.getTime() + LATEST_MS);
  return {
    ...{ from, to, amount, fallback },
    toAmount: quoteId === undefined ? toAmount : undefined,
    least: minToAmount === undefined ? { slippageBps } : { amount: minToAmount },
    deadline: deadline ? { earliest: deadline, latest: deadline } : { earliest: now, latest },
  };
}

/** Tells what is wrong, and cancels the order. Nothing of it is shown for signing. */
async function refuse(
  { client, out, exitWith }: ClientContext,
  { orderId }: CreatedOrder,
  differences: readonly SwapDifference[],
): Promise<void> {
  out.note(`The service’s answer is not what you asked for; sign nothing of order ${orderId}.`);
  out.thing(
    { orderId, differences },
    differences.map(({ subject, expected, found }) => [subject, `must be ${expected}, is ${found}`]),
  );
  exitWith(EXIT.refused);
  await client.orders.cancel(orderId);
  out.note(`Order ${orderId} is cancelled.`);
}
