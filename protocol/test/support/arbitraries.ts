import fc from 'fast-check';
import {
  type Hex,
  KIND,
  MAX_U64,
  MAX_WIRE_AMOUNT,
  type Message,
  type Terms,
  toAddress32,
  ZERO_32,
} from '../../src/index.ts';
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

const evmAddress: fc.Arbitrary<Hex> = bytes(20)
  .filter((raw) => !/^0x0*$/.test(raw))
  .map(toAddress32);
const positive: fc.Arbitrary<bigint> = uint(MAX_WIRE_AMOUNT).map((amount) => (amount === 0n ? 1n : amount));

/** Terms of a settler with addresses of 20 bytes; every rule is kept. */
export const terms: fc.Arbitrary<Terms> = fc
  .record(
    {
      version: fc.constant(1),
      domain,
      settler: evmAddress,
      assetIn: fc.oneof(evmAddress, fc.constant(ZERO_32)),
      amountIn: positive,
      assetOut: fc.oneof(evmAddress, fc.constant(ZERO_32)),
      quotedOut: positive,
      minOut: positive,
      recipient: evmAddress,
      solver: fc.oneof(evmAddress, fc.constant(ZERO_32)),
      exclusiveUntil: uint(MAX_U64 - 1n),
      deadline: uint(MAX_U64),
      fallback: fc.constantFrom(0, 1),
      home: domain,
      homeAddress: address32,
      finishFee: uint(MAX_WIRE_AMOUNT),
      salt: bytes(32),
    },
    { noNullPrototype: true },
  )
  .filter(
    ({ settler, recipient, fallback, domain, home }) => settler !== recipient && (fallback === 0 || home !== domain),
  )
  .map((terms) => ({
    ...terms,
    minOut: terms.minOut > terms.quotedOut ? terms.quotedOut : terms.minOut,
    deadline: terms.deadline > terms.exclusiveUntil ? terms.deadline : terms.exclusiveUntil + 1n,
    finishFee: terms.finishFee % (terms.amountIn / 20n + 1n),
    ...(terms.fallback === 0 ? { home: 0, homeAddress: ZERO_32 } : {}),
  }));
