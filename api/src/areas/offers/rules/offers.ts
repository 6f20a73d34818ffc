import type { Result } from '@causeway/protocol';
import type { OfferStore, SolverOffersRow, StoredOffer } from '@causeway/storage/offers';
import type { BridgeContext } from '@causeway/storage/orders';

/** Most offers of one solver, and of one account with all its avatars. */
export const MAX_OFFERS = 500;
/** A solver replaces its offers twice within this time at most, milliseconds. */
export const REPLACING_MS = 1_000;
/** Latest orders in a record. */
export const RECORD_LENGTH = 100;

/** Who offers: an avatar, and the account with which it counts as one. */
export interface Solver {
  readonly solverId: string;
  /** The owner of an agent, otherwise the avatar itself. */
  readonly accountId: string;
}

/** Why offers are not replaced, and nothing is written. */
export type OffersRefused =
  /** They were replaced twice within the last second. */
  | { readonly code: 'TOO_OFTEN' }
  /** The other avatars of the account have so many offers that only `left` more are allowed. */
  | { readonly code: 'ACCOUNT_FULL'; readonly left: number }
  /** All solvers together have as many offers as are kept. */
  | { readonly code: 'ALL_FULL' };

/** Offers and records of solvers, with the jobs that decide. Each job is one transaction. */
export interface OfferRepository extends Pick<OfferStore, 'changedSince' | 'outcomesOf'> {
  /**
   * Replaces all offers of a solver. At most `maxOffers` of all solvers are kept, and twice as many when the record of
   * this one's account has a fill.
   */
  replace(
    solver: Solver,
    offers: readonly StoredOffer[],
    maxOffers: number,
  ): Promise<Result<SolverOffersRow, OffersRefused>>;
  /**
   * Adds up to `limit` orders that ended for their solvers to the records of these, the ones that were locked before
   * their quotes expired. Returns how many orders it took.
   */
  countOutcomes(bridge: BridgeContext, limit: number): Promise<number>;
}
