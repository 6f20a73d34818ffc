import type { ChainConfig, ChainProvider, Deployment, KeyHandle } from '@causeway/chains';
import { radixKeyFromSeed } from '@causeway/chains/keys';
import { type Hex, KIND, type Message, toAddress32, uintToHex, ZERO_32 } from '@causeway/protocol';
import { encodeAddress } from '../../src/radix/address.ts';
import { radixSettings } from '../../src/radix/config.ts';
import { networkOfId, type RadixNetwork, radixDomain, SIMULATOR } from '../../src/radix/network.ts';
import { openRadixProviders } from '../../src/radix/open.ts';
import { must } from './bridges.ts';

/** The network of most tests, and a second one. */
export const STOKENET = networkOfId(2);
export { SIMULATOR };

/** A test key for the local network. */
export const keyOf = (index: number, network = SIMULATOR): KeyHandle =>
  radixKeyFromSeed(uintToHex(0x7ad1c + index, 32), network.id);

export const [radDeployer, radAlice, radRelayer, radGuardian] = [11, 12, 13, 14].map((index) => keyOf(index)) as [
  KeyHandle,
  KeyHandle,
  KeyHandle,
  KeyHandle,
];
/** Index of the first member's key. */
const MEMBER = 0x100;
/** The oracle's five members on Radix. */
export const radMembers = Array.from({ length: 5 }, (_, index) => keyOf(MEMBER + index));
export const radOutsider = keyOf(0xbad);
/** 1 XRD in its smallest unit. */
export const XRD = 10n ** 18n;

/** An Ethereum that exists only in the file. */
export const REMOTE = { domain: 31_337, bridge: `0x${'e7'.repeat(20).padStart(64, '0')}` as Hex } as const;

/** A node id with the first byte `first`. */
export const nodeIdOf = (first: string, rest: string): Hex => `0x${first}${rest.repeat(29)}`;

/** The bridge of a deployment without a ledger, for tests that need none. */
export function offlineDeployment(network: RadixNetwork = SIMULATOR): Deployment {
  const component = nodeIdOf('c0', 'b0');
  const address = encodeAddress(component, network);
  const limits = { minAmount: '1', maxAmount: '1000', capacity: '1000', refillPerSecond: '1' };
  const token = encodeAddress(nodeIdOf('5d', 'e0'), network);
  const members = radMembers.map((_key, index) => keyOf(MEMBER + index, network).address);
  return {
    formatVersion: 1,
    network: 'radix',
    kind: 'radix',
    domain: radixDomain(network),
    chainId: network.logicalName,
    oracle: { address, members, threshold: 3 },
    contracts: { locker: encodeAddress(nodeIdOf('68', '10'), network) },
    bridges: {
      main: {
        address,
        address32: toAddress32(component),
        deployedAtBlock: 1,
        canonicalAsset: { symbol: 'XRD', name: 'Radix', decimals: 18, address: null },
        wireDecimals: 9,
        limits,
        remotes: {
          ethereum: {
            ...REMOTE,
            wireDecimals: 9,
            token: { symbol: 'cwETH', name: 'Causeway ETH', decimals: 18, address: token },
            opened: true,
          },
        },
      },
    },
  };
}

/** The provider of a deployment whose nodes do not answer. */
export function offlineProvider(
  deployment: Deployment = offlineDeployment(),
  config: Partial<ChainConfig> = {},
): ChainProvider {
  const settings = radixSettings.parse({ rpc: ['http://127.0.0.1:9/core'], rpcTimeoutMs: 100, ...config });
  return must(openRadixProviders(settings, deployment)).main as ChainProvider;
}

/** A lock of `wireAmount` on the remote, to the account of key 9. */
export const lockMessage = (change: Partial<Message> = {}): Message => ({
  kind: KIND.lock,
  source: REMOTE.domain,
  destination: offlineDeployment().domain,
  nonce: 7n,
  sourceBridge: REMOTE.bridge,
  destinationBridge: offlineDeployment().bridges.main?.address32 as Hex,
  assetHome: REMOTE.domain,
  sender: `0x${'5e'.repeat(20).padStart(64, '0')}`,
  recipient: must(offlineProvider().parseAddress(keyOf(9).address)),
  wireAmount: 1_500_000_000n,
  reference: ZERO_32,
  ...change,
});
