import { z } from 'zod';
import { invalidField, malformed } from './errors.ts';

/** The field of every request except the first one: its network. */
export const networkRequest = z.object({ network: z.string() });
export type NetworkRequest = z.infer<typeof networkRequest>;

/** The largest numbers that the API allows in a request. */
export const MAX_STATE_VERSION = 100_000_000_000_000;
export const MAX_EPOCH = 10_000_000_000;
export const MAX_U32 = 0xffff_ffff;
export const MAX_U16 = 0xffff;

/** A whole number within the range of the API's integers. */
export const integer = z.int();

export const sborFormatOptions = z.object({
  raw: z.boolean().nullish(),
  programmatic_json: z.boolean().nullish(),
});

export const transactionFormatOptions = z.object({
  manifest: z.boolean().nullish(),
  blobs: z.boolean().nullish(),
  message: z.boolean().nullish(),
  raw_notarized_transaction: z.boolean().nullish(),
  raw_ledger_transaction: z.boolean().nullish(),
});

export const ledgerStateSelector = z.object({ type: z.literal('ByStateVersion'), state_version: integer });

export const publicKey = z.discriminatedUnion('key_type', [
  z.object({ key_type: z.literal('EcdsaSecp256k1'), key_hex: z.string() }),
  z.object({ key_type: z.literal('EddsaEd25519'), key_hex: z.string() }),
]);

/** Parses a request. Throws the API's error when `text` does not fit `schema`. */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, text: string): z.infer<Schema> {
  const result = schema.safeParse(parseJson(text));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw malformed(`Invalid request: ${[...(issue?.path ?? []), issue?.message ?? ''].join(': ')}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(`Invalid JSON: ${(error as Error).message}`);
  }
}

/** The bytes of a field in hex. Throws the API's error when it is not hex. */
export function hexField(field: string, hex: string): Uint8Array {
  if (hex.length % 2 !== 0 || !/^[\da-f]*$/i.test(hex)) throw invalidField(field, 'InvalidHex');
  return Buffer.from(hex, 'hex');
}

/** A field with a whole number from `min` to `max`. */
export function integerField(field: string, value: number, min: number, max: number): number {
  if (value < min || value > max) throw invalidField(field, `InvalidInteger: must be from ${min} to ${max}`);
  return value;
}
