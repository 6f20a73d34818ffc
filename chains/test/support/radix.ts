import type { KeyHandle, RadixDeployOptions } from '@causeway/chains';
import { openRadixLedger } from '@causeway/chains/radix/deploy';
import { type Ledger, startLedger } from '@causeway/radix-ledger';
import { wellKnown } from '../../src/radix/well-known.ts';
import { must } from './bridges.ts';
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
