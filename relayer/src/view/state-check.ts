import type { IsComplete, LaneState } from '@causeway/chains';
import { type BlockRef, type BridgeEvent, type Domain, MAX_U64, type Result, type Status } from '@causeway/protocol';
import type { ChainViewRepository, RootRow, ScanRow } from '@causeway/storage';
import type { ReadBridge } from '../bridges.ts';
import type { ViewFailure } from '../failures.ts';
import { holds, type LaneRecords } from './lane-records.ts';
import { sortEvents } from './scan-row.ts';
import { differing, MOST_INTERVALS, MOST_WAITING, statusesOf } from './waiting.ts';

/**
 * Nonces after the committed ones whose statuses are compared. A message that was committed, executed and dropped again
 * has one of them.
 */
const BEYOND = 64;

/** What the record says of messages from one remote. */
interface Expected {
  readonly source: Domain;
  /** Nonces without an outcome, committed or not, and some after the last that was ever sent. */
  readonly open: readonly bigint[];
  /** Nonces of the last interval that have an outcome. */
  readonly done: readonly bigint[];
  /** The roots of the intervals that hold committed ones of `open`. */
  readonly roots: readonly RootRow[];
}

/** Tells, before transactions are downloaded, whether a record has everything that the bridge's own state shows. */
export class StateCheck {
  readonly #bridge: ReadBridge;
  readonly #view: ChainViewRepository;
  readonly #records: LaneRecords;

  constructor(bridge: ReadBridge, view: ChainViewRepository, records: LaneRecords) {
    this.#bridge = bridge;
    this.#view = view;
    this.#records = records;
  }

  /**
   * The question of one scan. Every event that is recorded changes what is compared here, and no other event changes it
   * back: messages and commitments are counted, an execution or a cancellation changes a status for good, a replaced
   * root is another root, and the last interval, which is the first to be dropped, loses its outcomes then. A root that
   * no message waits for is not compared, because nobody uses it. The lanes are read once for all parts.
   */
  forScan(): IsComplete {
    const lanes = new Map<Domain, Promise<Result<LaneState, ViewFailure>>>();
    return async (to, events) => {
      const lane = (remote: Domain) => {
        const read = lanes.get(remote) ?? this.#bridge.provider.lane(remote, to);
        lanes.set(remote, read);
        return read;
      };
      return this.#isComplete(to, events, lane);
    };
  }

  async #isComplete(
    to: BlockRef,
    events: readonly BridgeEvent[],
    lane: (remote: Domain) => Promise<Result<LaneState, ViewFailure>>,
  ): Promise<boolean> {
    const { provider, remotes } = this.#bridge;
    const scan = sortEvents(provider, events, to);
    if (!scan.ok) return false;
    const lanes = await Promise.all(remotes.map(lane));
    const committed: bigint[] = [];
    for (const [index, remote] of remotes.entries()) {
      const next = await this.#committedTo(remote, scan.value, lanes[index] as Result<LaneState, ViewFailure>);
      if (next === undefined) return false;
      committed.push(next);
    }
    const { family, domain } = provider;
    const rows = await this.#view.waiting(family, domain, MOST_WAITING + 1);
    if (rows.length > MOST_WAITING) return false;
    const found = new Set(scan.value.outcomes.map(({ messageId }) => messageId));
    const waiting = rows.filter(({ messageId }) => !found.has(messageId)).map(({ message }) => message);
    const expected: Expected[] = [];
    for (const [index, remote] of remotes.entries()) {
      const nonces = waiting.filter(({ source }) => source === remote).map(({ nonce }) => nonce);
      const known = await this.#expectedFrom(remote, committed[index] as bigint, nonces, scan.value);
      if (!known) return false;
      expected.push(known);
    }
    const statuses = await Promise.all(expected.map((each) => this.#hasStatuses(each, to)));
    if (statuses.includes(false)) return false;
    const roots = expected.flatMap((each) => each.roots);
    if (roots.length > MOST_INTERVALS) return false;
    const different = await differing(provider, roots, to);
    return different.ok && different.value.length === 0;
  }

  /**
   * The committed nonces from `remote`; undefined when the lanes with it count something else than record and scan
   * have.
   */
  async #committedTo(
    remote: Domain,
    scan: ScanRow,
    state: Result<LaneState, ViewFailure>,
  ): Promise<bigint | undefined> {
    if (!state.ok) return undefined;
    const sent = await this.#records.sent(remote, scan);
    if (sent.next !== state.value.nextOutboundNonce) return undefined;
    const { next } = await this.#records.committed(remote, scan);
    return next === state.value.nextInboundNonce ? next : undefined;
  }

  /**
   * What the record expects of messages from `source`, of which those at `waiting` wait; undefined when it does not
   * know all.
   */
  async #expectedFrom(
    source: Domain,
    committed: bigint,
    waiting: readonly bigint[],
    scan: ScanRow,
  ): Promise<Expected | undefined> {
    // Without the message, nobody can tell whose outcome a status shows.
    if ((await this.#records.announced(source)) < committed) return undefined;
    const needed: RootRow[] = [];
    for (const nonce of waiting) {
      const before = needed.at(-1);
      if (nonce >= committed || (before && holds(before, nonce))) continue;
      const root = await this.#records.rootOf(source, nonce, scan);
      if (!root) return undefined;
      needed.push(root);
    }
    const open = new Set([...waiting, ...noncesFrom(committed, BEYOND).filter((nonce) => nonce <= MAX_U64)]);
    // Absent before the first interval, and where the record of the last one was pruned.
    const last = committed > 0n ? await this.#records.rootOf(source, committed - 1n, scan) : undefined;
    const done = last ? noncesFrom(last.firstNonce, last.count).filter((nonce) => !open.has(nonce)) : [];
    return { source, open: [...open], done, roots: needed };
  }

  /** True when the statuses are as expected. A replaced root puts an outcome aside: then the status is neither. */
  async #hasStatuses({ source, open, done }: Expected, at: BlockRef): Promise<boolean> {
    const statuses = await statusesOf(this.#bridge.provider, source, [...open, ...done], at);
    if (!statuses.ok) return false;
    const isDone = (status: Status | undefined) => status === 'executed' || status === 'cancelled';
    return (
      open.every((nonce) => statuses.value.get(nonce) === 'none') &&
      done.every((nonce) => isDone(statuses.value.get(nonce)))
    );
  }
}

const noncesFrom = (first: bigint, count: number): readonly bigint[] =>
  Array.from({ length: count }, (_, index) => first + BigInt(index));
