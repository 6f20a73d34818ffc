import { type CancelAfter, cancelAfterMs, type OracleCall, type OracleTransaction } from '@causeway/chains';
import { type ChainKind, type Hex, KIND, ok, type Status } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { ChainViewRepository, ComparisonRepository, MessageRow } from '@causeway/storage';
import type { Delays } from '../account/delays.ts';
import { judge } from '../plan/delivery.ts';
import type { Proposal, VoidRequest } from '../plan/proposal.ts';
import { cancelCall, commitCall, contiguousFrom, executeCall, type ProvenInterval, proveRows } from '../plan/prover.ts';
import { Readable } from '../plan/readable.ts';
import { isCancelOf, isLate } from '../plan/refunds.ts';
import { messageKey, stateAfter } from '../plan/state-after.ts';
import { requireAccounted } from './accounts.ts';
import {
  type Finality,
  noQuorum,
  notBuilt,
  type OwnDeployments,
  READS_AT_ONCE,
  refuseStatus,
  requireEmitted,
  requireMirrored,
  requireOracle,
  requirePlace,
  requirePlaceInOrder,
  requireScanned,
  requireVerified,
} from './chain-checks.ts';
import { type Finalized, requireDue } from './delays.ts';
import { KnownFinal } from './known-final.ts';
import { readInPages } from './pages.ts';
import { type Checked, refuse } from './refusal.ts';
import { type NamedInterval, type NamedUse, requireShape, type Shape } from './shape.ts';
import { type Outline, type SignedAhead, SignedTransactions } from './signed-ahead.ts';
import type { SigningBridge, SigningBridges } from './signing-chain.ts';
import { readStatuses } from './statuses.ts';

// Safety-critical: a proposal that passes here moves money. Every rule is one function that reads the signer's own view
// and chains and never trusts the proposal. The result can only contain the four calls of OracleCall, on a bridge in
// this signer's configuration; the provider may pack them, and nothing else.

export interface SignerPolicyDeps {
  readonly bridges: SigningBridges;
  readonly view: ChainViewRepository;
  readonly comparisons: ComparisonRepository;
  /** This signer's own member address, by kind of chain. */
  readonly members: Readonly<Partial<Record<ChainKind, string>>>;
  readonly cancelAfter: CancelAfter;
  readonly delays: Delays;
  readonly deployments: OwnDeployments;
  readonly clock: Pick<Clock, 'after'>;
}

/** An interval with its root on the destination; undefined when the proposal commits it. */
interface Placed {
  readonly interval: NamedInterval;
  readonly root: Hex | undefined;
}

/** An execution or cancellation with its message and the tree that proves it. */
interface ProvenUse extends NamedUse {
  readonly row: MessageRow;
  readonly proven: ProvenInterval;
}

/** A call of the destination's bridge, and the messages that must be final for it. */
interface Permitted {
  readonly call: OracleCall;
  /** The message that a Cancel undoes, which this destination emitted. */
  readonly undone?: Finality;
}

/** What calls stand on: the trees of their intervals, and the transactions that are included before them. */
interface Grounds {
  readonly proven: ReadonlyMap<NamedInterval, ProvenInterval>;
  readonly ahead: readonly SignedAhead[];
}

/** A message's status at the destination when the transaction is included, and whether that one is the next. */
interface Standing {
  readonly status: Status;
  readonly isNext: boolean;
}

/** True for the execution of a lock or burn: cancellations and refunds go on whatever its lane did. */
const isDelivery = ({ action, row }: ProvenUse): boolean => 'execute' in action && row.message.kind !== KIND.cancel;

/** Decides whether this signer signs a proposal, and builds the transaction to sign. */
export class SignerPolicy {
  readonly #deps: SignerPolicyDeps;
  /**
   * Lanes that were found open and mirrored, "family/source/destination". An opening is final, so it is read only once.
   */
  readonly #mirrored = new Set<string>();
  readonly #knownFinal = new KnownFinal();
  /** What was signed and may not be included yet. */
  readonly #signed = new SignedTransactions();
  readonly #readable: Readable;

  constructor(deps: SignerPolicyDeps) {
    this.#deps = deps;
    this.#readable = new Readable(deps.clock, 'signer');
  }

