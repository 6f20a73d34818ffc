import {
  type AssetRecord,
  type BridgeRecord,
  type ConfigFailure,
  type Delay,
  type DelayAbove,
  delayOf,
  MAIN_FAMILY,
  type Network,
  nativeCoin,
} from '@causeway/chains';
import { type Domain, fail, KIND, ok, type Result } from '@causeway/protocol';

/** A bridgeable asset: the canonical asset of one family on its home network. */
export interface Asset {
  readonly symbol: string;
  readonly family: string;
  readonly home: Network;
  readonly wireDecimals: number;
}

/** The contract that opens the vaults of one bridge's swaps. */
export type Settler = NonNullable<BridgeRecord['settler']>;

/** The coin in which a network takes its fees. */
interface Coin {
  readonly symbol: string;
  /** True when its symbol means another network's asset, so that nothing moves the coin. */
  readonly isForeign: boolean;
}

/** Names that look alike are one: of any case or width, and with what no screen shows. */
const fold = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();

/** The bridgeable assets of each network, from the deployments. */
export class Catalogue {
  readonly networks: readonly Network[];
  readonly #byName: ReadonlyMap<string, Network>;
  readonly #bySymbol: ReadonlyMap<string, Asset>;
  readonly #coins: ReadonlyMap<Network, Coin>;
  readonly #delays: DelayAbove;

  private constructor(networks: readonly Network[], assets: readonly Asset[], delays: DelayAbove) {
    this.networks = networks;
    this.#delays = delays;
    this.#byName = new Map(networks.map((network) => [fold(network.name), network]));
    this.#bySymbol = new Map(assets.map((asset) => [fold(asset.symbol), asset]));
    this.#coins = new Map(
      networks.flatMap((network) => {
        const symbol = nativeCoin(network);
        if (symbol === null) return [];
        const named = this.#bySymbol.get(fold(symbol));
        return [[network, { symbol, isForeign: named !== undefined && named.home !== network }]];
      }),
    );
  }

  /**
   * Assigns every symbol to one home: the only network that has it, or the one that `homes` names when several do.
   * Fails with CONFIG_INVALID when that is ambiguous, and for `delays` of an amount that an asset cannot have.
   */
  static create(
    networks: readonly Network[],
    homes: Readonly<Record<string, string>>,
    delays: DelayAbove = {},
  ): Result<Catalogue, ConfigFailure> {
    const found = new Map<string, Asset>();
    const chosen = new Map(Object.entries(homes).map(([symbol, network]) => [fold(symbol), fold(network)]));
    for (const home of networks) {
      for (const [family, { canonicalAsset, wireDecimals }] of Object.entries(home.deployment.bridges)) {
        const key = fold(canonicalAsset.symbol);
        if (chosen.has(key) && chosen.get(key) !== fold(home.name)) continue;
        const rival = found.get(key);
        if (rival) {
          const both = `${rival.home.name} (${rival.family}) and ${home.name} (${family})`;
          return fail('CONFIG_INVALID', `api.homes: ${canonicalAsset.symbol} is on ${both}; name its home network`);
        }
        found.set(key, { symbol: canonicalAsset.symbol, family, home, wireDecimals });
      }
    }
    for (const symbol of chosen.keys()) {
      if (!found.has(symbol)) return fail('CONFIG_INVALID', `api.homes: no asset ${symbol} on the network it names`);
    }
    const catalogue = new Catalogue(networks, [...found.values()], delays);
    for (const asset of catalogue.assets) {
      for (const other of networks.filter((network) => network !== asset.home)) {
        for (const [source, destination] of [
          [asset.home, other],
          [other, asset.home],
        ] as const) {
          const delay = catalogue.#delay(asset, source, destination);
          if (!delay.ok) return delay;
        }
      }
    }
    return ok(catalogue);
  }

  /** How long large amounts of `asset` wait between these networks; undefined when none does. */
  delayOf(asset: Asset, source: Network, destination: Network): Delay | undefined {
    const delay = this.#delay(asset, source, destination);
    return delay.ok ? delay.value : undefined;
  }

  #delay(
    { family, home, wireDecimals }: Asset,
    source: Network,
    destination: Network,
  ): Result<Delay | undefined, ConfigFailure> {
    const lane = { family, source: source.name, destination: destination.name };
    return delayOf(this.#delays, lane, source === home ? KIND.lock : KIND.burn, wireDecimals);
  }

  get assets(): readonly Asset[] {
    return [...this.#bySymbol.values()];
  }

  /** The network of this name, in any case. */
  network(name: string): Network | undefined {
    return this.#byName.get(fold(name));
  }

  networkOf(domain: Domain): Network | undefined {
    return this.networks.find(({ deployment }) => deployment.domain === domain);
  }

  /** The asset with this symbol, in any case. With `network`, also by the symbol of its bridged token there. */
  asset(symbol: string, network?: Network): Asset | undefined {
    const known = this.#bySymbol.get(fold(symbol));
    if (known || !network) return known;
    return this.assets.find((asset) => {
      const token = this.token(asset, network);
      return token !== undefined && fold(token.symbol) === fold(symbol);
    });
  }

  /** The canonical asset of `family` whose home is `network`. */
  assetAt(network: Network, family = MAIN_FAMILY): Asset | undefined {
    const bridge = network.deployment.bridges[family];
    if (!bridge) return undefined;
    const { canonicalAsset, wireDecimals } = bridge;
    return { symbol: canonicalAsset.symbol, family, home: network, wireDecimals };
  }

  /**
   * The form of `asset` on `network`: itself at home, its bridged token elsewhere; undefined when it does not exist
   * there.
   */
  token(asset: Asset, network: Network): AssetRecord | undefined {
    const bridge = this.bridge(network, asset.family);
    return network === asset.home ? bridge?.canonicalAsset : bridge?.remotes[asset.home.name]?.token;
  }

  /**
   * The coin in which `network` takes its fees: its symbol, and its chain where another one is that symbol's home, as
   * in ETH@base; null when nothing names it.
   */
  feeToken(network: Network): string | null {
    const coin = this.#coins.get(network);
    if (coin === undefined) return null;
    return coin.isForeign ? `${coin.symbol}@${network.name}` : coin.symbol;
  }

  /** True for the symbol of the network's own coin when it means another network's asset, so that nothing moves it. */
  isForeignCoin(symbol: string, network: Network): boolean {
    const coin = this.#coins.get(network);
    return coin?.isForeign === true && fold(coin.symbol) === fold(symbol);
  }

  /** The words by which an order means `asset` on `network`: by its bridged token where its symbol is the coin's. */
  nameAt(asset: Asset, network: Network): string {
    const token = this.isForeignCoin(asset.symbol, network) ? this.token(asset, network) : undefined;
    return `${token?.symbol ?? asset.symbol}@${network.name}`;
  }

  /** The settler of the family's bridge on `network`; undefined when swaps are not offered to it. */
  settler(network: Network, family: string): Settler | undefined {
    return this.bridge(network, family)?.settler;
  }

  bridge(network: Network, family: string): BridgeRecord | undefined {
    return network.deployment.bridges[family];
  }
}
