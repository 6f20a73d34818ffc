import { ComputeBudgetProgram, TransactionInstruction } from '@solana/web3.js';

/**
 * Bytes of accounts and programs that a transaction may load; by default 64 MB are reckoned against the block. The
 * bridge, the Token and the Associated Token programs have less than half of it together.
 */
const LOADED_BYTES = 1_048_576;

/** Tag of SetLoadedAccountsDataSizeLimit, for which web3.js has no function. */
const SET_LOADED_ACCOUNTS_DATA_SIZE_LIMIT = 4;

/** What a transaction may use, and for how much. */
export interface Budget {
  /** Limit of compute units, for which the price is paid whether they are used or not. */
  readonly computeUnits: number;
  /** Price of a compute unit, millionths of a lamport. */
  readonly price: bigint;
  /** Bytes beyond those that it may need to load; makes equal transactions differ. */
  readonly moreBytes?: number;
}

/** The instructions that begin every transaction. */
export function budgetInstructions({
  computeUnits,
  price,
  moreBytes = 0,
}: Budget): readonly [TransactionInstruction, TransactionInstruction, TransactionInstruction] {
  const data = Buffer.alloc(5);
  data.writeUInt8(SET_LOADED_ACCOUNTS_DATA_SIZE_LIMIT, 0);
  data.writeUInt32LE(LOADED_BYTES + moreBytes, 1);
  return [
    ComputeBudgetProgram.setComputeUnitLimit({ units: computeUnits }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price }),
    new TransactionInstruction({ programId: ComputeBudgetProgram.programId, keys: [], data }),
  ];
}

/** Compute units to request for a transaction that used `used` in a simulation. */
export const withMargin = (used: number): number => Math.ceil(used * 1.1);
