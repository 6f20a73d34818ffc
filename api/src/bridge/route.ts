import type {
  AddressBook,
  AssetRecord,
  ChainIdentity,
  ChainProvider,
  ChainReader,
  Network,
  Sender,
} from '@causeway/chains';
import { nearest } from '@causeway/config';
import { ok, type SendOperation } from '@causeway/protocol';
import type { Answer, Refusal } from '../http/errors/errors.ts';
import type { Asset, Catalogue } from './catalogue.ts';
import { refuse } from './errors.ts';

/** One end of an order in a caller's words: `ETH`, `polygon`, `ETH@polygon`, or asset and chain separately. */
export interface RouteEnd {
  readonly word?: string;
  readonly token?: string;
  readonly chain?: string;
}

/** The two ends of an order or quote as its request names them, each in one word or in two. */
export interface NamedEnds {
  readonly from?: string;
  readonly fromToken?: string;
  readonly fromChain?: string;
  readonly to?: string;
  readonly toToken?: string;
  readonly toChain?: string;
}

/** The ends that a request names. */
export const endsOf = (named: NamedEnds): { readonly from: RouteEnd; readonly to: RouteEnd } => ({
  from: {
    ...(named.from && { word: named.from }),
    ...(named.fromToken && { token: named.fromToken }),
    ...(named.fromChain && { chain: named.fromChain }),
  },
  to: {
    ...(named.to && { word: named.to }),
    ...(named.toToken && { token: named.toToken }),
    ...(named.toChain && { chain: named.toChain }),
  },
});

/** A bridge to which an order goes. */
type DestinationBridge = ChainIdentity &
  ChainReader &
  AddressBook &
  Pick<ChainProvider, 'finalityBlocks' | 'settler' | 'wallet'>;
/** A bridge from which an order goes. The caller's own wallet, or custody, sends. */
type SourceBridge = DestinationBridge & Pick<Sender, 'unsignedSend'>;

/** A route of one asset between two networks. One of them is its home. */
export interface RegisteredRoute {
  readonly asset: Asset;
  readonly source: Network;
  readonly destination: Network;
  readonly operation: SendOperation;
  readonly fromToken: AssetRecord;
  readonly toToken: AssetRecord;
  /** The bridges of the asset's family on both sides. */
  readonly sourceProvider: SourceBridge;
  readonly destinationProvider: DestinationBridge;
  /** True when both bridges opened the other. */
  readonly opened: boolean;
}

/** A route that takes orders, unless its bridge is paused. */
export type BridgeRoute = RegisteredRoute & { readonly opened: true };

interface Named {
  readonly network: Network | undefined;
  readonly symbol: string | undefined;
}

const symbolsOf = (catalogue: Catalogue): string[] => catalogue.assets.map(({ symbol }) => symbol);
const namesOf = (catalogue: Catalogue): string[] => catalogue.networks.map(({ name }) => name);

/** A question that names what was probably meant, or nothing. */
function didYouMean(...near: readonly (string | undefined)[]): string {
  const found = near.filter((one) => one !== undefined);
  return found.length > 0 ? `; did you mean ${found.join(' or ')}?` : '';
}

/** The refusal of a symbol at a chain. */
const unknownAsset = (catalogue: Catalogue, symbol: string, at: Network): Refusal =>
  refuse(
    'ASSET_UNKNOWN',
    `${symbol} is no asset on ${at.name} that is bridged here${didYouMean(nearest(symbol, symbolsOf(catalogue)))}`,
    { facts: { assets: symbolsOf(catalogue) } },
  );

/** The refusal of a chain's own coin that is called as another network's asset. */
function notBridged(catalogue: Catalogue, symbol: string, at: Network): Refusal {
  const asset = catalogue.asset(symbol) as Asset;
  const coin = `${symbol} on ${at.name} is that chain’s own coin, which no bridge moves`;
  const meant = `${asset.home.name}’s ${asset.symbol}`;
  if (!catalogue.token(asset, at)) return refuse('NOT_BRIDGED', `${coin}, and ${meant} does not exist there`);
  const bridged = catalogue.nameAt(asset, at);
  return refuse('NOT_BRIDGED', `${coin}; ${bridged} is ${meant} there`, { facts: { bridged } });
}

