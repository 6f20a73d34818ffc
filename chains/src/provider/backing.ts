import { ok, type Result, toLocalAmount, wireDecimalsOf } from '@causeway/protocol';
import type { ReadFailure } from '../failures.ts';
import type { ChainIdentity } from './provider.ts';
import type { ChainReader, LaneState } from './reader.ts';

// The readings and comparisons of invariants I1, I5 and I6. The relayer raises alarms by them, and the API shows them.

/** The facts of a bridge that its backing is judged by. */
export type BackingFacts = Pick<ChainReader, 'remote' | 'lane' | 'decimals' | 'bridgedSupply' | 'holdings' | 'credits'>;

/** A bridge whose backing is read. */
export type BackedBridge = ChainIdentity & BackingFacts;

/** What stands on a remote of an asset's home, and what the home counts for it. */
export interface RemoteBacking {
  /** Total supply of the bridged token, its local units. */
  readonly supply: bigint;
  /** What the home counts as outstanding there, in the same units. */
  readonly outstanding: bigint;
  /** Local decimals of the bridged token. */
  readonly decimals: number;
  /** I1: the outstanding amount is at least the supply. */
  readonly holds: boolean;
}

/**
 * Reads I1 for `home` and `remote`; undefined when they are not linked. The supply is read first, because a mint before
 * that read had its lock counted earlier. On a suspicion the supply is read again: when burns are final at once, a burn
 * after the first read may already be released.
 */
export async function readRemoteBacking(
  home: BackedBridge,
  remote: BackedBridge,
): Promise<Result<RemoteBacking | undefined, ReadFailure>> {
  const registration = await remote.remote(home.domain);
  if (!registration.ok) return registration;
  if (!registration.value) return ok(undefined);
  const [supply, decimals] = await Promise.all([remote.bridgedSupply(home.domain), remote.decimals(home.domain)]);
  if (!supply.ok) return supply;
  if (!decimals.ok) return decimals;
  const lane = await home.lane(remote.domain);
  if (!lane.ok) return lane;
  const outstanding = toLocalAmount(lane.value.outstanding, decimals.value, registration.value.wireDecimals);
  const found = { outstanding, decimals: decimals.value };
  if (outstanding >= supply.value) return ok({ ...found, supply: supply.value, holds: true });
  const again = await remote.bridgedSupply(home.domain);
  if (!again.ok) return again;
  return ok({ ...found, supply: again.value, holds: outstanding >= again.value });
}

/** The counters of a lane: what the destination committed of what the source emitted. */
export interface LaneNonces {
  /** The destination's next inbound nonce. */
  readonly committed: LaneState['nextInboundNonce'];
  /** The source's next outbound nonce. */
  readonly emitted: LaneState['nextOutboundNonce'];
  /** I5: every committed nonce was emitted. */
  readonly holds: boolean;
}

/** Reads I5 for the lane from `source` to `destination`. Inbound is read first. */
export async function readNonces(
  source: BackedBridge,
  destination: BackedBridge,
): Promise<Result<LaneNonces, ReadFailure>> {
  const inbound = await destination.lane(source.domain);
  if (!inbound.ok) return inbound;
  const outbound = await source.lane(destination.domain);
  if (!outbound.ok) return outbound;
  const { nextInboundNonce: committed } = inbound.value;
  const { nextOutboundNonce: emitted } = outbound.value;
  return ok({ committed, emitted, holds: committed <= emitted });
}

/** What a bridge holds and owes of its canonical asset, local units. */
export interface Escrow {
  readonly holdings: bigint;
  /** Outstanding towards all remotes. */
  readonly outstanding: bigint;
  readonly credits: bigint;
  readonly decimals: number;
  /** I6: the holdings are at least the debts. Also true when the debts changed between the reads: no conclusion. */
  readonly holds: boolean;
}

/**
 * Reads I6 for `bridge`. Outstanding amounts and credits are read before and after the balance; if they changed in
 * between, there is no conclusion.
 */
export async function readEscrow(
  bridge: BackedBridge,
  remotes: readonly ChainIdentity[],
): Promise<Result<Escrow, ReadFailure>> {
  const before = await owedBy(bridge, remotes);
  if (!before.ok) return before;
  const holdings = await bridge.holdings();
  if (!holdings.ok) return holdings;
  const after = await owedBy(bridge, remotes);
  if (!after.ok) return after;
  const { outstanding, credits } = after.value;
  const changed = before.value.outstanding !== outstanding || before.value.credits !== credits;
  return ok({
    ...after.value,
    holdings: holdings.value,
    holds: changed || holdings.value >= outstanding + credits,
  });
}

