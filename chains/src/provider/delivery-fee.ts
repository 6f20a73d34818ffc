import { fail, type Result } from '@causeway/protocol';
import type { SendFailure } from '../failures.ts';
import { refusalSentence } from './refusals.ts';

/** The present delivery `fee`, if its payer accepts it: `maxFee` is the largest one they do. Fails with FeeTooHigh. */
export function acceptedFee(fee: Result<bigint, SendFailure>, maxFee: bigint | undefined): Result<bigint, SendFailure> {
  const isTooHigh = fee.ok && maxFee !== undefined && fee.value > maxFee;
  return isTooHigh ? fail('FeeTooHigh', refusalSentence('FeeTooHigh')) : fee;
}
