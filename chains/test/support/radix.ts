import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ChainConfig,
  type ChainProvider,
  deployEvmNetwork,
  type KeyHandle,
  linkNetworks,
  type NetworkDeployer,
  openLane,
  type RadixDeployOptions,
  readDeployment,
} from '@causeway/chains';
import { deployRadixNetwork, openRadixLedger } from '@causeway/chains/radix/deploy';
import { type Ledger, startLedger } from '@causeway/radix-ledger';
import { openEvmProviders } from '../../src/evm/open.ts';
import { openRadixProviders } from '../../src/radix/open.ts';
import { wellKnown } from '../../src/radix/well-known.ts';
import { type Anvil, startAnvil } from './anvil.ts';
import { deployOptions, must, settings } from './bridges.ts';
import { radAlice, radDeployer, radGuardian, radMembers, radRelayer, SIMULATOR } from './radix-offline.ts';

/** A local Radix ledger for one test, in its own process. */
export interface RadixChain {
  /** Base of its Core API. */
  readonly url: string;
  readonly ledger: Ledger;
  stop(): Promise<void>;
}

/** Starts a ledger on a free port where deployer, alice and relayer hold 10,000 XRD. */
export async function startRadix(): Promise<RadixChain> {
  const { ledger, basePath, close } = await startLedger({ pace: 'automatic', roundMs: 20, idleRoundMs: 1_000 });
  const chain = { url: basePath, ledger, stop: close };
  await Promise.all([radDeployer, radAlice, radRelayer].map((key) => fund(chain, key)));
  return chain;
}

/** Gives the account of `key` 10,000 XRD from the faucet. */
export async function fund(chain: Pick<RadixChain, 'url'>, key: KeyHandle): Promise<void> {
  const faucet = wellKnown('faucet', SIMULATOR);
  const manifest = `CALL_METHOD Address("${faucet}") "free";
CALL_METHOD Address("${key.address}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") Enum<0u8>();\n`;
  must(await (await ledgerAs(chain, key)).send({ manifest, payer: faucet }));
}

/** The ledger with `key` as signer and payer. */
export const ledgerAs = async ({ url }: Pick<RadixChain, 'url'>, key: KeyHandle) =>
  must(await openRadixLedger({ rpc: [url], key, pollMs: 20 }));

/** How to deploy to `chain`; `directory` holds the deployments. */
export function radixOptions(
  chain: RadixChain,
  directory: string,
  asset: RadixDeployOptions['asset'] = { type: 'native', symbol: 'XRD', name: 'Radix' },
): RadixDeployOptions {
  return {
    network: 'radix',
    rpc: [chain.url],
    deployments: directory,
    key: radDeployer,
    asset,
    oracle: { members: radMembers.map(({ address }) => address), threshold: 3 },
    guardian: radGuardian.address,
    pollMs: 20,
  };
}

/** A Radix ledger and an EVM chain with linked bridges and open lanes. */
export interface RadixWorld {
  readonly directory: string;
  readonly radix: RadixChain;
  readonly ethereum: Anvil;
  readonly deployers: readonly [radix: NetworkDeployer, ethereum: NetworkDeployer];
  /** A provider over other endpoints or settings. */
  provider(network: 'radix' | 'ethereum', settings?: Partial<ChainConfig>): ChainProvider;
  stop(): Promise<void>;
}

/** Starts both chains, deploys and links the bridges and opens the lanes. */
export async function startRadixWorld(asset?: RadixDeployOptions['asset']): Promise<RadixWorld> {
  const directory = mkdtempSync(join(tmpdir(), 'causeway-radix-'));
  const [radix, ethereum] = await Promise.all([startRadix(), startAnvil(901_004)]);
  const [a, b] = await Promise.all([
    deployRadixNetwork(radixOptions(radix, directory, asset)).then(must),
    deployEvmNetwork(deployOptions(ethereum, 'ethereum', directory)).then(must),
  ]);
  must(await linkNetworks(a, b));
  must(await openLane(a, b));
  const nodes = { radix, ethereum };
  return {
    directory,
    radix,
    ethereum,
    deployers: [a, b],
    provider: (network, more) => {
      const open = network === 'radix' ? openRadixProviders : openEvmProviders;
      const config = settings([nodes[network].url], more);
      return must(open(config, must(readDeployment(directory, network)))).main as ChainProvider;
    },
    stop: async () => {
      await Promise.all([radix.stop(), ethereum.stop()]);
      rmSync(directory, { recursive: true });
    },
  };
}
