import { ok, type Result, type SignedTransaction, type SubmissionOutcome } from '@causeway/protocol';
import type { SendFailure } from '../failures.ts';
import type { RadixConnection } from './connection.ts';
import type { CoreEndpoint } from './endpoint.ts';
import { decodeEngineError } from './errors.ts';
import { type BridgeIdentity, skippedIn } from './events.ts';
import { toBlockRef } from './rpc.ts';
import { eventsOf } from './scanner.ts';
import type { CoreTransaction } from './wire.ts';

/** One endpoint's view of a submission. */
type Seen =
  | { readonly state: 'pending' }
  | { readonly state: 'dropped' }
  | { readonly state: 'included'; readonly transaction: CoreTransaction };

/** The network of a submission, and the bridge whose events it may have; null for a submission without a bridge. */
export interface OutcomeTarget {
  readonly connection: RadixConnection;
  readonly identity: BridgeIdentity | null;
}

/**
 * The outcome of `submission`, as a quorum sees it. A transaction is all or nothing: success means that every call
 * succeeded. Each endpoint judges "dropped" from one view: the last epoch has ended and, read after that, the
 * transaction is not committed. Commits are final, so it stays dropped.
 */
export async function outcomeOf(
  { connection, identity }: OutcomeTarget,
  submission: SignedTransaction,
): Promise<Result<SubmissionOutcome, SendFailure>> {
  const seen = await connection.rpc.agreeSoon((endpoint) => lookAt(endpoint, submission));
  if (!seen.ok) return seen;
  if (seen.value.state === 'pending') return ok({ state: 'pending' });
  if (seen.value.state === 'dropped') return ok({ state: 'dropped', expired: true });
  const { transaction } = seen.value;
  const events = identity === null ? ok([]) : await eventsOf(transaction, identity);
  if (!events.ok) return events;
  const skipped = identity === null ? ok([]) : await skippedIn(transaction, identity);
  if (!skipped.ok) return skipped;
  return ok({
    state: 'included',
    block: toBlockRef(transaction),
    success: transaction.success,
    ...(transaction.success ? {} : { failure: decodeEngineError(transaction.error) }),
    events: events.value,
    skipped: skipped.value,
    executionUnits: BigInt(transaction.executionUnits),
    costs: [{ fee: transaction.cost, rent: 0n }],
  });
}

/** One endpoint's view of `submission`, whose sequence is the epoch in which it expires. */
async function lookAt(endpoint: CoreEndpoint, { reference, sequence }: SignedTransaction): Promise<Seen> {
  const committed = async (): Promise<Seen | null> =>
    (await endpoint.isCommitted(reference))
      ? { state: 'included', transaction: await endpoint.receipt(reference) }
      : null;
  const first = await committed();
  if (first) return first;
  const { epoch } = await endpoint.networkStatus();
  if (epoch < sequence) return { state: 'pending' };
  return (await committed()) ?? { state: 'dropped' };
}
