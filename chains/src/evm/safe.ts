import { concatHex, fail, type Hex, ok, type Result, uintToHex } from '@causeway/protocol';
import Safe, { type ContractNetworksConfig, decodeMultiSendData, EthSafeSignature } from '@safe-global/protocol-kit';
import { getAddress, recoverAddress, Signature, TypedDataEncoder, ZeroAddress } from 'ethers';
import type { KeyHandle, OracleSignature, OracleTransaction } from '../provider.ts';
import { multiSendAbi, safeAbi } from './abi.ts';

/** Version of the Safe on every network; its contracts are deployed from that release. */
export const SAFE_VERSION = '1.5.0';

/** The oracle's Safe and its helper contracts on one chain. */
export interface SafeDeployment {
  readonly chainId: number;
  readonly safe: string;
  readonly multiSendCallOnly: string;
  readonly contracts: Readonly<Record<string, string>>;
}

/** CALL straight to the bridge for one call, DELEGATECALL to the pinned MultiSendCallOnly for several. */
const OPERATION = { call: 0, delegateCall: 1 } as const;

/** The action of a Safe transaction. All other fields of SafeTx are always zero. */
export interface SafeAction {
  readonly to: string;
  readonly data: Hex;
  readonly operation: (typeof OPERATION)[keyof typeof OPERATION];
}

// EIP-712 type of Safe ≥ 1.3.0: keccak256 of it is SAFE_TX_TYPEHASH in Safe.sol.
const SAFE_TX = {
  SafeTx: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
    { name: 'operation', type: 'uint8' },
    { name: 'safeTxGas', type: 'uint256' },
    { name: 'baseGas', type: 'uint256' },
    { name: 'gasPrice', type: 'uint256' },
    { name: 'gasToken', type: 'address' },
    { name: 'refundReceiver', type: 'address' },
    { name: 'nonce', type: 'uint256' },
  ],
};

/** The action that makes the Safe call `bridge` with each of `calldata`, in order, all or nothing. */
export function safeAction(deployment: SafeDeployment, bridge: string, calldata: readonly Hex[]): SafeAction {
  const [only] = calldata;
  if (calldata.length === 1 && only !== undefined) return { to: bridge, data: only, operation: OPERATION.call };
  return {
    to: deployment.multiSendCallOnly,
    data: encodeMultiSend(bridge, calldata),
    operation: OPERATION.delegateCall,
  };
}

/** MultiSendCallOnly's packed form. Per call: 0 (CALL), target, value 0, length, data. */
export function encodeMultiSend(bridge: string, calldata: readonly Hex[]): Hex {
  const packed = calldata.map((data) =>
    concatHex('0x00', bridge.toLowerCase() as Hex, uintToHex(0, 32), uintToHex((data.length - 2) / 2, 32), data),
  );
  return multiSendAbi.encodeFunctionData('multiSend', [concatHex(...packed)]) as Hex;
}

/** The EIP-712 hash that the Safe's owners sign for `action` at `nonce`. */
export function safeTxHash(deployment: SafeDeployment, action: SafeAction, nonce: bigint): Hex {
  const domain = { chainId: deployment.chainId, verifyingContract: deployment.safe };
  const message = {
    ...action,
    value: 0n,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: ZeroAddress,
    refundReceiver: ZeroAddress,
    nonce,
  };
  return TypedDataEncoder.hash(domain, SAFE_TX, message) as Hex;
}

/** The member that made `signature` of `transaction`; null when it is malformed or another key made it. */
export function recoverSafeSigner(transaction: OracleTransaction, signature: OracleSignature): string | null {
  try {
    // Exactly r ‖ s ‖ v with v 27 or 28: the Safe reads other values of v as other kinds of signature.
    if (!/^0x[0-9a-f]{128}(1b|1c)$/i.test(signature.signature)) return null;
    const signer = recoverAddress(transaction.digest, Signature.from(signature.signature));
    return signer === getAddress(signature.signer) ? signer : null;
  } catch {
    return null;
  }
}

/** Signs the digest as `key`'s owner. */
export async function signSafeTransaction(transaction: OracleTransaction, key: KeyHandle): Promise<OracleSignature> {
  return { signer: key.address, signature: await key.sign(transaction.digest) };
}

/** The calldata of each bridge call inside an execTransaction; null when it is none or does anything else. */
export function bridgeCallsOf(
  execTransaction: string,
  deployment: SafeDeployment,
  bridge: string,
): readonly Hex[] | null {
  const outer = safeAbi.parseTransaction({ data: execTransaction });
  if (outer?.name !== 'execTransaction') return null;
  const { to, data, operation } = outer.args;
  if (operation === BigInt(OPERATION.call)) return to === bridge ? [data] : null;
  if (to !== getAddress(deployment.multiSendCallOnly)) return null;
  const inner = decodeMultiSendData(data);
  return inner.every((call) => getAddress(call.to) === bridge) ? inner.map((call) => call.data as Hex) : null;
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
  transaction: OracleTransaction,
  bridge: string,
  calldata: readonly Hex[],
  signatures: readonly OracleSignature[],
): Promise<Result<Hex>> {
  if (new Set(signatures.map(({ signer }) => signer.toLowerCase())).size !== signatures.length) {
    return fail('DUPLICATE_SIGNATURE', 'a member signed twice');
  }
  const foreign = signatures.find((signature) => recoverSafeSigner(transaction, signature) === null);
  if (foreign) return fail('INVALID_SIGNATURE', `the signature of ${foreign.signer} does not fit the transaction`);
  const safeTransaction = await kit.createTransaction({
    transactions: calldata.map((data) => ({ to: bridge, value: '0', data })),
    onlyCalls: true,
    options: { nonce: Number(transaction.anchor), safeTxGas: '0' },
  });
  if ((await kit.getTransactionHash(safeTransaction)) !== transaction.digest) {
    throw new Error('protocol-kit and Causeway disagree on the Safe transaction');
  }
  for (const { signer, signature } of signatures) {
    safeTransaction.addSignature(new EthSafeSignature(signer, signature));
  }
  return ok((await kit.getEncodedTransaction(safeTransaction)) as Hex);
}
