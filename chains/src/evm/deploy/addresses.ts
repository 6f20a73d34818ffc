import { type Hex, keccak256 } from '@causeway/protocol';
import { getCreate2Address, getCreateAddress, Transaction } from 'ethers';
import { initCode, SAFE_CONTRACTS } from './artifacts.ts';

/**
 * The deterministic deployment proxy that most chains and local nodes have: calldata is salt ‖ creation code. Where it
 * is missing, this transaction makes it: signed by nobody (r = s = 0x22…), so it is the same on every chain.
 */
export const PROXY_TRANSACTION = Transaction.from(
  '0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222',
);

/** Who that transaction is from, and what it costs. */
export const PROXY_MAKER = PROXY_TRANSACTION.from as string;
export const PROXY_COST = PROXY_TRANSACTION.gasLimit * (PROXY_TRANSACTION.gasPrice ?? 0n);

/** Address of the deterministic deployment proxy on every chain. */
export const CREATE2_PROXY = getCreateAddress({ from: PROXY_MAKER, nonce: 0 });

/** One salt for all: what differs between contracts is in their creation code. */
export const SALT = keccak256('0x6361757365776179');

/** Where `code` is deployed, whoever deploys it. */
export const create2Address = (code: Hex): string => getCreate2Address(CREATE2_PROXY, SALT, keccak256(code));

/**
 * The one MultiSendCallOnly that the Safe delegates to, and the singletons behind the Safe: an address made from the
 * creation code holds that code and no other, so a forged deployment file cannot point elsewhere.
 */
export const PINNED = {
  multiSendCallOnly: create2Address(initCode(SAFE_CONTRACTS.multiSendCallOnly)),
  safeSingleton: create2Address(initCode(SAFE_CONTRACTS.safeSingleton)),
} as const;
