import { COIN_TYPE, type Domain, type NETWORK, slip44Domain } from '@causeway/protocol';

/** A Radix network. */
export interface RadixNetwork {
  /** Appears in transaction headers and key paths. */
  readonly id: number;
  /** Appears in requests to the Core API, and as chainId in deployment files. */
  readonly logicalName: string;
  /** Follows the underscore in the human-readable part of every address. */
  readonly suffix: string;
  /** Its name in domains. */
  readonly name: keyof typeof NETWORK;
}

/** The local network. */
export const SIMULATOR: RadixNetwork = { id: 242, logicalName: 'simulator', suffix: 'sim', name: 'local' };

/** The networks that bridges can be on. */
export const RADIX_NETWORKS: readonly RadixNetwork[] = [
  { id: 1, logicalName: 'mainnet', suffix: 'rdx', name: 'mainnet' },
  { id: 2, logicalName: 'stokenet', suffix: 'tdx_2_', name: 'test' },
  // The network of a real node in a container of one's own.
  { id: 240, logicalName: 'localnet', suffix: 'loc', name: 'local' },
  SIMULATOR,
];

/** The network that `matches`, or null. */
export const findNetwork = (matches: (network: RadixNetwork) => boolean): RadixNetwork | null =>
  RADIX_NETWORKS.find(matches) ?? null;

/** The network that deployment files call `chainId`. Throws RangeError when there is none. */
export function radixNetwork(chainId: string): RadixNetwork {
  const network = findNetwork(({ logicalName }) => logicalName === chainId);
  if (network === null) throw new RangeError(`${chainId} is no Radix network that bridges can be on`);
  return network;
}

/** The network of that id. Throws RangeError when there is none. */
export function networkOfId(id: number): RadixNetwork {
  const network = findNetwork((one) => one.id === id);
  if (network === null) throw new RangeError(`${id} is no Radix network that bridges can be on`);
  return network;
}

/** The logical name of the network of that id, or the id where bridges cannot be on it. */
export const networkName = (id: number): string => findNetwork((one) => one.id === id)?.logicalName ?? String(id);

/** The domain of bridges on `network`. */
export const radixDomain = ({ name }: RadixNetwork): Domain => slip44Domain(name, COIN_TYPE.radix);
