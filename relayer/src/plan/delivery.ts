import type { ChainReader, LimitSide } from '@causeway/chains';
import { executionOf, type Failure, KIND, type Message, ok, type Result } from '@causeway/protocol';

/**
 * The meaning of a refused call for its message.
 * done: somebody else did it. wait: it can succeed later. refill: it succeeds once its bucket has refilled. never: no later attempt can succeed, so the message is
 * cancelled. stale: the chain moved after it was read, plan again. broken: message, root and chain disagree, an
 * operator decides.
 */
export type Verdict = 'done' | 'wait' | 'refill' | 'never' | 'stale' | 'broken';

/**
 * Verdicts by the contracts' error names. An absent name means "wait", until the message is late and cancelled:
 * NotOracle while the set changes, InsufficientOutstanding while an invariant is broken, InvalidAccount while an
 * account does not fit the call.
 */
const VERDICTS: Readonly<Record<string, Verdict>> = {
  AlreadyExecuted: 'done',
  AlreadyCancelled: 'done',
  InvalidRecipient: 'never',
  ZeroAmount: 'never',
  DustAmount: 'never',
  AmountTooLarge: 'never',
  OrderReplaced: 'never',
  NonceGap: 'stale',
  UnknownRoot: 'stale',
  MalformedProof: 'broken',
  InvalidKind: 'broken',
  NonceOutOfRange: 'broken',
  MessageIdMismatch: 'broken',
  InvalidProof: 'broken',
  WrongAssetHome: 'broken',
  ZeroRoot: 'broken',
  EmptyBatch: 'broken',
};

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
  failure: Failure,
): Promise<Result<Verdict>> {
  const verdict = VERDICTS[failure.code] ?? 'wait';
  if (failure.code === 'RateLimited') {
    const limits = await destination.limits(message.source, limitSideOf(message));
    if (!limits.ok) return limits;
    if (message.wireAmount <= limits.value.capacity) return ok('refill');
    return ok(message.kind === KIND.cancel ? 'wait' : 'never');
  }
  return ok(verdict === 'never' && message.kind === KIND.cancel ? 'wait' : verdict);
}
