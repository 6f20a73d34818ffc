/** Every state of a bridge order. */
export const ORDER_STATES = [
  'created',
  'locking',
  'locked',
  'confirming',
  'proving',
  'signing',
  'minting',
  'completed',
  'cancelling',
  'refunding',
  'refunded',
  'expired',
  'failed',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** The events of an order, as the chains' observers see them. */
export const ORDER_TRIGGERS = [
  /** A custodial lock is reserved for broadcast, or the owner reports the handed-out transaction as sent. */
  'lockReserved',
  /** The lock or burn was included in a block of the source. */
  'lockSeen',
  /** The inclusion vanished in a reorganisation of the source. */
  'lockVanished',
  /** The order began to wait for the source's finality. */
  'confirmationsStarted',
  /** The source message is final. */
  'lockFinal',
  /** A proposal for the signers contains the order. */
  'proposed',
  /** The proposal was dropped: not enough signatures, a failed simulation, a lost nonce. */
  'proposalDropped',
  /** The signed transaction is reserved and broadcast. */
  'submitted',
  /** The destination executed the message. */
  'executed',
  /** A reorganisation of the destination undid the execution. */
  'executionVanished',
  /** The message cannot be delivered in time or at all. The destination is asked to cancel it. */
  'cancelStarted',
  /** The destination cancelled the message. */
  'cancelled',
  /** A reorganisation of the destination undid the cancellation. */
  'cancelVanished',
  /** The source paid the refund. */
  'refunded',
  /** A reorganisation of the source undid the refund. */
  'refundVanished',
  /** No lock arrived in time, the lock failed, or the owner cancelled before it. */
  'expired',
  /** Only an operator can continue the order. */
  'failed',
  /** An operator asked to continue the order. */
  'retried',
] as const;
export type OrderTrigger = (typeof ORDER_TRIGGERS)[number];

type Row = Partial<Record<OrderTrigger, OrderState>>;

// These transitions follow the chains, whatever a locked order was waiting for.
const onChain: Row = {
  lockVanished: 'locking',
  executed: 'completed',
  cancelStarted: 'cancelling',
  cancelled: 'refunding',
};

/** The whole life of an order: TRANSITIONS[state][trigger] is the next state. An absent trigger cannot happen. */
export const TRANSITIONS: Readonly<Record<OrderState, Row>> = {
  created: { lockReserved: 'locking', lockSeen: 'locked', expired: 'expired' },
  locking: { lockSeen: 'locked', expired: 'expired' },
  locked: { ...onChain, confirmationsStarted: 'confirming', lockFinal: 'proving' },
  confirming: { ...onChain, lockFinal: 'proving' },
  // Only an order with a final message can fail, so that a retry can continue from proving.
  proving: { ...onChain, proposed: 'signing', failed: 'failed' },
  signing: { ...onChain, proposalDropped: 'proving', submitted: 'minting', failed: 'failed' },
  minting: { ...onChain, proposalDropped: 'proving', failed: 'failed' },
  completed: { executionVanished: 'minting' },
  // A cancellation may start before the lock is final, so the lock can still vanish.
  cancelling: { lockVanished: 'locking', executed: 'completed', cancelled: 'refunding', failed: 'failed' },
  refunding: { cancelVanished: 'cancelling', refunded: 'refunded', failed: 'failed' },
  refunded: { refundVanished: 'refunding' },
  expired: { lockSeen: 'locked' },
  failed: { ...onChain, refunded: 'refunded', retried: 'proving' },
};

/** The state after `trigger` in `state`; undefined when the trigger cannot happen there. */
export const nextState = (state: OrderState, trigger: OrderTrigger): OrderState | undefined =>
  TRANSITIONS[state][trigger];

/** States that an order does not leave by itself. */
export const FINAL_STATES: readonly OrderState[] = ['completed', 'refunded', 'expired', 'failed'];

/** States in which the lock may not be final yet; the head of its chain gives the number of confirmations. */
const WAITING_STATES: readonly OrderState[] = ['locked', 'confirming', 'cancelling'];

/** What confirmations are counted of: `lockBlock` is null before the lock was seen. */
export interface Confirmable {
  readonly state: OrderState;
  readonly lockBlock: number | null;
  readonly requiredConfirmations: number;
}

/**
 * Blocks on top of an order's lock, at most the required ones: 0 without a lock. `head` is the newest scanned block of
 * the source (chainView.cursor), undefined before the first scan.
 */
export function confirmationsOf(
  { state, lockBlock, requiredConfirmations }: Confirmable,
  head: number | undefined,
): number {
  if (lockBlock === null) return 0;
  if (!WAITING_STATES.includes(state)) return requiredConfirmations;
  return Math.max(0, Math.min((head ?? 0) - lockBlock, requiredConfirmations));
}
