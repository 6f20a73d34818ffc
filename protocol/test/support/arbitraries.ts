import fc from 'fast-check';
import { type Hex, KIND, MAX_U64, MAX_WIRE_AMOUNT, type Message, toAddress32 } from '../../src/index.ts';
import { cases } from './cases.ts';

fc.configureGlobal(cases(200, 5_000));

/** `length` bytes in hexadecimal, sometimes all zeros or all ones. */
export const bytes = (length: number): fc.Arbitrary<Hex> =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .uint8Array({ minLength: length, maxLength: length })
        .map((b): Hex => `0x${Buffer.from(b).toString('hex')}`),
    },
    { weight: 1, arbitrary: fc.constantFrom<Hex>(`0x${'00'.repeat(length)}`, `0x${'ff'.repeat(length)}`) },
  );

/** A left-padded address of 20, 30 or 32 bytes, never zero. */
export const address32: fc.Arbitrary<Hex> = fc
  .constantFrom(20, 30, 32)
  .chain(bytes)
  .filter((raw) => !/^0x0*$/.test(raw))
  .map(toAddress32);

/** Integers up to `max`. Both ends and powers of two are more likely than other values. */
export const uint = (max: bigint): fc.Arbitrary<bigint> =>
  fc.oneof(
    fc.bigInt({ min: 0n, max }),
    fc.constantFrom(0n, 1n, max - 1n, max),
    fc.nat({ max: 127 }).map((bit) => (1n << BigInt(bit)) & max),
  );

export const domain: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: 1, max: 2 ** 32 - 1 }),
  fc.constantFrom(1, 2 ** 31 - 1, 2 ** 31, 0x80ff01f5, 0x80ff03fe, 2 ** 32 - 1),
);

export const message: fc.Arbitrary<Message> = fc.record(
  {
    kind: fc.constantFrom(...Object.values(KIND)),
    source: domain,
    destination: domain,
    nonce: uint(MAX_U64),
    sourceBridge: address32,
    destinationBridge: address32,
    assetHome: domain,
    sender: address32,
    recipient: address32,
    wireAmount: uint(MAX_WIRE_AMOUNT),
    reference: bytes(32),
  },
  { noNullPrototype: true },
);

/** Ids of a batch of 1 … `maxCount` messages. */
export const messageIds = (maxCount: number): fc.Arbitrary<Hex[]> =>
  fc.array(bytes(32), { minLength: 1, maxLength: maxCount });
