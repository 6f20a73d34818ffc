import { isDeepStrictEqual } from 'node:util';
import type { CallFailure, OracleCall, OracleRules, OracleTransaction } from '@causeway/chains';
import {
  ADDRESS_LENGTH,
  type ChainKind,
  cancelOf,
  type Failure,
  type Hex,
  KIND,
  ok,
  type Result,
  type Status,
  wireDecimalsOf,
} from '@causeway/protocol';
import type { ChainViewRepository, MessageRow } from '@causeway/storage';
import { type Bridge, type Bridges, laneOf } from '../bridges.ts';
import { judge } from '../delivery.ts';
import { type Action, type Proposal, sourceOf } from '../proposal.ts';
import {
  cancelCall,
  commitCall,
  executeCall,
  type Interval,
  intervalKey,
  type ProvenInterval,
  proveRows,
} from '../prover.ts';
import { type CancelAfter, cancelAfterMs, isLate } from '../refunds.ts';
import { type Refusal, refuse } from './refusal.ts';

// Safety-critical: what passes here moves money. Every rule is one function that reads the signer's own view and
// chains, never the proposal's word. The only calls that can come out are the four of OracleCall, on a bridge that
// this signer is configured for.

type Checked<T> = Result<T, Refusal>;

export interface SignerPolicyDeps {
  readonly bridges: Bridges;
  readonly view: ChainViewRepository;
  /** This signer's own address among the oracle's members, by kind of chain. */
  readonly members: Readonly<Partial<Record<ChainKind, string>>>;
  readonly cancelAfter: CancelAfter;
}

/** The messages that one action is about, with their tree. */
interface ProvenAction {
  readonly action: Action;
  readonly index: number;
  readonly source: Bridge;
  readonly interval: ProvenInterval;
}

/** Decides whether this signer signs a proposal, and builds what it signs. */
export class SignerPolicy {
  readonly #deps: SignerPolicyDeps;
  /** Lanes found open and mirrored, "source/destination": an opening is final, so it need not be read again. */
  readonly #mirrored = new Set<string>();

  constructor(deps: SignerPolicyDeps) {
    this.#deps = deps;
  }

  /** The transaction that `proposal` stands for in this signer's own view, or why it is refused. */
  async verify(proposal: Proposal): Promise<Checked<OracleTransaction>> {
    const { bridges } = this.#deps;
    const destination = bridges.get(proposal.family, proposal.destination);
    if (!destination) return refuse('UNKNOWN_BRIDGE', `no ${proposal.family} bridge at ${proposal.destination} here`);
    const order = requireOrder(proposal.actions, destination.provider.oracleRules);
    if (!order.ok) return order;
    const sources = requireSources(bridges, destination, proposal.actions);
    if (!sources.ok) return sources;
    // The reads do not depend on each other; any refusal among them is final.
    const [oracle, anchor, lanes, proven] = await Promise.all([
      this.#requireOracle(destination),
      requireAnchor(destination, proposal.anchor),
      Promise.all([...new Set(sources.value)].map((source) => this.#requireLane(source, destination))),
      this.#proveAll(destination, proposal.actions, sources.value),
    ]);
    for (const check of [oracle, anchor, ...lanes]) if (!check.ok) return check;
    if (!proven.ok) return proven;
    const calls = await this.#callsOf(destination, proven.value);
    if (!calls.ok) return calls;
    const transaction = await destination.provider.build(proposal.anchor, calls.value);
    return transaction.ok ? transaction : notBuilt(transaction.error);
  }

  /** The bridge's oracle is the deployment's, with its members and a majority threshold, and this signer is one. */
  async #requireOracle({ provider, oracle: deployed }: Bridge): Promise<Checked<void>> {
    const oracle = await provider.oracle();
    if (!oracle.ok) return noQuorum(oracle.error);
    const { address, members, threshold } = oracle.value;
    const same =
      address === deployed.address &&
      threshold === deployed.threshold &&
      isDeepStrictEqual([...members].sort(), [...deployed.members].sort());
    if (!same) return refuse('ORACLE_MISMATCH', `the oracle of ${provider.name} is not the one of its deployment`);
    if (2 * threshold <= members.length) return refuse('ORACLE_MISMATCH', 'the threshold is no majority');
    const member = this.#deps.members[provider.kind];
    if (member === undefined || !members.includes(member)) {
      return refuse('ORACLE_MISMATCH', `${member ?? 'nobody here'} is no member of the oracle of ${provider.name}`);
    }
    return ok(undefined);
  }

  async #requireLane(source: Bridge, destination: Bridge): Promise<Checked<void>> {
    const lane = `${source.provider.family}/${source.provider.domain}/${destination.provider.domain}`;
    if (this.#mirrored.has(lane)) return ok(undefined);
    const mirrored = await requireMirrored(source, destination);
    if (mirrored.ok) this.#mirrored.add(lane);
    return mirrored;
  }

  async #proveAll(
    destination: Bridge,
    actions: readonly Action[],
    sources: readonly Bridge[],
  ): Promise<Checked<readonly ProvenAction[]>> {
    const known = new Map<string, ProvenInterval>();
    const proven: ProvenAction[] = [];
    for (const [index, action] of actions.entries()) {
      const source = sources[index] as Bridge;
      const wanted = { lane: laneOf(source, destination), firstNonce: action.firstNonce, count: action.count };
      const key = intervalKey(wanted);
      const interval = known.has(key) ? ok(known.get(key) as ProvenInterval) : await this.#prove(source, wanted, index);
      if (!interval.ok) return interval;
      known.set(key, interval.value);
      proven.push({ action, index, source, interval: interval.value });
    }
    return ok(proven);
  }

