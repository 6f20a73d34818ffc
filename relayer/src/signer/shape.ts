import type { OracleRules } from '@causeway/chains';
import { ok } from '@causeway/protocol';
import { laneOf } from '../bridges.ts';
import { type Action, MAX_MESSAGES, sourceOf } from '../plan/proposal.ts';
import { type Interval, intervalKey } from '../plan/prover.ts';
import { type Checked, refuse } from './refusal.ts';
import type { SigningBridge, SigningBridges } from './signing-chain.ts';

/** An interval in a proposal, once for all actions that share it. */
export interface NamedInterval extends Interval {
  readonly source: SigningBridge;
  /** The first action with this interval. */
  readonly index: number;
  /** True when that action commits it. */
  readonly fresh: boolean;
}

/** An execution or cancellation, and the interval that must prove it. */
export interface NamedUse {
  readonly action: Exclude<Action, { readonly commit: unknown }>;
  readonly index: number;
  readonly interval: NamedInterval;
}

/** The parts of a proposal that can be judged without reading anything. */
export interface Shape {
  readonly intervals: readonly NamedInterval[];
  readonly uses: readonly NamedUse[];
}

/** The shape of `actions` at `destination`, or the reason why no signer could ever sign them. Reads nothing. */
export function requireShape(
  bridges: SigningBridges,
  destination: SigningBridge,
  actions: readonly Action[],
): Checked<Shape> {
  const order = requireOrder(actions, destination.provider.oracleRules);
  if (!order.ok) return order;
  const intervals = new Map<string, NamedInterval>();
  const uses: NamedUse[] = [];
  let messages = 0;
  for (const [index, action] of actions.entries()) {
    const source = bridges.get(destination.provider.family, sourceOf(action));
    if (!source || source === destination) {
      return refuse('UNKNOWN_BRIDGE', `no lane from ${sourceOf(action)} here`, index);
    }
    const wanted = { lane: laneOf(source, destination), firstNonce: action.firstNonce, count: action.count };
    const known = intervals.get(intervalKey(wanted));
    const interval = known ?? { ...wanted, source, index, fresh: 'commit' in action };
    if (!known) messages += action.count;
    if (messages > MAX_MESSAGES) {
      return refuse('INVALID_ACTIONS', `its intervals hold more than ${MAX_MESSAGES} messages`, index);
    }
    intervals.set(intervalKey(wanted), interval);
    if (!('commit' in action)) uses.push({ action, index, interval });
  }
  return ok({ intervals: [...intervals.values()], uses });
}

/**
 * At most as many actions as the destination accepts at once. Commitments come first, one per lane. A message occurs
 * once, inside its interval. Where commitments go apart, no action uses a root of the same proposal.
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
