import { type Failure, fail } from '@causeway/protocol';
import type { PublicKey } from '@solana/web3.js';
import { isTemporary, refusalSentence } from '../refusals.ts';
import { ASSOCIATED_TOKEN_PROGRAM } from './addresses.ts';
import { IDL } from './program.ts';
import type { TransactionError } from './wire.ts';

/** The account cannot pay now; it may later. */
export const INSUFFICIENT_FUNDS: Failure = {
  code: 'INSUFFICIENT_FUNDS',
  message: 'the account holds less than the amount',
  retryable: true,
};

const final = (code: string, message: string): Failure => ({ code, message, retryable: false });

/** Codes that Anchor programs share, and those of the System and Token programs that the bridge calls. */
const SHARED_CODES: Readonly<Record<number, Failure>> = {
  1: INSUFFICIENT_FUNDS,
  17: final('ACCOUNT_FROZEN', 'the token account is frozen'),
  100: final('InstructionMissing', 'the program was called without an instruction'),
  101: final('InstructionFallbackNotFound', 'the program does not know the instruction'),
  102: final('InstructionDidNotDeserialize', "the instruction's arguments are not in its form"),
};

/** Reasons for which the cluster does not execute a transaction at all, or stops it. */
const CLUSTER_REFUSALS: Readonly<Record<string, Failure>> = {
  BlockhashNotFound: { code: 'BLOCKHASH_EXPIRED', message: 'its block hash is too old or unknown', retryable: true },
  AccountNotFound: { ...INSUFFICIENT_FUNDS, message: 'the payer does not exist' },
  InsufficientFundsForFee: { ...INSUFFICIENT_FUNDS, message: 'the payer cannot pay the fee' },
  InsufficientFundsForRent: { ...INSUFFICIENT_FUNDS, message: 'it would leave an account below the rent exemption' },
  InvalidAccountForFee: final('INVALID_PAYER', 'the payer cannot pay fees'),
  SignatureFailure: final('INVALID_SIGNATURE', 'a signature does not fit'),
  ComputationalBudgetExceeded: final('OUT_OF_COMPUTE', 'it used all of its compute units'),
  ProgramFailedToComplete: final('PROGRAM_FAILED', 'the program did not complete'),
};

/** The transaction error of one that was executed already. */
export const ALREADY_PROCESSED = 'AlreadyProcessed';

/** The Associated Token program's own error; others that pass through it are of the programs it calls. */
const INVALID_OWNER = 0;

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
  if (inside.reason === INVALID_OWNER && programs[inside.index]?.equals(ASSOCIATED_TOKEN_PROGRAM)) {
    return final('RECIPIENT_ACCOUNT_TAKEN', "the recipient's associated token account belongs to another owner");
  }
  const name = PROGRAM_ERRORS.get(inside.reason);
  if (name !== undefined) return { code: name, message: refusalSentence(name), retryable: isTemporary(name) };
  return SHARED_CODES[inside.reason] ?? final('EXECUTION_FAILED', `the program failed with code ${inside.reason}`);
}

const clusterRefusal = (name: string): Failure =>
  CLUSTER_REFUSALS[name] ?? final('EXECUTION_FAILED', `the cluster refused: ${name}`);

/** `decodeTransactionError` as a Result. */
export const refused = (error: TransactionError, programs: readonly PublicKey[]) => {
  const { code, message, retryable } = decodeTransactionError(error, programs);
  return fail(code, message, retryable);
};
