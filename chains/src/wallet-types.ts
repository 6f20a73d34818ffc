import type { Deployment } from './deployment.ts';
import type { WalletKind } from './wallet.ts';

/** A provider type of wallets, with the number that clients send. */
export interface WalletType {
  readonly id: number;
  /** Also the usual name of its network in a configuration. */
  readonly name: string;
  readonly kind: WalletKind;
  /** The native coin; a deployment may name it otherwise. */
  readonly coin: { readonly symbol: string; readonly decimals: number };
  /** EIP-155 chain ids of its main network and its test networks; absent where the kind has one chain. */
  readonly chainIds?: readonly string[];
}

const evm = (id: number, name: string, symbol: string, ...chainIds: readonly number[]): WalletType => ({
  id,
  name,
  kind: 'evm',
  coin: { symbol, decimals: 18 },
  chainIds: chainIds.map(String),
});

/** Every provider type that is supported. */
export const WALLET_TYPES: readonly WalletType[] = [
  { id: 3, name: 'solana', kind: 'solana', coin: { symbol: 'SOL', decimals: 9 } },
  evm(4, 'arbitrum', 'ETH', 42_161, 421_614),
  evm(5, 'avalanche', 'AVAX', 43_114, 43_113),
  evm(6, 'base', 'ETH', 8_453, 84_532),
  evm(7, 'ethereum', 'ETH', 1, 11_155_111, 560_048),
  evm(8, 'polygon', 'POL', 137, 80_002),
  { id: 24, name: 'bitcoin', kind: 'bitcoin', coin: { symbol: 'BTC', decimals: 8 } },
  evm(28, 'optimism', 'ETH', 10, 11_155_420),
  evm(31, 'bnb', 'BNB', 56, 97),
  evm(32, 'fantom', 'FTM', 250, 4_002),
  { id: 37, name: 'radix', kind: 'radix', coin: { symbol: 'XRD', decimals: 18 } },
];

/** The provider type with that number. */
export const walletType = (id: number): WalletType | undefined => WALLET_TYPES.find((type) => type.id === id);

/** True when wallets of `type` are wallets on the deployment's network. */
export function servesType({ network, kind, chainId }: Deployment, type: WalletType): boolean {
  if (kind !== type.kind) return false;
  return type.chainIds === undefined || network === type.name || type.chainIds.includes(chainId);
}
