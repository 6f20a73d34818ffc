import { type BlockRef, type Domain, fail, type Hex, type Message, ok, type Result, ZERO_32 } from '@causeway/protocol';
import type { ChainViewRepository, LaneRecord, MessageRow, ScanRow } from '@causeway/storage';
import type { ReadBridge } from '../bridges.ts';
import { eventsIn, upTo } from './scan-row.ts';

/** Events of one lane that the bridge counts and that neither the record nor the scan has. */
export interface Gap {
  readonly remote: Domain;
  readonly of: 'messages' | 'roots' | 'executions';
  /** The nonce that the bridge counts next, and the lowest one that is missing. */
  readonly counted: bigint;
  readonly missing: bigint;
  /** Block of the last event before the missing one; absent when there is none. */
  readonly after: BlockRef | undefined;
  /** Newest block before which the scan itself proves that nothing is missing; absent when it proves nothing. */
  readonly provenBelow: number | undefined;
}

/** How much of a scan is compared: what the scan itself shows, its lanes at its last block, or every lane. */
export type Depth = 'scan' | 'its lanes' | 'all lanes';

/** Most messages whose status is compared with the recorded outcomes in one check. */
const MOST_WAITING = 500;

/** Most nonces whose statuses are read at once. */
const STATUSES = 256n;

/** One lane's record with what the scan adds to it. */
interface Extended {
  readonly next: bigint;
  /** Block of the last event before `next`. */
  readonly last: BlockRef | undefined;
  /** Block of the last event that the scan adds. */
  readonly added: BlockRef | undefined;
  /** A nonce above `next` that the scan has, which proves a gap. */
  readonly beyond: bigint | undefined;
}

/** Compares what one bridge's view holds with what the bridge itself counts. */
export class Completeness {
  readonly #bridge: ReadBridge;
  readonly #view: ChainViewRepository;
  /** Nonces below which an earlier check found no gap, by direction and remote. */
  readonly #known = new Map<string, bigint>();
  /** Messages that the bridge had executed at the last check, and whose execution was not recorded. */
  #unseen: ReadonlySet<Hex> = new Set();

  constructor(bridge: ReadBridge, view: ChainViewRepository) {
    this.#bridge = bridge;
    this.#view = view;
  }

  /**
   * What is missing in the record together with `scan`. A kind of chain that keeps no old state may count events after
   * the scan's last block; a scan up to a later block decides. Fails with EVENTS_CONTRADICT when there are more messages
   * than the bridge counts, and with the provider's codes.
   */
  async check(scan: ScanRow, depth: Depth): Promise<Result<readonly Gap[]>> {
    const touched = [
      ...scan.messages.map(({ message }) => message.destination),
      ...scan.roots.map(({ lane }) => lane.source),
    ];
    const remotes = new Set(depth === 'all lanes' ? [...this.#bridge.remotes, ...touched] : touched);
    const gaps: Gap[] = [];
    for (const remote of remotes) {
      const found = await this.#checkRemote(scan, remote, depth);
      if (!found.ok) return found;
      gaps.push(...found.value);
    }
    if (depth !== 'all lanes' || gaps.length > 0) return ok(gaps);
    return this.#checkExecutions(scan);
  }

  async #checkRemote(scan: ScanRow, remote: Domain, depth: Depth): Promise<Result<readonly Gap[]>> {
    const sent = await this.#messagesTo(remote, scan);
    const committed = await this.#rootsFrom(remote, scan);
    const gaps = [
      ...gapOf(remote, 'messages', sent, sent.beyond),
      ...gapOf(remote, 'roots', committed, committed.beyond),
    ];
    if (depth === 'scan' || gaps.length > 0) return ok(gaps);
    const lane = await this.#bridge.provider.lane(remote, scan.to);
    if (!lane.ok) return lane;
    const { nextOutboundNonce, nextInboundNonce } = lane.value;
    if (sent.next > nextOutboundNonce) {
      const { name } = this.#bridge.provider;
      const message = `${name} shows ${sent.next} messages to ${remote} and counts ${nextOutboundNonce}`;
      return fail('EVENTS_CONTRADICT', message, true);
    }
    return ok([
      ...gapOf(remote, 'messages', sent, nextOutboundNonce),
      ...gapOf(remote, 'roots', committed, nextInboundNonce),
    ]);
  }

  async #messagesTo(remote: Domain, { family, domain, messages }: ScanRow): Promise<Extended> {
    const lane = { family, source: domain, destination: remote };
    const record = await this.#recorded(`to ${remote}`, (from) => this.#view.recordedMessages(lane, from));
    const found = messages.filter(({ message }) => message.destination === remote);
    return extend(
      record,
      found.map(({ message, at }) => ({ first: message.nonce, end: message.nonce + 1n, block: at.block })),
    );
  }

