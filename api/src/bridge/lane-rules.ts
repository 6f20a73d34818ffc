import type { LimitState, ReadFailure } from '@causeway/chains';
import { formatDecimal, ok, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { Answer, Refusal } from '../http/errors/errors.ts';
import { chainProblem } from './chain-problem.ts';
import { refuse } from './errors.ts';
import type { BridgeRoute, RegisteredRoute } from './route.ts';
import { SharedReadings } from './shared-readings.ts';

/** How long limits, pauses and fees are reused, milliseconds. The chain decides in the end. */
const LIFETIME_MS = 3_000;

/** What a bridge asks of the locks and burns towards one remote. */
export interface LaneFacts {
  readonly limits: LimitState;
  /** The bridge, or the lane's destination there. */
  readonly paused: 'bridge' | 'remote' | null;
  /** Delivery fee, smallest units of the source's native coin. */
  readonly fee: bigint;
}

/** What a bridge grants the deliveries from one remote. */
export interface ArrivalFacts {
  readonly limits: LimitState;
  readonly paused: LaneFacts['paused'];
}

/** The limits, pauses and fees of lanes, which find refusals of the source's bridge before anything is signed. */
export class LaneRules {
  readonly #facts: SharedReadings<LaneFacts, ReadFailure>;
  readonly #arrivals: SharedReadings<ArrivalFacts, ReadFailure>;

  constructor(clock: Clock) {
    this.#facts = new SharedReadings(clock, LIFETIME_MS);
    this.#arrivals = new SharedReadings(clock, LIFETIME_MS);
  }

  /**
   * The lane's delivery fee, smallest units of the source's native coin. Refuses an amount outside the lane's limits
   * (AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE) and a paused bridge or lane.
   */
  async check(route: BridgeRoute, wireAmount: bigint): Promise<Answer<bigint>> {
    const read = await this.facts(route);
    if (!read.ok) return chainProblem(read.error, route.source);
    const { limits, paused, fee } = read.value;
    const { symbol, wireDecimals } = route.asset;
    const amount = (wire: bigint) => `${formatDecimal(wire, wireDecimals)} ${symbol}`;
    const facts = {
      minAmount: formatDecimal(limits.minAmount, wireDecimals),
      maxAmount: formatDecimal(limits.maxAmount, wireDecimals),
    };
    if (paused !== null) return pauseProblem(route, paused);
    if (wireAmount < limits.minAmount) {
      return refuse('AMOUNT_TOO_SMALL', `this route moves at least ${amount(limits.minAmount)}`, { facts });
    }
    if (wireAmount > limits.maxAmount) {
      return refuse('AMOUNT_TOO_LARGE', `this route moves at most ${amount(limits.maxAmount)}`, { facts });
    }
    return ok(fee);
  }

  /**
   * The lane's facts as the chain tells them, at most three seconds old, by one reading for any number of callers.
   * Failures are not kept.
   */
  facts(route: RegisteredRoute): Promise<Result<LaneFacts, ReadFailure>> {
    return this.#facts.get(keyOf(route), () => readLane(route));
  }

  /** The same of the destination: the bucket that deliveries of the lane draw on, and pauses there. */
  arrivals(route: RegisteredRoute): Promise<Result<ArrivalFacts, ReadFailure>> {
    return this.#arrivals.get(keyOf(route), () => readArrivals(route));
  }
}

const keyOf = ({ asset, source, destination }: RegisteredRoute): string =>
  [asset.family, source.name, destination.name].join(' ');

/** The refusal of a route whose bridge, or whose lane, is paused. */
export function pauseProblem(
  { source, destination }: RegisteredRoute,
  paused: NonNullable<LaneFacts['paused']>,
): Refusal {
  const lane = paused === 'remote' ? ` for ${destination.name}` : '';
  return refuse('BRIDGE_PAUSED', `the bridge on ${source.name} is paused${lane}`, { retryAfter: 60 });
}

async function readLane({
  sourceProvider,
  destination,
  operation,
}: RegisteredRoute): Promise<Result<LaneFacts, ReadFailure>> {
  const side = operation === 'lockTokens' ? 'canonical' : 'bridged';
  const remote = destination.deployment.domain;
  const [limits, paused, lane, fee] = await Promise.all([
    sourceProvider.limits(remote, side),
    sourceProvider.paused(),
    sourceProvider.lane(remote),
    sourceProvider.fee(remote),
  ]);
  if (!limits.ok) return limits;
  if (!paused.ok) return paused;
  if (!lane.ok) return lane;
  if (!fee.ok) return fee;
  const inPause = paused.value.outbound ? 'bridge' : lane.value.paused ? 'remote' : null;
  return ok({ limits: limits.value, paused: inPause, fee: fee.value });
}

async function readArrivals({
  destinationProvider,
  source,
  operation,
}: RegisteredRoute): Promise<Result<ArrivalFacts, ReadFailure>> {
  const side = operation === 'lockTokens' ? 'bridged' : 'canonical';
  const remote = source.deployment.domain;
  const [limits, paused, lane] = await Promise.all([
    destinationProvider.limits(remote, side),
    destinationProvider.paused(),
    destinationProvider.lane(remote),
  ]);
  if (!limits.ok) return limits;
  if (!paused.ok) return paused;
  if (!lane.ok) return lane;
  const inPause = paused.value.inbound ? 'bridge' : lane.value.paused ? 'remote' : null;
  return ok({ limits: limits.value, paused: inPause });
}
