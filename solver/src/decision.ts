import type { SwapStage } from '@causeway/chains';
import type { Terms } from '@causeway/protocol';

/** Why a swap is left alone at present. */
export type WaitReason =
  | 'NO_LANE'
  | 'EXCLUSIVE_TO_OTHER'
  | 'NOT_LOCKED'
  | 'NOT_DEEP'
  | 'NOT_DELIVERED'
  | 'EARLY_CAP_REACHED'
  | 'DEADLINE_NEAR'
  | 'PRICE_STALE'
  | 'UNPROFITABLE'
  | 'INVENTORY_LOW'
  | 'NOT_ARRIVED'
  | 'FEE_TOO_LOW'
  | 'CHAIN_DOWN'
  | 'IN_TURN';

/** Why a swap cannot be filled by this solver any more. */
export type MissReason = 'FILLED_BY_OTHER' | 'RETURNED' | 'EXPIRED';

/** What to do with a swap now. */
export type Decision =
  /** Pay the user, and with `early` wait for the delivery afterwards. */
  | { readonly do: 'fill'; readonly early: boolean }
  /** Take what a fill of ours earned. */
  | { readonly do: 'settle' }
  /** Give back what nobody filled, for the fee. */
  | { readonly do: 'finish' }
  | { readonly do: 'wait'; readonly reason: WaitReason }
  /** It was filled by this solver, as the chain says. */
  | { readonly do: 'adopt'; readonly stage: 'filled' | 'settled' }
  | { readonly do: 'miss'; readonly reason: MissReason };

/** The policy of a lane for fills before the delivery. */
export interface EarlyPolicy {
  /** Blocks above the lock's at its source. */
  readonly confirmations: number;
  /** Input of early fills that are not settled, local units, at most. */
  readonly cap: bigint;
  /** Seconds that must be left until the deadline. */
  readonly leastSeconds: number;
}

/** All that a decision depends on. Times are seconds of the settler's chain. */
export interface Facts {
  readonly time: bigint;
  readonly terms: Pick<Terms, 'solver' | 'exclusiveUntil' | 'deadline' | 'amountIn' | 'fallback'>;
  /** What the settler says. */
  readonly stage: SwapStage;
  readonly isOurs: boolean;
  /** The word of this solver's account. */
  readonly account: string;
  /** All of the input waits for the swap. */
  readonly hasArrived: boolean;
  readonly hasLane: boolean;
  /** Blocks above the order's lock at its source; null while no lock like the terms' is known. */
  readonly depth: number | null;
  readonly early: EarlyPolicy | null;
  /** Input of early fills that are not settled, local units. */
  readonly unsettledEarly: bigint;
  /** What a fill would be worth; null without a fresh price. */
  readonly isProfitable: boolean | null;
  readonly hasInventory: boolean;
  /** What finishing would be worth; null without a fresh price. */
  readonly paysToFinish: boolean | null;
}

/** Seconds before the deadline after which no fill is begun: it would not be included in time. */
export const LAST_SECONDS = 2n;

/** After this time beyond the deadline, seconds, a swap whose input never came is forgotten. */
export const FORGET_SECONDS = 3n * 86_400n;

const NOBODY = /^0x0+$/;

const wait = (reason: WaitReason): Decision => ({ do: 'wait', reason });

/** A rule: the decision for facts that it is about, or undefined for others. */
type Rule = (facts: Facts) => Decision | undefined;

/** The rules for a swap that nobody has filled or returned, in their order. The first that decides counts. */
const OPEN: readonly Rule[] = [
  (facts) => (facts.time >= facts.terms.deadline ? overdue(facts) : undefined),
  ({ hasLane }) => (hasLane ? undefined : wait('NO_LANE')),
  ({ terms, account, time }) =>
    NOBODY.test(terms.solver) || terms.solver === account || time >= terms.exclusiveUntil
      ? undefined
      : wait('EXCLUSIVE_TO_OTHER'),
  ({ terms, time }) => (time + LAST_SECONDS >= terms.deadline ? wait('DEADLINE_NEAR') : undefined),
  (facts) => (facts.hasArrived ? undefined : beforeDelivery(facts)),
  ({ isProfitable }) => (isProfitable === null ? wait('PRICE_STALE') : undefined),
  ({ isProfitable }) => (isProfitable ? undefined : wait('UNPROFITABLE')),
  ({ hasInventory }) => (hasInventory ? undefined : wait('INVENTORY_LOW')),
  ({ hasArrived }) => ({ do: 'fill', early: !hasArrived }),
];

/** Why a swap is not filled before its delivery; undefined when it may be. */
function beforeDelivery({ early, depth, terms, time, unsettledEarly }: Facts): Decision | undefined {
  if (early === null) return wait('NOT_DELIVERED');
  if (depth === null) return wait('NOT_LOCKED');
  if (depth < early.confirmations) return wait('NOT_DEEP');
  if (unsettledEarly + terms.amountIn > early.cap) return wait('EARLY_CAP_REACHED');
  return time + BigInt(early.leastSeconds) > terms.deadline ? wait('DEADLINE_NEAR') : undefined;
}

function overdue({ hasArrived, paysToFinish, time, terms }: Facts): Decision {
  if (!hasArrived) {
    return time >= terms.deadline + FORGET_SECONDS ? { do: 'miss', reason: 'EXPIRED' } : wait('NOT_ARRIVED');
  }
  if (paysToFinish === null) return wait('PRICE_STALE');
  return paysToFinish ? { do: 'finish' } : wait('FEE_TOO_LOW');
}

/** The decisions by what the settler says of a swap that this solver has not recorded as filled. */
const BY_STAGE: Readonly<Record<SwapStage, Rule>> = {
  none: (facts) => {
    for (const rule of OPEN) {
      const decision = rule(facts);
      if (decision) return decision;
    }
    return undefined;
  },
  filled: ({ isOurs }) => (isOurs ? { do: 'adopt', stage: 'filled' } : { do: 'miss', reason: 'FILLED_BY_OTHER' }),
  settled: ({ isOurs }) => (isOurs ? { do: 'adopt', stage: 'settled' } : { do: 'miss', reason: 'FILLED_BY_OTHER' }),
  returned: () => ({ do: 'miss', reason: 'RETURNED' }),
};

/** What to do with a swap that this solver has not recorded as filled. */
export const decide = (facts: Facts): Decision => BY_STAGE[facts.stage](facts) ?? wait('NO_LANE');

/** What to do with a swap that this solver has filled. */
export const decideFilled = ({ stage, hasArrived }: Pick<Facts, 'stage' | 'hasArrived'>): Decision => {
  if (stage === 'settled') return { do: 'adopt', stage: 'settled' };
  return hasArrived ? { do: 'settle' } : wait('NOT_DELIVERED');
};