  /** The interval from this signer's own records, every message of it final and still on the source's chain. */
  async #prove(source: Bridge, { lane, firstNonce, count }: Interval, index: number): Promise<Checked<ProvenInterval>> {
    const rows = await this.#deps.view.messages(lane, firstNonce, count, false);
    const [first, ...rest] = rows;
    if (!first || rows.length !== count) {
      return refuse('UNKNOWN_MESSAGE', `${count - rows.length} of ${count} messages are not seen here`, index);
    }
    if (rows.some((row, offset) => row.message.nonce !== firstNonce + BigInt(offset))) {
      return refuse('UNKNOWN_MESSAGE', 'the nonces seen here have a gap', index);
    }
    const [emitted, final] = await Promise.all([
      requireEmitted(source, lane.destination, firstNonce + BigInt(count), index),
      requireFinal(source, rows, index),
    ]);
    if (!emitted.ok) return emitted;
    return final.ok ? ok(proveRows(lane, [first, ...rest])) : final;
  }

  async #callsOf(destination: Bridge, proven: readonly ProvenAction[]): Promise<Checked<readonly OracleCall[]>> {
    const committing = new Set(proven.filter(({ action }) => 'commit' in action).map(({ interval }) => interval));
    // One read of a root, however many messages it proves; the first action that uses it is named where it is wrong.
    const roots = new Map<ProvenInterval, Promise<Checked<void>>>();
    const rootOf = (interval: ProvenInterval, index: number): Promise<Checked<void>> => {
      const root = roots.get(interval) ?? requireRoot(destination, interval, index);
      roots.set(interval, root);
      return root;
    };
    const calls = await Promise.all(
      proven.map((item) => {
        if ('commit' in item.action) return requireCommit(destination, item);
        const committedHere = committing.has(item.interval);
        const root = committedHere ? undefined : rootOf(item.interval, item.index);
        return this.#requireUse(destination, item, root);
      }),
    );
    const built: OracleCall[] = [];
    for (const call of calls) {
      if (!call.ok) return call;
      built.push(call.value);
    }
    return ok(built);
  }

  /**
   * An execution or cancellation of one message that nobody has dealt with, under a root that is right: `committed`, or
   * absent where the same transaction commits it.
   */
  async #requireUse(
    destination: Bridge,
    item: ProvenAction,
    committed: Promise<Checked<void>> | undefined,
  ): Promise<Checked<OracleCall>> {
    const { action, interval, index } = item;
    if ('commit' in action) throw new TypeError('a commitment uses no message');
    const row = interval.rows[Number(action.nonce - action.firstNonce)];
    if (!row) return refuse('INVALID_ACTIONS', `nonce ${action.nonce} is outside its interval`, index);
    const [root, status] = await Promise.all([
      committed ?? ok(undefined),
      destination.provider.status(row.message.source, row.message.nonce),
    ]);
    if (!root.ok) return root;
    if (!status.ok) return noQuorum(status.error);
    return 'execute' in action
      ? this.#requireExecution(interval, row, status.value, index)
      : this.#requireCancellation(destination, item, row, status.value, committed === undefined);
  }

  async #requireExecution(
    interval: ProvenInterval,
    row: MessageRow,
    status: Status,
    index: number,
  ): Promise<Checked<OracleCall>> {
    if (status !== 'none') return refuseStatus(status, index);
    if (row.message.kind === KIND.cancel) {
      const emitted = await this.#requireGenuineCancel(row, index);
      if (!emitted.ok) return emitted;
    }
    return ok(executeCall(interval, row));
  }

  /** A Cancel undoes a final message that this destination emitted, with that sender, recipient, asset and amount. */
  async #requireGenuineCancel({ message, family }: MessageRow, index: number): Promise<Checked<void>> {
    const original = await this.#deps.view.message(message.reference);
    const here = this.#deps.bridges.get(family, message.destination) as Bridge;
    const genuine =
      original !== undefined &&
      original.family === family &&
      original.message.kind !== KIND.cancel &&
      isDeepStrictEqual(cancelOf(original.message, message.nonce), message);
    if (!genuine) return refuse('CANCEL_NOT_EMITTED', 'what it cancels was not emitted by this chain', index);
    return requireFinal(here, [original], index);
  }

  /** A cancellation once the destination had its time, or where its delivery can never succeed. */
  async #requireCancellation(
    destination: Bridge,
    { interval, source, index }: ProvenAction,
    row: MessageRow,
    status: Status,
    committedHere: boolean,
  ): Promise<Checked<OracleCall>> {
    if (row.message.kind === KIND.cancel) return refuse('CANCEL_OF_CANCEL', 'a Cancel cannot be cancelled', index);
    if (status !== 'none' && status !== 'replaced') return refuseStatus(status, index);
    const finalized = await destination.provider.finalized();
    if (!finalized.ok) return noQuorum(finalized.error);
    const afterMs = cancelAfterMs(this.#deps.cancelAfter, source, destination);
    if (status === 'replaced' || isLate(row, finalized.value.timeMs, afterMs)) return ok(cancelCall(interval, row));
    const calls = [...(committedHere ? [commitCall(interval)] : []), executeCall(interval, row)];
    const simulated = await destination.provider.simulate(calls);
    if (simulated.ok) return refuse('CANCEL_TOO_EARLY', 'it can still be delivered', index);
    if (simulated.error.callIndex === undefined) return noQuorum(simulated.error);
    const verdict = await judge(destination.provider, row.message, simulated.error);
    if (!verdict.ok) return noQuorum(verdict.error);
    const blamed = simulated.error.callIndex === calls.length - 1;
    if (blamed && verdict.value === 'never') return ok(cancelCall(interval, row));
    return refuse('CANCEL_TOO_EARLY', `${simulated.error.code} may pass`, index);
  }
}

