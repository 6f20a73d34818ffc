import { randomInt } from 'node:crypto';
import type { KeyHandle, PlanFile, RadixDeployOptions } from '@causeway/chains';
import { openRadixLedger } from '@causeway/chains/radix/deploy';
import { bytesToHex, hexToBytes } from '@causeway/protocol';
import { type Ledger, startLedger } from '@causeway/radix-ledger';
import { CoreApiClient } from '@radixdlt/babylon-core-api-sdk';
import { PublicKey, RadixEngineToolkit, Signature, TransactionBuilder } from '@radixdlt/radix-engine-toolkit';
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

/** Starts a ledger on a free port where deployer, alice, relayer and guardian hold 10,000 XRD. */
export async function startRadix(): Promise<RadixChain> {
  const { ledger, basePath, close } = await startLedger({ pace: 'automatic', roundMs: 20, idleRoundMs: 1_000 });
  const chain = { url: basePath, ledger, stop: close };
  await Promise.all([radDeployer, radAlice, radRelayer, radGuardian].map((key) => fund(chain, key)));
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

/** Builds and signs a plan's manifest by the Radix Engine Toolkit as `key`, whose account pays; awaits the commit. */
export async function signPlan(
  { url }: Pick<RadixChain, 'url'>,
  { text }: Pick<PlanFile, 'text'>,
  key: KeyHandle,
): Promise<void> {
  const network = SIMULATOR.logicalName;
  const api = (await CoreApiClient.initialize({ basePath: url, logicalNetworkName: network })).lowLevel;
  const status = await api.status.statusNetworkStatusPost({ networkStatusRequest: { network } });
  const { epoch = 0 } = status.current_epoch_round ?? {};
  const manifest = `CALL_METHOD Address("${key.address}") "lock_fee" Decimal("20");\n${text}`;
  const builder = (await TransactionBuilder.new())
    .header({
      networkId: SIMULATOR.id,
      startEpochInclusive: epoch,
      endEpochExclusive: epoch + 2,
      nonce: randomInt(2 ** 32),
      notaryPublicKey: new PublicKey.Ed25519(plain(key.publicKey)),
      notaryIsSignatory: true,
      tipPercentage: 0,
    })
    .manifest({ instructions: { kind: 'String', value: manifest }, blobs: [] });
  const sign = async (hash: Uint8Array) => new Signature.Ed25519(plain(await key.sign(bytesToHex(hash))));
  const transaction = await builder.notarizeAsync(sign);
  const raw = await RadixEngineToolkit.NotarizedTransaction.compile(transaction);
  const { id } = await RadixEngineToolkit.NotarizedTransaction.intentHash(transaction);
  const notarized_transaction_hex = Buffer.from(raw).toString('hex');
  await api.transaction.transactionSubmitPost({ transactionSubmitRequest: { network, notarized_transaction_hex } });
  for (;;) {
    const transactionStatusRequest = { network, intent_hash: id };
    const { intent_status, status_description } = await api.transaction.transactionStatusPost({
      transactionStatusRequest,
    });
    if (intent_status === 'CommittedSuccess') return;
    if (intent_status !== 'InMempool') throw new Error(`${intent_status}: ${status_description}`);
  }
}

// The toolkit takes plain arrays only, no Buffers.
const plain = (hex: Parameters<typeof hexToBytes>[0]) => Uint8Array.from(hexToBytes(hex));

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
