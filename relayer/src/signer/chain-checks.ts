import { isDeepStrictEqual } from 'node:util';
import { type CallFailure, kindOf } from '@causeway/chains';
import { type AnyFailure, type Hex, ok, type Status, wireDecimalsOf } from '@causeway/protocol';
import type { ChainViewRepository, MessageRow } from '@causeway/storage';
import type { Deployments } from '../deployments.ts';
import { type Effect, rootKey, stateAfter } from '../plan/state-after.ts';
import { type Checked, refuse } from './refusal.ts';
import type { NamedInterval } from './shape.ts';
import type { SignedAhead, SignedTransactions } from './signed-ahead.ts';
import type { SigningBridge } from './signing-chain.ts';

// Safety-critical: each function is one rule that reads the signer's own chains and never trusts the proposal.

/** Most parallel reads of one chain for one proposal. */
export const READS_AT_ONCE = 32;

/** A message whose block must be final, and the action for a refusal. */
export interface Finality {
  readonly row: MessageRow;
  readonly index: number;
}

/**
 * The refusal after a failed read; of a source, with the `index` of an action of its, so that the others can go on
 * without. It has no message of endpoints, whose hosts the relayer must not learn.
 */
export const noQuorum = ({ code }: AnyFailure, index?: number) =>
  refuse('NO_QUORUM', `${code}: a chain cannot be read`, index);

/** The refusal of calls that cannot be built into a transaction. Calls and actions have the same number and order. */
export function notBuilt(failure: CallFailure) {
  const { code, message, retryable, callIndex } = failure;
  if (code === 'ACCOUNT_CREATION_NEEDED') return refuse(code, message, callIndex);
  return retryable ? noQuorum(failure) : refuse('NOT_BUILDABLE', message, callIndex);
}

/** The refusal of an action on a message that the destination already has as `status`. */
export function refuseStatus(status: Exclude<Status, 'none'>, index: number) {
  const code = (
    { executed: 'ALREADY_EXECUTED', cancelled: 'ALREADY_CANCELLED', replaced: 'MESSAGE_REPLACED' } as const
  )[status];
  return refuse(code, `the destination has this message as ${status}`, index);
}

/**
 * Checks that the oracle that the bridge names is the deployment's, in everything that could act for it or stop it, has
 * a majority threshold, and includes `member`.
 */
export async function requireOracle(
  { provider, oracle: deployed }: SigningBridge,
  member: string | undefined,
): Promise<Checked<void>> {
  const oracle = await provider.oracle();
  if (!oracle.ok) return noQuorum(oracle.error);
  const { address, members, threshold, deviations } = oracle.value;
  const differences = [
    ...(address === deployed.address ? [] : [`it is ${address}, not ${deployed.address}`]),
    ...(threshold === deployed.threshold ? [] : [`its threshold is ${threshold}, not ${deployed.threshold}`]),
    ...(isDeepStrictEqual([...members].sort(), [...deployed.members].sort())
      ? []
      : [`its members are ${members.join(', ')}`]),
    ...deviations,
  ];
  if (differences.length > 0) {
    const what = `the oracle of ${provider.name} is not the one of its deployment`;
    return refuse('ORACLE_MISMATCH', `${what}: ${differences.join('; ')}`);
  }
  if (2 * threshold <= members.length) return refuse('ORACLE_MISMATCH', 'the threshold is no majority');
  if (member === undefined || !members.includes(member)) {
    return refuse('ORACLE_MISMATCH', `${member ?? 'nobody here'} is no member of the oracle of ${provider.name}`);
  }
  return ok(undefined);
}

/** The signer's own comparisons of deployments with their chains. */
export type OwnDeployments = Pick<Deployments, 'require' | 'compareNow'>;

/**
 * Checks that the last comparison of the deployment found nothing but what the operator accepts; the first one is made
 * now where none succeeded before. Fails with DEPLOYMENT_MISMATCH. `index`: of an action of a source.
 */
export async function requireVerified(
  { provider }: SigningBridge,
  deployments: Pick<OwnDeployments, 'require'>,
  index?: number,
): Promise<Checked<void>> {
  return inWords(provider, await deployments.require(provider), index);
}

/** Like `requireVerified`, by a comparison of now. */
export async function requireVerifiedNow(
  { provider }: SigningBridge,
  deployments: OwnDeployments,
): Promise<Checked<void>> {
  const compared = await deployments.compareNow(provider);
  return inWords(provider, compared.ok ? await deployments.require(provider) : compared);
}

function inWords(
  { name }: SigningBridge['provider'],
  verified: Awaited<ReturnType<OwnDeployments['require']>>,
  index?: number,
): Checked<void> {
  if (verified.ok) return verified;
  const { retryable, message } = verified.error;
  return retryable ? noQuorum(verified.error, index) : refuse('DEPLOYMENT_MISMATCH', `${name}: ${message}`);
}

/** Checks that the next oracle transaction at the destination is bound to `anchor`, or can be. */
export async function requireAnchor({ provider }: SigningBridge, anchor: string): Promise<Checked<void>> {
  const accepted = await provider.acceptsAnchor(anchor);
  if (accepted.ok) return accepted;
  const { code, message } = accepted.error;
  return code === 'ANCHOR_MISMATCH' ? refuse('ANCHOR_MISMATCH', message) : noQuorum(accepted.error);
}

/**
 * Like `requireAnchor`, but the anchor may also follow transactions that this process has signed for the same relayer
 * and that are not included yet. Returns these in order; none when the anchor is the next.
 */
