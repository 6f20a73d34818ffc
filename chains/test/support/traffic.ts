import { strict as assert } from 'node:assert';
import type { ChainProvider, KeyHandle, OracleCall, OracleTransaction, SendArguments } from '@causeway/chains';
import {
  type Batch,
  type BridgeEvent,
  buildBatch,
  type Message,
  messageIdOf,
  packProof,
  type SendOperation,
  type SignedTransaction,
  type SubmissionOutcome,
  ZERO_32,
} from '@causeway/protocol';
import { actorsOf } from './actors.ts';
import { must } from './bridges.ts';

/** Locks `localAmount` of the canonical asset on `from` towards `to`, for alice. Returns the emitted message. */
export const lock = (from: ChainProvider, to: ChainProvider, localAmount = actorsOf(from).unit): Promise<Message> =>
  send('lockTokens', from, to, localAmount);

/** Burns `localAmount` of alice's bridged token of `to` on `from`. Returns the emitted message. */
export const burn = (from: ChainProvider, to: ChainProvider, localAmount: bigint): Promise<Message> =>
  send('burnTokens', from, to, localAmount);

async function send(
  operation: SendOperation,
  from: ChainProvider,
  to: ChainProvider,
  localAmount: bigint,
): Promise<Message> {
  const recipient = must(to.parseAddress(actorsOf(to).alice.address));
  await sent(from, operation, { remote: to.domain, recipient, localAmount, reference: ZERO_32 });
  return lastMessage(from);
}

/** Sends a lock or burn of `key`, alice's by default. Returns its transactions once all of them have succeeded. */
export async function sent(
  from: ChainProvider,
  operation: SendOperation,
  args: SendArguments,
  key: KeyHandle = actorsOf(from).alice,
): Promise<readonly SignedTransaction[]> {
  const submissions = must(await from.prepareSend(operation, key, args));
  for (const submission of submissions) must(await from.broadcast(submission));
  for (const submission of submissions) await succeeded(from, submission);
  return submissions;
}

/** The newest message that `provider`'s bridge emitted. */
export async function lastMessage(provider: ChainProvider): Promise<Message> {
  const event = (await allEvents(provider)).findLast(({ type }) => type === 'message');
  assert(event?.type === 'message');
  return event.message;
}

/** Every event of the bridge so far. */
export async function allEvents(provider: ChainProvider): Promise<readonly BridgeEvent[]> {
  const head = must(await provider.head());
  return must(await provider.scan(0, head.number)).events;
}

/** The status of `message` at its destination. */
export const statusOf = async (destination: ChainProvider, { source, nonce }: Message) =>
  must(await destination.statuses(source, nonce, 1))[0];

/** The batch of messages with consecutive nonces. */
export const batchOf = (...messages: readonly [Message, ...Message[]]): Batch =>
  buildBatch(messages[0].nonce, messages.map(messageIdOf));

/** What the oracle can do with a message. */
export type Use = 'mintTokens' | 'releaseTokens' | 'cancelOrder';

/** The calls that commit and execute one message by `use`. */
export function deliveryOf(message: Message, use: Use): readonly OracleCall[] {
  const batch = batchOf(message);
  return [commitOf(message, batch), executionOf(use, message, batch)];
}

/** The call that executes a message of `batch` by `use`. */
export const executionOf = (use: Use, message: Message, batch: Batch): OracleCall => ({
  function: use,
  message,
  proof: packProof(use, message, batch),
});

/** The call that commits the batch of `message`. */
export const commitOf = (message: Message, batch: Batch): OracleCall => ({
  function: 'commitRoot',
  source: message.source,
  firstNonce: batch.firstNonce,
  count: batch.count,
  root: batch.root,
});

/** `calls`, bound to the provider's current anchor and built. */
export async function built(provider: ChainProvider, calls: readonly OracleCall[]): Promise<OracleTransaction> {
  const anchor = must(await provider.anchor(actorsOf(provider).relayer));
  return must(await provider.build(must(await provider.bind(anchor, calls)), calls));
}

/** Signatures of the first three members, or of `keys`. */
export const signedBy = (
  provider: ChainProvider,
  transaction: OracleTransaction,
  keys: readonly KeyHandle[] = actorsOf(provider).members.slice(0, 3),
) => Promise.all(keys.map((key) => provider.sign(transaction, key)));

/** `calls`, signed by the first three members, or by `keys`, and by the relayer. It is not sent. */
export async function submissionOf(
  provider: ChainProvider,
  calls: readonly OracleCall[],
  keys?: readonly KeyHandle[],
): Promise<SignedTransaction> {
  const transaction = await built(provider, calls);
  const signatures = await signedBy(provider, transaction, keys);
  return must(await provider.prepareOracle(transaction, signatures, actorsOf(provider).relayer));
}

