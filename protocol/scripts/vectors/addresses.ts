import {
  ADDRESS_LENGTH,
  COIN_TYPE,
  evmDomain,
  type Hex,
  isAddress32,
  NETWORK,
  slip44Domain,
  ZERO_32,
} from '../../src/index.ts';
import { addressOn } from './sites.ts';

/** Domains of chains without an EIP-155 id on every network, and the extremes of domains with one. */
export function domainVectors() {
  const networks = Object.keys(NETWORK) as (keyof typeof NETWORK)[];
  return [
    ...[1, 900_002, 2 ** 31 - 1].map((chainId) => ({ name: `eip-155 ${chainId}`, domain: evmDomain(chainId) })),
    ...Object.entries(COIN_TYPE).flatMap(([chain, coinType]) =>
      networks.map((network) => ({ name: `${chain} ${network}`, domain: slip44Domain(network, coinType) })),
    ),
  ];
}

/** 32-byte words, and whether each is an address of a length: not zero, and zero before its last bytes. */
export function addressVectors() {
  const kinds = ['evm', 'radix', 'solana'] as const;
  const words: [string, Hex][] = [
    ['zero', ZERO_32],
    ['all ones', `0x${'ff'.repeat(32)}`],
    ['one', `0x${'00'.repeat(31)}01`],
    ...kinds.map((kind): [string, Hex] => [`${ADDRESS_LENGTH[kind]} bytes`, addressOn(kind, 'an address')]),
    // The byte before the address, the address's lowest and highest bit, and the word's first byte.
    ...[20, 30].flatMap((length): [string, Hex][] => [
      [`pad of ${length} bytes ends in 01`, withByte(32 - length - 1, '01')],
      [`pad of ${length} bytes ends in 80`, withByte(32 - length - 1, '80')],
      [`pad of ${length} bytes begins with 01`, withByte(0, '01')],
      [`first of ${length} bytes`, withByte(32 - length, '80')],
    ]),
  ];
  return words.flatMap(([name, word]) =>
    [20, 30, 32].map((length) => ({
      name: `${name}, taken for ${length}`,
      word,
      length,
      valid: isAddress32(word, length),
    })),
  );
}

const withByte = (index: number, byte: string): Hex => `0x${'00'.repeat(index)}${byte}${'00'.repeat(31 - index)}`;
