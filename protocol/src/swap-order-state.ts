import { ORDER_STATES, type OrderState } from './order-state.ts';

/**
 * Every state of a swap order: the bridge order's, until it is delivered, and then these. swapping: the input is in the
 * vault, and nobody has filled. returning: it is on its way home. returned: the user has it on the destination.
 */
export const SWAP_ORDER_STATES = [...ORDER_STATES, 'swapping', 'returning', 'returned'] as const;
export type SwapOrderState = (typeof SWAP_ORDER_STATES)[number];

/**
 * What the settler shows of an order's swap. filled: the user has been paid, whether the solver has or not. returned:
 * the input went to the recipient, or the recipient ended the swap. sentHome: it was locked or burned towards home.
 * Another lock of the same id than the one that the swap ended with is none until it leaves the vault, then returned.
 */
export const SWAP_ENDS = ['none', 'filled', 'returned', 'sentHome'] as const;
export type SwapEnd = (typeof SWAP_ENDS)[number];

/** The message that a return home sent: on its way, delivered at home, or cancelled there and paid back here. */
export const HOMEWARD_FATES = ['underway', 'delivered', 'paidBack'] as const;
export type HomewardFate = (typeof HOMEWARD_FATES)[number];

const HOMEWARD: Readonly<Record<HomewardFate, SwapOrderState>> = {
  underway: 'returning',
  delivered: 'refunded',
  paidBack: 'returned',
};

/** The state of a delivered order by the end of its swap. */
const DELIVERED: Readonly<Record<SwapEnd, (homeward: HomewardFate) => SwapOrderState>> = {
  none: () => 'swapping',
  filled: () => 'completed',
  returned: () => 'returned',
  sentHome: (homeward) => HOMEWARD[homeward],
};

/**
 * The state of a swap order, which follows from what the chains show now: `bridge` is the state of its bridge order,
 * `end` that of its swap. So an event that a reorganisation takes back takes the state back. A fill completes an order
 * wherever its bridge order is, also one that the bridge refunds later: the user has been paid.
 */
export function swapOrderState(bridge: OrderState, end: SwapEnd, homeward: HomewardFate = 'underway'): SwapOrderState {
  if (end === 'filled') return 'completed';
  return bridge === 'completed' ? DELIVERED[end](homeward) : bridge;
}

/** What the answers of the API say of a state. */
export interface OrderOutcome {
  readonly isCompleted: boolean;
  readonly isFailed: boolean;
  /** The input is with the user again, or what the bridge made of it. */
  readonly isRolledBack: boolean;
  /** Nothing more happens by itself. */
  readonly isFinished: boolean;
}

const UNDERWAY: OrderOutcome = { isCompleted: false, isFailed: false, isRolledBack: false, isFinished: false };
const ROLLED_BACK: OrderOutcome = { ...UNDERWAY, isRolledBack: true, isFinished: true };

/** The outcome of each state, of bridge orders and of swap orders. */
export const ORDER_OUTCOMES: Readonly<Record<SwapOrderState, OrderOutcome>> = {
  created: UNDERWAY,
  locking: UNDERWAY,
  locked: UNDERWAY,
  confirming: UNDERWAY,
  proving: UNDERWAY,
  signing: UNDERWAY,
  minting: UNDERWAY,
  swapping: UNDERWAY,
  completed: { ...UNDERWAY, isCompleted: true, isFinished: true },
  cancelling: UNDERWAY,
  refunding: UNDERWAY,
  refunded: ROLLED_BACK,
  returning: UNDERWAY,
  returned: ROLLED_BACK,
  expired: { ...UNDERWAY, isFinished: true },
  failed: { ...UNDERWAY, isFailed: true, isFinished: true },
};
