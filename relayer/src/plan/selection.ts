import { cancelAfterMs, type OracleRules } from '@causeway/chains';
import { type Domain, executionOf, type Hex, KIND, ok, type Result } from '@causeway/protocol';
import type { LaneKey, MessageRow, OrderRow } from '@causeway/storage';
import { laneOf, type ReadBridge } from '../bridges.ts';
import type { PlanFailure } from '../failures.ts';
import type { Most } from './batch-size.ts';
import { type Pace, TOO_SOON } from './deferrals.ts';
import { judge } from './delivery.ts';
import { type Choice, isFresh, nextInbound, type PlannedItem, type PlannerDeps, type Reading } from './plan.ts';
import { MAX_INTERVAL, MAX_MESSAGES } from './proposal.ts';
import {
  commitCall,
  contiguousFrom,
  executeCall,
  type Interval,
  intervalKey,
  type ProvenInterval,
  proveInterval,
  proveRows,
} from './prover.ts';
import { isCancelOf, isLate } from './refunds.ts';

/** Handles messages that are not chosen. */
export interface Aside {
  /** Defers `row`, longer each time, by `pace`. */
  defer(row: MessageRow, reason: string, pace?: Pace): void;
  /** Leaves the message to an operator. */
  giveUp(row: MessageRow, order: OrderRow | undefined, failure: PlanFailure): Promise<void>;
  /** Whether a refund waits for the bucket that the execution of `row` draws from. */
  keepsOut(row: MessageRow): boolean;
  /** Whether `row` turned final so lately that it is delivered though it is too late. */
  justArrived(row: MessageRow): boolean;
  /** A message has to wait until nothing is under way. */
  wantsAlone(): void;
}

type Wanted = PlannedItem['kind'] | 'wait';

/** Limits of one proposal: calls, and messages in all of its intervals. */
interface Room {
  readonly calls: number;
  readonly messages: number;
}

/** Tells whether one more item fits into the transaction, and then counts it. */
type Fits = (
  kind: PlannedItem['kind'],
  row: MessageRow,
  interval: ProvenInterval,
  commit: readonly ProvenInterval[],
) => boolean;

/** The bytes and the part of a block that items and their commitments take together. */
function roomFor({ room }: Pick<Reading, 'room'>, { size }: Pick<OracleRules, 'size'>): Fits {
  const taken = new Set<string>();
  let [bytes, use] = [0, 0n];
  return (kind, { message }, interval, commit) => {
    const key = (nonce: bigint) => `${intervalKey(interval)}/${nonce}`;
    // One whose neighbours come later counts as a call of its own.
    const packed = room?.packs === true && (taken.has(key(message.nonce - 1n)) || taken.has(key(message.nonce + 1n)));
    const call = kind === 'execute' ? executionOf(message) : 'cancelOrder';
    bytes += packed ? (size?.packedBytes ?? 0) : (size?.bytesOf(interval.count) ?? 0);
    for (const _ of commit) use += room?.useOf('commitRoot', packed) ?? 0n;
    use += room?.useOf(call, packed) ?? 0n;
    if ((size && bytes > size.maxBytes) || (room && use > room.most)) return false;
    taken.add(key(message.nonce));
    return true;
  };
}

/** About how many orders one transaction holds, of those that `rows` ask for on average; at least one. */
export function mostThatFit(
  { room }: Pick<Reading, 'room'>,
  { maxCalls, size }: OracleRules,
  rows: readonly MessageRow[],
): number {
  const packs = room?.packs === true && size?.packedBytes !== undefined;
  const bytes = size && (packs ? (size.packedBytes as number) : size.bytesOf(MAX_INTERVAL));
  const byBytes = bytes === undefined ? maxCalls : Math.floor((size?.maxBytes ?? 0) / bytes);
  // Releases use more than mints: a transaction of them is full with fewer.
  const use = room ? rows.reduce((sum, { message }) => sum + room.useOf(executionOf(message), packs), 0n) : 0n;
  const byUse = room && use > 0n ? Number((room.most * BigInt(rows.length)) / use) : maxCalls;
  return Math.max(1, Math.min(maxCalls, byBytes, byUse));
}

const messagesOf = (intervals: Iterable<ProvenInterval>): number =>
  [...intervals].reduce((total, { count }) => total + count, 0);

/** One round's choice among the candidates of a destination. */
export class Selection {
  readonly #deps: PlannerDeps;
  readonly #reading: Reading;
  readonly #aside: Aside;
  readonly #most: Most;
  /** Intervals that were looked up in this round; undefined for an unusable one. */
  readonly #intervals = new Map<string, ProvenInterval | undefined>();

  constructor(deps: PlannerDeps, reading: Reading, aside: Aside, most: Most) {
    this.#deps = deps;
    this.#reading = reading;
    this.#aside = aside;
    this.#most = most;
  }

