import type { Hex } from '@causeway/protocol';

/** Storage of a value: its `type` in each dialect, and the conversions between the value and the driver's form. */
export interface Codec<Data> {
  readonly type: { readonly sqlite: string; readonly postgres: string };
  readonly toDriver: (value: Data) => string | null;
  readonly fromDriver: (value: string) => Data;
}

/** Sorts by bytes on both engines, independent of the PostgreSQL database's language. */
export const TEXT = { sqlite: 'text', postgres: 'text collate "C"' } as const;

/** Bytes as 0x text. Writes and lookups convert to lower case. Null passes, because prepared statements contain it. */
export const HEX: Codec<Hex> = {
  type: TEXT,
  toDriver: (value: Hex | null) => value?.toLowerCase() ?? null,
  fromDriver: (value) => value as Hex,
};

/** Most decimal digits of a u64. */
const U64_DIGITS = 20;

/**
 * A u64 as 20 decimal digits with leading zeros. Integers of both engines end at 2^63 and a driver's numbers at 2^53,
 * but text of equal length compares and indexes in numeric order over the whole range.
 */
export const U64: Codec<bigint> = {
  type: TEXT,
  toDriver: (value) => {
    if (value < 0n || value >= 1n << 64n) throw new RangeError(`${value} is no u64`);
    return value.toString().padStart(U64_DIGITS, '0');
  },
  fromDriver: BigInt,
};

/** An exact wire amount (u128). On SQLite it is decimal text, because SQLite's integers end at 2^63. Null passes. */
export const WIRE_AMOUNT: Codec<bigint> = {
  type: { sqlite: 'text', postgres: 'numeric(39, 0)' },
  toDriver: (value: bigint | null) => value?.toString() ?? null,
  fromDriver: BigInt,
};

/**
 * JSON text; `replacer` makes bigints into JSON. It takes several times as long as no replacer, and most objects need
 * none.
 */
function jsonOf(value: unknown, replacer: (key: string, field: unknown) => unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return JSON.stringify(value, replacer);
  }
}

/** Public facts of an event as plain JSON, in which a bigint becomes a decimal string. */
export const PUBLIC_JSON: Codec<Readonly<Record<string, unknown>>> = {
  type: TEXT,
  toDriver: (value) => jsonOf(value, (_key, field) => (typeof field === 'bigint' ? field.toString() : field)),
  fromDriver: (value) => JSON.parse(value),
};

/** A stored bigint as itself. */
const revived = (_key: string, field: { readonly $bigint?: unknown } | null): unknown =>
  typeof field === 'object' && field !== null && typeof field.$bigint === 'string' ? BigInt(field.$bigint) : field;

/** Our own objects, which are read back exactly: a bigint is stored as {"$bigint": "…"}. Null passes. */
export const exactJson = <T>(): Codec<T> => ({
  type: TEXT,
  toDriver: (value: T | null) =>
    value === null
      ? null
      : jsonOf(value, (_key, field) => (typeof field === 'bigint' ? { $bigint: field.toString() } : field)),
  // A reviver takes several times as long as the parser, and most objects have no bigint.
  fromDriver: (value) => (value.includes('$bigint') ? JSON.parse(value, revived) : JSON.parse(value)),
});
