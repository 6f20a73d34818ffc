import type { ProvenDelivery, SwapState } from '@causeway/chains';
import { kindOf } from '@causeway/chains';
import { decodeTerms, type Hex, type Terms, termsIdOf } from '@causeway/protocol';
import type { SolverSwapRow } from '@causeway/storage';
import type { Lane } from './lanes.ts';

/** A swap that a desk works for: its row, and what is known of it in this process. */
export interface Known {
  row: SolverSwapRow;
  readonly id: Hex;
  readonly terms: Terms;
  /** The lane in which it may be filled; null for none. */
  readonly lane: Lane | null;
  /** What the settler said last; undefined while it is to be asked. */
  state: SwapState | undefined;
  /** All of the input waits for it. */
  hasArrived: boolean;
  /**
   * False until the API, the bridge's own event or an earlier process speaks of a delivery. Where the settler sees
   * none, only then are the histories read that prove it.
   */
  mayHaveArrived: boolean;
  /** What proves the arrival where the settler does not see it. */
  deliveries: readonly ProvenDelivery[];
  /** Not before this time, Unix milliseconds, because a call was refused. */
  notBeforeMs: number;
  refusals: number;
}

/**
 * What is known of a stored swap that an earlier process may have worked for. Throws when its terms are no terms, which
 * no desk stores.
 */
export function knownOf(row: SolverSwapRow, lane: Lane | null): Known {
  const terms = decodeTerms(row.terms);
  if (!terms.ok) throw new Error(`swap ${row.swapId}: ${terms.error.message}`);
  return {
    ...{ row, id: termsIdOf(row.terms), terms: terms.value, lane },
    ...{ state: undefined, hasArrived: false, mayHaveArrived: true, deliveries: [], notBeforeMs: 0, refusals: 0 },
  };
}

/** The settler's place, for reading terms. */
export const siteOf = ({ destination, settler }: Pick<Lane, 'destination' | 'settler'>) => ({
  domain: destination.domain,
  settler: settler.address,
  addressLength: kindOf(destination.kind).addressLength,
});
