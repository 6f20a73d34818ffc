import type { AssetRecord, Network } from '@causeway/chains';
import { FALLBACK, formatDecimal, type Hex, type SwapOrderState, type Terms, toWireAmount } from '@causeway/protocol';
import type { OrderRow, SwapRow } from '@causeway/storage';
import type { Asset, Catalogue } from '../../bridge/catalogue.ts';
import { iso, isoOrNull } from '../../http/requests/times.ts';
import type { OrderView } from './schemas.ts';
import { termsOf, termsView } from './swap.ts';

/** Decimals of the rate that an order shows. */
const RATE_DECIMALS = 18;

/** What the sentences of a swap's states say otherwise than the ones of a bridge order's. */
export const SWAP_MESSAGES: Readonly<Partial<Record<SwapOrderState, string>>> = {
  minting: 'being delivered to its vault on the destination chain',
  completed: 'paid by a solver on the destination chain',
  refunded: 'the input is back on the source chain',
};

/** An asset in its form on one network. */
interface Wanted {
  readonly asset: Asset;
  readonly token: AssetRecord;
}

/** The asset of `word` in terms, as the catalogue has it on `network`; undefined when it is no longer configured. */
export function wantedOf(catalogue: Catalogue, network: Network, family: string, word: Hex): Wanted | undefined {
  const settling = network.providers[family]?.settler;
  if (!settling) return undefined;
  for (const asset of catalogue.assets) {
    const token = catalogue.token(asset, network);
    const own = token && settling.assetOf(token.address);
    if (token && own?.ok && own.value === word) return { asset, token };
  }
  return undefined;
}

/** Units of the wanted token for one unit of the moved asset, 18 decimals, rounded down. */
function rateOf(out: bigint, outDecimals: number, order: OrderRow, wireDecimals: number): string {
  const scaled = out * 10n ** BigInt(RATE_DECIMALS + wireDecimals);
  return formatDecimal(scaled / (order.wireAmount * 10n ** BigInt(outDecimals)), RATE_DECIMALS);
}

/** Where an order's chains and asset are configured. */
interface Places {
  readonly asset: Asset;
  readonly destination: Network;
}

/** Members of an order that a swap has or has otherwise. `known`: the caller may see whom the terms name. */
export function swapView(
  catalogue: Catalogue,
  order: OrderRow,
  swap: SwapRow,
  places: Places | undefined,
  known: boolean,
): Partial<OrderView> {
  const terms = termsOf(swap);
  const network = catalogue.networkOf(order.destination);
  const provider = network?.providers[order.family];
  const local = (word: Hex) => provider?.formatAddress(word) ?? word;
  const wanted = network && wantedOf(catalogue, network, order.family, terms.assetOut);
  const out = (units: bigint) => formatDecimal(units, swap.outDecimals);
  const fee = places && finishFeeOf(catalogue, terms, places);
  return {
    mode: 'swap',
    toToken: wanted?.token.symbol ?? 'unknown',
    toTokenAddress: wanted?.token.address ?? null,
    toAmount: out(terms.quotedOut),
    minToAmount: out(terms.minOut),
    exchangeRate: places
      ? rateOf(swap.filledAmount ?? terms.quotedOut, swap.outDecimals, order, places.asset.wireDecimals)
      : null,
    exchangeRateToken: wanted?.token.symbol ?? null,
    ...(fee !== undefined && { finishFee: fee.text, refundAmount: fee.rest(order) }),
    destinationAddress: local(swap.recipient),
    settler: local(terms.settler),
    vault: local(order.recipient),
    terms: known ? termsView(swap.terms, terms) : null,
    deadline: iso(swap.deadlineMs),
    exclusiveUntil: iso(Number(terms.exclusiveUntil) * 1_000),
    fallback: terms.fallback === FALLBACK.home ? 'home' : 'token',
    solverId: swap.solverId,
    quoteExpiresAt: isoOrNull(swap.quoteExpiresAtMs),
    solver: swap.filler,
    filledAmount: swap.filledAmount === null ? null : out(swap.filledAmount),
    fillTransaction: swap.fillTransaction,
    settled: swap.settled,
    returnTransaction: swap.returnTransaction,
  };
}

/** The finishFee in words, and what a return leaves of an order's amount; undefined when it is not known any more. */
function finishFeeOf(catalogue: Catalogue, { finishFee }: Terms, { asset, destination }: Places) {
  const token = catalogue.token(asset, destination);
  const wire = token && toWireAmount(finishFee, token.decimals, asset.wireDecimals);
  if (!wire?.ok) return finishFee === 0n ? feeIn(0n, asset) : undefined;
  return feeIn(wire.value, asset);
}

const feeIn = (wireFee: bigint, { wireDecimals }: Asset) => ({
  text: formatDecimal(wireFee, wireDecimals),
  rest: ({ wireAmount }: OrderRow) => formatDecimal(wireAmount - wireFee, wireDecimals),
});