  /** The choice among `messages`, as much as one oracle transaction holds. */
  async choose(messages: readonly MessageRow[]): Promise<Result<Choice, PlanFailure>> {
    const candidates = await this.#genuine(messages);
    const { maxCalls, commitsApart } = this.#deps.bridge.provider.oracleRules;
    if (!commitsApart) {
      const room = { calls: maxCalls, messages: MAX_MESSAGES };
      const items = await this.#items(candidates, room);
      return items.ok ? ok({ commits: [], items: items.value }) : items;
    }
    // A message is delivered in the round after its root. Meanwhile older roots are used, so that a steady flow of new
    // messages does not delay committed ones.
    const isCommitted = ({ message }: MessageRow) => message.nonce < nextInbound(this.#reading, message.source);
    const commits = await this.#commits(candidates.filter((row) => !isCommitted(row)));
    const room = {
      calls: maxCalls - commits.length,
      messages: MAX_MESSAGES - messagesOf(commits),
    };
    const items = await this.#items(candidates.filter(isCommitted), room);
    return items.ok ? ok({ commits, items: items.value }) : items;
  }

  /**
   * Removes Cancels that undo nothing, what an earlier one undoes, or what was executed. Signers refuse them, together
   * with everything else in the same proposal.
   */
  async #genuine(rows: readonly MessageRow[]): Promise<readonly MessageRow[]> {
    const genuine: MessageRow[] = [];
    for (const row of rows) {
      const { kind, reference } = row.message;
      const { view } = this.#deps;
      const counting = kind === KIND.cancel ? await view.cancelOf(reference) : row;
      if (counting?.messageId === row.messageId) {
        genuine.push(row);
        continue;
      }
      const emitted = isCancelOf(row, await view.message(reference));
      const reason = counting === undefined ? 'cancelOfExecuted' : 'cancelRepeated';
      this.#aside.defer(row, emitted ? reason : 'cancelNotEmitted');
    }
    return genuine;
  }

