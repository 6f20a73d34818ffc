import type { OrderCondition, OrderRow } from '@causeway/storage';
import type { Catalogue } from '../../../bridge/catalogue.ts';

/** Decimal places in which amounts are compared; no asset and no condition has more. */
const PLACES = 40;

/** A decimal in units of 10^-PLACES. */
function scaled(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(`${whole}${fraction.padEnd(PLACES, '0')}`);
}

/** True when `order` goes from and to what the condition names, with at least its amount. */
export function orderMeets(catalogue: Catalogue, { from, to, minAmount }: OrderCondition, order: OrderRow): boolean {
  const home = catalogue.networkOf(order.assetHome);
  const asset = home && catalogue.assetAt(home, order.family);
  if (!asset) return false;

  /** True when `word`, a chain, an asset or ASSET@chain, names the order's asset at `domain`. */
  const names = (word: string, domain: number): boolean => {
    const network = catalogue.networkOf(domain);
    if (!network) return false;
    const at = word.lastIndexOf('@');
    const chain = at > 0 ? word.slice(at + 1) : word;
    const symbol = at > 0 ? word.slice(0, at) : word;
    const isAsset = (): boolean => catalogue.asset(symbol, network)?.symbol === asset.symbol;
    const known = catalogue.network(chain);
    if (at > 0) return known === network && isAsset();
    return known === undefined ? isAsset() : known === network;
  };

  const amount = order.wireAmount * 10n ** BigInt(PLACES - asset.wireDecimals);
  return names(from, order.source) && names(to, order.destination) && amount >= scaled(minAmount);
}
