import { type Failure, fail } from '@causeway/protocol';
import type { PublicKey } from '@solana/web3.js';
import { isTemporary, refusalSentence } from '../refusals.ts';
import { ASSOCIATED_TOKEN_PROGRAM } from './addresses.ts';
import { IDL } from './program.ts';
import type { TransactionError } from './wire.ts';

/** Codes that Anchor programs share, and those of the System and Token programs that the bridge calls. */
const SHARED_CODES: Readonly<Record<number, { readonly code: string; readonly message: string }>> = {
  1: { code: 'INSUFFICIENT_FUNDS', message: 'the account holds less than the amount' },
  17: { code: 'ACCOUNT_FROZEN', message: 'the token account is frozen' },
  100: { code: 'InstructionMissing', message: 'the program was called without an instruction' },
  101: { code: 'InstructionFallbackNotFound', message: 'the program does not know the instruction' },
  102: { code: 'InstructionDidNotDeserialize', message: "the instruction's arguments are not in its form" },
};

/** Reasons for which the cluster does not execute a transaction at all, or stops it. */
const CLUSTER_REFUSALS: Readonly<Record<string, Failure>> = {
  BlockhashNotFound: { code: 'BLOCKHASH_EXPIRED', message: 'its block hash is too old or unknown', retryable: true },
  AccountNotFound: { code: 'INSUFFICIENT_FUNDS', message: 'the payer does not exist', retryable: true },
  InsufficientFundsForFee: { code: 'INSUFFICIENT_FUNDS', message: 'the payer cannot pay the fee', retryable: true },
  InsufficientFundsForRent: {
    code: 'INSUFFICIENT_FUNDS',
    message: 'it would leave an account below the rent exemption',
    retryable: true,
  },
  InvalidAccountForFee: { code: 'INVALID_PAYER', message: 'the payer cannot pay fees', retryable: false },
  SignatureFailure: { code: 'INVALID_SIGNATURE', message: 'a signature does not fit', retryable: false },
  ComputationalBudgetExceeded: { code: 'OUT_OF_COMPUTE', message: 'it used all of its compute units', retryable: true },
  ProgramFailedToComplete: { code: 'PROGRAM_FAILED', message: 'the program did not complete', retryable: false },
};

/** The transaction error of one that was executed already. */
export const ALREADY_PROCESSED = 'AlreadyProcessed';

/** Names of the program's own errors by code. */
const PROGRAM_ERRORS = new Map(IDL.errors?.map(({ code, name }) => [code, name]));

/** The instruction that failed, by its position in the transaction, and how. */
interface InstructionError {
  readonly index: number;
  readonly reason: string | number;
}

function instructionError(error: TransactionError): InstructionError | null {
  const parts = asRecord(error).InstructionError;
  if (!Array.isArray(parts)) return null;
  const [index, reason] = parts;
  const custom = asRecord(reason).Custom;
  return { index: Number(index), reason: typeof custom === 'number' ? custom : nameOf(reason) };
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** "Name" and {"Name": …} are the two forms of a variant. */
const nameOf = (value: unknown): string =>
  typeof value === 'string' ? value : (Object.keys(asRecord(value))[0] ?? '?');

/** True when the transaction was executed and an instruction of it failed, rather than refused as a whole. */
export const failedInside = (error: TransactionError): boolean => instructionError(error) !== null;

/**
 * The failure that a transaction error stands for: its code is the program's error name, or a name of the cluster's in
 * ours. `programs` are the programs of the transaction's instructions, in order.
 */
export function decodeTransactionError(error: TransactionError, programs: readonly PublicKey[]): Failure {
  const inside = instructionError(error);
  if (inside === null) return clusterRefusal(nameOf(error));
  if (typeof inside.reason === 'string') return clusterRefusal(inside.reason);
  if (programs[inside.index]?.equals(ASSOCIATED_TOKEN_PROGRAM)) {
    return {
      code: 'RECIPIENT_ACCOUNT_TAKEN',
      message: "the recipient's associated token account belongs to another owner",
      retryable: false,
    };
  }
  const name = PROGRAM_ERRORS.get(inside.reason);
  if (name !== undefined) return { code: name, message: refusalSentence(name), retryable: isTemporary(name) };
  const shared = SHARED_CODES[inside.reason];
  return shared
    ? { ...shared, retryable: shared.code === 'INSUFFICIENT_FUNDS' }
    : { code: 'EXECUTION_FAILED', message: `the program failed with code ${inside.reason}`, retryable: false };
}

const clusterRefusal = (name: string): Failure =>
  CLUSTER_REFUSALS[name] ?? { code: 'EXECUTION_FAILED', message: `the cluster refused: ${name}`, retryable: false };

/** `decodeTransactionError` as a Result. */
export const refused = (error: TransactionError, programs: readonly PublicKey[]) => {
  const { code, message, retryable } = decodeTransactionError(error, programs);
  return fail(code, message, retryable);
};
