import {
  type ExecutionFailure,
  fail,
  ok,
  type Result,
  type SignedTransaction,
  type SubmissionOutcome,
  type TransactionCost,
} from '@causeway/protocol';
import type { SendFailure } from '../failures.ts';
import type { Endpoint } from '../rpc/quorum.ts';
import type { SolanaContext } from './context.ts';
import { decodeTransactionError } from './errors.ts';
import { COMMITMENT } from './rpc.ts';
import { seeLanded, seeTransaction, toBlockRef } from './scanner.ts';
import { referenceIn, splitRaw, transactionIn } from './transaction.ts';
import { numberAnswer, statusesAnswer, type TransactionError, validityAnswer } from './wire.ts';

/** The slot of an executed transaction, and its error or null. */
interface Landed {
  readonly slot: number;
  readonly error: TransactionError | null;
}

/** One endpoint's view of a submission. */
type Seen =
  | { readonly state: 'pending' }
  /** Some of the transactions may have landed, which is in `landed` by their order. */
  | { readonly state: 'dropped'; readonly expired: boolean; readonly landed: readonly boolean[] }
  | { readonly state: 'included'; readonly landed: readonly Landed[] };

/**
 * The outcome of `submission`, as a quorum sees it. It is included once all of its transactions are, whether they
 * succeeded or failed, and dropped once one of them can never be included. Each endpoint judges "dropped" from one
 * view: the block hash is no longer usable and, read after that, the transaction does not exist.
 */
export async function outcomeOf(
  context: SolanaContext,
  submission: SignedTransaction,
): Promise<Result<SubmissionOutcome, SendFailure>> {
  const { rpc } = context.connection;
  const references = splitRaw(submission.raw).map(referenceIn);
  const seen = await rpc.agreeSoon((endpoint) => lookAt(endpoint, submission, references));
  if (!seen.ok) return seen;
  if (seen.value.state === 'pending') return ok(seen.value);
  if (seen.value.state === 'dropped') return dropped(context, references, seen.value);
  return judge(context, references, seen.value.landed);
}

/** One endpoint's view of `submission`. */
async function lookAt(
  endpoint: Endpoint,
  { sequence, raw }: SignedTransaction,
  references: readonly string[],
): Promise<Seen> {
  const landed = async () => {
    const params = [references, { searchTransactionHistory: true }];
    const statuses = statusesAnswer.parse(await endpoint.send('getSignatureStatuses', params));
    if (statuses.length !== references.length) throw new Error('answered another number of statuses');
    return statuses.map((status): Landed | null =>
      status === null || status.confirmationStatus === 'processed' ? null : { slot: status.slot, error: status.err },
    );
  };
  const first = await landed();
  if (isComplete(first)) return { state: 'included', landed: first };
  const hash = transactionIn(splitRaw(raw)[0] as string).message.recentBlockhash;
  const isOver = async (commitment: 'confirmed' | 'finalized') => {
    const height = numberAnswer.parse(await endpoint.send('getBlockHeight', [{ commitment }]));
    if (height <= sequence) return false;
    return !validityAnswer.parse(await endpoint.send('isBlockhashValid', [hash, { commitment }]));
  };
  if (!(await isOver(COMMITMENT))) return { state: 'pending' };
  const expired = await isOver('finalized');
  const last = await landed();
  if (isComplete(last)) return { state: 'included', landed: last };
  return { state: 'dropped', expired, landed: last.map((one) => one !== null) };
}

const isComplete = (landed: readonly (Landed | null)[]): landed is readonly Landed[] =>
  landed.every((one) => one !== null);

/** A submission of which some transactions can never be included. What the others cost is paid all the same. */
async function dropped(
  { connection, identity }: SolanaContext,
  references: readonly string[],
  { expired, landed }: Extract<Seen, { readonly state: 'dropped' }>,
): Promise<Result<SubmissionOutcome, SendFailure>> {
  if (!landed.includes(true)) return ok({ state: 'dropped', expired });
  const costs: TransactionCost[] = [];
  for (const [index, reference] of references.entries()) {
    const seen = landed[index] ? await seeTransaction(connection.rpc, identity.program, reference) : null;
    if (seen && !seen.ok) return seen;
    costs.push(seen?.value.cost ?? { fee: 0n, rent: 0n });
  }
  return ok({ state: 'dropped', expired, costs });
}

async function judge(
  context: SolanaContext,
  references: readonly string[],
  landed: readonly Landed[],
): Promise<Result<SubmissionOutcome, SendFailure>> {
  const { rpc } = context.connection;
  const entries = references.map((signature, index) => ({ slot: (landed[index] as Landed).slot, signature }));
  const last = Math.max(...entries.map(({ slot }) => slot));
  const [block, found] = await Promise.all([rpc.block(last), seeLanded(rpc, context, entries)]);
  if (!block.ok) return block;
  if (block.value === null) return fail('BLOCK_NOT_FOUND', `slot ${last} is not there yet`, true);
  if (!found.ok) return found;
  const failure = firstFailure(landed);
  return ok({
    state: 'included',
    block: toBlockRef(block.value),
    success: failure === undefined,
    ...(failure ? { failure } : {}),
    events: found.value.events,
    executionUnits: found.value.transactions.reduce((sum, { computeUnits }) => sum + BigInt(computeUnits), 0n),
    costs: found.value.transactions.map(({ cost }) => cost),
  });
}

/** The error of the first failed transaction; its index equals the index of the oracle's call. */
function firstFailure(landed: readonly Landed[]): (ExecutionFailure & { callIndex: number }) | undefined {
  const callIndex = landed.findIndex(({ error }) => error !== null);
  const error = landed[callIndex]?.error;
  if (error === undefined || error === null) return undefined;
  return { ...decodeTransactionError(error), callIndex };
}
