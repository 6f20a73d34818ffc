import { type AssetRecord, kindOf as chainKind, type Deployment } from '@causeway/chains';
import { openWalletScheme } from '@causeway/chains/wallets';
import { findProfile } from '@causeway/networks';
import type { DevnetChain } from '../chains.ts';
import { kindOf } from '../kinds.ts';
import type { DevnetNetwork } from '../networks.ts';
import type { Offer, Pour } from './pour.ts';

/** The faucet of one chain. */
export interface Tap {
  readonly network: string;
  readonly offers: readonly Offer[];
  /** The chain's own form of an address; null when it is none of this chain. */
  parse(address: string): string | null;
  readonly pour: Pour;
}

/** Whole test tokens per request. */
const TOKENS = { usual: 1_000n, most: 1_000_000n } as const;

/** The faucet of `chain`: its coin, and the test tokens that its bridges lock. */
export async function openTap(chain: DevnetChain, deployment: Deployment): Promise<Tap> {
  const { name: network, kind } = chain.network;
  const { coins, pour } = kindOf(chain.network);
  const scheme = await openWalletScheme(kind, deployment.chainId);
  const assets = Object.values(deployment.bridges).map(({ canonicalAsset }) => canonicalAsset);
  const coin = assets.find(({ address }) => address === null) ?? coinOf(chain.network);
  const offers = [
    { symbol: coin.symbol, decimals: coin.decimals, address: null, ...coins },
    ...assets
      .filter(({ address }) => address !== null)
      .map(({ symbol, decimals, address }) => ({ symbol, decimals, address, ...TOKENS })),
  ];
  return {
    network,
    offers,
    parse(address) {
      const parsed = scheme.parse({ address });
      return parsed.ok ? parsed.value.address : null;
    },
    pour: pour(chain.node.url),
  };
}

/** The coin of a network whose bridges lock tokens only, as its public namesake calls it. */
function coinOf({ name, kind }: DevnetNetwork): Pick<AssetRecord, 'symbol' | 'decimals'> {
  const profile = findProfile(name);
  if (profile === undefined) throw new RangeError(`${name} has no profile`);
  return { symbol: profile.coin, decimals: chainKind(kind).coin.decimals };
}
