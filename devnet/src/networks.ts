import { COIN_TYPE, type Domain, slip44Domain } from '@causeway/protocol';
import type { DevnetKind } from './accounts.ts';

/** The devnet's asset families. "token" has no lanes between two EVM chains. */
export const FAMILIES = ['main', 'token'] as const;
export type Family = (typeof FAMILIES)[number];

/** A canonical asset that a bridge locks. */
export interface DevnetAsset {
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  /** True: the chain's own coin. False: a token that the devnet deploys. */
  readonly native: boolean;
}

/**
 * Properties of every chain of the devnet: its name, its domain, and the asset that its bridge of each family locks.
 */
interface Network {
  readonly kind: DevnetKind;
  readonly name: string;
  /** On EVM chains it is the chain id: a local one, never a mainnet's. */
  readonly domain: Domain;
  /** Usual port of the node. Its RPC proxies use the next ports. */
  readonly port: number;
  readonly assets: Readonly<Record<Family, DevnetAsset>>;
}

/** Blocks after which a message is final, on every devnet chain except Radix. */
export const FINALITY_BLOCKS = 32;

/** RPC endpoints per chain. Each is a proxy, so that tests can show the effect of a quorum of two. */
export const RPC_ENDPOINTS = 3;
export const RPC_QUORUM = 2;

export const DEVNET_NETWORKS = [
  {
    kind: 'evm',
    name: 'ethereum',
    domain: 31101,
    port: 8545,
    assets: {
      main: { symbol: 'ETH', name: 'Ether', decimals: 18, native: true },
      token: { symbol: 'UNI', name: 'Uniswap', decimals: 18, native: false },
    },
  },
  {
    kind: 'evm',
    name: 'polygon',
    domain: 31102,
    port: 8555,
    assets: {
      main: { symbol: 'POL', name: 'Polygon', decimals: 18, native: true },
      token: { symbol: 'QUICK', name: 'Quickswap', decimals: 18, native: false },
    },
  },
  {
    kind: 'evm',
    name: 'arbitrum',
    domain: 31103,
    port: 8565,
    assets: {
      main: { symbol: 'ARB', name: 'Arbitrum', decimals: 18, native: false },
      token: { symbol: 'GMX', name: 'GMX', decimals: 18, native: false },
    },
  },
  {
    kind: 'solana',
    name: 'solana',
    domain: slip44Domain('local', COIN_TYPE.solana),
    port: 8899,
    assets: {
      main: { symbol: 'SOL', name: 'Solana', decimals: 9, native: true },
      token: { symbol: 'JUP', name: 'Jupiter', decimals: 6, native: false },
    },
  },
  {
    kind: 'radix',
    name: 'radix',
    domain: slip44Domain('local', COIN_TYPE.radix),
    port: 3333,
    assets: {
      main: { symbol: 'XRD', name: 'Radix', decimals: 18, native: true },
      token: { symbol: 'OCI', name: 'Ociswap', decimals: 18, native: false },
    },
  },
] as const satisfies readonly Network[];

/** One chain of the devnet. */
export type DevnetNetwork = Network & { readonly name: (typeof DEVNET_NETWORKS)[number]['name'] };
