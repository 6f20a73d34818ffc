import { kindOf, type ReadFailure } from '@causeway/chains';
import { formatDecimal, ok, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import { secondsOfRoute } from '../../bridge/block-times.ts';
import type { Asset, Catalogue } from '../../bridge/catalogue.ts';
import { chainProblem } from '../../bridge/chain-problem.ts';
import type { BridgeContext } from '../../bridge/context.ts';
import { type LaneFacts, pauseProblem } from '../../bridge/lane-rules.ts';
import { findAsset, findNetwork, notOpen, type RegisteredRoute, registeredRoutes } from '../../bridge/route.ts';
import type { Answer, Problem } from '../../http/errors/errors.ts';
import type { RouteQuery, RouteView } from './schemas.ts';

/** How long a listed route is reused, milliseconds. An order reads its own again. */
const LIFETIME_MS = 10_000;

/** The routes of all assets, with their limits and fees. */
export interface RouteService {
  /** The routes that `query` names, by asset, source and destination. Fails with ASSET_UNKNOWN and CHAIN_UNKNOWN. */
  list(query: RouteQuery): Promise<Answer<readonly RouteView[]>>;
}

/** Reads each route at most every ten seconds, for any number of callers. */
export function createRouteService({ catalogue, laneRules, blockTimes }: BridgeContext, clock: Clock) {
  const routes = registeredRoutes(catalogue);
  const views = new Map<RegisteredRoute, { readonly atMs: number; readonly view: Promise<RouteView> }>();

  const read = async (route: RegisteredRoute): Promise<RouteView> => {
    const [facts, expectedSeconds] = await Promise.all([laneRules.facts(route), secondsOfRoute(blockTimes, route)]);
    const known = facts.ok ? facts.value : undefined;
    return viewOf(catalogue, route, known, expectedSeconds, closedBecause(catalogue, route, facts));
  };
  const viewed = (route: RegisteredRoute): Promise<RouteView> => {
    const nowMs = clock.now();
    const known = views.get(route);
    if (known && nowMs - known.atMs < LIFETIME_MS) return known.view;
    const view = read(route);
    views.set(route, { atMs: nowMs, view });
    view.catch(() => views.delete(route));
    return view;
  };

  return {
    async list(query: RouteQuery) {
      const wanted = namedRoutes(catalogue, query);
      if (!wanted.ok) return wanted;
      const chosen = routes.filter(wanted.value);
      return ok(await Promise.all(chosen.map(viewed)));
    },
  } satisfies RouteService;
}

/** Which routes a query names. */
export function namedRoutes(
  catalogue: Catalogue,
  { asset: symbol, fromChain: from, toChain: to }: RouteQuery,
): Answer<(route: RegisteredRoute) => boolean> {
  const asset = symbol === undefined ? ok(undefined) : findAsset(catalogue, symbol);
  if (!asset.ok) return asset;
  const source = from === undefined ? ok(undefined) : findNetwork(catalogue, from);
  if (!source.ok) return source;
  const destination = to === undefined ? ok(undefined) : findNetwork(catalogue, to);
  if (!destination.ok) return destination;
  const isNamed = <T>(value: T, wanted: T | undefined): boolean => wanted === undefined || value === wanted;
  return ok(
    (route) =>
      isNamed<Asset>(route.asset, asset.value) &&
      isNamed(route.source, source.value) &&
      isNamed(route.destination, destination.value),
  );
}

/** Why the route takes no orders, in the words with which an order would be refused; null when it takes them. */
export function closedBecause(
  catalogue: Catalogue,
  route: RegisteredRoute,
  facts: Result<LaneFacts, ReadFailure>,
): RouteView['reason'] {
  const problem = facts.ok ? whyClosed(catalogue, route, facts.value) : chainProblem(facts.error, route.source).error;
  return problem ? { errorCode: problem.code, message: problem.message } : null;
}

function whyClosed(catalogue: Catalogue, route: RegisteredRoute, { paused }: LaneFacts): Problem | undefined {
  if (!route.opened) return notOpen(catalogue, route.asset, route.source, route.destination).error;
  return paused === null ? undefined : pauseProblem(route, paused).error;
}

function viewOf(
  catalogue: Catalogue,
  { asset, source, destination, operation, fromToken, toToken }: RegisteredRoute,
  facts: LaneFacts | undefined,
  expectedSeconds: number | null,
  reason: RouteView['reason'],
): RouteView {
  const tokenOf = ({ symbol, name, decimals, address }: RegisteredRoute['fromToken']) => ({
    symbol,
    name,
    decimals,
    address,
  });
  const amount = (wire: bigint | undefined) => (wire === undefined ? null : formatDecimal(wire, asset.wireDecimals));
  const delay = catalogue.delayOf(asset, source, destination);
  const coinDecimals = kindOf(source.deployment.kind).coin.decimals;
  return {
    asset: asset.symbol,
    fromChain: source.name,
    toChain: destination.name,
    operation,
    fromToken: tokenOf(fromToken),
    toToken: tokenOf(toToken),
    decimals: asset.wireDecimals,
    minAmount: amount(facts?.limits.minAmount),
    maxAmount: amount(facts?.limits.maxAmount),
    fee: facts === undefined ? null : formatDecimal(facts.fee, coinDecimals),
    feeToken: catalogue.feeToken(source),
    expectedSeconds,
    delayAbove: delay ? { amount: formatDecimal(delay.above, asset.wireDecimals), seconds: delay.ms / 1_000 } : null,
    open: reason === null,
    reason,
  };
}
