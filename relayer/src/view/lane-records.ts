import { type BlockRef, type Domain, ZERO_32 } from '@causeway/protocol';
import type { ChainViewRepository, LaneRecord, RootRow, ScanRow } from '@causeway/storage';
import type { ReadBridge } from '../bridges.ts';

/** One lane's record with what a scan adds to it. */
export interface Extended {
  readonly next: bigint;
  /** Block of the last event before `next`. */
  readonly last: BlockRef | undefined;
  /** Block of the last event that the scan adds. */
  readonly added: BlockRef | undefined;
  /** A nonce above `next` that the scan has, which proves a gap. */
  readonly beyond: bigint | undefined;
}

/** How far the lanes of one bridge are recorded, with or without a scan that is not recorded yet. */
export class LaneRecords {
  readonly #provider: ReadBridge['provider'];
  readonly #view: ChainViewRepository;
  /** Nonces below which an earlier call found no gap, by direction and remote. */
  readonly #known = new Map<string, bigint>();

  constructor({ provider }: ReadBridge, view: ChainViewRepository) {
    this.#provider = provider;
    this.#view = view;
  }

  /** The messages from this bridge to `remote`. */
  async sent(remote: Domain, { family, domain, messages }: ScanRow): Promise<Extended> {
    const lane = { family, source: domain, destination: remote };
    const record = await this.#recorded(`to ${remote}`, (from) => this.#view.recordedMessages(lane, from));
    const found = messages.filter(({ message }) => message.destination === remote);
    return extend(
      record,
      found.map(({ message, at }) => ({ first: message.nonce, end: message.nonce + 1n, block: at.block })),
    );
  }

  /** The intervals that are committed here of the messages from `remote`. */
  async committed(remote: Domain, { roots }: ScanRow): Promise<Extended> {
    const lane = this.#inbound(remote);
    const record = await this.#recorded(`from ${remote}`, (from) => this.#view.recordedRoots(lane, from));
    const found = roots.filter((row) => row.lane.source === remote);
    return extend(
      record,
      found.map(({ firstNonce, count, root, at }) => ({
        first: firstNonce,
        end: firstNonce + (root === ZERO_32 ? 0n : BigInt(count)),
        block: at.block,
        dropped: root === ZERO_32,
      })),
    );
  }

  /** The nonce below which every message from `remote` to this bridge is recorded. */
  async announced(remote: Domain): Promise<bigint> {
    const lane = this.#inbound(remote);
    return (await this.#recorded(`at ${remote}`, (from) => this.#view.recordedMessages(lane, from))).next;
  }

  /** The root in force, by the record and the scan, of the interval from `remote` that holds `nonce`. */
  async rootOf(remote: Domain, nonce: bigint, { roots }: ScanRow): Promise<RootRow | undefined> {
    const scanned = roots.findLast((row) => row.lane.source === remote && holds(row, nonce));
    return scanned ?? this.#view.rootOf(this.#inbound(remote), nonce);
  }

  /** The oldest recorded root of an interval from `remote` that held `nonce`, in force or not. */
  firstRootOf(remote: Domain, nonce: bigint): Promise<RootRow | undefined> {
    return this.#view.firstRootOf(this.#inbound(remote), nonce);
  }

  /** The nonce below which every message from `remote` was committed, as `committed` found it last. */
  knownCommitted(remote: Domain): bigint {
    return this.#known.get(`from ${remote}`) ?? 0n;
  }

  /** The lane from `remote` to this bridge. */
  #inbound(remote: Domain) {
    const { family, domain } = this.#provider;
    return { family, source: remote, destination: domain };
  }

  async #recorded(lane: string, read: (from: bigint) => Promise<LaneRecord>): Promise<LaneRecord> {
    const record = await read(this.#known.get(lane) ?? 0n);
    this.#known.set(lane, record.next);
    return record;
  }
}

/** True when the interval of `row` holds `nonce`. */
export const holds = (row: RootRow, nonce: bigint): boolean =>
  nonce >= row.firstNonce && nonce < row.firstNonce + BigInt(row.count);

/** An event's nonces: `first` up to before `end`. */
interface Span {
  readonly first: bigint;
  readonly end: bigint;
  readonly block: BlockRef;
  /** The interval was dropped, so that the next one begins where it began. */
  readonly dropped?: boolean;
}

/** `record` with the events of a scan, in their order. Those that it has already change nothing. */
function extend(record: LaneRecord, spans: readonly Span[]): Extended {
  let { next } = record;
  let last = record.block;
  let added: BlockRef | undefined;
  for (const { first, end, block, dropped } of spans) {
    if (first > next) return { next, last, added, beyond: end };
    if (dropped) next = end;
    else if (end <= next) continue;
    else next = end;
    last = block;
    added = block;
  }
  return { next, last, added, beyond: undefined };
}
