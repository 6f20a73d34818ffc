import type { ContractError } from './contract-errors.ts';
import type { Failure } from './result.ts';

/** Reasons of a chain's engine for which a call or a transaction fails, beside the contracts' own errors. */
export type EngineCode =
  | 'ACCOUNT_FROZEN'
  | 'BLOCKHASH_EXPIRED'
  | 'ESCROW_SHORT'
  | 'EXECUTION_FAILED'
  | 'EXECUTION_PANIC'
  | 'EXECUTION_REVERTED'
  | 'FEE_EXHAUSTED'
  | 'INNER_CALL_FAILED'
  | 'INSUFFICIENT_FUNDS'
  | 'INTENT_EXPIRED'
  | 'INTENT_NOT_YET_VALID'
  | 'INVALID_PAYER'
  | 'INVALID_SIGNATURE'
  | 'InstructionDidNotDeserialize'
  | 'InstructionFallbackNotFound'
  | 'InstructionMissing'
  | 'METHOD_MISSING'
  | 'NODE_MISSING'
  | 'NOT_OWNER'
  | 'OUT_OF_COMPUTE'
  | 'OUT_OF_GAS'
  | 'PAYMENT_FORBIDDEN'
  | 'PROGRAM_FAILED'
  | 'TRANSACTION_REVERTED';

/** The reason for which a call or a transaction fails when it is executed. */
export type ExecutionCode = ContractError | EngineCode;

/** The failure of a call or a transaction when it is executed. */
export type ExecutionFailure = Failure<ExecutionCode>;
