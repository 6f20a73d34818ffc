import { formatDecimal, ok, parseDecimal, toWireAmount } from '@causeway/protocol';
import type { Answer } from '../http/errors.ts';
import { parseExactJson } from '../http/exact-json.ts';
import { refuse } from './errors.ts';
import type { Route } from './route.ts';

/** `number` as a plain decimal with the fewest digits that identify it: 1e-7 is "0.0000001". */
function plainDecimal(number: number): string {
  const [digits = '', exponent] = String(number).split('e');
  if (exponent === undefined) return digits;
  const [whole = '', fraction = ''] = digits.split('.');
  const shift = Number(exponent);
  if (shift < 0) return `0.${'0'.repeat(-shift - 1)}${whole}${fraction}`;
  return `${whole}${fraction.padEnd(shift, '0')}`;
}

/** Digits and power of ten of a JSON number's text. Equal values give equal results, however they are written. */
function canonical(text: string): string {
  const [digits = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = digits.split('.');
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = all.replace(/0+$/, '');
  const power = Number(exponent) - fraction.length + (all.length - significant.length);
  return significant === '' ? '0' : `${significant}e${power}`;
}

/**
 * The amount as a decimal string. Strings are exact. A JSON number is converted in its shortest decimal form, and
 * refused when `rawBody` contains another value: then the number has more digits than a JSON number can carry.
 */
export function exactAmount(amount: number | string, rawBody: string): Answer<string> {
  if (typeof amount === 'string') return ok(amount.trim());
  const body = parseExactJson(rawBody) as { readonly amount?: unknown; readonly Amount?: unknown };
  const written = String(body.amount ?? body.Amount);
  if (amount < 0) return refuse('INVALID_AMOUNT', 'the amount must be more than zero');
  if (canonical(written) !== canonical(String(amount))) {
    return refuse(
      'INVALID_AMOUNT',
      `a JSON number cannot carry ${written.slice(0, 60)} exactly: send the amount as a string`,
    );
  }
  return ok(plainDecimal(amount));
}

/** An amount of a route's asset, in local units of the source's token and in wire units. */
export interface RouteAmount {
  readonly localAmount: bigint;
  readonly wireAmount: bigint;
}

/**
 * Both unit forms of a decimal amount. Fails with INVALID_AMOUNT when it is zero, or finer or larger than the bridge
 * moves.
 */
export function routeAmount(route: Route, decimal: string): Answer<RouteAmount> {
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