  /**
   * Builds the transaction for `proposal` from this signer's own view, or returns the refusal. Checks run in the order
   * of their cost: first those without a read, then one read for the whole or per interval, then one per message, and
   * blocks last. It stops when `signal` aborts. `relayer`: the name of its identity.
   */
  async verify(proposal: Proposal, signal?: AbortSignal, relayer = ''): Promise<Checked<OracleTransaction>> {
    const go = (): Checked<void> => (signal?.aborted ? refuse('BUSY', 'the caller has gone') : ok(undefined));
    const { bridges } = this.#deps;
    const destination = bridges.get(proposal.family, proposal.destination);
    if (!destination) return refuse('UNKNOWN_BRIDGE', `no ${proposal.family} bridge at ${proposal.destination} here`);
    const shape = requireShape(bridges, destination, proposal.actions);
    if (!shape.ok) return shape;
    const readable = await this.#requireReadable(destination, shape.value);
    if (!readable.ok) return readable;
    const before = await this.#requireAddressed(destination, { anchor: proposal.anchor, relayer }, shape.value);
    if (!before.ok) return before;
    const ahead = before.value.filter(({ family }) => family === proposal.family);
    const proven = await this.#prove(destination, shape.value.intervals, ahead, go);
    if (!proven.ok) return proven;
    const calls = await this.#callsOf(destination, shape.value, { proven: proven.value, ahead }, go);
    if (!calls.ok) return calls;
    const transaction = await destination.provider.build(proposal.anchor, calls.value);
    return transaction.ok ? transaction : notBuilt(transaction.error);
  }

  /**
   * Notes that a transaction was signed for `relayer` at the anchor of `request`, or that its signature was given
   * again: from now on this relayer's in the places after it are judged by the state that it leaves.
   */
  signed({ family, destination, anchor }: VoidRequest, outline: Outline, relayer = ''): void {
    const place = this.#deps.bridges.get(family, destination)?.provider.order?.placeOf(anchor);
    if (place !== undefined) this.#signed.note({ relayer, destination }, place, family, outline);
  }

  /** Notes that a transaction was signed that only uses up an anchor: nothing more is signed on top of others. */
  voided({ destination }: VoidRequest): void {
    this.#signed.forget(destination);
  }

