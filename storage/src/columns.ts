import type { Hex } from '@causeway/protocol';
import { customType } from 'drizzle-orm/sqlite-core';

/**
 * Bytes as lower-case 0x text, whatever case they are written or looked up in. Prepared statements hand a null
 * through toDriver, too.
 */
export const hex = customType<{ data: Hex; driverData: string | null }>({
  dataType: () => 'text',
  toDriver: (value: Hex | null) => value?.toLowerCase() ?? null,
  fromDriver: (value) => value as Hex,
});

/** Most decimal digits of a u64. */
const U64_DIGITS = 20;

/**
 * A u64 as 20 decimal digits with leading zeros: SQLite's integers end at 2^63 and a driver number at 2^53, while
 * text of one length compares and indexes in numeric order over the whole range.
 */
export const u64 = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'text',
  toDriver: (value) => {
    if (value < 0n || value >= 1n << 64n) throw new RangeError(`${value} is no u64`);
    return value.toString().padStart(U64_DIGITS, '0');
  },
  fromDriver: (value) => BigInt(value),
});

/** A wireAmount (u128) as decimal text; it is compared for equality only, so it needs no padding. */
export const wireAmount = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'text',
  toDriver: (value) => value.toString(),
  fromDriver: (value) => BigInt(value),
});

/** Facts of an event: plain JSON for the edge, so a bigint becomes a decimal string. */
export const publicJson = customType<{ data: Readonly<Record<string, unknown>>; driverData: string }>({
  dataType: () => 'text',
  toDriver: (value) => JSON.stringify(value, (_key, field) => (typeof field === 'bigint' ? field.toString() : field)),
  fromDriver: (value) => JSON.parse(value),
});

/** Our own objects, read back as they were written: a bigint is kept as {"$bigint": "…"}. */
export const exactJson = <T = Readonly<Record<string, unknown>>>() =>
  customType<{ data: T; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) =>
      JSON.stringify(value, (_key, field) => (typeof field === 'bigint' ? { $bigint: field.toString() } : field)),
    fromDriver: (value) =>
      JSON.parse(value, (_key, field) =>
        typeof field === 'object' && field !== null && typeof field.$bigint === 'string'
          ? BigInt(field.$bigint)
          : field,
      ),
  })();
