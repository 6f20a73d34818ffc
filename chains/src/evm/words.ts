// The ABI of values that take a 32-byte word each. ethers makes its coders again for every log and every call, which
// took half of the time of a scan. https://docs.soliditylang.org/en/latest/abi-spec.html
import { concatHex, exactHex, type Hex, padLeft, uintToHex } from '@causeway/protocol';
import type { EventFragment, FunctionFragment, ParamType } from 'ethers';

const WORD_DIGITS = 64;

/** Takes the next 64 hexadecimal digits. */
type Words = () => string;
/** Reads a parameter's value: a bigint, a boolean, Hex, or an object of a struct's values. */
type Read = (words: Words) => unknown;

/** The values of a log by the names of the event's parameters. Throws RangeError when the log is not of that form. */
export type LogReader = (log: { readonly topics: readonly string[]; readonly data: string }) => Record<string, unknown>;

/** Reads logs of `event`, without the values that take more than a word. */
export function logReader(event: EventFragment): LogReader {
  const parameters = event.inputs.map((input) => ({ name: input.name, indexed: input.indexed, read: readerOf(input) }));
  const isFixed = event.inputs.every(({ type }) => !isDynamic(type));
  return ({ topics, data }) => {
    const [indexed, rest] = [wordsIn(topics.slice(1).map(digitsOf).join('')), wordsIn(digitsOf(data))];
    const values = parameters.map(({ name, indexed: isIndexed, read }) => [
      name,
      read(isIndexed ? indexed.next : rest.next),
    ]);
    if (!indexed.isEmpty() || (isFixed && !rest.isEmpty())) throw new RangeError(`too many words for ${event.name}`);
    return Object.fromEntries(values);
  };
}

const digitsOf = (hex: string): string => hex.slice(2).toLowerCase();

function wordsIn(digits: string): { readonly next: Words; readonly isEmpty: () => boolean } {
  let at = 0;
  return {
    next() {
      const word = digits.slice(at, at + WORD_DIGITS);
      if (word.length < WORD_DIGITS) throw new RangeError('too few words');
      at += WORD_DIGITS;
      return word;
    },
    isEmpty: () => at === digits.length,
  };
}

/** True for types whose place has only the offset of their value. */
const isDynamic = (type: string): boolean => type.endsWith('[]') || type === 'bytes' || type === 'string';

function readerOf({ type, baseType, components }: ParamType): Read {
  if (isDynamic(type)) return (words) => void words();
  if (baseType === 'tuple' && components) {
    const fields = components.map((component) => [component.name, readerOf(component)] as const);
    return (words) => Object.fromEntries(fields.map(([name, read]) => [name, read(words)]));
  }
  const bytes = /^bytes(\d+)$/.exec(type)?.[1];
  if (bytes !== undefined) return (words) => bytesIn(words(), Number(bytes));
  if (type === 'bool') return (words) => uintIn(words(), 1) === 1n;
  const bits = bitsOf(type);
  return (words) => uintIn(words(), bits);
}

/** Bits of an unsigned integer type. Throws TypeError on any other type. */
function bitsOf(type: string): number {
  const bits = /^uint(\d+)$/.exec(type)?.[1];
  if (bits === undefined) throw new TypeError(`${type} takes more or less than a word`);
  return Number(bits);
}

/** The first `length` bytes of a word, whose others are zero. */
function bytesIn(word: string, length: number): Hex {
  if (/[^0]/.test(word.slice(2 * length))) throw new RangeError(`more than ${length} bytes`);
  return `0x${word.slice(0, 2 * length)}`;
}

function uintIn(word: string, bits: number): bigint {
  const value = BigInt(`0x${word}`);
  if (value >> BigInt(bits) !== 0n) throw new RangeError(`${value} does not fit ${bits} bits`);
  return value;
}

/**
 * Calldata of a function whose parameters take a word each, but for `bytes` at the end. Throws RangeError when a value
 * does not fit.
 */
export type CallEncoder = (values: readonly unknown[]) => Hex;

/** Encodes calls of `called`. Throws TypeError when a parameter has another type. */
export function callEncoder({ selector, inputs }: FunctionFragment): CallEncoder {
  const hasBytes = inputs.at(-1)?.type === 'bytes';
  const writers = (hasBytes ? inputs.slice(0, -1) : inputs).map(({ type }) => writerOf(type));
  const head = uintToHex(inputs.length * (WORD_DIGITS / 2), 32);
  return (values) => {
    const words = writers.map((write, index) => write(values[index]));
    return concatHex(selector as Hex, ...words, ...(hasBytes ? [head, ...bytesAtEnd(String(values.at(-1)))] : []));
  };
}

function writerOf(type: string): (value: unknown) => Hex {
  if (type === 'bytes32') return (value) => exactHex(String(value), 32, type);
  if (type === 'address') return (value) => padLeft(exactHex(String(value), 20, type));
  const bytes = bitsOf(type) / 8;
  return (value) => padLeft(uintToHex(value as bigint | number, bytes));
}

/** The length and the bytes of `hex`, filled up to whole words. */
function bytesAtEnd(hex: string): readonly Hex[] {
  const length = hex.length / 2 - 1;
  return [uintToHex(length, 32), exactHex(hex, length, 'bytes'), `0x${'00'.repeat(-length & 31)}`];
}

/** The first `count` words of the arguments in `calldata`. Throws RangeError past the end. */
export function firstWords(calldata: string, count: number): readonly Hex[] {
  const words = wordsIn(calldata.slice(10).toLowerCase());
  return Array.from({ length: count }, (): Hex => `0x${words.next()}`);
}
