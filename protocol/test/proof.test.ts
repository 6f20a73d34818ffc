import assert from 'node:assert/strict';
import type { AnyFailure } from '@causeway/protocol';
import fc from 'fast-check';
import {
  buildBatch,
  concatHex,
  encodeProof,
  type Hex,
  KIND,
  type Message,
  messageIdOf,
  type Proof,
  type ProofFor,
  packProof,
  type Result,
  unpackProof,
} from '../src/index.ts';
import * as arbitrary from './support/arbitraries.ts';

const USES = ['mintTokens', 'releaseTokens', 'cancelOrder'] as const;
const HEAD = { mintTokens: 89, releaseTokens: 105, cancelOrder: 137 } as const;

const repeat = (byte: string): Hex => `0x${byte.repeat(32)}`;
const message: Message = {
  kind: KIND.burn,
  source: 0x80ff03fe,
  destination: 900_002,
  nonce: 0x0a0bn,
  sourceBridge: repeat('01'),
  destinationBridge: repeat('02'),
  assetHome: 900_002,
  sender: repeat('a3'),
  recipient: repeat('a4'),
  wireAmount: 0x0102n,
  reference: repeat('a5'),
};
const neighbours: Hex[] = [repeat('11'), repeat('12')];
const batch = buildBatch(0x0a0an, [neighbours[0] as Hex, messageIdOf(message), neighbours[1] as Hex]);

const value = (result: Result<Proof, AnyFailure>): Proof => {
  assert.ok(result.ok);
  return result.value;
};
const codeOf = (result: Result<Proof, AnyFailure>): string => (result.ok ? 'accepted' : result.error.code);

