import { bytesToHex } from '@causeway/protocol';
import fc from 'fast-check';
import { anyWord } from '../../../conformance/src/bytes.ts';
import { addressOf } from './addresses.ts';
import { fieldsOf, type IdlType, type Value, variantsOf } from './idl.ts';
import { ADMIN, GUARDIAN, MEMBERS, OTHER, REMOTE, STRANGER } from './setting.ts';

const u64 = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  fc.constantFrom(0n, 1n, 2n ** 32n, 2n ** 63n, 2n ** 64n - 1n),
  fc.bigInt({ min: 0n, max: 10_000_000n }),
);
const u32 = fc.oneof(
  fc.nat(2 ** 32 - 1),
  fc.constantFrom(0, 1, 64, 65, 2 ** 31, 2 ** 32 - 1, REMOTE.domain, OTHER.domain),
);
const key = fc.oneof(anyWord.map(addressOf), fc.constantFrom(ADMIN, GUARDIAN, STRANGER, ...MEMBERS));

/** Any value of a type of the IDL. Extreme and meaningful values are more likely than others. */
export function anyValue(type: IdlType): fc.Arbitrary<Value> {
  if (type === 'u8') return fc.nat(255);
  if (type === 'u32') return u32;
  if (type === 'u64') return u64;
  if (type === 'pubkey') return key;
  if (type === 'string') return fc.string({ maxLength: 40 });
  if (typeof type === 'object' && 'array' in type)
    return fc.oneof(anyWord, fc.constant(bytesToHex(new Uint8Array(32))), fc.constant(REMOTE.bridge));
  if (typeof type === 'object' && 'vec' in type) return fc.array(anyValue(type.vec), { maxLength: 20 });
  if (typeof type === 'object' && 'defined' in type) {
    const fields = fieldsOf(type.defined.name);
    if (fields === undefined) return fc.constantFrom(...variantsOf(type.defined.name));
    return fc.record(Object.fromEntries(fields.map(({ name, type: of }) => [name, anyValue(of)])));
  }
  throw new Error(`no argument has the type ${JSON.stringify(type)}`);
}
