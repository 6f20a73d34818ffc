import type {
  AddressBook,
  AssetRecord,
  ChainIdentity,
  ChainProvider,
  ChainReader,
  Network,
  Sender,
} from '@causeway/chains';
import {
  openWalletScheme,
  servesType,
  type WalletScheme,
  type WalletType,
  walletType,
  walletTypes,
} from '@causeway/chains/wallets';
import { ok } from '@causeway/protocol';
import type { Answer } from '../../http/errors/errors.ts';
import { refuse } from './errors.ts';

/** A provider type with its network, if one is configured. */
export interface WalletPlace {
  readonly type: WalletType;
  readonly scheme: WalletScheme;
  readonly network: Network | undefined;
}

/** A chain on which wallets hold and transfer assets. */
type WalletChain = ChainIdentity &
  AddressBook &
  Pick<ChainReader, 'finalized'> &
  Pick<Sender, 'broadcast' | 'outcome' | 'replace' | 'sequences'> &
  Pick<ChainProvider, 'wallet'>;

/** A place whose network is configured. */
export interface ConnectedPlace extends WalletPlace {
  readonly network: Network;
  readonly provider: WalletChain;
}

/** An asset that wallets of a network can hold. `home` is null for the native coin when no bridge moves it. */
export interface WalletAsset {
  readonly asset: AssetRecord;
  readonly form: 'native' | 'canonical' | 'bridged';
  readonly home: string | null;
}

/** Every supported provider type in words. */
const supported = () => walletTypes().map(({ id, name }) => ({ providerType: id, name }));

/** The provider type with this name, in any case. */
const typeNamed = (name: string): WalletType | undefined =>
  walletTypes().find((type) => type.name === name.toLowerCase());

/** Finds the networks of provider types. */
export class WalletNetworks {
  readonly #networks: readonly Network[];
  readonly #chosen: Readonly<Record<string, string>>;

  /** `chosen` names the network of a provider type where several networks, or none by its name, would serve it. */
  constructor(networks: readonly Network[], chosen: Readonly<Record<string, string>>) {
    this.#networks = networks;
    this.#chosen = chosen;
  }

  /** The place of a provider type, by its number or name. Refuses an unknown one with the list of known ones. */
  async of(providerType: number | string): Promise<Answer<WalletPlace>> {
    const type = typeof providerType === 'number' ? walletType(providerType) : typeNamed(providerType);
    if (!type) {
      const message = `${providerType} is no supported provider type`;
      return refuse('PROVIDER_TYPE_UNSUPPORTED', message, { facts: { supported: supported() } });
    }
    const network = this.#networkOf(type);
    return ok({ type, network, scheme: await openWalletScheme(type.kind, network?.deployment.chainId) });
  }

  /** The provider type of the wallets on a network; undefined when no type is served there. */
  typeOn(network: Network): WalletType | undefined {
    return walletTypes().find((type) => this.#networkOf(type) === network);
  }

  /** The network of a provider type and one of its providers; undefined when none is configured. */
  chainOf(providerType: number): Pick<ConnectedPlace, 'network' | 'provider'> | undefined {
    const type = walletType(providerType);
    return type && chainOf(this.#networkOf(type));
  }

  /** The coin of the wallets on a network; undefined when no type is served there. */
  coinOf(network: Network): AssetRecord | undefined {
    const type = this.typeOn(network);
    return type && coinOf(network, type);
  }

  #networkOf(type: WalletType): Network | undefined {
    const chosen = this.#chosen[type.name];
    if (chosen !== undefined) return this.#networks.find(({ name }) => name === chosen);
    return this.#networks.find(({ deployment }) => servesType(deployment, type));
  }
}

function chainOf(network: Network | undefined): Pick<ConnectedPlace, 'network' | 'provider'> | undefined {
  const provider = Object.values(network?.providers ?? {})[0];
  return network && provider ? { network, provider } : undefined;
}

/** The place with its chain. Refuses a type whose chain is not configured. */
export function connected(place: WalletPlace): Answer<ConnectedPlace> {
  const chain = chainOf(place.network);
  if (chain) return ok({ ...place, ...chain });
  return refuse('CHAIN_NOT_CONFIGURED', `no network for ${place.type.name} is connected to this service`);
}

const bridgedCoin = ({ deployment }: Network): AssetRecord | undefined =>
  Object.values(deployment.bridges).find(({ canonicalAsset }) => canonicalAsset.address === null)?.canonicalAsset;

const coinOf = (network: Network, { coin }: WalletType): AssetRecord =>
  bridgedCoin(network) ?? { ...coin, name: coin.symbol, address: null };

/** The assets that a wallet can hold: the native coin, each bridge's canonical asset, and the bridged tokens. */
export function assetsOf({ network, type }: ConnectedPlace): readonly WalletAsset[] {
  const bridges = Object.values(network.deployment.bridges);
  const native = bridgedCoin(network);
  const assets: WalletAsset[] = [{ asset: coinOf(network, type), form: 'native', home: native ? network.name : null }];
  for (const { canonicalAsset, remotes } of bridges) {
    if (canonicalAsset.address !== null) assets.push({ asset: canonicalAsset, form: 'canonical', home: network.name });
    for (const [home, { token }] of Object.entries(remotes)) assets.push({ asset: token, form: 'bridged', home });
  }
  return assets;
}