/** The refusal of a word that could name a chain as well as an asset. */
function unknownWord(catalogue: Catalogue, word: string): Refusal {
  const [networks, assets] = [namesOf(catalogue), symbolsOf(catalogue)];
  const [chain, asset] = [nearest(word, networks), nearest(word, assets)];
  const near = didYouMean(chain && `the chain ${chain}`, asset && `the asset ${asset}`);
  return refuse('ASSET_UNKNOWN', `${word} is neither a chain nor an asset here${near}`, {
    facts: { networks, assets },
  });
}

/** The network of this name. Fails with CHAIN_UNKNOWN. */
export function findNetwork(catalogue: Catalogue, name: string): Answer<Network> {
  const network = catalogue.network(name);
  if (network) return ok(network);
  const networks = namesOf(catalogue);
  return refuse('CHAIN_UNKNOWN', `${name} is no network here${didYouMean(nearest(name, networks))}`, {
    facts: { networks },
  });
}

/** The asset of this symbol. Fails with ASSET_UNKNOWN. */
export function findAsset(catalogue: Catalogue, symbol: string): Answer<Asset> {
  const asset = catalogue.asset(symbol);
  if (asset) return ok(asset);
  const assets = symbolsOf(catalogue);
  return refuse('ASSET_UNKNOWN', `${symbol} is no asset here${didYouMean(nearest(symbol, assets))}`, {
    facts: { assets },
  });
}

/** Splits `word` into asset and chain. A plain word is a chain if one has that name, otherwise an asset. */
function splitWord(catalogue: Catalogue, word: string): { symbol?: string; chain?: string } {
  const at = word.lastIndexOf('@');
  if (at > 0) return { symbol: word.slice(0, at), chain: word.slice(at + 1) };
  return catalogue.network(word) ? { chain: word } : { symbol: word };
}

/** The network and symbol that an end names; one of them can be absent. */
export function nameEnd(catalogue: Catalogue, end: RouteEnd, field: 'from' | 'to'): Answer<Named> {
  const parts = [end.word, end.token].filter((word) => word !== undefined).map((word) => splitWord(catalogue, word));
  if (end.chain !== undefined) parts.push({ chain: end.chain });
  if (parts.length === 0) return refuse('MALFORMED_REQUEST', `${field} is missing: a chain, an asset, or ASSET@chain`);
  const fold = (values: (string | undefined)[]) =>
    new Set(values.filter((v) => v !== undefined).map((v) => v.toLowerCase()));
  const chains = fold(parts.map(({ chain }) => chain));
  const symbols = fold(parts.map(({ symbol }) => symbol));
  if (chains.size > 1 || symbols.size > 1) {
    return refuse('MALFORMED_REQUEST', `${field}, ${field}Token and ${field}Chain name different things`);
  }
  const symbol = parts.find((part) => part.symbol !== undefined)?.symbol;
  const chain = parts.find((part) => part.chain !== undefined)?.chain;
  if (chain === undefined) return ok({ network: undefined, symbol });
  const network = findNetwork(catalogue, chain);
  return network.ok ? ok({ network: network.value, symbol }) : network;
}

/** An asset on one network. */
export interface AssetPlace {
  readonly asset: Asset;
  readonly network: Network;
}

/** The asset and network of an end: a chain alone means its own asset, an asset alone means its home. */
export function resolvePlace(catalogue: Catalogue, { network, symbol }: Named): Answer<AssetPlace> {
  if (symbol === undefined) {
    const asset = network && catalogue.assetAt(network);
    return asset
      ? ok({ asset, network: asset.home })
      : refuse('ASSET_UNKNOWN', `${network?.name} has no asset to bridge`);
  }
  if (network && catalogue.isForeignCoin(symbol, network)) return notBridged(catalogue, symbol, network);
  const asset = catalogue.asset(symbol, network);
  if (!asset || (network && !catalogue.token(asset, network))) {
    return network ? unknownAsset(catalogue, symbol, network) : unknownWord(catalogue, symbol);
  }
  return ok({ asset, network: network ?? asset.home });
}

/** The destination network for `asset`. Another chain's own asset means that chain. */
function resolveDestination(catalogue: Catalogue, { network, symbol }: Named, asset: Asset): Answer<Network> {
  if (symbol === undefined) return ok(network as Network);
  if (network && catalogue.isForeignCoin(symbol, network)) return notBridged(catalogue, symbol, network);
  const named = catalogue.asset(symbol, network);
  if (!named) return network ? unknownAsset(catalogue, symbol, network) : unknownWord(catalogue, symbol);
  const same = named.home === asset.home && named.family === asset.family;
  if (same || !network) return ok(network ?? named.home);
  if (named.home === network) return ok(network);
  return refuse('ASSET_MISMATCH', `${asset.symbol} arrives as ${asset.symbol}, not as ${named.symbol}`);
}

