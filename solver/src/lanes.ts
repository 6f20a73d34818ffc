import {
  type AssetRecord,
  type ChainProvider,
  kindOf,
  type Network,
  nativeCoin,
  type Settling,
} from '@causeway/chains';
import { ConfigError } from '@causeway/config';
import { required } from '@causeway/process';
import { type Domain, type Hex, parseDecimal, toAddress32 } from '@causeway/protocol';
import type { LaneSettings, SolverConfig } from './config.ts';
import type { EarlyPolicy } from './decision.ts';
import type { OfferBounds } from './pricing.ts';

/** An asset on one chain. */
export interface Held {
  readonly domain: Domain;
  /** The symbol of its price: that of the asset at its home. */
  readonly symbol: string;
  /** Local address; null is the native coin. */
  readonly address: string | null;
  readonly decimals: number;
}

/** A direction in which the solver fills swaps. */
export interface Lane {
  /** As in `ETH@ethereum:POL@polygon`. */
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly family: string;
  readonly source: ChainProvider;
  readonly destination: ChainProvider;
  readonly settler: Settling;
  /** What the bridge delivers at the destination, its word in terms, and the asset's home. */
  readonly input: Held & { readonly word: Hex; readonly home: Domain; readonly wireDecimals: number };
  /** What a fill pays. */
  readonly output: Held & { readonly word: Hex };
  readonly bounds: OfferBounds;
  readonly spreadBps: number;
  readonly leastSpreadBps: number;
  readonly early: EarlyPolicy | null;
  /** Local units of the input above which it goes home; null for never. */
  readonly homeAbove: bigint | null;
}

/** An asset at a place that a configuration names. */
interface Place {
  readonly network: Network;
  readonly family: string;
  readonly home: Network;
  readonly record: AssetRecord;
  readonly symbol: string;
}

/** All assets of a network, by its bridges. */
function assetsAt(network: Network, networks: readonly Network[]): readonly Place[] {
  return Object.entries(network.deployment.bridges).flatMap(([family, bridge]) => {
    const own = { network, family, home: network, record: bridge.canonicalAsset, symbol: bridge.canonicalAsset.symbol };
    const bridged = Object.entries(bridge.remotes).flatMap(([name, { token }]) => {
      const home = networks.find((one) => one.name === name);
      const symbol = home?.deployment.bridges[family]?.canonicalAsset.symbol;
      return home === undefined || symbol === undefined ? [] : [{ network, family, home, record: token, symbol }];
    });
    return [own, ...bridged];
  });
}

/** The asset that `word` names: by its own symbol there, else by the symbol of its home. */
function placeOf(networks: readonly Network[], word: string, at: string): Place {
  const cut = word.lastIndexOf('@');
  const [symbol, name] = [word.slice(0, cut).toLowerCase(), word.slice(cut + 1)];
  const network = networks.find((one) => one.name === name);
  if (!network) throw new ConfigError(`${at}: ${name} is none of the configured chains`);
  const assets = assetsAt(network, networks);
  const exact = assets.filter(({ record }) => record.symbol.toLowerCase() === symbol);
  const found = exact.length > 0 ? exact : assets.filter((asset) => asset.symbol.toLowerCase() === symbol);
  const [one, other] = found;
  if (one && !other) return one;
  throw new ConfigError(`${at}: ${word} is ${one ? 'more than one asset' : 'no asset'} of the bridges on ${name}`);
}

/** The lanes of a configuration. Throws ConfigError for one that no settler serves. */
export const openLanes = ({ solver }: Pick<SolverConfig, 'solver'>, networks: readonly Network[]): readonly Lane[] =>
  solver.lanes.map((settings, index) => openLane(settings, `solver.lanes.${index}`, networks));

