import { type Hex, keccak256 } from '@causeway/protocol';
import { getCreate2Address, getCreateAddress, Transaction } from 'ethers';

/**
 * Creates the deterministic deployment proxy, whose calldata is salt ‖ creation code, on chains that lack it. The
 * transaction has an arbitrary signature (r = s = 0x22…), so nobody holds its key and it is the same on every chain.
 */
export const PROXY_TRANSACTION = Transaction.from(
  '0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222',
);

/** Sender of that transaction, and its cost in wei. */
export const PROXY_MAKER = PROXY_TRANSACTION.from as string;
export const PROXY_COST = PROXY_TRANSACTION.gasLimit * (PROXY_TRANSACTION.gasPrice ?? 0n);

/** Address of the deterministic deployment proxy on every chain. */
export const CREATE2_PROXY = getCreateAddress({ from: PROXY_MAKER, nonce: 0 });

/** One salt for all contracts; their creation code makes the addresses differ. */
export const SALT = keccak256('0x6361757365776179');

/** The address of `code`, independent of the deployer. */
export const create2Address = (code: Hex): string => getCreate2Address(CREATE2_PROXY, SALT, keccak256(code));