const viaHome = (catalogue: Catalogue, asset: Asset, source: Network, destination: Network): Refusal => {
  const orders = [
    { from: catalogue.nameAt(asset, source), to: asset.home.name },
    { from: catalogue.nameAt(asset, asset.home), to: destination.name },
  ];
  const [first, second] = orders.map(({ from, to }) => `${from} → ${to}`);
  return refuse('ROUTE_VIA_HOME', `${asset.symbol} moves over ${asset.home.name}: order ${first}, then ${second}`, {
    facts: { orders },
  });
};

/** The route between two endpoints, or the reason why there is none. */
export function resolveRoute(catalogue: Catalogue, from: RouteEnd, to: RouteEnd): Answer<BridgeRoute> {
  const fromNamed = nameEnd(catalogue, from, 'from');
  if (!fromNamed.ok) return fromNamed;
  const toNamed = nameEnd(catalogue, to, 'to');
  if (!toNamed.ok) return toNamed;
  const origin = resolvePlace(catalogue, fromNamed.value);
  if (!origin.ok) return origin;
  const { asset, network: source } = origin.value;
  const target = resolveDestination(catalogue, toNamed.value, asset);
  if (!target.ok) return target;
  return routeBetween(catalogue, asset, source, target.value);
}

/** The route of `asset` between two networks that differ, of which one must be its home. */
export function routeBetween(
  catalogue: Catalogue,
  asset: Asset,
  source: Network,
  destination: Network,
): Answer<BridgeRoute> {
  if (source === destination) return refuse('SAME_CHAIN', `from and to are both on ${source.name}`);
  if (source !== asset.home && destination !== asset.home) return viaHome(catalogue, asset, source, destination);
  return buildRoute(catalogue, asset, source, destination);
}

/** The route of `asset` between its home and another network, as it is registered; undefined when it is not. */
function registeredRoute(
  catalogue: Catalogue,
  asset: Asset,
  source: Network,
  destination: Network,
): RegisteredRoute | undefined {
  const { family, home } = asset;
  const fromToken = catalogue.token(asset, source);
  const toToken = catalogue.token(asset, destination);
  const sourceProvider = source.providers[family];
  const destinationProvider = destination.providers[family];
  if (!fromToken || !toToken || !sourceProvider || !destinationProvider) return undefined;
  const operation = source === home ? 'lockTokens' : 'burnTokens';
  const opened =
    catalogue.bridge(source, family)?.remotes[destination.name]?.opened === true &&
    catalogue.bridge(destination, family)?.remotes[source.name]?.opened === true;
  return { asset, source, destination, operation, fromToken, toToken, sourceProvider, destinationProvider, opened };
}

/** Every registered route: of each asset from its home to another network, and back. */
export function registeredRoutes(catalogue: Catalogue): readonly RegisteredRoute[] {
  return catalogue.assets.flatMap((asset) =>
    catalogue.networks
      .filter((network) => network !== asset.home)
      .flatMap((network) => [
        registeredRoute(catalogue, asset, asset.home, network),
        registeredRoute(catalogue, asset, network, asset.home),
      ])
      .filter((route) => route !== undefined),
  );
}

/** The refusal of a route that is not registered or not open, with the open ones of the same asset. */
export function notOpen(catalogue: Catalogue, asset: Asset, source: Network, destination: Network): Refusal {
  const open = registeredRoutes(catalogue)
    .filter((route) => route.opened && route.asset.symbol === asset.symbol)
    .map((route) => ({ from: catalogue.nameAt(asset, route.source), to: route.destination.name }));
  const here = catalogue.nameAt(asset, source);
  const targets = open.filter(({ from }) => from === here).map(({ to }) => to);
  const where = targets.length > 0 ? `; from there it moves to ${targets.join(', ')}` : '';
  return refuse('ROUTE_NOT_OPEN', `${asset.symbol} cannot move from ${source.name} to ${destination.name}${where}`, {
    facts: { open },
  });
}

/**
 * The route of `asset` between its home and another network. Fails with ROUTE_NOT_OPEN unless both bridges opened it.
 */
export function buildRoute(
  catalogue: Catalogue,
  asset: Asset,
  source: Network,
  destination: Network,
): Answer<BridgeRoute> {
  const route = registeredRoute(catalogue, asset, source, destination);
  return route?.opened === true ? ok({ ...route, opened: true }) : notOpen(catalogue, asset, source, destination);
}
