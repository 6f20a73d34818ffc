import { type Hex, hexToBytes } from '@causeway/protocol';
import { RadixEngineToolkit, SerializationMode } from '@radixdlt/radix-engine-toolkit';
import { z } from 'zod';
import type { RadixNetwork } from './network.ts';

/**
 * Schemas of Scrypto SBOR values in the toolkit's JSON form, which gives each value its kind and content. Fields have
 * positions and no names, so a missing, an additional or a differently typed field is an error.
 */

const unsigned = (kind: string) =>
  z.object({ kind: z.literal(kind), value: z.string().regex(/^\d+$/) }).transform(({ value }) => BigInt(value));
const small = (kind: string) => unsigned(kind).transform(Number);
const text = (kind: string) => z.object({ kind: z.literal(kind), value: z.string() }).transform(({ value }) => value);

export const u8 = small('U8');
export const u32 = small('U32');
export const u64 = unsigned('U64');
export const u128 = unsigned('U128');
export const bool = z.object({ kind: z.literal('Bool'), value: z.boolean() }).transform(({ value }) => value);
export const string = text('String');
/** An address, in bech32m. */
export const reference = text('Reference');
/** A decimal as text, such as "0.5". */
export const decimal = text('Decimal');
export const localId = text('NonFungibleLocalId');

/** Exactly `length` bytes. */
export const bytes = (length: number) =>
  z
    .object({
      kind: z.literal('Bytes'),
      element_kind: z.literal('U8'),
      hex: z.string().regex(new RegExp(`^[0-9a-f]{${2 * length}}$`)),
    })
    .transform(({ hex }): Hex => `0x${hex}`);
export const word = bytes(32);

export const list = <T extends z.ZodType>(element: T) =>
  z.object({ kind: z.literal('Array'), elements: z.array(element) }).transform(({ elements }) => elements);

/** A struct's or tuple's fields, in their order. */
export const tuple = <const T extends Fields>(...fields: T) =>
  z.object({ kind: z.literal('Tuple'), fields: z.tuple(fields) }).transform((value) => value.fields);

/** The fields of a struct that has `length` of them, unread and in their order. */
export const struct = (length: number) =>
  z.object({ kind: z.literal('Tuple'), fields: z.array(z.unknown()).length(length) }).transform(({ fields }) => fields);

type Fields = readonly [z.ZodType, ...z.ZodType[]];

/** The fields of variant `id` of an enum. */
export const variant = <const T extends Fields>(id: number, ...fields: T) =>
  z
    .object({ kind: z.literal('Enum'), variant_id: z.literal(String(id)), fields: z.tuple(fields) })
    .transform((value) => value.fields);

/** `value` for variant `id` of an enum; the variant has no fields. */
export const unit = <T>(id: number, value: T) =>
  z.object({ kind: z.literal('Enum'), variant_id: z.literal(String(id)), fields: z.tuple([]) }).transform(() => value);

/** The value of an Option, or null. */
export const option = <T extends z.ZodType>(value: T) =>
  z.union([
    unit(0, null),
    z
      .object({ kind: z.literal('Enum'), variant_id: z.literal('1'), fields: z.tuple([value]) })
      .transform(({ fields: [some] }) => some),
  ]);

/** Parses the value in `sbor`, hexadecimal without 0x, with `schema`. Throws when it does not fit. */
export async function decodeSbor<T extends z.ZodType>(
  sbor: string,
  network: RadixNetwork,
  schema: T,
): Promise<z.output<T>> {
  // The toolkit accepts only plain Uint8Arrays, no Buffers.
  const payload = Uint8Array.from(hexToBytes(`0x${sbor}`));
  const json = await RadixEngineToolkit.ScryptoSbor.decodeToString(payload, network.id, SerializationMode.Programmatic);
  return schema.parse(JSON.parse(json));
}
