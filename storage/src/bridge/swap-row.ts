import type { Row } from '../core/dialect.ts';
import type { BridgeTables } from './schema.ts';

/** What an order of mode swap has besides its bridge order. */
export type SwapRow = Row<BridgeTables['swaps']>;

/** The swap of a new order. */
export type NewSwap = Pick<
  SwapRow,
  | 'swapId'
  | 'terms'
  | 'recipient'
  | 'deadlineMs'
  | 'outDecimals'
  | 'fromBlock'
  | 'solverId'
  | 'solverAccountId'
  | 'solverAddress'
  | 'quoteExpiresAtMs'
>;
