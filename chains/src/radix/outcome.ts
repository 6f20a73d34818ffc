import { ok, type Result, type Submission, type SubmissionOutcome } from '@causeway/protocol';
import type { RadixConnection } from './connection.ts';
import { toBlockRef } from './core.ts';
import type { CoreEndpoint } from './endpoint.ts';
import { decodeEngineError } from './errors.ts';
import type { BridgeIdentity } from './events.ts';
import { eventsOf } from './scanner.ts';
import type { CoreTransaction } from './wire.ts';

/** What every endpoint is asked about a submission, as one answer. */
type Seen =
  | { readonly state: 'pending' }
  | { readonly state: 'dropped' }
  | { readonly state: 'included'; readonly transaction: CoreTransaction };

/** Where a submission goes, and whose events it may have; null for one that is about no bridge. */
export interface OutcomeTarget {
  readonly connection: RadixConnection;
  readonly identity: BridgeIdentity | null;
}

/**
 * What became of `submission`, as a quorum sees it. It is all or nothing: a success means that every call succeeded.
 * "dropped" is judged per endpoint, from one view: its last epoch has ended and, read after that, it is not committed;
 * since what is committed is final, nothing brings it back.
 */
export async function outcomeOf(
  { connection, identity }: OutcomeTarget,
  submission: Submission,
): Promise<Result<SubmissionOutcome>> {
  const seen = await connection.rpc.agreeSoon((endpoint) => lookAt(endpoint, submission));
  if (!seen.ok) return seen;
  if (seen.value.state === 'pending') return ok({ state: 'pending' });
  if (seen.value.state === 'dropped') return ok({ state: 'dropped', expired: true });
  const { transaction } = seen.value;
  const events = identity === null ? ok([]) : await eventsOf(transaction, identity);
  if (!events.ok) return events;
  return ok({
    state: 'included',
    block: toBlockRef(transaction),
    success: transaction.success,
    ...(transaction.success ? {} : { failure: decodeEngineError(transaction.error) }),
    events: events.value,
    executionUnits: BigInt(transaction.executionUnits),
  });
}

/** One endpoint's view of `submission`, whose sequence is the epoch that it expires at. */
async function lookAt(endpoint: CoreEndpoint, { reference, sequence }: Submission): Promise<Seen> {
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