  async #rootsFrom(remote: Domain, { family, domain, roots }: ScanRow): Promise<Extended> {
    const lane = { family, source: remote, destination: domain };
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

  async #recorded(lane: string, read: (from: bigint) => Promise<LaneRecord>): Promise<LaneRecord> {
    const record = await read(this.#known.get(lane) ?? 0n);
    this.#known.set(lane, record.next);
    return record;
  }

  /**
   * Executions have no counter, so the statuses of committed messages without an outcome are read. The state may be newer
   * than the scan; an execution that is not recorded at the second check either is missing.
   */
  async #checkExecutions({ family, domain, outcomes }: ScanRow): Promise<Result<readonly Gap[]>> {
    const found = new Set(outcomes.map(({ messageId }) => messageId));
    const isCommitted = ({ message: { source, nonce } }: MessageRow) =>
      nonce < (this.#known.get(`from ${source}`) ?? 0n);
    const waiting = (await this.#view.undelivered(family, domain, MOST_WAITING)).filter(isCommitted);
    const unseen = new Set<Hex>();
    const gaps: Gap[] = [];
    for (const rows of windowsOf(waiting)) {
      const { source, nonce: first } = rows[0].message;
      const count = Number((rows.at(-1) as MessageRow).message.nonce - first) + 1;
      const statuses = await this.#bridge.provider.statuses(source, first, count);
      if (!statuses.ok) return statuses;
      for (const { messageId, message } of rows) {
        const status = statuses.value[Number(message.nonce - first)];
        if ((status !== 'executed' && status !== 'cancelled') || found.has(messageId)) continue;
        unseen.add(messageId);
        if (this.#unseen.has(messageId)) gaps.push(await this.#executionGap(message));
      }
    }
    this.#unseen = unseen;
    return ok(gaps);
  }

  async #executionGap({ source, nonce }: Message): Promise<Gap> {
    const { family, domain } = this.#bridge.provider;
    const root = await this.#view.rootOf({ family, source, destination: domain }, nonce);
    const after = root?.at.block;
    return { remote: source, of: 'executions', counted: nonce + 1n, missing: nonce, after, provenBelow: undefined };
  }
}

/** `rows` by source and nonce, in parts whose nonces one read of statuses covers. */
function windowsOf(rows: readonly MessageRow[]): readonly (readonly [MessageRow, ...MessageRow[]])[] {
  const windows: [MessageRow, ...MessageRow[]][] = [];
  const order = (a: Message, b: Message) => a.source - b.source || (a.nonce < b.nonce ? -1 : 1);
  for (const row of rows.toSorted((a, b) => order(a.message, b.message))) {
    const window = windows.at(-1);
    const first = window?.[0].message;
    const fits = first?.source === row.message.source && row.message.nonce < first.nonce + STATUSES;
    if (window && fits) window.push(row);
    else windows.push([row]);
  }
  return windows;
}

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

/** The gap of a lane that counts up to `counted`; none when its record ends there, or when nothing is counted. */
function gapOf(
  remote: Domain,
  of: 'messages' | 'roots',
  { next, last, added, beyond }: Extended,
  counted: bigint | undefined,
): readonly Gap[] {
  if (counted === undefined || counted === next) return [];
  // Before the block of the last event that follows the record nothing is missing, because nonces follow each other.
  const provenBelow = beyond === undefined && counted > next ? added?.number : undefined;
  return [{ remote, of, counted, missing: next, after: last, provenBelow }];
}

/** The events of `scan` above `cursor` that are complete although there are `gaps`; undefined when there are none. */
export function provenPart(scan: ScanRow, gaps: readonly Gap[], cursor: BlockRef | undefined): ScanRow | undefined {
  const below = Math.min(...gaps.map(({ provenBelow }) => provenBelow ?? 0));
  const to = eventsIn(scan)
    .map(({ at }) => at.block)
    .findLast(({ number }) => number < below && number > (cursor?.number ?? -1));
  return to && upTo(scan, to);
}
