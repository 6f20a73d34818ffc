import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ChainConfig,
  type ChainProvider,
  chainConfig,
  deployEvmNetwork,
  type EvmDeployOptions,
  type KeyHandle,
  linkNetworks,
  type NetworkDeployer,
  openLane,
  readDeployment,
} from '@causeway/chains';
import { keyFromPrivate } from '@causeway/chains/keys';
import { type Hex, type Result, uintToHex } from '@causeway/protocol';
import { openEvmProviders } from '../../src/evm/open.ts';
import { type Anvil, FUNDED, startAnvil } from './anvil.ts';

/** The value of a success. On a failure, the test fails with it. */
export function must<T>(result: Result<T>): T {
  if (!result.ok) assert.fail(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

/** The code of a failure. On a success, the test fails. */
export function codeOf(result: Result<unknown>): string {
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
export function deployOptions(anvil: Anvil, network: string, directory: string): EvmDeployOptions {
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

/** Two chains with linked bridges and open lanes. */
export interface World {
  readonly directory: string;
  readonly ethereum: Anvil;
  readonly polygon: Anvil;
  readonly deployers: readonly [NetworkDeployer, NetworkDeployer];
  /** A provider over other endpoints or settings. */
  provider(network: 'ethereum' | 'polygon', settings?: Partial<ChainConfig>): ChainProvider;
  stop(): Promise<void>;
}

/** Settings of a chain with frequent polls. */
export const settings = (rpc: readonly string[], more: Partial<ChainConfig> = {}): ChainConfig =>
  chainConfig.parse({ rpc, pollMs: 50, rpcTimeoutMs: 20_000, ...more });

/**
 * Starts both chains, deploys and links the bridges and opens the lanes. `polygonAsset` is polygon's canonical asset.
 */
export async function startWorld(polygonAsset?: EvmDeployOptions['asset']): Promise<World> {
  const directory = mkdtempSync(join(tmpdir(), 'causeway-chains-'));
  const [ethereum, polygon] = await Promise.all([startAnvil(901_001), startAnvil(901_002)]);
  const polygonOptions = deployOptions(polygon, 'polygon', directory);
  const [a, b] = await Promise.all([
    deployEvmNetwork(deployOptions(ethereum, 'ethereum', directory)).then(must),
    deployEvmNetwork(polygonAsset ? { ...polygonOptions, asset: polygonAsset } : polygonOptions).then(must),
  ]);
  must(await linkNetworks(a, b));
  must(await openLane(a, b));
  const nodes = { ethereum, polygon };
  return {
    directory,
    ethereum,
    polygon,
    deployers: [a, b],
    provider: (network, more) => {
      const config = settings([nodes[network].url], more);
      return must(openEvmProviders(config, must(readDeployment(directory, network)))).main as ChainProvider;
    },
    stop: async () => {
      await Promise.all([ethereum.stop(), polygon.stop()]);
      rmSync(directory, { recursive: true });
    },
  };
}

/** 32 bytes of an address. */
export const address32 = (key: KeyHandle): Hex => `0x${key.address.slice(2).toLowerCase().padStart(64, '0')}`;
