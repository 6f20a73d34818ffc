import { formatDecimal } from '@causeway/protocol';
import { type SwapOrder, shownState } from '@causeway/storage';
import Type, { type Static } from 'typebox';
import type { Catalogue } from '../../bridge/catalogue.ts';
import { iso, isoOrNull } from '../../http/requests/times.ts';
import { named, nullable } from '../../http/schema/schema.ts';
import { termsOf } from './swap.ts';
import { SWAP_EXAMPLE } from './swap-examples.ts';
import { wantedOf } from './swap-view.ts';
import { placesOf } from './view.ts';

const bytes32 = (description: string) => Type.String({ description });

/** An open swap, as a solver needs it. Everything besides the terms follows from them or is on chain. */
export const openSwap = named(
  'OpenSwap',
  Type.Object(
    {
      orderId: Type.String({ format: 'uuid' }),
      id: bytes32('keccak256 of the terms: the reference of the order and of its lock.'),
      status: Type.String({ description: 'The status of the order.' }),
      terms: Type.String({ description: 'The 314 bytes.' }),
      settler: Type.String({ description: 'Where it is filled, on `toChain`.' }),
      vault: Type.String({ description: 'The recipient of the lock.' }),
      fromChain: Type.String(),
      toChain: Type.String(),
      fromToken: Type.String({ description: 'What is locked or burned.' }),
      deliveredToken: Type.String({ description: 'What the filler gets on `toChain`.' }),
      toToken: Type.String({ description: 'What the filler pays.' }),
      fromAmount: Type.String(),
      toAmount: Type.String({ description: 'What is paid until `exclusiveUntil`.' }),
      minToAmount: Type.String(),
      exclusiveUntil: Type.String({ format: 'date-time' }),
      deadline: Type.String({ format: 'date-time' }),
      solverId: nullable(Type.String({ description: 'The avatar whose offer it took; null for a limit order.' })),
      solverAddress: nullable(Type.String({ description: 'Its account.' })),
      quoteExpiresAt: nullable(Type.String({ format: 'date-time' })),
      messageId: nullable(Type.String({ description: 'The lock’s message; null before the lock.' })),
      lockTransaction: nullable(Type.String()),
      deliveredTransaction: nullable(Type.String({ description: 'Null before the delivery.' })),
    },
    { examples: [SWAP_EXAMPLE] },
  ),
);
export type OpenSwapView = Static<typeof openSwap>;

/** An open swap in the API's form; unknown where its networks are no longer configured. */
export function openSwapView(catalogue: Catalogue, { order, swap }: SwapOrder): OpenSwapView {
  const places = placesOf(catalogue, order);
  const provider = places?.destination.providers[order.family];
  const terms = termsOf(swap);
  const wanted = places && wantedOf(catalogue, places.destination, order.family, terms.assetOut);
  const local = (word: SwapOrder['swap']['recipient']) => provider?.formatAddress(word) ?? word;
  const tokenOn = (network: 'source' | 'destination') =>
    (places && catalogue.token(places.asset, places[network])?.symbol) ?? 'unknown';
  const out = (units: bigint) => formatDecimal(units, swap.outDecimals);
  return {
    orderId: order.id,
    id: swap.swapId,
    status: shownState(order),
    terms: swap.terms,
    settler: local(terms.settler),
    vault: local(order.recipient),
    fromChain: places?.source.name ?? String(order.source),
    toChain: places?.destination.name ?? String(order.destination),
    fromToken: tokenOn('source'),
    deliveredToken: tokenOn('destination'),
    toToken: wanted?.token.symbol ?? 'unknown',
    fromAmount: places ? formatDecimal(order.wireAmount, places.asset.wireDecimals) : String(order.wireAmount),
    toAmount: out(terms.quotedOut),
    minToAmount: out(terms.minOut),
    exclusiveUntil: iso(Number(terms.exclusiveUntil) * 1_000),
    deadline: iso(swap.deadlineMs),
    solverId: swap.solverId,
    solverAddress: swap.solverAddress,
    quoteExpiresAt: isoOrNull(swap.quoteExpiresAtMs),
    messageId: order.messageId,
    lockTransaction: order.messageId === null ? null : order.lockTransaction,
    deliveredTransaction: order.mintTransaction,
  };
}
