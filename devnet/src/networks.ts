import { COIN_TYPE, type Domain, slip44Domain } from '@causeway/protocol';
import type { DevnetKind } from './accounts.ts';

/** The devnet's asset families. "token" has no lanes between two EVM chains, and is on the usual chains only. */
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
  readonly assets: { readonly main: DevnetAsset; readonly token?: DevnetAsset };
}

/** Blocks after which a message is final, on every devnet chain except Radix. */
export const FINALITY_BLOCKS = 32;

/** RPC endpoints per chain. Each is a proxy, so that tests can show the effect of a quorum of two. */
export const RPC_ENDPOINTS = 3;
export const RPC_QUORUM = 2;

/** Every chain that a devnet can have. The first five are the usual ones. */
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
  {
    kind: 'evm',
    name: 'base',
    domain: 31104,
    port: 8575,
    assets: { main: { symbol: 'AERO', name: 'Aerodrome', decimals: 18, native: false } },
  },
  {
    kind: 'evm',
    name: 'optimism',
    domain: 31105,
    port: 8585,
    assets: { main: { symbol: 'OP', name: 'Optimism', decimals: 18, native: false } },
  },
  {
    kind: 'evm',
    name: 'bnb',
    domain: 31106,
    port: 8595,
    assets: { main: { symbol: 'BNB', name: 'BNB', decimals: 18, native: true } },
  },
  {
    kind: 'evm',
    name: 'avalanche',
    domain: 31107,
    port: 8605,
    assets: { main: { symbol: 'AVAX', name: 'Avalanche', decimals: 18, native: true } },
  },
  {
    kind: 'evm',
    name: 'gnosis',
    domain: 31108,
    port: 8615,
    assets: { main: { symbol: 'GNO', name: 'Gnosis', decimals: 18, native: false } },
  },
] as const satisfies readonly Network[];

export type DevnetName = (typeof DEVNET_NETWORKS)[number]['name'];

/** One chain of the devnet. */
export type DevnetNetwork = Network & { readonly name: DevnetName };

/** Chains of a devnet that names none. */
const USUAL_CHAINS = 5;
export const USUAL_NETWORKS: readonly DevnetName[] = DEVNET_NETWORKS.slice(0, USUAL_CHAINS).map(({ name }) => name);

/** Seconds between blocks of `chains` local chains when nobody says. A block costs the more, the longer its chain. */
export const usualBlockTime = (chains: number): number => (chains <= USUAL_CHAINS ? 0.2 : 0.5);

/**
 * The chains that `text` names: how many, or names with commas between them. Throws RangeError, which says what exists.
 */
export function parseChains(text: string): readonly DevnetName[] {
  const all = DEVNET_NETWORKS.map(({ name }) => name);
  if (/^\d+$/.test(text)) {
    const count = Number(text);
    if (count < 1 || count > all.length) throw new RangeError(`--chains ${text}: 1 to ${all.length} chains exist`);
    return all.slice(0, count);
  }
  const names = [...new Set(text.split(',').map((name) => name.trim().toLowerCase()))];
  const unknown = names.find((name) => !all.includes(name as DevnetName));
  if (unknown !== undefined) throw new RangeError(`--chains: there is no chain "${unknown}"; ${all.join(', ')} exist`);
  return all.filter((name) => names.includes(name));
}
