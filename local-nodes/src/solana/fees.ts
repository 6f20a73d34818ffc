import { BUILTIN_PROGRAMS, COMPUTE_BUDGET_PROGRAM, SIGNATURE_PROGRAMS } from './programs.ts';
import type { Message, TransactionConfig } from './wire.ts';

const LAMPORTS_PER_SIGNATURE = 5_000n;
const MICRO_LAMPORTS = 1_000_000n;
const MAX_COMPUTE_UNITS = 1_400_000;
const COMPUTE_UNITS_PER_INSTRUCTION = 200_000;
const COMPUTE_UNITS_PER_BUILTIN = 3_000;

/** Instructions of the compute budget program. */
const SET_COMPUTE_UNIT_LIMIT = 2;
const SET_COMPUTE_UNIT_PRICE = 3;

/** The payment of a transaction: lamports, and its price in micro-lamports per compute unit. */
export interface Fee {
  readonly lamports: bigint;
  readonly computeUnitPrice: bigint;
  readonly computeUnitLimit: number;
}

/** The fee of a transaction with `message`: its signatures, and its compute unit limit at its price. */
export function feeOf({ header, instructions, staticKeys, config }: Message): Fee {
  let signatures = header.numRequiredSignatures;
  let defaultLimit = 0;
  let limit: number | undefined;
  let computeUnitPrice = 0n;
  for (const { programIdIndex, data: bytes } of instructions) {
    const program = staticKeys[programIdIndex] as string;
    const data = Buffer.from(bytes);
    defaultLimit += BUILTIN_PROGRAMS.includes(program) ? COMPUTE_UNITS_PER_BUILTIN : COMPUTE_UNITS_PER_INSTRUCTION;
    if (SIGNATURE_PROGRAMS.includes(program)) signatures += data[0] ?? 0;
    if (program !== COMPUTE_BUDGET_PROGRAM || config !== null) continue;
    if (data[0] === SET_COMPUTE_UNIT_LIMIT && data.length >= 5) limit = data.readUInt32LE(1);
    if (data[0] === SET_COMPUTE_UNIT_PRICE && data.length >= 9) computeUnitPrice = data.readBigUInt64LE(1);
  }
  if (config !== null) return version1Fee(signatures, config);
  const computeUnitLimit = Math.min(limit ?? defaultLimit, MAX_COMPUTE_UNITS);
  const priority = (computeUnitPrice * BigInt(computeUnitLimit) + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
  return { lamports: LAMPORTS_PER_SIGNATURE * BigInt(signatures) + priority, computeUnitPrice, computeUnitLimit };
}

/** Version 1 sets the whole priority fee, from which the price is computed; its default limit is 0 compute units. */
function version1Fee(signatures: number, { priorityFee, computeUnitLimit: asked }: TransactionConfig): Fee {
  const computeUnitLimit = Math.min(asked ?? 0, MAX_COMPUTE_UNITS);
  const priority = priorityFee ?? 0n;
  const computeUnitPrice = computeUnitLimit === 0 ? 0n : (priority * MICRO_LAMPORTS) / BigInt(computeUnitLimit);
  return { lamports: LAMPORTS_PER_SIGNATURE * BigInt(signatures) + priority, computeUnitPrice, computeUnitLimit };
}
