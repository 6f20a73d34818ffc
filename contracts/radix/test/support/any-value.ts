import { bytesToHex } from '@causeway/protocol';
import fc from 'fast-check';
import { anyWord } from '../../../conformance/src/bytes.ts';
import { accountOf } from './addresses.ts';
import { ADMIN, GUARDIAN, MEMBERS, OTHER, REMOTE, STRANGER } from './setting.ts';
import type { Type, Value } from './types.ts';

const unsigned = (bits: bigint) =>
  fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** bits - 1n }),
    fc.constantFrom(0n, 1n, 2n ** (bits / 2n), 2n ** (bits - 1n), 2n ** bits - 1n),
    fc.bigInt({ min: 0n, max: 10_000_000n }),
  );
const u32 = fc.oneof(
  fc.nat(2 ** 32 - 1),
  fc.constantFrom(0, 1, 64, 65, 2 ** 31, 2 ** 32 - 1, REMOTE.domain, OTHER.domain),
);
const decimal = fc.oneof(
  fc.bigInt({ min: -(2n ** 191n), max: 2n ** 191n - 1n }),
  fc.constantFrom(0n, 1n, -1n, 10n ** 9n, 10n ** 18n, 2n ** 152n, 2n ** 191n - 1n, -(2n ** 191n)),
  fc.bigInt({ min: 0n, max: 10_000_000n }).map((wireAmount) => wireAmount * 10n ** 9n),
);
const account = fc.oneof(
  fc.uint8Array({ minLength: 29, maxLength: 29 }).map(accountOf),
  fc.constantFrom(ADMIN, GUARDIAN, STRANGER, ...MEMBERS),
);
const word = fc.oneof(anyWord, fc.constant(bytesToHex(new Uint8Array(32))), fc.constant(REMOTE.bridge));

/** Any value of an argument's type. Extreme and meaningful values are more likely than others. */
export function anyValue(type: Type): fc.Arbitrary<Value> {
  if (typeof type === 'object') {
    if ('list' in type) return fc.array(anyValue(type.list), { maxLength: 20 });
    if ('option' in type) return fc.oneof(fc.constant(null), anyValue(type.option));
    if ('variants' in type) return fc.constantFrom(...type.variants);
    if ('struct' in type)
      return fc.record(Object.fromEntries(Object.entries(type.struct).map(([name, of]) => [name, anyValue(of)])));
  }
  switch (type) {
    case 'u8':
      return fc.nat(255);
    case 'u32':
      return u32;
    case 'u64':
      return unsigned(64n);
    case 'u128':
      return unsigned(128n);
    case 'string':
      return fc.string({ maxLength: 40, unit: 'grapheme-ascii' });
    case 'bytes':
      return fc.uint8Array({ maxLength: 1_200 }).map(bytesToHex);
    case 'word':
      return word;
    case 'decimal':
      return decimal;
    case 'address':
    case 'badge':
    case 'key':
      return account;
    default:
      throw new Error(`no argument that changes has the type ${JSON.stringify(type)}`);
  }
}
