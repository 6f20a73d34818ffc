import { z } from 'zod';
import { parse, u64 } from '../params.ts';
import type { Methods } from './method.ts';

const MAX_SLOTS = 100_000;
const count = z.number().int().min(1).max(MAX_SLOTS);

/** Methods that no validator has, with which tests move the chain. Each returns the open slot. */
export const controlMethods: Methods = {
  /** Closes the open slot and the following ones at once; the parameter is their total number. */
  causeway_advanceSlots({ validator }, params) {
    const [slots] = parse(params, count.default(1));
    validator.advance(slots);
    return validator.ledger.open.slot;
  },

  /** Closes the open slot and leaves the given number of slots without a block. */
  causeway_skipSlots({ validator }, params) {
    const [slots] = parse(params, count.default(1));
    validator.advance(1, slots);
    return validator.ledger.open.slot;
  },

  /** Stops the clock: slots end only on request. */
  causeway_pauseSlots({ validator, slots }) {
    slots.pause();
    return validator.ledger.open.slot;
  },

  /** Starts the clock: slots end by themselves again. */
  causeway_resumeSlots({ validator, slots }) {
    slots.resume();
    return validator.ledger.open.slot;
  },

  /** Moves the chain's clock forward from the next slot on, seconds. */
  causeway_increaseTime({ validator }, params) {
    const [seconds] = parse(params, u64);
    validator.increaseTime(seconds);
    return validator.ledger.open.slot;
  },
};
