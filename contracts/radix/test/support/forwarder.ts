// A package whose only function calls a method of a component, for tests of indirect calls.
import { hexToBytes } from '@causeway/protocol';
import { blake2b } from '@noble/hashes/blake2.js';
import { type Address, nodeIdOf } from './addresses.ts';
import type { Chain } from './chain.ts';

/** Well-known types of Scrypto SBOR. */
const UNIT = 66;
const UNIT_VALUE = Uint8Array.of(0x5c, 0x21, 0);

/** The call that the function makes. Its arguments are a tuple in SBOR. */
export interface ForwardedCall {
  readonly component: Address;
  readonly method: string;
  readonly args: Uint8Array;
}

/** Publishes the package and returns the instruction that makes the call through it. */
export function forwarderOf(chain: Chain, call: ForwardedCall): string {
  const code = moduleOf(call);
  const hash = Buffer.from(blake2b(code, { dkLen: 32 })).toString('hex');
  const publish = `PUBLISH_PACKAGE_ADVANCED Enum<0u8>() ${definitionOf(call.component)} Blob("${hash}") Map<String, Tuple>() Enum<0u8>();`;
  const { error, created } = chain.execute([publish], [], [code]);
  if (error !== undefined) throw new Error(error);
  return `CALL_FUNCTION Address("${created.packages[0]}") "Forwarder" "forward";`;
}

/** The definition: a blueprint without state whose function can see `component`. */
function definitionOf(component: Address): string {
  const type = `Enum<0u8>(Enum<0u8>(${UNIT}u8))`;
  const functions = `Tuple(Map<String, Tuple>("forward" => Tuple(Enum<0u8>(), ${type}, ${type}, "Forwarder_forward")))`;
  const schema = 'Enum<0u8>(Tuple(Array<Enum>(), Array<Tuple>(), Array<Enum>()))';
  const state = 'Tuple(Array<Tuple>(), Array<Enum>())';
  const interface_ = `Tuple(Array<Enum>(), ${schema}, ${state}, Map<String, Enum>(), Map<String, Enum>(), ${functions}, Tuple(Map<Enum, String>()))`;
  const open = 'Enum<0u8>(), Tuple(Enum<0u8>(), Enum<0u8>())';
  return `Tuple(Map<String, Tuple>("Forwarder" => Tuple(Enum<0u8>(), false, Array<String>(), Array<Address>(Address("${component}")), ${interface_}, ${open})))`;
}

const I32 = 0x7f;
const I64 = 0x7e;
const CONST_I32 = 0x41;
const CONST_I64 = 0x42;
const END = 0x0b;
/** Offset of the data in memory. */
const DATA = 1_024;

/** The WebAssembly: object_call of the call, whose result is dropped, and the unit value as the return value. */
function moduleOf({ component, method, args }: ForwardedCall): Uint8Array {
  const parts = [hexToBytes(nodeIdOf(component)), Buffer.from(method), args, UNIT_VALUE];
  const starts = parts.map((_, index) => DATA + parts.slice(0, index).reduce((sum, { length }) => sum + length, 0));
  const pointers = parts.slice(0, 3).flatMap(({ length }, index) => [starts[index] as number, length]);
  const answer = (BigInt(starts[3] as number) << 32n) | BigInt(UNIT_VALUE.length);
  const body = [
    0,
    ...pointers.flatMap((value) => [CONST_I32, ...signed(BigInt(value))]),
    ...[0x10, 0, 0x1a],
    ...[CONST_I64, ...signed(answer)],
    END,
  ];
  const call = [0x60, ...vector(Array(6).fill([I32])), ...vector([[I64]])];
  const forward = [0x60, ...vector([[I64]]), ...vector([[I64]])];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [call, forward]),
    ...section(2, [[...text('env'), ...text('object_call'), 0, 0]]),
    ...section(3, [[1]]),
    ...section(5, [[0, 1]]),
    ...section(7, [
      [...text('memory'), 2, 0],
      [...text('Forwarder_forward'), 0, 1],
    ]),
    ...section(10, [sized(body)]),
    ...section(11, [[0, CONST_I32, ...signed(BigInt(DATA)), END, ...sized(parts.flatMap((part) => [...part]))]]),
  ]);
}

type Bytes = readonly number[];

const section = (id: number, items: readonly Bytes[]): Bytes => [id, ...sized(vector(items))];
const vector = (items: readonly Bytes[]): Bytes => [...unsigned(items.length), ...items.flat()];
const sized = (bytes: Bytes): Bytes => [...unsigned(bytes.length), ...bytes];
const text = (value: string): Bytes => sized([...Buffer.from(value)]);

/** LEB128. */
function unsigned(value: number): Bytes {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}
function signed(value: bigint): Bytes {
  const low = Number(value & 0x7fn);
  const rest = value >> 7n;
  // The sign of the last byte's group is its bit 6.
  return rest === 0n && low < 0x40 ? [low] : [low | 0x80, ...signed(rest)];
}