type Included = Extract<SubmissionOutcome, { readonly state: 'included' }>;

/** The outcome of a submission that a block will include. */
export async function included(provider: ChainProvider, submission: SignedTransaction): Promise<Included> {
  for (;;) {
    const outcome = await provider.outcome(submission);
    // Two endpoints that are asked before and after the inclusion disagree for a moment.
    if (!outcome.ok && outcome.error.code === 'NO_QUORUM') continue;
    const settled = must(outcome);
    if (settled.state === 'included') return settled;
    assert.equal(settled.state, 'pending');
    // A chain in memory answers without I/O, so a time-out would never fire.
    await new Promise(setImmediate);
  }
}

/** The outcome of a submission that will be included and succeed. */
export async function succeeded(provider: ChainProvider, submission: SignedTransaction): Promise<Included> {
  const outcome = await included(provider, submission);
  assert(outcome.success, outcome.failure?.code);
  return outcome;
}

/** Sends a submission that must be included and succeed. */
export async function landed(provider: ChainProvider, submission: SignedTransaction): Promise<Included> {
  must(await provider.broadcast(submission));
  return succeeded(provider, submission);
}

/** Sends a submission that must be included and fail with `code`. */
export async function failed(provider: ChainProvider, submission: SignedTransaction, code: string): Promise<Included> {
  must(await provider.broadcast(submission));
  const outcome = await included(provider, submission);
  assert.deepEqual([outcome.success, outcome.failure?.code], [false, code]);
  return outcome;
}

/** Executes `calls` with three signatures; they must succeed. */
export const execute = async (provider: ChainProvider, calls: readonly OracleCall[]): Promise<Included> =>
  landed(provider, await submissionOf(provider, calls));

/**
 * Commits one message and executes it by `use`, in two transactions where the chain needs that; both must succeed.
 * Returns the outcome of the execution.
 */
export async function deliver(provider: ChainProvider, message: Message, use: Use): Promise<Included> {
  const calls = deliveryOf(message, use);
  if (!provider.oracleRules.commitsApart) return execute(provider, calls);
  await execute(provider, calls.slice(0, 1));
  return execute(provider, calls.slice(1));
}

/** Locks `count` times at once. Returns the messages in the order of their nonces. */
export async function lockMany(from: ChainProvider, to: ChainProvider, count: number): Promise<readonly Message[]> {
  const { alice, unit } = actorsOf(from);
  const recipient = must(to.parseAddress(actorsOf(to).alice.address));
  const args = { remote: to.domain, recipient, localAmount: unit / 100n, reference: ZERO_32 };
  const prepared = await Promise.all(Array.from({ length: count }, () => from.prepareSend('lockTokens', alice, args)));
  const submissions = prepared.flatMap((result) => must(result));
  for (const submission of submissions) must(await from.broadcast(submission));
  for (const submission of submissions) await included(from, submission);
  const events = (await allEvents(from)).filter((event) => event.type === 'message');
  return events.slice(-count).map((event) => event.message);
}

/** New locks, and as calls on `to` their commitment and the mint of each. */
export async function mintsOf(
  from: ChainProvider,
  to: ChainProvider,
  count: number,
): Promise<{ readonly messages: readonly Message[]; readonly calls: readonly OracleCall[] }> {
  await commitAll(from, to);
  const messages = (await lockMany(from, to, count)) as [Message, ...Message[]];
  const batch = batchOf(...messages);
  const mints = messages.map((message) => executionOf('mintTokens', message, batch));
  return { messages, calls: [commitOf(messages[0], batch), ...mints] };
}

/**
 * Commits every message of `from` whose root is not on `to` yet. Tests that share chains do so before they count on the
 * next nonce, since a commitment leaves no gap.
 */
export async function commitAll(from: ChainProvider, to: ChainProvider): Promise<void> {
  const { nextInboundNonce } = must(await to.lane(from.domain));
  const messages = (await allEvents(from)).flatMap((event) =>
    event.type === 'message' && event.message.destination === to.domain && event.message.nonce >= nextInboundNonce
      ? [event.message]
      : [],
  );
  const [first, ...rest] = messages;
  if (!first) return;
  await execute(to, [commitOf(first, batchOf(first, ...rest))]);
}

/** The mints of `count` new messages from `from`, whose root is committed on `to`. */
export async function committedMints(
  from: ChainProvider,
  to: ChainProvider,
  count = 1,
): Promise<readonly OracleCall[]> {
  await commitAll(from, to);
  const messages = (await lockMany(from, to, count)) as [Message, ...Message[]];
  const batch = batchOf(...messages);
  await execute(to, [commitOf(messages[0], batch)]);
  return messages.map((message) => executionOf('mintTokens', message, batch));
}
