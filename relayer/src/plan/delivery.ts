import type { CallFailure, ChainReader, LimitSide, ReadFailure } from '@causeway/chains';
import { executionOf, KIND, type Message, ok, type Result } from '@causeway/protocol';
import { VERDICTS, type Verdict } from './verdicts.ts';

/** The limits that apply to the execution of `message`. */
export const limitSideOf = (message: Message): LimitSide =>
  executionOf(message) === 'mintTokens' ? 'bridged' : 'canonical';

/**
 * The verdict on a call for `message` that `destination` refused with `failure`. An amount above the bucket's whole
 * capacity never fits. A Cancel can only be delivered, so it is never given up. Fails when the limits cannot be read.
 */
export async function judge(
  destination: Pick<ChainReader, 'limits'>,
  message: Message,
  failure: CallFailure,
): Promise<Result<Verdict, ReadFailure>> {
  const verdict = VERDICTS[failure.code];
  if (verdict === 'refill') {
    const limits = await destination.limits(message.source, limitSideOf(message));
    if (!limits.ok) return limits;
    if (message.wireAmount <= limits.value.capacity) return ok('refill');
    return ok(message.kind === KIND.cancel ? 'wait' : 'never');
  }
  return ok(verdict === 'never' && message.kind === KIND.cancel ? 'wait' : verdict);
}
