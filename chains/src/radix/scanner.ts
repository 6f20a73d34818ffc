import { type BlockRef, type BridgeEvent, fail, ok, type Result, type SwapEvent } from '@causeway/protocol';
import type { ScanFailure } from '../failures.ts';
import type { AdminChange } from '../provider/changes.ts';
import { requireContiguous } from '../provider/contiguous.ts';
import type { Scan, SwapScan } from '../provider/provider.ts';
import { changesIn } from './changes.ts';
import type { CoreEndpoint } from './endpoint.ts';
import { type BridgeIdentity, decodeEvent, isOfBridge, type RawEvent, rawEventsOf } from './events.ts';
import type { RadixNetwork } from './network.ts';
import { type RadixRpc, toBlockRef } from './rpc.ts';
import { decodeSwapEvent } from './swap-events.ts';
import type { CoreTransaction } from './wire.ts';

/** Most transactions in one request. */
const PAGE = 1_000;

/** A transaction in which a component emitted events. */
interface SeenTransaction {
  readonly block: BlockRef;
  readonly reference: string;
  readonly events: readonly RawEvent[];
}

/** One endpoint's part of the ledger's stream of transactions, up to one state version. */
interface SeenStream {
  readonly transactions: readonly SeenTransaction[];
  readonly last: BlockRef;
}

/**
 * Events of `bridge` in state versions `from` … `to`, from the ledger's own stream of all transactions. An endpoint's
 * stream counts only if it has every state version of the range and the quorum's hash of the last one. A lagging
 * endpoint, or one of another ledger, therefore cannot report an empty range. A quorum must agree on the bridge's
 * events.
 */
export async function scanEvents(
  rpc: RadixRpc,
  bridge: BridgeIdentity,
  from: number,
  to: number,
): Promise<Result<Scan, ScanFailure>> {
  const stream = await streamOf(rpc, bridge.component, from, to, isOfBridge);
  if (!stream.ok) return stream;
  const events: BridgeEvent[] = [];
  const changes: AdminChange[] = [];
  for (const transaction of stream.value.transactions) {
    const decoded = await decodeEvents(transaction, bridge);
    if (!decoded.ok) return decoded;
    events.push(...decoded.value);
    const { block, reference, events: raw } = transaction;
    changes.push(...(await changesIn(raw, block, reference, bridge.network)));
  }
  const complete = requireContiguous(events);
  return complete.ok ? ok({ events, to: stream.value.last, ...(changes.length > 0 && { changes }) }) : complete;
}

/** Events of the settler at `component`, read like a bridge's. */
export async function scanSwaps(
  rpc: RadixRpc,
  component: string,
  network: RadixNetwork,
  from: number,
  to: number,
): Promise<Result<SwapScan, ScanFailure>> {
  const stream = await streamOf(rpc, component, from, to);
  if (!stream.ok) return stream;
  const events: SwapEvent[] = [];
  for (const { block, reference, events: raw } of stream.value.transactions) {
    for (const one of raw) {
      const event = await decodeSwapEvent(one, { block, transaction: reference, index: one.index }, network);
      if (!event.ok) return event;
      if (event.value !== null) events.push(event.value);
    }
  }
  return ok({ events, to: stream.value.last });
}

/** The part of the stream with the component's events that a quorum shows. */
async function streamOf(
  rpc: RadixRpc,
  component: string,
  from: number,
  to: number,
  isOf?: (module: string) => boolean,
): Promise<Result<SeenStream, ScanFailure>> {
  const read = (transaction: CoreTransaction) => seeTransaction(transaction, component, isOf);
  const stream = await rpc.agreeSoon((endpoint) => readStream(endpoint, read, Math.max(1, from), to));
  if (!stream.ok) return stream;
  return stream.value === null
    ? fail('BLOCK_NOT_FOUND', `state version ${to} is not there yet`, true)
    : ok(stream.value);
}

/** The bridge's events in one committed transaction. */
export async function eventsOf(
  transaction: CoreTransaction,
  bridge: BridgeIdentity,
): Promise<Result<readonly BridgeEvent[], ScanFailure>> {
  const seen = seeTransaction(transaction, bridge.component);
  return seen === null ? ok([]) : decodeEvents(seen, bridge);
}

async function decodeEvents(
  { block, reference, events: raw }: SeenTransaction,
  bridge: BridgeIdentity,
): Promise<Result<readonly BridgeEvent[], ScanFailure>> {
  const events: BridgeEvent[] = [];
  for (const one of raw) {
    const event = await decodeEvent(one, { block, transaction: reference, index: one.index }, bridge);
    if (!event.ok) return event;
    if (event.value !== null) events.push(event.value);
  }
  return ok(events);
}

/** One endpoint's stream from … to, reduced to the component's events; null when the endpoint has not reached `to`. */
async function readStream(
  endpoint: CoreEndpoint,
  read: (transaction: CoreTransaction) => SeenTransaction | null,
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
      const seen = read(transaction);
      if (seen !== null) transactions.push(seen);
      last = toBlockRef(transaction);
      next += 1;
    }
  }
  return last && { transactions, last };
}

/** The component's events in `transaction`; null when there are none. Throws for a transaction that no user signed. */
function seeTransaction(
  transaction: CoreTransaction,
  component: string,
  isOf?: (module: string) => boolean,
): SeenTransaction | null {
  const events = rawEventsOf(transaction, component, isOf);
  if (events.length === 0) return null;
  if (transaction.reference === null) throw new Error('shows events of a component in a transaction of the ledger');
  return { block: toBlockRef(transaction), reference: transaction.reference, events };
}
