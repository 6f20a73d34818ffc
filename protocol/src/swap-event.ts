import type { EventPosition } from './bridge-event.ts';
import type { Domain } from './domain.ts';
import type { Hex } from './hex.ts';

/**
 * An event of a settler, in the same form for every kind of chain. `id` is the swap's; addresses and assets are words
 * as in terms, amounts are local units.
 */
export type SwapEvent = { readonly id: Hex; readonly at: EventPosition } & (
  | SwapHappening
  /** The input of a message was moved to the swap's store, where a settler does not see it by itself (Radix). */
  | { readonly type: 'delivered'; readonly messageId: Hex; readonly asset: Hex; readonly amount: bigint }
);

type SwapHappening =
  /** `solver` paid `out` of assetOut to the recipient. */
  | { readonly type: 'filled'; readonly solver: Hex; readonly out: bigint }
  /** The filler was paid `amount` of assetIn. */
  | { readonly type: 'settled'; readonly to: Hex; readonly amount: bigint }
  /** The swap ended without a fill: `amount` of assetIn left, towards `home`, or on this chain when that is 0. */
  | { readonly type: 'returned'; readonly amount: bigint; readonly home: Domain }
  /** `amount` of `asset` left that is no part of a fill or a return. */
  | { readonly type: 'swept'; readonly asset: Hex; readonly to: Hex; readonly amount: bigint };
