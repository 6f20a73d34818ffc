import tokenArtifact from '@causeway/contracts-evm/BridgedToken.json' with { type: 'json' };
import bridgeArtifact from '@causeway/contracts-evm/CausewayBridge.json' with { type: 'json' };
import earlierBridges from '@causeway/contracts-evm/earlier-bridges.json' with { type: 'json' };
import { type Hex, padLeft, uintToHex } from '@causeway/protocol';
import { encodeBytes32String, id, TypedDataEncoder } from 'ethers';
import { type Build, buildOf } from './immutables.ts';

/** The letters of the bridge's immutables. */
export const BRIDGE_IMMUTABLES = {
  d: 'domain',
  a: 'canonicalAsset',
  w: 'wireDecimals',
  u: 'canonicalUnit',
  x: 'packedExecutor',
} as const;

/** The letters of a bridged token's immutables; the later ones are of OpenZeppelin's EIP712. */
export const TOKEN_IMMUTABLES = {
  b: 'bridge',
  o: 'originDomain',
  h: 'originAsset',
  m: 'decimals',
  n: 'name',
  v: 'version',
  t: 'address',
  s: 'domainSeparator',
  N: 'hashedName',
  V: 'hashedVersion',
  c: 'chainId',
} as const;

/**
 * This release's bridge, then the bridges of releases before, which are there for good. The letters name the immutable
 * of each place; a build in which they are others is refused by every test that deploys a bridge.
 */
export const BRIDGE_BUILDS = [
  buildOf(bridgeArtifact.deployedBytecode as Hex, 'duadaadwxduaddxuadaauddd'),
  ...(earlierBridges as readonly Build[]),
] as const satisfies readonly [Build, ...Build[]];

/** The bridged token of every release. */
export const TOKEN_BUILD = buildOf(tokenArtifact.deployedBytecode as Hex, 'bohbnvbmtsNVc');

/** Text of at most this many bytes is an immutable; of a longer one, the immutable only says that it is stored. */
const SHORT = 31;
const STORED = uintToHex(0xff, 32);

/** `text` as OpenZeppelin's ShortString keeps it: the bytes, and their number in the last byte. */
function shortString(text: string): Hex {
  const length = Buffer.byteLength(text);
  if (length > SHORT) return STORED;
  return `${encodeBytes32String(text).slice(0, -2)}${uintToHex(length, 1).slice(2)}` as Hex;
}

/** What the bridge's immutables must be, without the address of its executor. */
export function bridgeImmutables(bridge: {
  readonly domain: number;
  readonly canonicalAsset: string;
  readonly decimals: number;
  readonly wireDecimals: number;
}): Readonly<Record<'domain' | 'canonicalAsset' | 'wireDecimals' | 'canonicalUnit', Hex>> {
  const { domain, canonicalAsset, decimals, wireDecimals } = bridge;
  return {
    domain: uintToHex(domain, 32),
    canonicalAsset: padLeft(canonicalAsset.toLowerCase()),
    wireDecimals: uintToHex(wireDecimals, 32),
    canonicalUnit: uintToHex(10n ** BigInt(Math.max(0, decimals - wireDecimals)), 32),
  };
}

/** What a bridged token's immutables must be, without the asset's home address, which only the home's file has. */
export function tokenImmutables(token: {
  readonly address: string;
  readonly name: string;
  readonly decimals: number;
  readonly bridge: string;
  readonly originDomain: number;
  readonly chainId: number;
}): Readonly<Record<string, Hex>> {
  const { address, name, decimals, bridge, originDomain, chainId } = token;
  const version = '1';
  return {
    bridge: padLeft(bridge.toLowerCase()),
    originDomain: uintToHex(originDomain, 32),
    decimals: uintToHex(decimals, 32),
    name: shortString(name),
    version: shortString(version),
    address: padLeft(address.toLowerCase()),
    domainSeparator: TypedDataEncoder.hashDomain({ name, version, chainId, verifyingContract: address }) as Hex,
    hashedName: id(name) as Hex,
    hashedVersion: id(version) as Hex,
    chainId: uintToHex(chainId, 32),
  };
}
