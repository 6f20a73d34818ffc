import { formatDecimal, ok, parseDecimal, toWireAmount } from '@causeway/protocol';
import type { Answer, Refusal } from '../http/errors/errors.ts';
import { refuse } from './errors.ts';
import type { BridgeRoute } from './route.ts';

/** The refusal of a JSON number, as it was written, with more digits than a JSON number can carry. */
export const inexactAmount = (written: string): Refusal =>
  refuse('INVALID_AMOUNT', `a JSON number cannot carry ${written.slice(0, 60)} exactly: send the amount as a string`);

/** An amount of a route's asset, in local units of the source's token and in wire units. */
export interface RouteAmount {
  readonly localAmount: bigint;
  readonly wireAmount: bigint;
}

/**
 * Both unit forms of a decimal amount. Fails with INVALID_AMOUNT when it is zero, or finer or larger than the bridge
 * moves.
 */
export function routeAmount(route: BridgeRoute, decimal: string): Answer<RouteAmount> {
  const { decimals } = route.fromToken;
  const { symbol, wireDecimals } = route.asset;
  const local = parseDecimal(decimal, decimals);
  if (!local.ok) {
    const dust = local.error.code === 'DustAmount';
    return refuse(
      'INVALID_AMOUNT',
      dust ? `${symbol} moves in steps of ${formatDecimal(1n, wireDecimals)}` : local.error.message,
    );
  }
  const wire = toWireAmount(local.value, decimals, wireDecimals);
  if (wire.ok) return ok({ localAmount: local.value, wireAmount: wire.value });
  const dust = wire.error.code === 'DustAmount';
  return refuse(
    'INVALID_AMOUNT',
    dust ? `${symbol} moves in steps of ${formatDecimal(1n, wireDecimals)}` : wire.error.message,
  );
}
