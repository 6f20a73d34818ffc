import type { AssetRecord } from '@causeway/chains';
import { ok } from '@causeway/protocol';
import type { Answer, Refusal } from '../http/errors/errors.ts';
import type { Asset, Catalogue, Settler } from './catalogue.ts';
import { refuse } from './errors.ts';
import { type AssetPlace, type BridgeRoute, nameEnd, type RouteEnd, resolvePlace, routeBetween } from './route.ts';

/** What a swap moves and wants: the bridge delivers one asset, and a solver pays another one at the same place. */
export interface SwapRoute {
  /** The route of the asset that the bridge delivers, to the settler. */
  readonly bridge: BridgeRoute;
  readonly settler: Settler;
  /** The wanted asset, and its form on the route's destination. */
  readonly wanted: Asset;
  readonly wantedToken: AssetRecord;
}

/** The asset and network that one end of a swap names. */
export function placeOfEnd(catalogue: Catalogue, end: RouteEnd, field: 'from' | 'to'): Answer<AssetPlace> {
  const named = nameEnd(catalogue, end, field);
  return named.ok ? resolvePlace(catalogue, named.value) : named;
}

/** The words for an asset at a network, by which every process finds it again: `ETH@ethereum`. */
export const nameOfPlace = (catalogue: Catalogue, { asset, network }: AssetPlace): string =>
  catalogue.nameAt(asset, network);

const noSettler = (route: BridgeRoute): Refusal => {
  const { asset, destination } = route;
  const message = `swaps of ${asset.symbol} are not offered on ${destination.name}; order with mode "bridge"`;
  return refuse('SWAP_NOT_AVAILABLE', message);
};

/**
 * The route of a swap between two ends. A chain alone means its own asset. Fails with the codes of a route, with
 * SAME_ASSET when both ends are one asset, and with SWAP_NOT_AVAILABLE when the bridge has no settler there.
 */
export function resolveSwap(catalogue: Catalogue, from: RouteEnd, to: RouteEnd): Answer<SwapRoute> {
  const source = placeOfEnd(catalogue, from, 'from');
  if (!source.ok) return source;
  const target = placeOfEnd(catalogue, to, 'to');
  if (!target.ok) return target;
  const { asset, network } = source.value;
  const { asset: wanted, network: destination } = target.value;
  if (asset.family === wanted.family && asset.home === wanted.home) {
    return refuse('SAME_ASSET', `${asset.symbol} arrives 1:1 without a swap: order with mode "bridge"`);
  }
  const bridge = routeBetween(catalogue, asset, network, destination);
  if (!bridge.ok) return bridge;
  const settler = catalogue.settler(destination, asset.family);
  const wantedToken = catalogue.token(wanted, destination);
  return settler && wantedToken ? ok({ bridge: bridge.value, settler, wanted, wantedToken }) : noSettler(bridge.value);
}
