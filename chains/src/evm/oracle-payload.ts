import { concatHex, type Hex, uintToHex } from '@causeway/protocol';
import { getAddress, recoverAddress, Signature, TypedDataEncoder, ZeroAddress } from 'ethers';
import type { KeyHandle, OracleSignature, OracleTransaction } from '../provider/provider.ts';
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

const MULTI_SEND = multiSendAbi.getFunction('multiSend')?.selector as Hex;

/**
 * The call of MultiSendCallOnly with the packed form of `calldata`. Per call: 0 (CALL), target, value 0, length, data.
 */
export function encodeMultiSend(bridge: string, calldata: readonly Hex[]): Hex {
  const packed = calldata.map((data) =>
    concatHex('0x00', bridge.toLowerCase() as Hex, uintToHex(0, 32), uintToHex((data.length - 2) / 2, 32), data),
  );
  const bytes = concatHex(...packed);
  const length = bytes.length / 2 - 1;
  // ethers converts the bytes of a batch several times, and returns the same.
  return concatHex(MULTI_SEND, uintToHex(32, 32), uintToHex(length, 32), bytes, `0x${'00'.repeat(-length & 31)}`);
}

/** Bytes of a packed call before its data: the operation, the target, the value and the data's length. */
const PACKED_HEAD = 1 + 20 + 32 + 32;

/** The calls in what MultiSendCallOnly is called with, or null when it is not in that form to the last byte. */
export function decodeMultiSend(multiSend: string): readonly { readonly to: string; readonly data: Hex }[] | null {
  const packed: string | undefined = multiSendAbi.parseTransaction({ data: multiSend })?.args[0];
  if (packed === undefined) return null;
  const calls: { to: string; data: Hex }[] = [];
  // Slices of text: ethers' dataSlice converts all of a batch for each part of each call.
  const slice = (from: number, to: number): Hex => `0x${packed.slice(2 + 2 * from, 2 + 2 * to)}`;
  const length = packed.length / 2 - 1;
  for (let at = 0; at < length; ) {
    const end = at + PACKED_HEAD;
    if (end > length) return null;
    const next = end + Number(slice(end - 32, end));
    if (next > length) return null;
    calls.push({ to: getAddress(slice(at + 1, at + 21)), data: slice(end, next) });
    at = next;
  }
  return calls;
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
  const inner = decodeMultiSend(data);
  return inner?.every((call) => call.to === bridge) ? inner.map((call) => call.data) : null;
}