const noQuorum = ({ code, message }: Failure) => refuse('NO_QUORUM', `${code}: ${message}`);

/** Calls and actions are the same in number and order. */
function notBuilt(failure: CallFailure) {
  const { code, message, retryable, callIndex } = failure;
  if (code === 'ACCOUNT_CREATION_NEEDED') return refuse(code, message, callIndex);
  return retryable ? noQuorum(failure) : refuse('NOT_BUILDABLE', message, callIndex);
}

function refuseStatus(status: Exclude<Status, 'none'>, index: number) {
  const code = (
    { executed: 'ALREADY_EXECUTED', cancelled: 'ALREADY_CANCELLED', replaced: 'MESSAGE_REPLACED' } as const
  )[status];
  return refuse(code, `the destination has this message as ${status}`, index);
}

/**
 * As many actions as the destination takes at once. Commitments come before all else, one a lane; a message is named
 * once, inside its interval. Where commitments go apart, nothing uses one of the same proposal.
 */
function requireOrder(actions: readonly Action[], rules: OracleRules): Checked<void> {
  if (actions.length > rules.maxCalls) return refuse('INVALID_ACTIONS', `at most ${rules.maxCalls} actions`);
  const lanes = new Map<number, Action>();
  const used = new Set<string>();
  let usesBegan = false;
  for (const [index, action] of actions.entries()) {
    if ('commit' in action) {
      if (usesBegan) return refuse('INVALID_ACTIONS', 'commitments come first', index);
      if (lanes.has(action.commit)) return refuse('INVALID_ACTIONS', 'one commitment a lane', index);
      if (action.count > rules.maxCommitMessages) {
        return refuse('INVALID_ACTIONS', `a commitment has at most ${rules.maxCommitMessages} messages`, index);
      }
      lanes.set(action.commit, action);
      continue;
    }
    usesBegan = true;
    const key = `${sourceOf(action)}/${action.nonce}`;
    if (used.has(key)) return refuse('INVALID_ACTIONS', 'one action a message', index);
    used.add(key);
    if (action.nonce < action.firstNonce || action.nonce >= action.firstNonce + BigInt(action.count)) {
      return refuse('INVALID_ACTIONS', `nonce ${action.nonce} is outside its interval`, index);
    }
    const committed = lanes.get(sourceOf(action));
    if (rules.commitsApart && committed && action.firstNonce >= committed.firstNonce) {
      return refuse('INVALID_ACTIONS', 'a root is used once it is on chain', index);
    }
  }
  return ok(undefined);
}

/** The bridge that each action's messages come from: configured here, and another than the destination. */
function requireSources(bridges: Bridges, destination: Bridge, actions: readonly Action[]): Checked<readonly Bridge[]> {
  const sources: Bridge[] = [];
  for (const [index, action] of actions.entries()) {
    const source = bridges.get(destination.provider.family, sourceOf(action));
    if (!source || source === destination)
      return refuse('UNKNOWN_BRIDGE', `no lane from ${sourceOf(action)} here`, index);
    sources.push(source);
  }
  return ok(sources);
}

