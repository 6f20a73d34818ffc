import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { MalformedError, parseMessage, parseTransaction } from '../../src/solana/wire.ts';

const keyOf = (byte: number): number[] => Array(32).fill(byte);
const u16 = (value: number): number[] => [value & 0xff, value >> 8];
const u32 = (value: number): number[] => [...u16(value & 0xffff), ...u16(value >>> 16)];

interface Parts {
  readonly signatures?: number;
  readonly mask?: number;
  readonly config?: readonly number[];
  readonly keys?: readonly (readonly number[])[];
  readonly instructions?: readonly { readonly program: number; readonly accounts?: readonly number[] }[];
}

/** A version 1 message by SIMD-0385, for one payer and one program unless `parts` say otherwise. */
function messageOf({
  signatures = 1,
  mask = 0,
  config = [],
  keys = [keyOf(1), keyOf(2)],
  instructions = [{ program: 1, accounts: [0] }],
}: Parts = {}): Uint8Array {
  const header = [0x81, signatures, 0, 1, ...u32(mask), ...keyOf(9), instructions.length, keys.length];
  const shapes = instructions.flatMap(({ program, accounts = [] }) => [program, accounts.length, ...u16(1)]);
  const payloads = instructions.flatMap(({ accounts = [] }) => [...accounts, 7]);
  return Uint8Array.from([...header, ...keys.flat(), ...config, ...shapes, ...payloads]);
}

describe('the bytes of a version 1 transaction', () => {
  const refused = (parts: Parts) => assert.throws(() => parseMessage(messageOf(parts)), MalformedError);
  const keys = (count: number) => Array.from({ length: count }, (_, index) => keyOf(index + 1));

  it('are read field by field', () => {
    const heap = 33 * 1_024;
    const config = [...u32(0xffff_ffff), ...u32(0xffff_ffff), ...u32(1_000), ...u32(64_000), ...u32(heap)];
    const message = parseMessage(messageOf({ mask: 0b11111, config }));
    assert.deepEqual(message.config, {
      priorityFee: (1n << 64n) - 1n,
      computeUnitLimit: 1_000,
      loadedAccountsDataSizeLimit: 64_000,
      heapSize: heap,
    });
    assert.deepEqual([message.version, message.staticKeys.length, message.lookups], [1, 2, []]);
    assert.deepEqual(message.instructions, [{ programIdIndex: 1, accounts: [0], data: Uint8Array.of(7) }]);
    const none = { priorityFee: null, computeUnitLimit: null, loadedAccountsDataSizeLimit: null, heapSize: null };
    assert.deepEqual(parseMessage(messageOf()).config, none);
  });

  it('are refused with half of a priority fee, or an unknown bit of the mask', () => {
    for (const mask of [0b01, 0b10]) {
      refused({ mask, config: u32(5) });
      refused({ mask, config: [...u32(5), ...u32(0)] });
    }
    refused({ mask: 0b100000, config: u32(5) });
  });

  it('are refused with a heap that is too small, too large or no multiple of 1,024', () => {
    const heap = (bytes: number): Parts => ({ mask: 0b10000, config: u32(bytes) });
    for (const bytes of [32 * 1_024, 256 * 1_024])
      assert.equal(parseMessage(messageOf(heap(bytes))).config?.heapSize, bytes);
    for (const bytes of [0, 31 * 1_024, 32 * 1_024 + 8, 257 * 1_024]) refused(heap(bytes));
  });

  it('are refused with one account twice', () => {
    refused({ keys: [keyOf(1), keyOf(2), keyOf(2)] });
  });

  it('are refused with more accounts, signatures or instructions than version 1 allows', () => {
    assert.equal(parseMessage(messageOf({ keys: keys(64) })).staticKeys.length, 64);
    refused({ keys: keys(65) });
    assert.equal(parseMessage(messageOf({ keys: keys(20), signatures: 12 })).header.numRequiredSignatures, 12);
    refused({ keys: keys(20), signatures: 13 });
    assert.equal(parseMessage(messageOf({ instructions: Array(64).fill({ program: 1 }) })).instructions.length, 64);
    refused({ instructions: Array(65).fill({ program: 1 }) });
  });

  it('are refused with indexes of accounts that are not there, and with the payer as the program', () => {
    refused({ instructions: [{ program: 0 }] });
    refused({ instructions: [{ program: 2 }] });
    refused({ instructions: [{ program: 1, accounts: [2] }] });
  });

  it('are refused wherever they are cut, and with surplus bytes', () => {
    const message = messageOf({ mask: 0b111, config: [...u32(1), ...u32(0), ...u32(9)] });
    const raw = Uint8Array.from([...message, ...Array(64).fill(3)]);
    assert.equal(parseTransaction(raw).signatures.length, 1);
    for (let end = 0; end < raw.length; end++) {
      assert.throws(() => parseTransaction(raw.subarray(0, end)), MalformedError, `${end} bytes`);
    }
    assert.throws(() => parseTransaction(Uint8Array.from([...raw, 0])), MalformedError);
  });

  it('cause no other failure, whatever they are', () => {
    const valid = [...messageOf({ mask: 0b111, config: [...u32(1), ...u32(0), ...u32(9)] }), ...Array(64).fill(3)];
    for (let seed = 0; seed < 3_000; seed++) {
      const noise = createHash('sha512').update(String(seed)).digest();
      const raw = Uint8Array.from(valid);
      // A few bytes of a valid transaction change, most of them in its head.
      for (let change = 0; change < 4; change++) {
        const at =
          1 +
          ((noise.readUInt16LE(4 * change) * noise.readUInt16LE(4 * change + 20)) % (seed % 3 ? 60 : raw.length - 1));
        raw[at] = noise.readUInt8(4 * change + 2);
      }
      try {
        assert.equal(parseTransaction(raw).message.version, 1);
      } catch (error) {
        assert.ok(error instanceof MalformedError, `${seed}: ${error}`);
      }
    }
  });
});
