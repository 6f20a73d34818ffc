import {
  type BlockRef,
  type BridgeEvent,
  type EventPosition,
  fail,
  ok,
  type Result,
  type TransactionCost,
} from '@causeway/protocol';
import type { PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import type { ScanFailure } from '../failures.ts';
import { requireContiguous } from '../provider/contiguous.ts';
import type { Head, IsComplete, Scan, SwapScan } from '../provider/provider.ts';
import { RpcError } from '../rpc/json-rpc.ts';
import type { Endpoint } from '../rpc/quorum.ts';
import { type Administered, changeIn, type ToldChange } from './changes.ts';
import { type BridgeIdentity, decodeEvent, eventDataOf, eventIndex } from './events.ts';
import type { History, HistoryEntry } from './history.ts';
import { COMMITMENT, getBlock, MAX_TRANSACTION_VERSION, readBlock, type SlotBlock, type SolanaRpc } from './rpc.ts';
import { type SeenTransaction, SeenTransactions } from './seen-transactions.ts';
import { decodeSwapEvent } from './swap-events.ts';
import { type TransactionMeta, transactionAnswer } from './wire.ts';

/** Transactions and blocks read in parallel while catching up. */
const CONCURRENT_READS = 32;

/** Converts a slot's block to Causeway's reference of a block. */
export const toBlockRef = ({ number, hash, timeMs }: SlotBlock): BlockRef => ({ number, hash, timeMs });

/** Converts the block of the newest slot. */
export const toHead = (block: SlotBlock): Head => ({ ...toBlockRef(block), parentHash: block.parentHash });

/** A program, and how to read the data of its events; null for an event that does not count. */
interface Emitter<E extends Positioned> {
  readonly program: PublicKey;
  readonly decode: (data: string, at: EventPosition) => Result<E | null, ScanFailure>;
}
interface Positioned {
  readonly at: EventPosition;
}
/** An emitter, with what was seen of it. */
interface Seeing<E extends Positioned> extends Emitter<E> {
  readonly seen: SeenTransactions;
}

const emitterOf = (bridge: BridgeIdentity): Emitter<BridgeEvent> => ({
  program: bridge.program,
  decode: (data, at) => decodeEvent(data, at, bridge),
});

/** The events of a bridge, and what they tell of its administration. */
const tellerOf = (bridge: BridgeIdentity): Emitter<BridgeEvent | ToldChange> => ({
  program: bridge.program,
  decode(data, at) {
    const event = decodeEvent(data, at, bridge);
    return event.ok && event.value === null ? ok(changeIn(data, at)) : event;
  },
});

const isEvent = (told: BridgeEvent | ToldChange): told is BridgeEvent => told.type !== 'change';

/** A bridge, its transactions, and what was seen of its administration. */
interface ScannedBridge {
  readonly identity: BridgeIdentity;
  readonly history: History;
  readonly administered: Administered;
  readonly seen: SeenTransactions;
}

/**
 * Events of `bridge` in slots `from` … `to`, from the inner instructions of its transactions and never from logs. The
 * quorum confirms `to` before the history is read, unless it did already, and an endpoint's history counts only while
 * it has that same block. A fork in between therefore gives `to` another hash at the next scan, and a lagging endpoint
 * cannot report an empty range. A quorum must agree on the list of transactions, on each transaction and on the order
 * of each block.
 *
 * Anyone can put a transaction into that list by naming the bridge's event authority, and the cost of downloading one
 * does not depend on the cost of sending it. So the transactions are read from the oldest on, and no more of them once
 * `isComplete` and nothing was administered since.
 */
export async function scanEvents(
  rpc: SolanaRpc,
  { administered, history, identity, seen }: ScannedBridge,
  from: number,
  to: number | BlockRef,
  isComplete: IsComplete = async () => false,
): Promise<Result<Scan, ScanFailure>> {
  const look = administered.look();
  const maySkip = async (last: BlockRef, told: readonly (BridgeEvent | ToldChange)[]) =>
    (await isComplete(last, told.filter(isEvent))) && !(await look.unseen());
  const scan = await scanHistory(rpc, { ...tellerOf(identity), seen }, history, from, to, maySkip);
  if (!scan.ok) return scan;
  const { events: told, ...rest } = scan.value;
  const events = told.filter(isEvent);
  const complete = requireContiguous(events);
  if (!complete.ok) return complete;
  const changes = told.flatMap((one) => (isEvent(one) ? [] : [one.change]));
  if (typeof to !== 'number') {
    await look.seen();
    changes.push(...(await administered.programChange(to)));
  }
  return ok({ ...rest, events, ...(changes.length > 0 && { changes }) });
}

/** Events of a settler of `program`, read like a bridge's; `history` is of the settler. */
export const scanSwaps = (
  rpc: SolanaRpc,
  { program, settler }: { readonly program: PublicKey; readonly settler: PublicKey },
  history: History,
  from: number,
  to: number | BlockRef,
): Promise<Result<SwapScan, ScanFailure>> =>
  scanHistory(
    rpc,
    { program, decode: (data, at) => decodeSwapEvent(data, at, settler), seen: new SeenTransactions() },
    history,
    from,
    to,
  );

/** What a part of a history shows, and what its transactions were. */
interface HistoryScan<E> {
  readonly events: readonly E[];
  readonly to: BlockRef;
  readonly unrelated: number;
  readonly unreadable: readonly string[];
}

async function scanHistory<E extends Positioned>(
  rpc: SolanaRpc,
  emitter: Seeing<E>,
  history: History,
  from: number,
  to: number | BlockRef,
  isComplete: (to: BlockRef, events: readonly E[]) => Promise<boolean> = async () => false,
): Promise<Result<HistoryScan<E>, ScanFailure>> {
  const last = typeof to === 'number' ? await blockOf(rpc, to) : ok(to);
  if (!last.ok) return last;
  const entries = await rpc.agreeSoon(async (endpoint) => {
    await rpc.shown.require(endpoint, last.value, readBlock);
    return history.list(endpoint, from, last.value.number);
  });
  if (!entries.ok) return entries;
  const orderOf = ordersOnce(rpc);
  let events: readonly E[] = [];
  const unreadable: string[] = [];
  let related = 0;
  for (let at = 0; at < entries.value.length; at += CONCURRENT_READS) {
    if (await isComplete(last.value, events)) break;
    const shown = await readPart(rpc, emitter, entries.value.slice(at, at + CONCURRENT_READS), orderOf);
    if (!shown.ok) return shown;
    events = [...events, ...shown.value.events].sort(byPosition);
    unreadable.push(...shown.value.unreadable);
    related += shown.value.related;
  }
  return ok({ events, to: last.value, unrelated: entries.value.length - unreadable.length - related, unreadable });
}

/** What a part of the history shows. `related` is its number of transactions with events. */
interface ShownPart<E> {
  readonly events: readonly E[];
  readonly unreadable: readonly string[];
  readonly related: number;
}

async function readPart<E extends Positioned>(
  rpc: SolanaRpc,
  emitter: Seeing<E>,
  entries: readonly HistoryEntry[],
  orderOf: OrderOf,
): Promise<Result<ShownPart<E>, ScanFailure>> {
  const answers = await inParts(
    entries,
    async (entry): Promise<Result<Shown, ScanFailure>> =>
      (await seenBefore(emitter.seen, entry, orderOf)) ?? showTransaction(rpc, emitter.program, entry.signature),
  );
  if (!answers.ok) return answers;
  const isMoved = (answer: Shown | undefined, slot: number) => answer !== UNKNOWN_VERSION && answer?.slot !== slot;
  const moved = entries.find(({ slot }, index) => isMoved(answers.value[index], slot));
  if (moved) return fail('REORG_DURING_SCAN', `transaction ${moved.signature} moved while it was read`, true);
  const seen = answers.value.filter((answer) => answer !== UNKNOWN_VERSION);
  const unreadable = entries.flatMap(({ signature }, index) =>
    answers.value[index] === UNKNOWN_VERSION ? [signature] : [],
  );
  const events = await positioned(emitter, seen, orderOf);
  if (!events.ok) return events;
  return ok({ events: events.value, unreadable, related: seen.filter((one) => one.events.length > 0).length });
}

async function blockOf(rpc: SolanaRpc, slot: number): Promise<Result<BlockRef, ScanFailure>> {
  const block = await rpc.block(slot);
  if (!block.ok) return block;
  return block.value ? ok(toBlockRef(block.value)) : fail('BLOCK_NOT_FOUND', `slot ${slot} is not there yet`, true);
}

/** The transaction of `entry`, if it was seen before in the block that is in its slot now. */
async function seenBefore(
  seen: SeenTransactions,
  { slot, signature }: HistoryEntry,
  orderOf: OrderOf,
): Promise<Result<SeenTransaction, ScanFailure> | undefined> {
  if (!seen.has(signature)) return undefined;
  const order = await orderOf(slot);
  if (!order.ok) return order;
  const known = seen.in(order.value.ref.hash, signature);
  return known && ok(known);
}

/** Transactions of a bridge's submission, as a quorum shows them, and the bridge's events in them. */
export async function seeLanded(
  rpc: SolanaRpc,
  { identity, seen }: Pick<ScannedBridge, 'identity' | 'seen'>,
  landed: readonly HistoryEntry[],
): Promise<Result<{ transactions: readonly SeenTransaction[]; events: readonly BridgeEvent[] }, ScanFailure>> {
  const orderOf = ordersOnce(rpc);
  const transactions: SeenTransaction[] = [];
  const read = async (entry: HistoryEntry): Promise<Result<SeenTransaction, ScanFailure>> =>
    (await seenBefore(seen, entry, orderOf)) ?? seeTransaction(rpc, identity.program, entry.signature);
  for (const one of await Promise.all(landed.map(read))) {
    if (!one.ok) return one;
    transactions.push(one.value);
  }
  const events = await positioned({ ...emitterOf(identity), seen }, transactions, orderOf);
  return events.ok ? ok({ transactions, events: events.value }) : events;
}

async function positioned<E extends Positioned>(
  { decode, seen: memory }: Seeing<E>,
  transactions: readonly SeenTransaction[],
  orderOf: OrderOf,
): Promise<Result<readonly E[], ScanFailure>> {
  // Every call of a bridge emits an event, except administration. Blocks without events are not read.
  const relevant = transactions.filter((one) => one.events.length > 0);
  const blocks = await inParts([...new Set(relevant.map(({ slot }) => slot))], orderOf);
  if (!blocks.ok) return blocks;
  const bySlot = new Map(blocks.value.map((block) => [block.ref.number, block]));
  const events: E[] = [];
  for (const seen of relevant) {
    const { slot, signature } = seen;
    const block = bySlot.get(slot);
    const position = block?.signatures.indexOf(signature) ?? -1;
    if (!block || position < 0) {
      return fail('REORG_DURING_SCAN', `transaction ${signature} moved while it was read`, true);
    }
    memory.note(seen, block.ref.hash);
    for (const [ordinal, data] of seen.events.entries()) {
      const at = { block: block.ref, transaction: signature, index: eventIndex(position, ordinal) };
      const event = decode(data, at);
      if (!event.ok) return event;
      if (event.value !== null) events.push(event.value);
    }
  }
  return ok(events.sort(byPosition));
}

const byPosition = ({ at: a }: Positioned, { at: b }: Positioned): number =>
  a.block.number - b.block.number || a.index - b.index;

/** JSON-RPC code of an endpoint that has the transaction, but in a newer version than requested. */
const VERSION_NOT_SUPPORTED = -32_015;

/** One endpoint's answer about a transaction in a newer version than requested. */
const UNKNOWN_VERSION = 'unknown version';

/** A transaction as a quorum shows it, or that a quorum says that it is newer than this release can read. */
type Shown = SeenTransaction | typeof UNKNOWN_VERSION;

const showTransaction = (rpc: SolanaRpc, program: PublicKey, signature: string): Promise<Result<Shown, ScanFailure>> =>
  rpc.agreeSoon((endpoint) => readTransaction(endpoint, program, signature));

/**
 * The transaction `signature`, as a quorum shows it. Fails with TRANSACTION_VERSION_UNKNOWN when a quorum says that its
 * version is newer than this release can read: a retry does not help, a newer release does.
 */
export async function seeTransaction(
  rpc: SolanaRpc,
  program: PublicKey,
  signature: string,
): Promise<Result<SeenTransaction, ScanFailure>> {
  const seen = await showTransaction(rpc, program, signature);
  if (!seen.ok) return seen;
  if (seen.value !== UNKNOWN_VERSION) return ok(seen.value);
  const message = `transaction ${signature} has a version above ${MAX_TRANSACTION_VERSION}, the newest that is known here`;
  return fail('TRANSACTION_VERSION_UNKNOWN', message);
}

async function readTransaction(endpoint: Endpoint, program: PublicKey, signature: string): Promise<Shown> {
  const version = { maxSupportedTransactionVersion: MAX_TRANSACTION_VERSION };
  const options = { commitment: COMMITMENT, encoding: 'base64', ...version };
  let shown: unknown;
  try {
    shown = await endpoint.send('getTransaction', [signature, options]);
  } catch (error) {
    if (error instanceof RpcError && error.code === VERSION_NOT_SUPPORTED) return UNKNOWN_VERSION;
    throw error;
  }
  const answer = transactionAnswer.parse(shown);
  if (answer === null) throw new Error(`does not have transaction ${signature}`);
  const { transaction, meta, slot } = answer;
  if (bs58.encode(transaction.signature) !== signature) throw new Error('answered another transaction');
  return {
    signature,
    slot,
    error: meta.err,
    computeUnits: meta.computeUnitsConsumed ?? 0,
    cost: costOf(meta),
    events: eventDataOf(meta, transaction.staticKeys, program),
  };
}

/** What the payer of a transaction, its first account, lost. */
function costOf({ fee, preBalances: [before], postBalances: [after] }: TransactionMeta): TransactionCost {
  return { fee, rent: (before as bigint) - (after as bigint) - fee };
}

interface BlockOrder {
  readonly ref: BlockRef;
  readonly signatures: readonly string[];
}

type OrderOf = (slot: number) => Promise<Result<BlockOrder, ScanFailure>>;

/** Reads each order once. */
function ordersOnce(rpc: SolanaRpc): OrderOf {
  const orders = new Map<number, ReturnType<OrderOf>>();
  return (slot) => {
    const order = orders.get(slot) ?? readOrder(rpc, slot);
    orders.set(slot, order);
    return order;
  };
}

/** The order of the transactions in the block at `slot`, as a quorum shows it. */
function readOrder(rpc: SolanaRpc, slot: number): Promise<Result<BlockOrder, ScanFailure>> {
  return rpc.agreeSoon(async (endpoint) => {
    const block = await getBlock(endpoint, slot, 'signatures');
    if (!block?.signatures) throw new Error(`does not have block ${slot}`);
    const { blockhash, blockTime, signatures } = block;
    return { ref: { number: slot, hash: blockhash, timeMs: blockTime * 1000 }, signatures };
  });
}

/** Reads every item, a limited number in parallel. Fails with the first failure. */
async function inParts<A, B>(
  items: readonly A[],
  read: (item: A) => Promise<Result<B, ScanFailure>>,
): Promise<Result<B[], ScanFailure>> {
  const results: B[] = [];
  for (let at = 0; at < items.length; at += CONCURRENT_READS) {
    for (const result of await Promise.all(items.slice(at, at + CONCURRENT_READS).map(read))) {
      if (!result.ok) return result;
      results.push(result.value);
    }
  }
  return ok(results);
}
