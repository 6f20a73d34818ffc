/** The text form of bytes everywhere: 0x and hexadecimal digits, in lower case unless a caller provided them. */
export type Hex = `0x${string}`;

const HEX = /^0x(?:[0-9a-fA-F]{2})*$/;

/** True when `value` is 0x and an even number of hexadecimal digits; with `length`, exactly that many bytes. */
export function isHex(value: unknown, length?: number): value is Hex {
  return typeof value === 'string' && (length === undefined || value.length === 2 + 2 * length) && HEX.test(value);
}

/** `value` in lower case. Throws RangeError, with `name` in its message, unless it has exactly `length` bytes. */
export function exactHex(value: string, length: number, name: string): Hex {
  if (!isHex(value, length)) throw new RangeError(`${name} must have ${length} bytes`);
  return value.toLowerCase() as Hex;
}

/** Bytes of a hexadecimal string. Throws TypeError on anything else. */
export function hexToBytes(hex: string): Uint8Array {
  if (!isHex(hex)) throw new TypeError('not a hexadecimal string');
  return Uint8Array.from(Buffer.from(hex.slice(2), 'hex'));
}

/** Lower-case 0x form of `bytes`. */
export function bytesToHex(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
}

/** `value` as `length` bytes, big-endian, in hexadecimal. Throws RangeError when it does not fit. */
export function uintToHex(value: bigint | number, length: number): Hex {
  const n = BigInt(value);
  if (n < 0n || n >= 1n << BigInt(8 * length)) throw new RangeError(`${n} does not fit ${length} bytes`);
  return `0x${n.toString(16).padStart(2 * length, '0')}`;
}

/**
 * `hex` padded with leading zeros to `length` bytes (32 by default). Throws TypeError, or RangeError when it is longer.
 */
export function padLeft(hex: string, length = 32): Hex {
  if (!isHex(hex)) throw new TypeError('not a hexadecimal string');
  const digits = hex.slice(2).toLowerCase();
  if (digits.length > 2 * length) throw new RangeError(`longer than ${length} bytes`);
  return `0x${digits.padStart(2 * length, '0')}`;
}

/** Concatenates the parts. */
export function concatHex(...parts: readonly Hex[]): Hex {
  return `0x${parts.map((part) => part.slice(2)).join('')}`;
}

/** Reads `packed` from its start. Each call returns the next `length` bytes, or throws RangeError past the end. */
export function readerOf(packed: Hex): (length: number) => Hex {
  let at = 2;
  return (length) => {
    const end = at + 2 * length;
    if (end > packed.length) throw new RangeError('read past the end');
    const part: Hex = `0x${packed.slice(at, end).toLowerCase()}`;
    at = end;
    return part;
  };
}

/** 32 zero bytes: no reference, no recipient, no root. */
export const ZERO_32: Hex = `0x${'00'.repeat(32)}`;
