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

/** What can happen to an order, as the observers of the chains see it. */
export const ORDER_TRIGGERS = [
  /** A custodial lock is reserved for broadcast, or a ready transaction was handed out and claimed as sent. */
  'lockReserved',
  /** The lock or burn was included in a block of the source. */
  'lockSeen',
  /** The inclusion vanished in a reorganisation of the source. */
  'lockVanished',
  /** Waiting for the source's finality began. */
  'confirmationsStarted',
  /** The source message is final. */
  'lockFinal',
  /** The order is part of a proposal that signers are asked for. */
  'proposed',
  /** The proposal was dropped: not enough signatures, a failed simulation, a lost nonce. */
  'proposalDropped',
  /** The signed transaction is reserved and broadcast. */
  'submitted',
  /** The destination executed the message. */
  'executed',
  /** A reorganisation of the destination undid the execution. */
  'executionVanished',
  /** The message can't be delivered in time or ever: the destination is asked to cancel it. */
  'cancelStarted',
  /** The destination cancelled the message. */
  'cancelled',
  /** A reorganisation of the destination undid the cancellation. */
  'cancelVanished',
  /** The source paid the refund. */
  'refunded',
  /** A reorganisation of the source undid the refund. */
  'refundVanished',
  /** No lock in time, the lock failed, or the owner cancelled before it. */
  'expired',
  /** Only an operator can go on. */
  'failed',
  /** An operator asked to go on. */
  'retried',
] as const;
export type OrderTrigger = (typeof ORDER_TRIGGERS)[number];

type Row = Partial<Record<OrderTrigger, OrderState>>;

// What the chains show decides, whatever a locked order was waiting for.
const onChain: Row = {
  lockVanished: 'locking',
  executed: 'completed',
  cancelStarted: 'cancelling',
  cancelled: 'refunding',
};

/** The whole life of an order: TRANSITIONS[state][trigger] is the next state; what is absent cannot happen. */
export const TRANSITIONS: Readonly<Record<OrderState, Row>> = {
  created: { lockReserved: 'locking', lockSeen: 'locked', expired: 'expired' },
  locking: { lockSeen: 'locked', expired: 'expired' },
  locked: { ...onChain, confirmationsStarted: 'confirming', lockFinal: 'proving' },
  confirming: { ...onChain, lockFinal: 'proving' },
  // Only a final order can fail, so that a retry may go on from proving.
  proving: { ...onChain, proposed: 'signing', failed: 'failed' },
  signing: { ...onChain, proposalDropped: 'proving', submitted: 'minting', failed: 'failed' },
  minting: { ...onChain, proposalDropped: 'proving', failed: 'failed' },
  completed: { executionVanished: 'minting' },
  // A cancellation may be asked for before the lock is final, so the lock can still vanish.
  cancelling: { lockVanished: 'locking', executed: 'completed', cancelled: 'refunding', failed: 'failed' },
  refunding: { cancelVanished: 'cancelling', refunded: 'refunded', failed: 'failed' },
  refunded: { refundVanished: 'refunding' },
  expired: { lockSeen: 'locked' },
  failed: { ...onChain, refunded: 'refunded', retried: 'proving' },
};

/** The state after `trigger` in `state`, or undefined when it cannot happen there. */
export const nextState = (state: OrderState, trigger: OrderTrigger): OrderState | undefined =>
  TRANSITIONS[state][trigger];

/** States from which an order does not move by itself. */
export const FINAL_STATES: readonly OrderState[] = ['completed', 'refunded', 'expired', 'failed'];

/** True when the order waits for nothing but a finality or an operator. */
export const isFinalState = (state: OrderState): boolean => FINAL_STATES.includes(state);
