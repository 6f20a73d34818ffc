// Values of the blueprint's types, and their text in a manifest; sbor.ts decodes them.
import type { Hex } from '@causeway/protocol';
import { type Address, badgeOf, keyHashOf } from './addresses.ts';

/**
 * A type of the blueprint's interface. Tests write a badge or a key as the account of the key, a decimal as an integer
 * of 10^-18, words and bytes as Hex, integers above 32 bits as bigint, and an absent option as null.
 */
export type Type =
  | 'bool'
  | 'u8'
  | 'u32'
  | 'u64'
  | 'u128'
  | 'string'
  | 'bytes'
  | 'word'
  | 'decimal'
  | 'address'
  | 'badge'
  | 'key'
  | 'bucket'
  | 'reservation'
  | 'nothing'
  | { readonly list: Type }
  | { readonly option: Type }
  | { readonly variants: readonly string[] }
  /** A value whose type depends on the discriminator. Only used for decoding. */
  | { readonly union: Readonly<Record<number, Type>> }
  | { readonly struct: Struct };
/** Fields in their encoded order. */
export type Struct = Readonly<Record<string, Type>>;

export type Value = number | bigint | boolean | string | null | readonly Value[] | { readonly [field: string]: Value };
export type Fields = Readonly<Record<string, Value>>;

/** Decimal digits of Radix's Decimal. */
export const DECIMALS = 18;

/** The text in a manifest of an integer of 10^-18. */
export function decimalText(attos: bigint): string {
  const digits = (attos < 0n ? -attos : attos).toString().padStart(DECIMALS + 1, '0');
  return `${attos < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}

/** Converts the engine's decimal text to units of 10^-18. */
export function attosOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(DECIMALS, '0')}`);
}

const bytesText = (hex: string): string => `Bytes("${hex.slice(2)}")`;

/** The text of a value of `type` in a manifest. Buckets and reservations have the manifest's names. */
export function manifestText(value: Value, type: Type): string {
  if (typeof type === 'object') {
    if ('list' in type) {
      const items = (value as readonly Value[]).map((item) => manifestText(item, type.list));
      return `Array<${LIST_KINDS[type.list as string] ?? 'Tuple'}>(${items.join(', ')})`;
    }
    if ('option' in type) return value === null ? 'Enum<0u8>()' : `Enum<1u8>(${manifestText(value, type.option)})`;
    if ('variants' in type) return `Enum<${type.variants.indexOf(value as string)}u8>()`;
    if ('union' in type) throw new Error('no argument is a union');
    const fields = Object.entries(type.struct).map(([name, of]) => manifestText((value as Fields)[name] ?? null, of));
    return `Tuple(${fields.join(', ')})`;
  }
  switch (type) {
    case 'bool':
      return String(value);
    case 'string':
      return JSON.stringify(value);
    case 'bytes':
    case 'word':
      return bytesText(value as Hex);
    case 'decimal':
      return `Decimal("${decimalText(value as bigint)}")`;
    case 'address':
      return `Address("${value}")`;
    case 'badge':
      return badgeText(value as string);
    case 'key': {
      const { variant, hash } = keyHashOf(value as Address);
      return `Enum<${variant}u8>(${bytesText(hash)})`;
    }
    case 'bucket':
      return `Bucket("${value}")`;
    case 'reservation':
      return `AddressReservation("${value}")`;
    default:
      return `${value}${type}`;
  }
}
const LIST_KINDS: Readonly<Record<string, string>> = {
  u64: 'U64',
  key: 'Enum',
  badge: 'Enum',
  address: 'Address',
  word: 'Bytes',
};

/** An account's key, a non-fungible or a resource as ResourceOrNonFungible. */
function badgeText(badge: string): string {
  if (badge.startsWith('resource_') && !badge.includes(':')) return `Enum<1u8>(Address("${badge}"))`;
  const id = badge.startsWith('account_') ? badgeOf(badge as Address) : badge;
  return `Enum<0u8>(NonFungibleGlobalId("${id}"))`;
}
