import { kindOf, type LimitState } from '@causeway/chains';
import { formatDecimal, ok } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import { BACKLOG_STATES, type Backlog, type PlatformStorage } from '@causeway/storage';
import type { Catalogue } from '../../bridge/catalogue.ts';
import type { BridgeContext } from '../../bridge/context.ts';
import type { ArrivalFacts, LaneFacts } from '../../bridge/lane-rules.ts';
import { type RegisteredRoute, registeredRoutes } from '../../bridge/route.ts';
import { SharedReadings } from '../../bridge/shared-readings.ts';
import type { Answer } from '../../http/errors/errors.ts';
import { closedBecause, namedRoutes } from './bridge-routes.ts';
import type { LaneView } from './lane-schemas.ts';
import type { RouteQuery } from './schemas.ts';

/** How long a count of the backlog is reused, milliseconds. */
const LIFETIME_MS = 3_000;

/** Every lane with its limits now and its backlog. */
export interface LaneService {
  /** The lanes that `query` names, by asset, source and destination. Fails with ASSET_UNKNOWN and CHAIN_UNKNOWN. */
  list(query: RouteQuery): Promise<Answer<readonly LaneView[]>>;
}

/** Reads each side of a lane and the backlog at most every three seconds, for any number of callers. */
export function createLaneService(
  { catalogue, laneRules }: Pick<BridgeContext, 'catalogue' | 'laneRules'>,
  storage: Pick<PlatformStorage, 'orders'>,
  clock: Clock,
): LaneService {
  const routes = registeredRoutes(catalogue);
  const backlogs = new SharedReadings<readonly Backlog[], never>(clock, LIFETIME_MS);
  return {
    async list(query) {
      const wanted = namedRoutes(catalogue, query);
      if (!wanted.ok) return wanted;
      const chosen = routes.filter(wanted.value);
      const backlog = await backlogs.get('', async () => ok(await storage.orders.backlog()));
      const rows = backlog.ok ? backlog.value : [];
      const view = async (route: RegisteredRoute): Promise<LaneView> => {
        const [facts, arrivals] = await Promise.all([laneRules.facts(route), laneRules.arrivals(route)]);
        const problem = closedBecause(catalogue, route, facts);
        const known = facts.ok ? facts.value : undefined;
        return viewOf(catalogue, route, known, arrivals.ok ? arrivals.value : undefined, problem, rows, clock.now());
      };
      return ok(await Promise.all(chosen.map(view)));
    },
  };
}

function viewOf(
  catalogue: Catalogue,
  route: RegisteredRoute,
  facts: LaneFacts | undefined,
  arrivals: ArrivalFacts | undefined,
  problem: LaneView['closedBecause'],
  rows: readonly Backlog[],
  nowMs: number,
): LaneView {
  const { asset, source, destination, fromToken, toToken } = route;
  const amount = (wire: bigint | undefined) => (wire === undefined ? null : formatDecimal(wire, asset.wireDecimals));
  return {
    asset: asset.symbol,
    fromChain: source.name,
    toChain: destination.name,
    fromToken: fromToken.symbol,
    toToken: toToken.symbol,
    isOpen: problem === null,
    closedBecause: problem,
    paused: {
      outbound: facts ? facts.paused !== null : null,
      inbound: arrivals ? arrivals.paused !== null : null,
    },
    fee: facts ? formatDecimal(facts.fee, kindOf(source.deployment.kind).coin.decimals) : null,
    feeToken: catalogue.feeToken(source),
    minAmount: amount(facts?.limits.minAmount),
    maxAmount: amount(facts?.limits.maxAmount),
    outbound: facts ? bucketOf(facts.limits, asset.wireDecimals, nowMs) : null,
    inbound: arrivals ? bucketOf(arrivals.limits, asset.wireDecimals, nowMs) : null,
    backlog: backlogOf(route, rows),
    asOf: new Date(nowMs).toISOString(),
  };
}

/** The latest moment that a date can be. */
const END_OF_TIME_MS = 8.64e15;

function bucketOf(
  { capacity, available, refillPerSecond }: LimitState,
  decimals: number,
  nowMs: number,
): NonNullable<LaneView['inbound']> {
  const missing = capacity - available;
  const isFilling = missing > 0n && refillPerSecond > 0n;
  const fullAtMs = isFilling ? nowMs + 1_000 * Number((missing + refillPerSecond - 1n) / refillPerSecond) : undefined;
  return {
    capacity: formatDecimal(capacity, decimals),
    level: formatDecimal(available, decimals),
    refillPerSecond: formatDecimal(refillPerSecond, decimals),
    fullAt: fullAtMs === undefined || fullAtMs > END_OF_TIME_MS ? null : new Date(fullAtMs).toISOString(),
  };
}

function backlogOf({ asset, source, destination }: RegisteredRoute, rows: readonly Backlog[]): LaneView['backlog'] {
  const own = rows.filter(
    (row) =>
      row.family === asset.family &&
      row.source === source.deployment.domain &&
      row.destination === destination.deployment.domain &&
      row.assetHome === asset.home.deployment.domain,
  );
  const countOf = (state: string) => own.find((row) => row.state === state)?.orders ?? 0;
  return {
    count: own.reduce((total, { orders }) => total + orders, 0),
    oldestAt: own.length === 0 ? null : new Date(Math.min(...own.map(({ oldestAtMs }) => oldestAtMs))).toISOString(),
    waitingFor: Object.fromEntries(
      BACKLOG_STATES.map((state) => [state, countOf(state)]),
    ) as LaneView['backlog']['waitingFor'],
  };
}
