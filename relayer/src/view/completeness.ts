import { type BlockRef, type Domain, fail, type Hex, ok, type Result } from '@causeway/protocol';
import type { ChainViewRepository, RootRow, ScanRow } from '@causeway/storage';
import type { ReadBridge } from '../bridges.ts';
import type { ViewFailure } from '../failures.ts';
import type { Extended, LaneRecords } from './lane-records.ts';
import { eventsIn, upTo } from './scan-row.ts';
import { differing, isForeign, MOST_INTERVALS, MOST_WAITING, statusesOf } from './waiting.ts';

/** Events of one lane that the bridge counts and that neither the record nor the scan has. */
export interface Gap {
  readonly remote: Domain;
  readonly of: 'messages' | 'roots' | 'executions' | 'replacements';
  /** The nonce that the bridge counts next, and the lowest one that is missing. */
  readonly counted: bigint;
  readonly missing: bigint;
  /** Block of the last event before the missing one; absent when there is none. */
  readonly after: BlockRef | undefined;
  /** Newest block before which the scan itself proves that nothing is missing; absent when it proves nothing. */
  readonly provenBelow: number | undefined;
  /** The message, when its nonce is replaced and it may have no outcome at all. */
  readonly replaced?: Hex;
}

/** How much of a scan is compared: what the scan itself shows, its lanes at its last block, or every lane. */
export type Depth = 'scan' | 'its lanes' | 'all lanes';

/** Compares what one bridge's view holds with what the bridge itself counts. */
export class Completeness {
  readonly #bridge: ReadBridge;
  readonly #view: ChainViewRepository;
  readonly #records: LaneRecords;
  /** What the last check found missing: outcomes by message, and replaced roots by interval. */
  #unseen: ReadonlySet<string> = new Set();
  /** Replaced messages without an outcome, although every block since their interval's first root was read again. */
  readonly #readAgain = new Set<Hex>();

  constructor(bridge: ReadBridge, view: ChainViewRepository, records: LaneRecords) {
    this.#bridge = bridge;
    this.#view = view;
    this.#records = records;
  }