  /**
   * Checks the oracle, its next transaction and the lanes. Returns what this signer has signed before the transaction
   * and the chain has not included yet, in order.
   */
  async #requireAddressed(
    destination: SigningBridge,
    { anchor, relayer }: { readonly anchor: string; readonly relayer: string },
    shape: Shape,
  ): Promise<Checked<readonly SignedAhead[]>> {
    const sources = firstOfEach(shape);
    const [oracle, ahead, ...lanes] = await Promise.all([
      requireOracle(destination, this.#deps.members[destination.provider.kind]),
      requirePlaceInOrder(destination, anchor, this.#signed, relayer),
      ...sources.map((first) => this.#requireLane(first, destination)),
    ]);
    if (!oracle.ok) return oracle;
    if (!ahead.ok) return ahead;
    const failed = lanes.find((lane) => !lane.ok);
    if (failed && !failed.ok) return failed;
    const verified = await requireVerified(destination, this.#deps.deployments);
    if (!verified.ok) return verified;
    for (const { source, index } of sources) {
      const verified = await requireVerified(source, this.#deps.deployments, index);
      if (!verified.ok) return verified;
    }
    return ahead;
  }

  /**
   * Of several sources, one that does not answer in time is refused at once, so that the others do not wait for its
   * time-out. Alone, a slow one has all the time of its endpoints.
   */
  async #requireReadable({ provider }: SigningBridge, shape: Shape): Promise<Checked<void>> {
    const sources = firstOfEach(shape);
    if (sources.length < 2) return ok(undefined);
    const lost = await this.#readable.lostAmong(
      sources.map(({ source }) => source),
      provider.domain,
    );
    const first = sources.find(({ source }) => lost.has(source.provider.domain));
    return first ? refuse('NO_QUORUM', `${first.source.provider.name} does not answer`, first.index) : ok(undefined);
  }

  async #requireLane({ source, index }: NamedInterval, destination: SigningBridge): Promise<Checked<void>> {
    const lane = `${source.provider.family}/${source.provider.domain}/${destination.provider.domain}`;
    if (this.#mirrored.has(lane)) return ok(undefined);
    const mirrored = await requireMirrored(source, destination, index);
    if (mirrored.ok) this.#mirrored.add(lane);
    return mirrored;
  }

  /** The intervals with trees from this signer's own records. Each must have its place on both chains. */
  async #prove(
    destination: SigningBridge,
    intervals: readonly NamedInterval[],
    ahead: readonly SignedAhead[],
    go: () => Checked<void>,
  ): Promise<Checked<ReadonlyMap<NamedInterval, ProvenInterval>>> {
    const effects = ahead.flatMap((each) => each.effects);
    const placed = await readInPages(intervals, READS_AT_ONCE, async (interval): Promise<Checked<Placed>> => {
      const root = await requirePlace(destination, interval, effects);
      return root.ok ? ok({ interval, root: root.value }) : root;
    });
    if (!placed.ok) return placed;
    const emitted = await readInPages(furthestOfEach(intervals), READS_AT_ONCE, requireEmitted);
    if (!emitted.ok) return emitted;
    const proven = new Map<NamedInterval, ProvenInterval>();
    for (const { interval, root } of placed.value) {
      const going = go();
      if (!going.ok) return going;
      const own = await this.#proveOne(interval, root);
      if (!own.ok) return own;
      proven.set(interval, own.value);
    }
    return ok(proven);
  }

  /** The interval of this signer's own messages. Its root must equal the committed one. */
  async #proveOne(
    { lane, firstNonce, count, index }: NamedInterval,
    root: Hex | undefined,
  ): Promise<Checked<ProvenInterval>> {
    const known = contiguousFrom(firstNonce, await this.#deps.view.messages(lane, firstNonce, count, false));
    const [first, ...rest] = known;
    if (!first || known.length !== count) {
      const next = firstNonce + BigInt(known.length);
      return refuse('UNKNOWN_MESSAGE', `of ${count} messages, the one with nonce ${next} is not seen here`, index);
    }
    const proven = proveRows(lane, [first, ...rest]);
    if (root === undefined || root.toLowerCase() === proven.batch.root.toLowerCase()) return ok(proven);
    const which = `the root for ${count} nonces from ${firstNonce}`;
    return refuse('ROOT_MISMATCH', `${which} is not that of the messages`, index);
  }

  /** The calls of all actions in order. Each must be permitted, and all of its messages final. */
  async #callsOf(
    destination: SigningBridge,
    { intervals, uses }: Shape,
    { proven, ahead }: Grounds,
    go: () => Checked<void>,
  ): Promise<Checked<readonly OracleCall[]>> {
    const fresh = intervals.filter((interval) => interval.fresh);
    const items = uses.map((use): ProvenUse => {
      const under = proven.get(use.interval) as ProvenInterval;
      return { ...use, proven: under, row: under.rows[Number(use.action.nonce - under.firstNonce)] as MessageRow };
    });
    const accounted = await requireAccounted(
      this.#deps.comparisons,
      items.filter(isDelivery),
      ahead.flatMap(({ delivered }) => delivered),
    );
    if (!accounted.ok) return accounted;
    const read = await readStatuses(
      destination,
      items.map(({ row }) => row.message),
      go,
    );
    if (!read.ok) return read;
    const effects = ahead.flatMap((each) => each.effects);
    const then = stateAfter({ next: new Map(), roots: new Map(), statuses: read.value }, effects);
    if (then === undefined) return refuse('NONCE_GAP', 'what was signed before does not continue a lane');
    const finalized = once(() => destination.provider.finalized());
    const require = (item: ProvenUse) => {
      const status = then.statuses.get(messageKey(item.row.message.source, item.row.message.nonce)) ?? 'none';
      return this.#requireUse(destination, item, { status, isNext: ahead.length === 0 }, finalized);
    };
    const permitted = await readInPages(items, READS_AT_ONCE, require, go);
    if (!permitted.ok) return permitted;
    // A committed root covers further messages; only the used message must be final.
    const resting = new Map<SigningBridge, Finality[]>();
    const rest = (on: SigningBridge, ...messages: Finality[]) =>
      resting.set(on, [...(resting.get(on) ?? []), ...messages]);
    for (const interval of fresh) {
      const { rows } = proven.get(interval) as ProvenInterval;
      rest(interval.source, ...rows.map((row) => ({ row, index: interval.index })));
    }
    for (const { row, index, interval } of items) rest(interval.source, { row, index });
    for (const { undone } of permitted.value) if (undone) rest(destination, undone);
    for (const [bridge, messages] of resting) {
      const final = await this.#knownFinal.require(bridge, messages, go);
      if (!final.ok) return final;
    }
    return ok([
      ...fresh.map((interval) => commitCall(proven.get(interval) as ProvenInterval)),
      ...permitted.value.map(({ call }) => call),
    ]);
  }

  /** An execution or cancellation of one message without an outcome. */
  async #requireUse(
    destination: SigningBridge,
    item: ProvenUse,
    standing: Standing,
    finalized: Finalized,
  ): Promise<Checked<Permitted>> {
    // Whatever the destination says now: a replaced root, or a reorganisation beyond finality, is an operator's matter.
    const outcome = await this.#deps.view.outcome(item.row.messageId);
    if (outcome) return refuseStatus(outcome.status, item.index);
    return 'execute' in item.action
      ? this.#requireExecution(destination, item, standing.status, finalized)
      : this.#requireCancellation(destination, item, standing, finalized);
  }

  async #requireExecution(
    destination: SigningBridge,
    { proven, row, index }: ProvenUse,
    status: Status,
    finalized: Finalized,
  ): Promise<Checked<Permitted>> {
    if (status !== 'none') return refuseStatus(status, index);
    const call = executeCall(proven, row);
    if (row.message.kind !== KIND.cancel) {
      const due = await requireDue(this.#deps.delays, destination, { row, index }, finalized);
      return due.ok ? ok({ call }) : due;
    }
    // A Cancel undoes a final message that this destination emitted, with that sender, recipient, asset and amount.
    const original = await this.#deps.view.message(row.message.reference);
    if (!isCancelOf(row, original)) {
      return refuse('CANCEL_NOT_EMITTED', 'what it cancels was not emitted by this chain', index);
    }
    const counting = await this.#deps.view.cancelOf(original.messageId);
    if (counting?.messageId === row.messageId) return ok({ call, undone: { row: original, index } });
    if (counting === undefined) {
      return refuse('ALREADY_EXECUTED', 'what it cancels was executed, and is not paid back', index);
    }
    return refuse('CANCEL_REPEATED', 'the message has a Cancel with a lower nonce, which alone is paid', index);
  }

  /** A cancellation after the destination's time limit, or of a message that can never be delivered. */
  async #requireCancellation(
    destination: SigningBridge,
    { interval, proven, row, index }: ProvenUse,
    { status, isNext }: Standing,
    finalized: Finalized,
  ): Promise<Checked<Permitted>> {
    if (row.message.kind === KIND.cancel) return refuse('CANCEL_OF_CANCEL', 'a Cancel cannot be cancelled', index);
    if (status !== 'none' && status !== 'replaced') return refuseStatus(status, index);
    if (status === 'replaced') {
      const scanned = await requireScanned(destination, this.#deps.view, { row, index });
      if (!scanned.ok) return scanned;
    }
    const now = await finalized();
    if (!now.ok) return noQuorum(now.error);
    const afterMs = cancelAfterMs(this.#deps.cancelAfter, interval.source.provider, destination.provider);
    const call = cancelCall(proven, row);
    if (status === 'replaced' || isLate(row, now.value.timeMs, afterMs)) return ok({ call });
    // A trial runs on the state of now, which is not the one that this transaction meets.
    if (!isNext) return refuse('CANCEL_TOO_EARLY', 'before it is late, only the next transaction may cancel it', index);
    const calls = [...(interval.fresh ? [commitCall(proven)] : []), executeCall(proven, row)];
    const simulated = await destination.provider.simulate(calls);
    if (simulated.ok) return refuse('CANCEL_TOO_EARLY', 'it can still be delivered', index);
    if (simulated.error.callIndex === undefined) return noQuorum(simulated.error);
    const verdict = await judge(destination.provider, row.message, simulated.error);
    if (!verdict.ok) return noQuorum(verdict.error);
    const blamed = simulated.error.callIndex === calls.length - 1;
    if (blamed && verdict.value === 'never') return ok({ call });
    return refuse('CANCEL_TOO_EARLY', `${simulated.error.code} may pass`, index);
  }
}

/** A `read` that runs at most once, for any number of callers. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= read();
    return made;
  };
}

/** Each source's first interval. */
const firstOfEach = ({ intervals }: Shape): readonly NamedInterval[] =>
  intervals.filter(({ source }, at) => intervals.findIndex((other) => other.source === source) === at);

/** Each source's interval that reaches furthest. */
function furthestOfEach(intervals: readonly NamedInterval[]): readonly NamedInterval[] {
  const furthest = new Map<SigningBridge, NamedInterval>();
  for (const interval of intervals) {
    const known = furthest.get(interval.source);
    const end = interval.firstNonce + BigInt(interval.count);
    if (!known || end > known.firstNonce + BigInt(known.count)) furthest.set(interval.source, interval);
  }
  return [...furthest.values()];
}