describe('packed proof', function () {
  this.timeout(120_000);

  it('has the protocol’s bytes for each function', () => {
    const head = `0x02${'80ff03fe'}${'0000000000000a0b'}${'a3'.repeat(32)}${'a5'.repeat(32)}${'0000000000000a0a'}${'00000003'}`;
    const wireAmount = '00000000000000000000000000000102';
    const siblings = batch
      .proofOf(message.nonce)
      .map((sibling) => sibling.slice(2))
      .join('');
    assert.equal(siblings.length, 2 * 64);
    assert.equal(packProof('mintTokens', message, batch), head + siblings);
    assert.equal(packProof('releaseTokens', message, batch), head + wireAmount + siblings);
    assert.equal(packProof('cancelOrder', message, batch), head + 'a4'.repeat(32) + wireAmount + siblings);
  });

  it('is taken apart into the fields that its function carries', () => {
    const common = {
      kind: message.kind,
      source: message.source,
      nonce: message.nonce,
      sender: message.sender,
      reference: message.reference,
      firstNonce: batch.firstNonce,
      count: batch.count,
      siblings: batch.proofOf(message.nonce),
    };
    const { wireAmount, recipient } = message;
    const unpack = (use: ProofFor) => value(unpackProof(use, packProof(use, message, batch)));
    assert.deepEqual(unpack('mintTokens'), common);
    assert.deepEqual(unpack('releaseTokens'), { ...common, wireAmount });
    assert.deepEqual(unpack('cancelOrder'), { ...common, wireAmount, recipient });
  });

  it('round-trips whatever its fields are', () => {
    const interval = fc
      .record({ firstNonce: arbitrary.uint((1n << 64n) - 1n), count: fc.integer({ min: 1, max: 2 ** 32 - 1 }) })
      .chain((interval) => fc.nat({ max: interval.count - 1 }).map((offset) => ({ ...interval, offset })))
      .filter(({ firstNonce, offset }) => firstNonce + BigInt(offset) < 1n << 64n);
    const siblings = fc.array(arbitrary.bytes(32), { maxLength: 32 });
    fc.assert(
      fc.property(
        fc.constantFrom(...USES),
        arbitrary.message,
        interval,
        siblings,
        (use, message, interval, siblings) => {
          const { offset, ...span } = interval;
          const packed = encodeProof(use, { ...message, ...span, nonce: span.firstNonce + BigInt(offset), siblings });
          const proof = value(unpackProof(use, packed));
          assert.equal(encodeProof(use, { ...message, ...proof }), packed);
          assert.deepEqual(proof.siblings, siblings);
        },
      ),
    );
  });

  it('is refused at every length but its head and 0 … 32 siblings', () => {
    for (const use of USES) {
      const packed = encodeProof(use, { ...message, ...batch, siblings: Array(32).fill(repeat('77')) });
      const longest = HEAD[use] + 32 * 32;
      for (let length = 0; length <= longest + 64; length++) {
        const bytes = concatHex(packed, `0x${'77'.repeat(64)}`).slice(0, 2 + 2 * length) as Hex;
        const whole = length >= HEAD[use] && length <= longest && (length - HEAD[use]) % 32 === 0;
        assert.equal(codeOf(unpackProof(use, bytes)), whole ? 'accepted' : 'MalformedProof', `${use} ${length}`);
      }
    }
  });

  it('is refused when it is not bytes', () => {
    for (const text of ['', '0x', 'proof', `0x${'zz'.repeat(89)}`, `${packProof('mintTokens', message, batch)}0`]) {
      assert.equal(codeOf(unpackProof('mintTokens', text as Hex)), 'MalformedProof');
    }
  });

  it('is refused with an unknown kind', () => {
    const packed = packProof('mintTokens', message, batch);
    for (let kind = 0; kind < 256; kind++) {
      const bytes = `0x${kind.toString(16).padStart(2, '0')}${packed.slice(4)}` as Hex;
      assert.equal(codeOf(unpackProof('mintTokens', bytes)), kind >= 1 && kind <= 3 ? 'accepted' : 'InvalidKind');
    }
  });

  it('is refused when the nonce is outside the interval', () => {
    const at = (nonce: bigint, firstNonce: bigint, count: number) =>
      codeOf(
        unpackProof('mintTokens', encodeProof('mintTokens', { ...message, nonce, firstNonce, count, siblings: [] })),
      );
    const max = (1n << 64n) - 1n;
    assert.equal(at(5n, 5n, 1), 'accepted');
    assert.equal(at(7n, 5n, 3), 'accepted');
    assert.equal(at(4n, 5n, 3), 'NonceOutOfRange');
    assert.equal(at(8n, 5n, 3), 'NonceOutOfRange');
    assert.equal(at(5n, 5n, 0), 'NonceOutOfRange');
    assert.equal(at(max, max, 1), 'accepted');
    assert.equal(at(max, max - 1n, 2 ** 32 - 1), 'accepted');
    assert.equal(at(0n, max, 2), 'NonceOutOfRange');
    assert.equal(at(max, 0n, 2 ** 32 - 1), 'NonceOutOfRange');
  });

  it('is made for messages of the batch only', () => {
    const changed = { ...message, wireAmount: message.wireAmount + 1n };
    for (const other of [changed, { ...message, nonce: message.nonce + 1n }, { ...message, nonce: 0n }]) {
      for (const use of USES) assert.throws(() => packProof(use, other, batch), RangeError);
    }
  });

  it('holds whole words only', () => {
    const fields = { ...message, ...batch, siblings: batch.proofOf(message.nonce) };
    const short = '0x1111';
    assert.throws(() => encodeProof('mintTokens', { ...fields, sender: short }), RangeError);
    assert.throws(() => encodeProof('mintTokens', { ...fields, reference: short }), RangeError);
    assert.throws(() => encodeProof('cancelOrder', { ...fields, recipient: short }), RangeError);
    assert.throws(() => encodeProof('mintTokens', { ...fields, siblings: [short] }), RangeError);
    const upper = { ...fields, sender: repeat('A3') };
    assert.equal(encodeProof('mintTokens', upper), encodeProof('mintTokens', fields));
  });
});
