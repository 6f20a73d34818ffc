import { strict as assert } from 'node:assert';
import {
  type ChainConfig,
  chainConfig,
  deployNetwork,
  type EvmDeployOptions,
  type KeyHandle,
  type OnProgress,
} from '@causeway/chains';
import { keyFromPrivate } from '@causeway/chains/keys';
import { type AnyFailure, type Hex, type Result, uintToHex } from '@causeway/protocol';
import { type Anvil, FUNDED } from './anvil.ts';

/** The value of a success. On a failure, the test fails with it. */
export function must<T>(result: Result<T, AnyFailure>): T {
  if (!result.ok) assert.fail(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

/** The code of a failure. On a success, the test fails. */
export function codeOf(result: Result<unknown, AnyFailure>): string {
  if (result.ok) assert.fail('succeeded');
  return result.error.code;
}

export const [deployer, alice, relayer, guardian] = FUNDED.map(keyFromPrivate) as [
  KeyHandle,
  KeyHandle,
  KeyHandle,
  KeyHandle,
];
/** The oracle's five members. */
export const members = Array.from({ length: 5 }, (_, index) => keyFromPrivate(uintToHex(0xa11ce + index, 32)));
/** A key without any role. */
export const outsider = keyFromPrivate(uintToHex(0xbad, 32));
/** One whole unit of an asset with 18 decimals. */
export const ETHER = 10n ** 18n;

/** How to deploy to `anvil` under the name `network`; `directory` holds the deployments. */
export function deployOptions(anvil: Pick<Anvil, 'url'>, network: string, directory: string): EvmDeployOptions {
  return {
    network,
    rpc: [anvil.url],
    deployments: directory,
    key: deployer,
    asset: { type: 'native', symbol: network === 'ethereum' ? 'ETH' : 'POL', name: network },
    oracle: { members: members.map(({ address }) => address), threshold: 3 },
    guardian: guardian.address,
    pollMs: 50,
  };
}

export const deployEvmNetwork = (options: EvmDeployOptions, onProgress?: OnProgress) =>
  deployNetwork({ kind: 'evm', ...options }, onProgress);

/** Settings of a chain with frequent polls. */
export const settings = (rpc: readonly string[], more: Partial<ChainConfig> = {}): ChainConfig =>
  chainConfig.parse({ value: false, rpc, pollMs: 50, rpcTimeoutMs: 20_000, ...more });

/** 32 bytes of an address. */
export const address32 = (key: KeyHandle): Hex => `0x${key.address.slice(2).toLowerCase().padStart(64, '0')}`;
