import { CHECKPOINTS } from '@causeway/relayer';

/** Checkpoints of a delivery, in order. */
export const DELIVERY = CHECKPOINTS.filter((name) => name !== 'during-refund' && name !== 'during-rollback');

/** Checkpoints that each transaction of a delivery passes, in order. */
export const DELIVERY_STEPS = DELIVERY.filter((name) => name !== 'after-lock-seen');

/**
 * Seconds after which orders to an EVM chain are refunded on lanes with a short time limit. Tests move only that
 * chain's clock, so every later order on these lanes is also too late.
 */
export const SOON = 60;

/** Time limit of orders to Solana and Radix on lanes with a short limit, seconds; this time really passes. */
export const IN_A_MOMENT = 14;
