import type { Market } from '@causeway/client';
import { type Command, InvalidArgumentError } from 'commander';
import { usageError } from '../keys/key-flags.ts';
import { amountArgument } from './flags.ts';
import type { Fields } from './output.ts';

/** A quote of a swap. */
export type SwapQuote = Awaited<ReturnType<Market['swapQuote']>>;

/** What the caller of a swap accepts at least: one of the two, or neither. */
export interface SwapFlags {
  readonly swap?: true;
  /** Hundredths of a percent. */
  readonly slippageBps?: number;
  /** Decimal, whole units of the wanted token. */
  readonly minToAmount?: string;
}

/** The most that `--slippage-bps` takes; the service has a bound of its own. */
const MOST_BPS = 10_000;

function basisPoints(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= MOST_BPS) return Number(text);
  throw new InvalidArgumentError(
    'It must be a whole number of hundredths of a percent, such as 50 for half a percent.',
  );
}

/** Adds `--swap` and what belongs to it to a command. */
export const swapOptions = (command: Command): Command =>
  command
    .option('--swap', 'another asset arrives than is sent: a solver pays it')
    .option('--slippage-bps <n>', 'with --swap: how many hundredths of a percent less are accepted', basisPoints)
    .option('--min-to-amount <amount>', 'with --swap: the least that is accepted, instead', amountArgument);

/** The members of a quote or an order that the flags mean. Throws what people must change. */
export function swapMembers({ swap, slippageBps, minToAmount }: SwapFlags) {
  if (!swap) {
    const [unused] = [
      slippageBps !== undefined && '--slippage-bps',
      minToAmount !== undefined && '--min-to-amount',
    ].filter(Boolean);
    if (unused) throw usageError(`${unused} belongs to a swap: add --swap, or leave it out`);
    return {};
  }
  if (slippageBps !== undefined && minToAmount !== undefined)
    throw usageError('--slippage-bps and --min-to-amount say the same in two ways: give one of them');
  return {
    ...(slippageBps !== undefined && { slippageBps }),
    ...(minToAmount !== undefined && { minToAmount }),
  };
}

const percent = (bps: number): string => `${(Math.abs(bps) / 100).toFixed(2)} %`;

/** How the solver's rate stands to the market's. */
function rateOf({ rate, exchangeRate, spreadBps, fromToken, toToken }: SwapQuote): string | null {
  const market = exchangeRate === null ? 'the market has none' : `the market has ${exchangeRate}`;
  if (rate === null || spreadBps === null) return market;
  const beside = spreadBps < 0 ? `${percent(spreadBps)} more` : `${percent(spreadBps)} less`;
  return `${rate} ${toToken} for one ${fromToken}; ${market}, this is ${beside}`;
}

/** What a quote of a swap says, for people. */
export function fieldsOfSwap(quote: SwapQuote): Fields {
  const { toToken, solver, expectedSeconds } = quote;
  return [
    ['sent', `${quote.fromAmount} ${quote.fromToken} on ${quote.fromChain}`],
    ['arrives', `${quote.toAmount} ${toToken} on ${quote.toChain}`],
    ['at least', `${quote.minToAmount} ${toToken}`],
    ['rate', rateOf(quote)],
    ['delivery fee', `${quote.deliveryFee} ${quote.feeToken}`],
    [
      'if nobody fills',
      `${quote.refundAmount} ${quote.refundToken} come back; ending it costs ${quote.finishFee} ${quote.finishFeeToken}`,
    ],
    [
      'expected time',
      expectedSeconds && `${expectedSeconds.early} s when the solver pays early, otherwise ${expectedSeconds.late} s`,
    ],
    ['solver', solver === null ? 'anyone: a limit order' : solver.solverId],
    ['has filled', solver && `${solver.record.filled} of its latest ${solver.record.locked} orders`],
    ['it alone until', solver && (solver.exclusiveUntil ?? 'never: anyone may fill at once')],
    ['valid until', quote.expiresAt],
    ['quote', quote.quoteId],
  ];
}
