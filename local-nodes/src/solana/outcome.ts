import type { TransactionError } from './transaction-errors.ts';
import type { Instruction } from './wire.ts';

export interface InnerInstructions {
  /** Index of the instruction that made these calls. */
  readonly index: number;
  readonly instructions: readonly (Instruction & { readonly stackHeight: number })[];
}

export interface ReturnData {
  readonly programId: string;
  readonly data: Uint8Array;
}

/** The effect of a transaction. */
export interface Outcome {
  readonly error: TransactionError | null;
  /** Whether a validator would include the transaction in a block: it ran, or it failed after it paid its fee. */
  readonly included: boolean;
  readonly logs: readonly string[];
  readonly innerInstructions: readonly InnerInstructions[];
  readonly computeUnits: number;
  readonly returnData: ReturnData | null;
}