function openLane(settings: LaneSettings, at: string, networks: readonly Network[]): Lane {
  const from = placeOf(networks, settings.from, `${at}.from`);
  const to = placeOf(networks, settings.to, `${at}.to`);
  const { family, home } = from;
  const [source, destination] = [from.network.providers[family], to.network.providers[family]];
  if (!source || !destination || from.network === to.network)
    throw new ConfigError(`${at}: no bridge carries ${settings.from} to ${to.network.name}`);
  if (home !== from.network && home !== to.network)
    throw new ConfigError(`${at}: ${settings.from} goes to its home ${home.name} alone`);
  const { settler } = destination;
  if (!settler) throw new ConfigError(`${at}: the bridge on ${to.network.name} has no settler; run causeway deploy`);
  const arriving = assetsAt(to.network, networks).find((asset) => asset.family === family && asset.home === home);
  const wireDecimals = home.deployment.bridges[family]?.wireDecimals;
  if (!arriving || wireDecimals === undefined)
    throw new ConfigError(`${at}: ${settings.from} has no token on ${to.network.name}`);
  const { decimals } = arriving.record;
  const units = (text: string, field: string) => required(parseDecimal(text, wireDecimals), `${at}.${field}`);
  const local = (text: string, field: string) => units(text, field) * 10n ** BigInt(decimals - wireDecimals);
  const bounds = {
    minAmount: local(settings.minAmount, 'minAmount'),
    maxAmount: local(settings.maxAmount, 'maxAmount'),
  };
  if (bounds.minAmount === 0n || bounds.minAmount > bounds.maxAmount)
    throw new ConfigError(`${at}.minAmount: must be more than zero and at most maxAmount`);
  if (settings.leastSpreadBps > settings.spreadBps)
    throw new ConfigError(`${at}.leastSpreadBps: must be at most spreadBps, or no offer of the lane could be filled`);
  const { early, bringHomeAbove } = settings;
  const { domain } = to.network.deployment;
  const held = ({ record, symbol }: Place) => ({ domain, symbol, address: record.address, decimals: record.decimals });
  const wordOf = (record: AssetRecord) => required(settler.assetOf(record.address), at);
  return {
    name: `${settings.from}:${settings.to}`,
    ...{ from: settings.from, to: settings.to, family, source, destination, settler },
    input: { ...held(arriving), word: wordOf(arriving.record), home: home.deployment.domain, wireDecimals },
    output: { ...held(to), word: wordOf(to.record) },
    bounds,
    ...{ spreadBps: settings.spreadBps, leastSpreadBps: settings.leastSpreadBps },
    early: early ? { ...early, cap: local(early.cap, 'early.cap') } : null,
    homeAbove: bringHomeAbove === undefined ? null : local(bringHomeAbove, 'bringHomeAbove'),
  };
}

/** The coin of a network: its symbol, and its decimals. */
export interface Coin {
  readonly symbol: string | null;
  readonly decimals: number;
}

/** The least of each asset that stays in the account, local units, by `domain address`. */
export function keptAmounts(
  { solver }: Pick<SolverConfig, 'solver'>,
  networks: readonly Network[],
): ReadonlyMap<string, bigint> {
  return new Map(
    Object.entries(solver.keep).map(([word, text]) => {
      const at = `solver.keep.${word}`;
      const { network, record } = keptAsset(networks, word, at);
      return [assetKey(network.deployment.domain, record.address), required(parseDecimal(text, record.decimals), at)];
    }),
  );
}

/** The asset of a bridge, or the coin of a network, that `word` names. */
function keptAsset(
  networks: readonly Network[],
  word: string,
  at: string,
): { readonly network: Network; readonly record: Pick<AssetRecord, 'address' | 'decimals'> } {
  const network = networks.find((one) => word.endsWith(`@${one.name}`));
  const symbol = network && nativeCoin(network);
  if (network && symbol && word.toLowerCase() === `${symbol}@${network.name}`.toLowerCase()) {
    return { network, record: { address: null, decimals: coinDecimals(network) } };
  }
  return placeOf(networks, word, at);
}

/** One name for an asset of a chain. */
export const assetKey = (domain: Domain, address: string | null): string => `${domain} ${address ?? ''}`;

/** The word of a local address. Throws ConfigError for none of the chain's. */
export const wordAt = (provider: ChainProvider, address: string): Hex =>
  toAddress32(required(provider.parseAddress(address)));

/** Decimals of the coin of a network. */
const coinDecimals = ({ deployment }: Network): number => kindOf(deployment.kind).coin.decimals;