/** Local units of the canonical asset that `bridge` owes. */
async function owedBy(
  bridge: BackedBridge,
  remotes: readonly ChainIdentity[],
): Promise<Result<Pick<Escrow, 'outstanding' | 'credits' | 'decimals'>, ReadFailure>> {
  const [credits, decimals, ...lanes] = await Promise.all([
    bridge.credits(),
    bridge.decimals(bridge.domain),
    ...remotes.map((remote) => bridge.lane(remote.domain)),
  ]);
  if (!credits.ok) return credits;
  if (!decimals.ok) return decimals;
  let total = 0n;
  for (const lane of lanes) {
    if (!lane.ok) return lane;
    total += lane.value.outstanding;
  }
  const outstanding = toLocalAmount(total, decimals.value, wireDecimalsOf(decimals.value));
  return ok({ outstanding, credits: credits.value, decimals: decimals.value });
}

/** Of each bridge, the facts that never change. */
export type LastingFacts = WeakMap<BackedBridge, Map<string, unknown>>;

/** Gives the form of a bridge that a reading uses: one whose facts are shared, or the bridge itself. */
type FormOf = <Each extends BackedBridge>(bridge: Each) => BackedBridge;

/** Readings of one round. */
export interface BackingRound {
  /**
   * Runs `reading` on facts that the whole round shares, read in any order. What does not hold there is a suspicion
   * only: the same reading on facts of its own, read in its order, decides.
   */
  decide<T extends { readonly holds: boolean } | undefined>(
    reading: (of: FormOf) => Promise<Result<T, ReadFailure>>,
  ): Promise<Result<T, ReadFailure>>;
}

/**
 * A round in which each fact is read once for all readings. Start all readings of a round at once, so that endpoints
 * get their reads in few requests. Rounds that share `lasting` read a fact that never changes only once.
 */
export function backingRound(lasting: LastingFacts): BackingRound {
  const shared = new Map<BackedBridge, BackedBridge>();
  const inRound: FormOf = (bridge) => {
    let once = shared.get(bridge);
    if (!once) {
      const kept = lasting.get(bridge) ?? new Map<string, unknown>();
      lasting.set(bridge, kept);
      once = readOnce(bridge, kept);
      shared.set(bridge, once);
    }
    return once;
  };
  return {
    async decide(reading) {
      const first = await reading(inRound);
      return first.ok && first.value?.holds === false ? reading((bridge) => bridge) : first;
    },
  };
}

/** `bridge` with each fact read once. Those that never change are read once for all that share `lasting`. */
function readOnce(bridge: BackedBridge, lasting: Map<string, unknown>): BackedBridge {
  const read = new Map<string, Promise<Result<unknown, ReadFailure>>>();
  const once = <T>(
    fact: string,
    ask: () => Promise<Result<T, ReadFailure>>,
    lasts: (value: T) => boolean = () => false,
  ): Promise<Result<T, ReadFailure>> => {
    if (lasting.has(fact)) return Promise.resolve(ok(lasting.get(fact) as T));
    const known = read.get(fact) as Promise<Result<T, ReadFailure>> | undefined;
    if (known) return known;
    const asked = ask().then((answer) => {
      if (answer.ok && lasts(answer.value)) lasting.set(fact, answer.value);
      return answer;
    });
    read.set(fact, asked);
    return asked;
  };
  const facts: BackingFacts = {
    remote: (domain) =>
      once(
        `remote ${domain}`,
        () => bridge.remote(domain),
        (found) => found?.opened === true,
      ),
    decimals: (home) =>
      once(
        `decimals ${home}`,
        () => bridge.decimals(home),
        () => true,
      ),
    lane: (domain) => once(`lane ${domain}`, () => bridge.lane(domain)),
    bridgedSupply: (home) => once(`supply ${home}`, () => bridge.bridgedSupply(home)),
    holdings: () => once('holdings', () => bridge.holdings()),
    credits: () => once('credits', () => bridge.credits()),
  };
  const { name, kind, family, domain, bridge: address } = bridge;
  return { name, kind, family, domain, bridge: address, ...facts };
}