async function requireAnchor({ provider }: Bridge, anchor: string): Promise<Checked<void>> {
  const accepted = await provider.acceptsAnchor(anchor);
  if (accepted.ok) return accepted;
  const { code, message } = accepted.error;
  return code === 'ANCHOR_MISMATCH' ? refuse('ANCHOR_MISMATCH', message) : noQuorum(accepted.error);
}

/** Each bridge has the other one registered and open. */
async function requireMirrored(source: Bridge, destination: Bridge): Promise<Checked<void>> {
  const sides = await Promise.all([requireRegistered(source, destination), requireRegistered(destination, source)]);
  return sides.find((side) => !side.ok) ?? ok(undefined);
}

/** `here` has `there` registered and open, with the wire decimals of its asset and the length of its addresses. */
async function requireRegistered(here: Bridge, there: Bridge): Promise<Checked<void>> {
  const [registration, decimals] = await Promise.all([
    here.provider.remote(there.provider.domain),
    there.provider.decimals(there.provider.domain),
  ]);
  if (!registration.ok) return noQuorum(registration.error);
  if (!decimals.ok) return noQuorum(decimals.error);
  const remote = registration.value;
  const mirrored =
    remote?.opened === true &&
    remote.bridge.toLowerCase() === there.provider.bridge.toLowerCase() &&
    remote.addressLength === ADDRESS_LENGTH[there.provider.kind] &&
    remote.wireDecimals === wireDecimalsOf(decimals.value);
  if (mirrored) return ok(undefined);
  const names = `${there.provider.name} at ${here.provider.name}`;
  return refuse('LANE_NOT_MIRRORED', `the registration of ${names} is not open or not its mirror image`);
}

/** The source's bridge itself counts as many messages towards `destination`: none that endpoints made up beyond them. */
async function requireEmitted(
  source: Bridge,
  destination: number,
  next: bigint,
  index: number,
): Promise<Checked<void>> {
  const lane = await source.provider.lane(destination);
  if (!lane.ok) return noQuorum(lane.error);
  if (next <= lane.value.nextOutboundNonce) return ok(undefined);
  return refuse('UNKNOWN_MESSAGE', `${source.provider.name} has emitted no nonce ${next - 1n} on this lane`, index);
}

/** Every row is at or below the final block now, and its block still has the recorded hash. */
async function requireFinal(source: Bridge, rows: readonly MessageRow[], index: number): Promise<Checked<void>> {
  const hashes = new Map<number, string>(rows.map(({ at }) => [at.block.number, at.block.hash]));
  const [finalized, ...blocks] = await Promise.all([
    source.provider.finalized(),
    ...[...hashes.keys()].map((number) => source.provider.block(number)),
  ]);
  if (!finalized.ok) return noQuorum(finalized.error);
  const pending = rows.find(({ at }) => at.block.number > finalized.value.number);
  if (pending) {
    const where = `${source.provider.name} block ${pending.at.block.number}`;
    return refuse('NOT_FINAL', `${where} is above the final block ${finalized.value.number}`, index);
  }
  for (const block of blocks) {
    if (!block.ok) return noQuorum(block.error);
    if (!block.value || hashes.get(block.value.number) !== block.value.hash) {
      return refuse('NOT_FINAL', `a block of ${source.provider.name} changed since it was recorded`, index);
    }
  }
  return ok(undefined);
}

/** A commitment continues the lane on the destination; its root is this signer's own. */
async function requireCommit(destination: Bridge, { interval, index }: ProvenAction): Promise<Checked<OracleCall>> {
  const lane = await destination.provider.lane(interval.lane.source);
  if (!lane.ok) return noQuorum(lane.error);
  if (lane.value.nextInboundNonce !== interval.firstNonce) {
    return refuse('NONCE_GAP', `the next inbound nonce is ${lane.value.nextInboundNonce}`, index);
  }
  return ok(commitCall(interval));
}

/** The root on chain is that of the messages this signer sees. */
async function requireRoot(destination: Bridge, interval: ProvenInterval, index: number): Promise<Checked<void>> {
  const { lane, firstNonce, count, batch } = interval;
  const root: Result<Hex | null> = await destination.provider.root(lane.source, firstNonce, count);
  if (!root.ok) return noQuorum(root.error);
  if (root.value === null) return refuse('ROOT_NOT_COMMITTED', `no root for ${count} nonces from ${firstNonce}`, index);
  if (root.value.toLowerCase() !== batch.root.toLowerCase()) {
    return refuse(
      'ROOT_MISMATCH',
      `the root for ${count} nonces from ${firstNonce} is not that of the messages`,
      index,
    );
  }
  return ok(undefined);
}
