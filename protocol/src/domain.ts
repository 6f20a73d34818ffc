/** A chain's u32 id in messages. */
export type Domain = number;

/** Length of an address on each kind of chain that comes with Causeway, bytes. */
export const ADDRESS_LENGTH = { evm: 20, solana: 32, radix: 30 } as const;

/** The kinds of chain that come with Causeway. */
export type BuiltInKind = keyof typeof ADDRESS_LENGTH;

declare const checked: unique symbol;

/** The name of a kind of chain: a built-in one, or a name that `isChainKind` has checked. */
export type ChainKind = BuiltInKind | (string & { readonly [checked]: 'ChainKind' });

/** True for lower-case letters and digits that begin with a letter, as all kinds of chain are named. */
export const isChainKind = (name: unknown): name is ChainKind =>
  typeof name === 'string' && /^[a-z][a-z0-9]*$/.test(name);

/** Networks of chains without an EIP-155 id. */
export const NETWORK = { mainnet: 0, test: 1, dev: 2, local: 255 } as const;

/** SLIP-44 coin types used in domains. */
export const COIN_TYPE = { solana: 501, radix: 1022 } as const;

/** Domain of an EVM chain: its EIP-155 chain id, which must be positive and below 2^31. Throws RangeError. */
export function evmDomain(chainId: number | bigint): Domain {
  const id = Number(chainId);
  if (!Number.isSafeInteger(id) || id <= 0 || id >= 2 ** 31) throw new RangeError('an EVM chain id is in 1 … 2^31 − 1');
  return id;
}

/** Domain of a chain without an EIP-155 id: 0x80000000 | network << 16 | SLIP-44 coin type. */
export function slip44Domain(network: keyof typeof NETWORK, coinType: number): Domain {
  if (!Number.isInteger(coinType) || coinType < 0 || coinType > 0xffff) throw new RangeError('a coin type has 16 bits');
  return (0x80000000 | (NETWORK[network] << 16) | coinType) >>> 0;
}

/** True when `domain` belongs to an EVM chain. */
export const isEvmDomain = (domain: Domain): boolean => domain > 0 && domain < 2 ** 31;
