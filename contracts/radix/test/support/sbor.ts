import { bytesToHex } from '@causeway/protocol';
import { type Address, accountOfHash, addressOfNode, holderOf } from './addresses.ts';
import type { Fields, Struct, Type, Value } from './types.ts';

/** First byte of every payload. */
const PAYLOAD = 0x5c;
const ARRAY = 0x20;
const TUPLE = 0x21;
const ENUM = 0x22;
const U8 = 0x07;
const REFERENCE = 0x80;
const LOCAL_ID = 0xc0;

const KINDS: Readonly<Record<Extract<Type, string>, number>> = {
  bool: 0x01,
  u8: U8,
  u32: 0x09,
  u64: 0x0a,
  u128: 0x0b,
  string: 0x0c,
  bytes: ARRAY,
  word: ARRAY,
  decimal: 0xa0,
  address: REFERENCE,
  badge: ENUM,
  key: ENUM,
  bucket: 0x90,
  reservation: 0x90,
  nothing: TUPLE,
};

function kindOf(type: Type): number {
  if (typeof type === 'string') return KINDS[type];
  return 'list' in type ? ARRAY : 'struct' in type ? TUPLE : ENUM;
}

/** Decodes a payload of Scrypto SBOR with `type`. Throws when the payload does not match the type to the last byte. */
export function decodeSbor(payload: Uint8Array, type: Type): Value {
  const reader = new Reader(payload);
  reader.expect(PAYLOAD, 'the first byte');
  const value = reader.value(type);
  reader.end();
  return value;
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  expect(byte: number, what: string): void {
    const found = this.#byte();
    if (found !== byte) throw new Error(`${what} is ${found} and not ${byte}, before byte ${this.#at}`);
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw new Error(`${this.#bytes.length - this.#at} bytes are left over`);
  }

  /** A value after its kind. */
  value(type: Type): Value {
    this.expect(kindOf(type), 'the kind of a value');
    return this.#body(type);
  }

  #body(type: Type): Value {
    if (typeof type === 'object') {
      if ('list' in type) return this.#list(type.list);
      if ('struct' in type) return this.#struct(type.struct);
      if ('option' in type) return this.#variant(0, 1) === 0 ? null : this.value(type.option);
      if ('union' in type) return this.#union(type.union);
      return type.variants[this.#variant(...type.variants.map(() => 0))] ?? null;
    }
    switch (type) {
      case 'bool':
        return this.#byte() === 1;
      case 'u8':
        return this.#byte();
      case 'u32':
        return Number(this.#unsigned(4));
      case 'u64':
        return this.#unsigned(8);
      case 'u128':
        return this.#unsigned(16);
      case 'string':
        return Buffer.from(this.#take(this.#size())).toString('utf8');
      case 'bytes':
        return bytesToHex(this.#byteArray());
      case 'word':
        return bytesToHex(this.#byteArray(32));
      case 'decimal':
        return BigInt.asIntN(192, this.#unsigned(24));
      case 'address':
        return this.#address();
      case 'badge':
        return this.#badge();
      case 'key':
        return this.#key();
      case 'nothing':
        return this.#struct({});
      default:
        throw new Error(`a ${type} is never read`);
    }
  }

  #list(of: Type): Value[] {
    this.expect(kindOf(of), 'the kind of the items');
    return Array.from({ length: this.#size() }, () => this.#body(of));
  }

  #struct(struct: Struct): Fields {
    const fields = Object.entries(struct);
    this.expect(fields.length, 'the number of fields');
    return Object.fromEntries(fields.map(([name, type]) => [name, this.value(type)]));
  }

  /** The index of a variant. The variant must have the given number of fields. */
  #variant(...fields: readonly number[]): number {
    const index = this.#byte();
    const count = fields[index];
    if (count === undefined) throw new Error(`there is no variant ${index}`);
    this.expect(count, 'the number of fields');
    return index;
  }

  #union(types: Readonly<Record<number, Type>>): Value {
    const discriminator = this.#byte();
    const type = types[discriminator];
    if (type === undefined) throw new Error(`there is no variant ${discriminator}`);
    this.expect(1, 'the number of fields');
    return this.value(type);
  }

  /** ResourceOrNonFungible. */
  #badge(): string {
    if (this.#variant(1, 1) === 1) return this.value('address') as string;
    this.expect(TUPLE, 'the kind of a non-fungible');
    this.expect(2, 'the parts of a non-fungible');
    const resource = this.value('address');
    this.expect(LOCAL_ID, 'the kind of its id');
    return holderOf(`${resource}:${this.#localId()}`);
  }

  #localId(): string {
    const form = this.#byte();
    if (form === 1) return `#${Buffer.from(this.#take(8)).readBigUInt64BE()}#`;
    if (form !== 2) throw new Error(`no test has an id of form ${form}`);
    return `[${Buffer.from(this.#take(this.#size())).toString('hex')}]`;
  }

  /** PublicKeyHash. */
  #key(): Address {
    const variant = this.#variant(1, 1);
    this.expect(ARRAY, 'the kind of a hash');
    return accountOfHash(variant, this.#byteArray(29));
  }

  #address(): Address {
    return addressOfNode(bytesToHex(this.#take(30)));
  }

  #byteArray(length?: number): Uint8Array {
    this.expect(U8, 'the kind of bytes');
    const size = this.#size();
    if (length !== undefined && size !== length) throw new Error(`${size} bytes and not ${length}`);
    return this.#take(size);
  }

  /** A size in LEB128. */
  #size(): number {
    let size = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#byte();
      size |= (byte & 0x7f) << shift;
      if (byte < 0x80) return size;
    }
  }

  #unsigned(length: number): bigint {
    return BigInt(bytesToHex(this.#take(length).toReversed()));
  }

  #byte(): number {
    return this.#take(1)[0] as number;
  }

  #take(length: number): Uint8Array {
    const taken = this.#bytes.subarray(this.#at, this.#at + length);
    if (taken.length !== length) throw new Error('the payload is too short');
    this.#at += length;
    return taken;
  }
}
