import { type BlockRef, type BridgeEvent, fail, ok, type Result } from '@causeway/protocol';
import { requireContiguous } from '../contiguous.ts';
import type { Scan } from '../provider.ts';
import { type CoreQuorum, toBlockRef } from './core.ts';
import type { CoreEndpoint } from './endpoint.ts';
import { type BridgeIdentity, decodeEvent, type RawEvent, rawEventsOf } from './events.ts';
import type { CoreTransaction } from './wire.ts';

/** Most transactions asked for at once. */
const PAGE = 1_000;

/** A transaction in which the bridge emitted events. */
interface SeenTransaction {
  readonly block: BlockRef;
  readonly reference: string;
  readonly events: readonly RawEvent[];
}

/** The part of the ledger's stream up to one state version, as one endpoint shows it. */
interface SeenStream {
  readonly transactions: readonly SeenTransaction[];
  readonly last: BlockRef;
}

/**
 * Events of `bridge` in state versions from … to, read from the ledger's own stream of all transactions. An endpoint's
 * stream counts only if it has every state version of the range, and together with the hash that it has of the last: so
 * an endpoint that lags, or is of another ledger, cannot report silence. What the bridge emitted is what a quorum says.
 */
export async function scanEvents(
  rpc: CoreQuorum,
  bridge: BridgeIdentity,
  from: number,
  to: number,
): Promise<Result<Scan>> {
  const stream = await rpc.agreeSoon((endpoint) => readStream(endpoint, bridge, Math.max(1, from), to));
  if (!stream.ok) return stream;
  if (stream.value === null) return fail('BLOCK_NOT_FOUND', `state version ${to} is not there yet`, true);
  const events: BridgeEvent[] = [];
  for (const transaction of stream.value.transactions) {
    const decoded = await decodeEvents(transaction, bridge);
    if (!decoded.ok) return decoded;
    events.push(...decoded.value);
  }
  const complete = requireContiguous(events);
  return complete.ok ? ok({ events, to: stream.value.last }) : complete;
}

/** The bridge's events in one committed transaction. */
export async function eventsOf(
  transaction: CoreTransaction,
  bridge: BridgeIdentity,
): Promise<Result<readonly BridgeEvent[]>> {
  const seen = seeTransaction(transaction, bridge);
  return seen === null ? ok([]) : decodeEvents(seen, bridge);
}

async function decodeEvents(
  { block, reference, events: raw }: SeenTransaction,
  bridge: BridgeIdentity,
): Promise<Result<readonly BridgeEvent[]>> {
  const events: BridgeEvent[] = [];
  for (const one of raw) {
    const event = await decodeEvent(one, { block, transaction: reference, index: one.index }, bridge);
    if (!event.ok) return event;
    if (event.value !== null) events.push(event.value);
  }
  return ok(events);
}

/** One endpoint's stream from … to, as far as it is about the bridge; null when it has not come so far. */
async function readStream(
  endpoint: CoreEndpoint,
  bridge: BridgeIdentity,
  from: number,
  to: number,
): Promise<SeenStream | null> {
  const transactions: SeenTransaction[] = [];
  let last: BlockRef | null = null;
  for (let next = from; next <= to; ) {
    const page = await endpoint.transactions(next, Math.min(PAGE, to - next + 1));
    if (page.length === 0) return null;
    for (const transaction of page) {
      if (transaction.stateVersion !== next) throw new Error(`leaves out state version ${next}`);
      const seen = seeTransaction(transaction, bridge);
      if (seen !== null) transactions.push(seen);
      last = toBlockRef(transaction);
      next += 1;
    }
  }
  return last && { transactions, last };
}

/** `transaction` as far as the bridge emitted events in it, or null. Throws for one that no user signed. */
function seeTransaction(transaction: CoreTransaction, bridge: BridgeIdentity): SeenTransaction | null {
  const events = rawEventsOf(transaction, bridge);
  if (events.length === 0) return null;
  if (transaction.reference === null) throw new Error('shows events of the bridge in a transaction of the ledger');
  return { block: toBlockRef(transaction), reference: transaction.reference, events };
}
