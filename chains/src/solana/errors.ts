import { type EngineCode, type ExecutionFailure, fail } from '@causeway/protocol';
import { isOwnError, isTemporary, refusalSentence } from '../provider/refusals.ts';
import { SETTLER_IDL } from './program.ts';
import type { TransactionError } from './wire.ts';

/** The account cannot pay now, but may be able to later. */
export const INSUFFICIENT_FUNDS: ExecutionFailure = {
  code: 'INSUFFICIENT_FUNDS',
  message: 'the account holds less than the amount',
  retryable: true,
};

const final = (code: EngineCode, message: string): ExecutionFailure => ({ code, message, retryable: false });

/** Codes that all Anchor programs share, and codes of the System and Token programs that the bridge calls. */
const SHARED_CODES: Readonly<Record<number, ExecutionFailure>> = {
  1: INSUFFICIENT_FUNDS,
  17: final('ACCOUNT_FROZEN', 'the token account is frozen'),
  100: final('InstructionMissing', 'the program was called without an instruction'),
  101: final('InstructionFallbackNotFound', 'the program does not know the instruction'),
  102: final('InstructionDidNotDeserialize', "the instruction's arguments are not in its form"),
};

/** Reasons for which the cluster refuses a whole transaction or stops it. */
const CLUSTER_REFUSALS: Readonly<Record<string, ExecutionFailure>> = {
  BlockhashNotFound: { code: 'BLOCKHASH_EXPIRED', message: 'its block hash is too old or unknown', retryable: true },
  AccountNotFound: { ...INSUFFICIENT_FUNDS, message: 'the payer does not exist' },
  InsufficientFundsForFee: { ...INSUFFICIENT_FUNDS, message: 'the payer cannot pay the fee' },
  InsufficientFundsForRent: { ...INSUFFICIENT_FUNDS, message: 'it would leave an account below the rent exemption' },
  InvalidAccountForFee: final('INVALID_PAYER', 'the payer cannot pay fees'),
  SignatureFailure: final('INVALID_SIGNATURE', 'a signature does not fit'),
  IncorrectAuthority: final('NOT_OWNER', 'the account has another authority'),
  Immutable: final('NOT_OWNER', 'nobody can change the account any more'),
  ComputationalBudgetExceeded: final('OUT_OF_COMPUTE', 'it used all of its compute units'),
  ProgramFailedToComplete: final('PROGRAM_FAILED', 'the program did not complete'),
};

/** Error of a transaction that was already executed. */
export const ALREADY_PROCESSED = 'AlreadyProcessed';

/** Names of the programs' own errors by code. The settler has the bridge's codes for the bridge's names. */
const PROGRAM_ERRORS = new Map(SETTLER_IDL.errors?.map(({ code, name }) => [code, name]));

/** The error of the failed instruction; null when the cluster refused the whole transaction. */
function instructionError(error: TransactionError): string | number | null {
  const parts = asRecord(error).InstructionError;
  if (!Array.isArray(parts)) return null;
  const [, reason] = parts;
  const custom = asRecord(reason).Custom;
  return typeof custom === 'number' ? custom : nameOf(reason);
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** The name of a variant, which has two forms: "Name" and {"Name": …}. */
const nameOf = (value: unknown): string =>
  typeof value === 'string' ? value : (Object.keys(asRecord(value))[0] ?? '?');

/** True when the transaction was executed and one of its instructions failed; false when it was refused as a whole. */
export const failedInside = (error: TransactionError): boolean => instructionError(error) !== null;

/**
 * The failure behind a transaction error. Its code is the program's error name, or one of this module's codes for an
 * error of the cluster.
 */
export function decodeTransactionError(error: TransactionError): ExecutionFailure {
  const reason = instructionError(error) ?? nameOf(error);
  if (typeof reason === 'string') return clusterRefusal(reason);
  const name = PROGRAM_ERRORS.get(reason);
  if (name !== undefined && isOwnError(name))
    return { code: name, message: refusalSentence(name), retryable: isTemporary(name) };
  return SHARED_CODES[reason] ?? final('EXECUTION_FAILED', `the program failed with code ${reason}`);
}

const clusterRefusal = (name: string): ExecutionFailure =>
  CLUSTER_REFUSALS[name] ?? final('EXECUTION_FAILED', `the cluster refused: ${name}`);

/** `decodeTransactionError` as a Result. */
export const refused = (error: TransactionError) => {
  const { code, message, retryable } = decodeTransactionError(error);
  return fail(code, message, retryable);
};