  /**
   * What is missing in the record together with `scan`. A kind of chain that keeps no old state may count events after
   * the scan's last block; a scan up to a later block decides. Fails with EVENTS_CONTRADICT when there are more
   * messages than the bridge counts, and with the provider's codes.
   */
  async check(scan: ScanRow, depth: Depth): Promise<Result<readonly Gap[], ViewFailure>> {
    const touched = [
      ...scan.messages.map(({ message }) => message.destination),
      ...scan.roots.map(({ lane }) => lane.source),
    ];
    const remotes = new Set(depth === 'all lanes' ? [...this.#bridge.remotes, ...touched] : touched);
    const compared = await this.#compareRecords(scan, remotes, depth);
    if (!compared.ok) return compared;
    const gaps = compared.value;
    if (depth !== 'all lanes' || gaps.length > 0) return ok(gaps);
    return this.#checkWaiting(scan);
  }

  /** The gaps in what is recorded of the lanes to `remotes`, which are read at once. */
  async #compareRecords(
    scan: ScanRow,
    remotes: Iterable<Domain>,
    depth: Depth,
  ): Promise<Result<readonly Gap[], ViewFailure>> {
    const gaps: Gap[] = [];
    const unbroken: LaneRecord[] = [];
    for (const remote of remotes) {
      const sent = await this.#records.sent(remote, scan);
      const committed = await this.#records.committed(remote, scan);
      const record = { remote, sent, committed };
      const broken = gapsOf(record, { nextOutboundNonce: sent.beyond, nextInboundNonce: committed.beyond });
      gaps.push(...broken);
      if (broken.length === 0) unbroken.push(record);
    }
    if (depth === 'scan') return ok(gaps);
    const lanes = await Promise.all(unbroken.map(({ remote }) => this.#bridge.provider.lane(remote, scan.to)));
    for (const [index, record] of unbroken.entries()) {
      const lane = lanes[index] as (typeof lanes)[number];
      if (!lane.ok) return lane;
      const { remote, sent } = record;
      const { nextOutboundNonce } = lane.value;
      if (sent.next > nextOutboundNonce) {
        const { name } = this.#bridge.provider;
        const message = `${name} shows ${sent.next} messages to ${remote} and counts ${nextOutboundNonce}`;
        return fail('EVENTS_CONTRADICT', message, true);
      }
      gaps.push(...gapsOf(record, lane.value));
    }
    return ok(gaps);
  }

  /** All blocks since the `after` of each of `gaps` will be read again. What they do not show then does not exist. */
  willBeReadAgain(gaps: readonly Gap[]): void {
    for (const { replaced } of gaps) if (replaced !== undefined) this.#readAgain.add(replaced);
  }

  /**
   * Executions and replaced roots have no counter. So the statuses of committed messages without an outcome are read,
   * and the roots of their intervals. The state may be newer than the scan; what is not recorded at the second check
   * either is missing. A replaced message has an outcome that was put aside, or another message of its nonce had it,
   * which nothing on chain names. So the blocks in which its own outcome can be are read once more.
   */
  async #checkWaiting(scan: ScanRow): Promise<Result<readonly Gap[], ViewFailure>> {
    const { family, domain } = scan;
    const found = new Set(scan.outcomes.map(({ messageId }) => messageId));
    const waiting = (await this.#view.undelivered(family, domain, MOST_WAITING)).filter(
      ({ message: { source, nonce } }) => nonce < this.#records.knownCommitted(source),
    );
    const missing = new Map<string, Gap>();
    const needed = new Map<string, RootRow>();
    for (const [source, rows] of Map.groupBy(waiting, ({ message }) => message.source)) {
      const nonces = rows.map(({ message }) => message.nonce);
      const statuses = await statusesOf(this.#bridge.provider, source, nonces);
      if (!statuses.ok) return statuses;
      for (const { messageId, message } of rows) {
        const { nonce } = message;
        const root = await this.#records.rootOf(source, nonce, scan);
        const status = statuses.value.get(nonce);
        const gap = waitingGap('executions', source, nonce, nonce + 1n, root);
        if (status === 'executed' || status === 'cancelled') {
          const isExplained = found.has(messageId) || (root && (await isForeign(this.#view, root)));
          if (!isExplained) missing.set(messageId, gap);
          continue;
        }
        if (status === 'replaced' && !found.has(messageId) && !this.#readAgain.has(messageId)) {
          const first = await this.#records.firstRootOf(source, nonce);
          missing.set(messageId, { ...gap, after: first?.at.block, replaced: messageId });
        }
        if (root) needed.set(`${source} ${root.firstNonce} ${root.root}`, root);
      }
    }
    const different = await differing(this.#bridge.provider, [...needed.values()].slice(0, MOST_INTERVALS));
    if (!different.ok) return different;
    for (const row of different.value) {
      const { lane, firstNonce, count, root } = row;
      const end = firstNonce + BigInt(count);
      missing.set(
        `${lane.source} ${firstNonce} ${root}`,
        waitingGap('replacements', lane.source, firstNonce, end, row),
      );
    }
    const gaps = [...missing].filter(([fact]) => this.#unseen.has(fact)).map(([, gap]) => gap);
    this.#unseen = new Set(missing.keys());
    return ok(gaps);
  }
}

/** What is missing at `nonce`, after the root that is recorded for it. */
const waitingGap = (
  of: 'executions' | 'replacements',
  remote: Domain,
  nonce: bigint,
  counted: bigint,
  root: RootRow | undefined,
): Gap => ({ remote, of, counted, missing: nonce, after: root?.at.block, provenBelow: undefined });

/** What is recorded of a lane, together with a scan. */
interface LaneRecord {
  readonly remote: Domain;
  readonly sent: Extended;
  readonly committed: Extended;
}

/** The next nonces that a bridge counts in a lane; undefined where it is not known. */
interface Counted {
  readonly nextOutboundNonce: bigint | undefined;
  readonly nextInboundNonce: bigint | undefined;
}

const gapsOf = ({ remote, sent, committed }: LaneRecord, counted: Counted): readonly Gap[] => [
  ...gapOf(remote, 'messages', sent, counted.nextOutboundNonce),
  ...gapOf(remote, 'roots', committed, counted.nextInboundNonce),
];

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
