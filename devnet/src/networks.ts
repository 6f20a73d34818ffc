import type { Domain } from '@causeway/protocol';

/** One chain of the devnet: its name, id and the canonical asset its bridge locks. */
export interface DevnetNetwork {
  readonly name: 'ethereum' | 'polygon' | 'arbitrum';
  /** A local id, never a mainnet's; also the domain. */
  readonly chainId: Domain;
  /** Port of the node of `npm run devnet`; its RPC proxies follow on the next ports. */
  readonly port: number;
  readonly canonicalAsset: {
    readonly symbol: string;
    readonly name: string;
    readonly decimals: number;
    /** The chain's own coin, or an ERC-20 that the devnet deploys. */
    readonly native: boolean;
  };
}

/** The asset family that all devnet bridges belong to. */
export const FAMILY = 'main';

/** Blocks a message waits for before it is final, on every devnet chain. */
export const FINALITY_BLOCKS = 32;

/** RPC endpoints each chain offers: one proxy each, so that a quorum of two can be shown to matter. */
export const RPC_ENDPOINTS = 3;
export const RPC_QUORUM = 2;

export const DEVNET_NETWORKS: readonly DevnetNetwork[] = [
  {
    name: 'ethereum',
    chainId: 31101,
    port: 8545,
    canonicalAsset: { symbol: 'ETH', name: 'Ether', decimals: 18, native: true },
  },
  {
    name: 'polygon',
    chainId: 31102,
    port: 8555,
    canonicalAsset: { symbol: 'POL', name: 'Polygon', decimals: 18, native: true },
  },
  {
    name: 'arbitrum',
    chainId: 31103,
    port: 8565,
    canonicalAsset: { symbol: 'ARB', name: 'Arbitrum', decimals: 18, native: false },
  },
];
