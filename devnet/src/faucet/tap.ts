import type { AssetRecord, Deployment } from '@causeway/chains';
import { openWalletScheme, walletTypes } from '@causeway/chains/wallets';
import type { DevnetKind } from '../accounts.ts';
import { type DevnetChain, isEvmChain, isRadixChain } from '../chains.ts';
import { evmPour } from './evm.ts';
import type { Pour, Pourable } from './pour.ts';
import { radixPour } from './radix.ts';
import { solanaPour } from './solana.ts';

/** An asset that a faucet gives, with the usual and the largest amount of one request, whole units. */
export interface Offer extends Pourable {
  readonly symbol: string;
  readonly usual: bigint;
  readonly most: bigint;
}

/** The faucet of one chain. */
export interface Tap {
  readonly network: string;
  readonly offers: readonly Offer[];
  /** The chain's own form of an address; null when it is none of this chain. */
  parse(address: string): string | null;
  readonly pour: Pour;
}

/** Whole coins per request on each kind of chain. */
const COINS: Readonly<Record<DevnetKind, Pick<Offer, 'usual' | 'most'>>> = {
  evm: { usual: 100n, most: 10_000n },
  solana: { usual: 100n, most: 10_000n },
  radix: { usual: 10_000n, most: 100_000n },
};
const TOKENS = { usual: 1_000n, most: 1_000_000n } as const;

/** The faucet of `chain`: its coin, and the test tokens that its bridges lock. */
export async function openTap(chain: DevnetChain, deployment: Deployment): Promise<Tap> {
  const { name: network, kind } = chain.network;
  const scheme = await openWalletScheme(kind, deployment.chainId);
  const assets = Object.values(deployment.bridges).map(({ canonicalAsset }) => canonicalAsset);
  const coin = assets.find(({ address }) => address === null) ?? coinOf(network);
  const offers = [
    { symbol: coin.symbol, decimals: coin.decimals, address: null, ...COINS[kind] },
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
    pour: pourOf(chain),
  };
}

/** The coin of a network whose bridges lock tokens only. */
function coinOf(network: string): Pick<AssetRecord, 'symbol' | 'decimals'> {
  const type = walletTypes().find(({ name }) => name === network);
  if (type === undefined) throw new RangeError(`${network} has no wallets`);
  return type.coin;
}

function pourOf(chain: DevnetChain): Pour {
  if (isEvmChain(chain)) return evmPour(chain.node.url);
  return isRadixChain(chain) ? radixPour(chain.node.url) : solanaPour(chain.node.url);
}