export async function requirePlaceInOrder(
  destination: SigningBridge,
  anchor: string,
  signed: SignedTransactions,
  relayer: string,
): Promise<Checked<readonly SignedAhead[]>> {
  const { domain, order } = destination.provider;
  const line = { relayer, destination: domain };
  const place = order?.placeOf(anchor);
  if (order === undefined || place === undefined || !signed.has(line)) {
    const current = await requireAnchor(destination, anchor);
    return current.ok ? ok([]) : current;
  }
  const [current, next] = await Promise.all([requireAnchor(destination, anchor), order.next()]);
  if (current.ok) return ok([]);
  if (current.error.code !== 'ANCHOR_MISMATCH') return current;
  if (!next.ok) return noQuorum(next.error);
  const ahead = signed.between(line, next.value, place);
  // None: it was the next one by the time of the second read.
  return ahead ? ok(ahead) : current;
}

/** Checks that each bridge has registered and opened the other. `index`: of an action of the source. */
export async function requireMirrored(
  source: SigningBridge,
  destination: SigningBridge,
  index: number,
): Promise<Checked<void>> {
  const sides = await Promise.all([
    requireRegistered(source, destination, index),
    requireRegistered(destination, source),
  ]);
  return sides.find((side) => !side.ok) ?? ok(undefined);
}

/** Checks that `here` has registered and opened `there`, with its asset's wire decimals and its address length. */
async function requireRegistered(here: SigningBridge, there: SigningBridge, index?: number): Promise<Checked<void>> {
  const [registration, decimals] = await Promise.all([
    here.provider.remote(there.provider.domain),
    there.provider.decimals(there.provider.domain),
  ]);
  if (!registration.ok) return noQuorum(registration.error, index);
  if (!decimals.ok) return noQuorum(decimals.error, index);
  const remote = registration.value;
  const mirrored =
    remote?.opened === true &&
    remote.bridge.toLowerCase() === there.provider.bridge.toLowerCase() &&
    remote.addressLength === kindOf(there.provider.kind).addressLength &&
    remote.wireDecimals === wireDecimalsOf(decimals.value);
  if (mirrored) return ok(undefined);
  const names = `${there.provider.name} at ${here.provider.name}`;
  return refuse('LANE_NOT_MIRRORED', `the registration of ${names} is not open or not its mirror image`);
}

/**
 * Checks the interval's place on the destination once `ahead` are included: a new one continues the lane, any other has
 * a root. Returns that root, or undefined for a new interval.
 */
export async function requirePlace(
  { provider }: SigningBridge,
  interval: NamedInterval,
  ahead: readonly Effect[] = [],
): Promise<Checked<Hex | undefined>> {
  const { lane, firstNonce, count, index, fresh } = interval;
  const { source } = lane;
  const commits = ahead.filter((effect) => effect.does === 'commit' && effect.source === source);
  const [state, root] = await Promise.all([
    fresh || commits.length > 0 ? provider.lane(source) : ok(undefined),
    fresh ? ok(null) : provider.root(source, firstNonce, count),
  ]);
  if (!state.ok) return noQuorum(state.error);
  if (!root.ok) return noQuorum(root.error);
  const key = rootKey({ source, firstNonce, count });
  const then = stateAfter(
    {
      next: new Map(state.value ? [[source, state.value.nextInboundNonce]] : []),
      roots: new Map(root.value === null ? [] : [[key, root.value]]),
      statuses: new Map(),
    },
    commits,
  );
  if (then === undefined) return refuse('NONCE_GAP', 'what was signed before does not continue the lane', index);
  if (fresh) {
    const next = then.next.get(source);
    return next === firstNonce ? ok(undefined) : refuse('NONCE_GAP', `the next inbound nonce is ${next}`, index);
  }
  const there = then.roots.get(key);
  if (there !== undefined) return ok(there);
  return refuse('ROOT_NOT_COMMITTED', `no root for ${count} nonces from ${firstNonce}`, index);
}

/**
 * Checks that the source's bridge counts at least as many messages as the interval reaches, so that endpoints cannot
 * invent later ones.
 */
export async function requireEmitted({
  source,
  lane,
  firstNonce,
  count,
  index,
}: NamedInterval): Promise<Checked<void>> {
  const state = await source.provider.lane(lane.destination);
  if (!state.ok) return noQuorum(state.error, index);
  const next = firstNonce + BigInt(count);
  if (next <= state.value.nextOutboundNonce) return ok(undefined);
  return refuse('UNKNOWN_MESSAGE', `${source.provider.name} has emitted no nonce ${next - 1n} on this lane`, index);
}

/**
 * How much older than a message's own block the destination's first own block must be, milliseconds. The clocks of two
 * chains differ, and who makes blocks may date them hours away.
 */
const CLOCKS_DIFFER_MS = 24 * 3_600_000;

/**
 * Checks that `view` would have an outcome of the replaced message `row`: every block of the destination in which there
 * can be one was scanned here. An exported view names blocks, and a message that it leaves out of a replaced interval
 * nothing on chain shows any more.
 */
export async function requireScanned(
  { provider, deployedAtBlock }: SigningBridge,
  view: Pick<ChainViewRepository, 'ownScans'>,
  { row, index }: Finality,
): Promise<Checked<void>> {
  const own = await view.ownScans(provider.family, provider.domain);
  const isWhole = own !== undefined && own.fromBlock <= deployedAtBlock;
  const isYounger = own !== undefined && row.at.block.timeMs > own.afterTimeMs + CLOCKS_DIFFER_MS;
  if (isWhole || isYounger) return ok(undefined);
  const what = `of ${provider.name}, this signer scanned ${own ? `only the blocks from ${own.fromBlock} on` : 'no known part'}`;
  return refuse('VIEW_IMPORTED', `${what}; \`causeway view rescan --chain ${provider.name}\` reads all of them`, index);
}
