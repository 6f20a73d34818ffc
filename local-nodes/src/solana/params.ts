import bs58 from 'bs58';
import { z } from 'zod';
import type { Commitment } from './ledger.ts';
import { invalidParams } from './rpc-error.ts';

const base58Bytes = (bytes: number) => (text: string) => {
  try {
    return bs58.decode(text).length === bytes;
  } catch {
    return false;
  }
};

export const address = z.string().refine(base58Bytes(32), 'Invalid param: Invalid');
export const signature = z.string().refine(base58Bytes(64), 'Invalid param: Invalid');
export const hash = z.string().refine(base58Bytes(32), 'Invalid param: Invalid');
export const u64 = z.number().int().nonnegative();

/** Commitments in the words of older clients. */
const COMMITMENTS: Readonly<Record<string, Commitment>> = {
  processed: 'processed',
  recent: 'processed',
  confirmed: 'confirmed',
  single: 'confirmed',
  singleGossip: 'confirmed',
  finalized: 'finalized',
  max: 'finalized',
  root: 'finalized',
};

export const commitment = z
  .string()
  .refine((word) => word in COMMITMENTS, 'unknown commitment')
  .transform((word) => COMMITMENTS[word] as Commitment)
  .nullish()
  .transform((level) => level ?? 'finalized');

/** Parameters that select the slot for which a method answers. */
export const context = { commitment, minContextSlot: u64.nullish() };
export const contextConfig = z.object(context).default({ commitment: 'finalized' });

export const accountEncoding = z.enum(['binary', 'base58', 'base64', 'base64+zstd', 'jsonParsed']);
export type AccountEncoding = z.infer<typeof accountEncoding>;

export const dataSlice = z.object({ offset: u64, length: u64 });
export type DataSlice = z.infer<typeof dataSlice>;

export const accountConfig = z
  .object({ ...context, encoding: accountEncoding.nullish(), dataSlice: dataSlice.nullish() })
  .default({ commitment: 'finalized' });

export const transactionEncoding = z.enum(['binary', 'base58', 'base64', 'json', 'jsonParsed']);
export type TransactionEncoding = z.infer<typeof transactionEncoding>;

/** The parameters, parsed by `schemas` in order. Throws the RPC's error when they do not fit. */
export function parse<Schemas extends z.ZodType[]>(
  params: readonly unknown[],
  ...schemas: Schemas
): { [Index in keyof Schemas]: z.infer<Schemas[Index]> } {
  const parsed = schemas.map((schema, index) => {
    const result = schema.safeParse(params[index] ?? undefined);
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    const words = issue?.message ?? '';
    if (words.startsWith('Invalid param')) throw invalidParams(words);
    const place = [`parameter ${index}`, ...(issue?.path ?? [])].join('.');
    throw invalidParams(`Invalid params: ${place}: ${words}`);
  });
  return parsed as { [Index in keyof Schemas]: z.infer<Schemas[Index]> };
}
