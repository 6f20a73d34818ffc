// The only module that loads protocol-kit. Deploying a Safe and executing its transactions need it; reading does not.

import { fail, type Hex, ok, type Result } from '@causeway/protocol';
import Safe, { type ContractNetworksConfig, type Eip1193Provider, EthSafeSignature } from '@safe-global/protocol-kit';
import { ZeroAddress } from 'ethers';
import type { OracleFailure } from '../failures.ts';
import type { OracleSignature, OracleTransaction } from '../provider/provider.ts';
import { recoverSafeSigner, type SafeDeployment } from './oracle-payload.ts';
import { type EvmRpc, toQuantity } from './rpc.ts';

/** Thrown inside protocol-kit when a quorum read fails. It carries the failure through the kit to the caller. */
class KitReadError extends Error {
  override readonly name = 'KitReadError';
  /** EIP-1193 "disconnected", which the kit's client does not mistake for an answer. */
  readonly code = 4900;
}

/** The methods that protocol-kit may call: reads of state, on which a quorum must agree. */
const READS = new Set(['eth_call', 'eth_getCode', 'eth_getStorageAt', 'eth_getBalance', 'eth_getTransactionCount']);

/** An EIP-1193 provider over the quorum, so that protocol-kit cannot trust a single endpoint. */
export function quorumProvider(rpc: EvmRpc, chainId: number): Eip1193Provider {
  return {
    async request({ method, params }) {
      if (method === 'eth_chainId') return toQuantity(chainId);
      if (!READS.has(method)) throw new KitReadError(`${method} is not offered`);
      const answer = await rpc.agree((endpoint) => endpoint.send(method, Array.isArray(params) ? params : []));
      if (!answer.ok) throw new KitReadError(answer.error.message);
      return answer.value;
    },
  };
}

/** protocol-kit connected to the oracle's Safe. It reads the Safe and packs signatures; it holds no key. */
export function connectKit(rpc: EvmRpc, deployment: SafeDeployment): Promise<Safe> {
  return Safe.init({
    provider: quorumProvider(rpc, deployment.chainId),
    safeAddress: deployment.safe,
    contractNetworks: contractNetworks(deployment.chainId, deployment.contracts),
  });
}

/** Our deployment's contracts under the names of protocol-kit. */
export function contractNetworks(chainId: number, contracts: Readonly<Record<string, string>>): ContractNetworksConfig {
  const named = (name: string) => contracts[name] ?? ZeroAddress;
  return {
    [chainId]: {
      safeSingletonAddress: named('safeSingleton'),
      safeProxyFactoryAddress: named('safeProxyFactory'),
      fallbackHandlerAddress: named('fallbackHandler'),
      multiSendAddress: named('multiSend'),
      multiSendCallOnlyAddress: named('multiSendCallOnly'),
      signMessageLibAddress: named('signMessageLib'),
      createCallAddress: named('createCall'),
      simulateTxAccessorAddress: named('simulateTxAccessor'),
    },
  };
}

/**
 * Calldata of execTransaction with `signatures`, sorted and packed by protocol-kit. The kit derives the transaction and
 * its hash on its own. A hash other than the signed digest is a defect and throws.
 */
export async function encodeExecution(
  kit: Safe,
  { transaction, nonce }: { readonly transaction: OracleTransaction; readonly nonce: bigint },
  bridge: string,
  calldata: readonly Hex[],
  signatures: readonly OracleSignature[],
): Promise<Result<Hex, OracleFailure>> {
  if (new Set(signatures.map(({ signer }) => signer.toLowerCase())).size !== signatures.length) {
    return fail('DUPLICATE_SIGNATURE', 'a member signed twice');
  }
  const foreign = signatures.find((signature) => recoverSafeSigner(transaction, signature) === null);
  if (foreign) return fail('INVALID_SIGNATURE', `the signature of ${foreign.signer} does not fit the transaction`);
  const safeTransaction = await kit.createTransaction({
    transactions: calldata.map((data) => ({ to: bridge, value: '0', data })),
    onlyCalls: true,
    options: { nonce: Number(nonce), safeTxGas: '0' },
  });
  if ((await kit.getTransactionHash(safeTransaction)) !== transaction.digest) {
    throw new Error('protocol-kit and Causeway disagree on the Safe transaction');
  }
  for (const { signer, signature } of signatures) {
    safeTransaction.addSignature(new EthSafeSignature(signer, signature));
  }
  return ok((await kit.getEncodedTransaction(safeTransaction)) as Hex);
}