  /** The next interval of every lane with a message to act on. An early cancellation is judged under its root. */
  async #commits(rows: readonly MessageRow[]): Promise<readonly ProvenInterval[]> {
    const byLane = new Map<Domain, ProvenInterval>();
    const { maxCalls } = this.#deps.bridge.provider.oracleRules;
    for (const row of rows) {
      const { source } = row.message;
      if (byLane.size >= maxCalls) break;
      if (byLane.has(source)) continue;
      const order = await this.#orderOf(row);
      const interval = order !== 'failed' && (await this.#intervalOf(row, order));
      if (!interval) continue;
      if (!this.#reading.inboundPaused || this.#isLate(row, order)) byLane.set(source, interval);
    }
    return [...byLane.values()];
  }

  /** The items that fit into `room`, together with the calls that commit their intervals. */
  async #items(rows: readonly MessageRow[], room: Room): Promise<Result<readonly PlannedItem[], PlanFailure>> {
    const items: PlannedItem[] = [];
    let named: ReadonlySet<ProvenInterval> = new Set();
    let fresh: ReadonlySet<ProvenInterval> = new Set();
    const fits = roomFor(this.#reading, this.#deps.bridge.provider.oracleRules);
    for (const row of rows) {
      if (items.length >= this.#most.orders) break;
      const order = await this.#orderOf(row);
      const interval = order !== 'failed' && (await this.#intervalOf(row, order));
      if (order === 'failed' || !interval) continue;
      const commit = isFresh(interval, this.#reading) ? [interval] : [];
      const roots = new Set([...fresh, ...commit]);
      const intervals = new Set([...named, interval]);
      if (items.length + 1 + roots.size > room.calls || messagesOf(intervals) > room.messages) break;
      const kind = await this.#kindOf(row, order, interval);
      if (!kind.ok) return kind;
      if (kind.value === 'wait') continue;
      if (!fits(kind.value, row, interval, fresh.has(interval) ? [] : commit)) break;
      fresh = roots;
      named = intervals;
      items.push({ kind: kind.value, row, order, interval });
    }
    return ok(items);
  }

  /** The message's order, or "failed" when only an operator can continue it. */
  async #orderOf(row: MessageRow): Promise<OrderRow | undefined | 'failed'> {
    const order = await this.#deps.tracker.orderOf(row.messageId);
    if (order?.state !== 'failed') return order;
    this.#aside.defer(row, 'failed');
    return 'failed';
  }

  /** Whether `row` is cancelled because it is late. One that this or another process had begun to is not taken back. */
  #isLate(row: MessageRow, order: OrderRow | undefined): boolean {
    const { bridge, bridges, rules } = this.#deps;
    const source = bridges.get(row.family, row.message.source) as ReadBridge;
    const afterMs = cancelAfterMs(rules.cancelAfter, source.provider, bridge.provider);
    const late = isLate(row, this.#reading.finalizedTimeMs, afterMs);
    return late && (order?.state === 'cancelling' || !this.#aside.justArrived(row));
  }

  async #kindOf(
    row: MessageRow,
    order: OrderRow | undefined,
    interval: ProvenInterval,
  ): Promise<Result<Wanted, PlanFailure>> {
    if (this.#isLate(row, order)) return ok('cancel');
    if (order?.state === 'cancelling') return this.#cancelNow(row, interval);
    if (row.message.kind !== KIND.cancel && this.#reading.differing.has(row.message.source)) {
      this.#aside.defer(row, 'laneDiffers');
      return ok('wait');
    }
    const heldMs = (await this.#deps.delays.heldUntil(row, this.#deps.bridge)) ?? 0;
    if (heldMs > this.#reading.finalizedTimeMs) {
      this.#aside.defer(row, TOO_SOON, { leastMs: heldMs - this.#reading.finalizedTimeMs });
      return ok('wait');
    }
    // Nothing is deferred, so the first round after a pause or a refund takes all messages.
    const paused = this.#reading.inboundPaused || this.#reading.lanes.get(row.message.source)?.paused;
    return ok(paused || this.#aside.keepsOut(row) ? 'wait' : 'execute');
  }

  /** Signers accept an early cancellation only if delivery can never succeed. */
  async #cancelNow(row: MessageRow, interval: ProvenInterval): Promise<Result<'cancel' | 'wait', PlanFailure>> {
    const { provider } = this.#deps.bridge;
    if (this.#reading.ahead.count > 0) {
      this.#aside.wantsAlone();
      return ok('wait');
    }
    const calls = [executeCall(interval, row)];
    if (isFresh(interval, this.#reading)) calls.unshift(commitCall(interval));
    const simulated = await provider.simulate(calls);
    if (!simulated.ok) {
      if (simulated.error.callIndex === undefined) return simulated;
      const verdict = await judge(provider, row.message, simulated.error);
      if (!verdict.ok) return verdict;
      if (verdict.value === 'never') return ok('cancel');
    }
    this.#aside.defer(row, 'cancelTooEarly');
    return ok('wait');
  }

  /** The interval that proves `row`: a committed one, or the one to commit now; undefined when there is none yet. */
  async #intervalOf(row: MessageRow, order: OrderRow | undefined): Promise<ProvenInterval | undefined> {
    const { view, bridge, bridges } = this.#deps;
    const { message, family } = row;
    const lane = laneOf(bridges.get(family, message.source) as ReadBridge, bridge);
    const next = nextInbound(this.#reading, message.source);
    if (message.nonce >= next) {
      if (this.#reading.ahead.waiting.has(message.source)) return undefined;
      const fresh = await this.#once(`${message.source}/fresh`, async () => {
        const rows = await view.messages(lane, next, this.#maxCommitMessages, true);
        const [first, ...rest] = contiguousFrom(next, rows);
        return first && proveRows(lane, [first, ...rest]);
      });
      return fresh && message.nonce < fresh.firstNonce + BigInt(fresh.count) ? fresh : undefined;
    }
    // Absent while this view lags behind the chain's commitment, unless that is this relayer's own.
    const root = (await view.rootOf(lane, message.nonce)) ?? this.#ownRootOf(lane, message.nonce);
    if (!root) return undefined;
    const interval = await this.#once(intervalKey(root), () => proveInterval(view, root));
    if (!interval || interval.batch.root === root.root) return interval;
    await this.#aside.giveUp(row, order, {
      code: 'ROOT_MISMATCH',
      message: `the root committed for nonces from ${root.firstNonce} is not that of the source's messages`,
      retryable: false,
    });
    return undefined;
  }

  /** The root for `nonce` in what is under way. */
  #ownRootOf(lane: LaneKey, nonce: bigint): (Interval & { readonly root: Hex }) | undefined {
    const own = this.#reading.ahead.roots.find(
      ({ source, firstNonce, count }) =>
        source === lane.source && nonce >= firstNonce && nonce < firstNonce + BigInt(count),
    );
    return own && { lane, firstNonce: own.firstNonce, count: own.count, root: own.root };
  }

  get #maxCommitMessages(): number {
    return Math.min(this.#most.commitMessages, this.#deps.bridge.provider.oracleRules.maxCommitMessages);
  }

  async #once(key: string, find: () => Promise<ProvenInterval | undefined>): Promise<ProvenInterval | undefined> {
    if (!this.#intervals.has(key)) this.#intervals.set(key, await find());
    return this.#intervals.get(key);
  }
}
