import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  assetHomeOf,
  cancelOf,
  concatHex,
  decodeMessage,
  encodeMessage,
  executionOf,
  type Hex,
  isHex,
  isKind,
  KIND,
  keccak256,
  MESSAGE_FIELDS,
  MESSAGE_LENGTH,
  type Message,
  messageIdOf,
  messageIn,
  parseKind,
  STATUS,
} from '../src/index.ts';
import * as arbitrary from './support/arbitraries.ts';

const repeat = (byte: string): Hex => `0x${byte.repeat(32)}`;

const lock: Message = {
  kind: KIND.lock,
  source: 1,
  destination: 0x80ff01f5,
  nonce: 2n,
  sourceBridge: repeat('a1'),
  destinationBridge: repeat('a2'),
  assetHome: 1,
  sender: repeat('a3'),
  recipient: repeat('a4'),
  wireAmount: 0x0102n,
  reference: repeat('a5'),
};

// Written by hand from the protocol's table, so that codec and test cannot share a mistake.
const lockEncoded: Hex = `0x${[
  '01',
  '01',
  '00000001',
  '80ff01f5',
  '0000000000000002',
  'a1'.repeat(32),
  'a2'.repeat(32),
  '00000001',
  'a3'.repeat(32),
  'a4'.repeat(32),
  '00000000000000000000000000000102',
  'a5'.repeat(32),
].join('')}`;

describe('message codec', function () {
  this.timeout(120_000);

  it('writes the 198 bytes of the protocol’s table', () => {
    assert.equal(encodeMessage(lock), lockEncoded);
    assert.equal((lockEncoded.length - 2) / 2, MESSAGE_LENGTH);
    assert.deepEqual(decodeMessage(lockEncoded), lock);
    assert.equal(messageIdOf(lock), keccak256(lockEncoded));
  });

  it('has eleven fields, each where the one before it ends', () => {
    assert.deepEqual(
      MESSAGE_FIELDS.map(({ name, offset, bytes }) => [name, offset, bytes]),
      [
        ['kind', 1, 1],
        ['source', 2, 4],
        ['destination', 6, 4],
        ['nonce', 10, 8],
        ['sourceBridge', 18, 32],
        ['destinationBridge', 50, 32],
        ['assetHome', 82, 4],
        ['sender', 86, 32],
        ['recipient', 118, 32],
        ['wireAmount', 150, 16],
        ['reference', 166, 32],
      ],
    );
  });

  it('is found in a row with further members', () => {
    fc.assert(
      fc.property(arbitrary.message, (message) => assert.deepEqual(messageIn({ ...message, ...{ id: 1 } }), message)),
    );
  });

  it('decodes what it encodes', () => {
    fc.assert(
      fc.property(arbitrary.message, (message) => {
        const encoded = encodeMessage(message);
        assert.equal(isHex(encoded, MESSAGE_LENGTH), true);
        assert.deepEqual(decodeMessage(encoded), message);
      }),
    );
  });

  it('encodes what it decodes: every byte counts', () => {
    const body = arbitrary.bytes(MESSAGE_LENGTH - 2);
    fc.assert(
      fc.property(fc.constantFrom('01', '02', '03'), body, (kind, rest) => {
        const encoded = concatHex(`0x01${kind}`, rest);
        assert.equal(encodeMessage(decodeMessage(encoded)), encoded);
      }),
    );
  });

  it('gives another id to any other message', () => {
    fc.assert(
      fc.property(arbitrary.message, arbitrary.message, (message, other) => {
        for (const name of Object.keys(message) as (keyof Message)[]) {
          if (message[name] === other[name]) continue;
          assert.notEqual(messageIdOf({ ...message, [name]: other[name] }), messageIdOf(message), name);
        }
      }),
    );
  });

  it('gives another id when two fields of one length change places', () => {
    const swaps: [keyof Message, keyof Message][] = [
      ['source', 'destination'],
      ['sourceBridge', 'destinationBridge'],
      ['sender', 'recipient'],
      ['recipient', 'reference'],
    ];
    for (const [a, b] of swaps) {
      assert.notEqual(messageIdOf({ ...lock, [a]: lock[b], [b]: lock[a] }), messageIdOf(lock), `${a}, ${b}`);
    }
  });

  it('ignores the case of hexadecimal digits', () => {
    const upper = { ...lock, sender: repeat('A3'), reference: repeat('A5') };
    assert.equal(encodeMessage(upper), lockEncoded);
    assert.deepEqual(decodeMessage(lockEncoded.toUpperCase().replace('0X', '0x') as Hex), lock);
  });

  it('refuses fields that do not fit', () => {
    const wrong: Partial<Record<keyof Message, unknown>>[] = [
      { kind: 0 },
      { kind: 4 },
      { source: -1 },
      { destination: 2 ** 32 },
      { nonce: 1n << 64n },
      { assetHome: 2 ** 32 },
      { wireAmount: 1n << 128n },
      { wireAmount: -1n },
      ...(['sourceBridge', 'destinationBridge', 'sender', 'recipient', 'reference'] as const).flatMap((name) => [
        { [name]: `0x${'11'.repeat(31)}` },
        { [name]: `0x${'11'.repeat(33)}` },
        { [name]: 'z'.repeat(66) },
      ]),
    ];
    for (const fields of wrong) {
      assert.throws(
        () => encodeMessage({ ...lock, ...fields } as Message),
        RangeError,
        JSON.stringify(Object.keys(fields)),
      );
    }
  });

  it('refuses another length, version or kind', () => {
    const wrong = [
      '0x',
      lockEncoded.slice(0, -2),
      `${lockEncoded}00`,
      `0x00${lockEncoded.slice(4)}`,
      `0x02${lockEncoded.slice(4)}`,
      `0x0100${lockEncoded.slice(6)}`,
      `0x0104${lockEncoded.slice(6)}`,
    ];
    for (const encoded of wrong) assert.throws(() => decodeMessage(encoded as Hex), RangeError, encoded.slice(0, 10));
  });

  it('knows three kinds and four statuses, with the contracts’ numbers', () => {
    assert.deepEqual([0, 1, 2, 3, 4, 255, 1.5].filter(isKind), [1, 2, 3]);
    assert.equal(parseKind(2), KIND.burn);
    assert.throws(() => parseKind(0), RangeError);
    assert.deepEqual(STATUS, { none: 0, executed: 1, cancelled: 2, replaced: 3 });
  });
});

describe('asset home and execution', () => {
  const message = (kind: typeof KIND.lock | typeof KIND.burn): Message => ({
    ...lock,
    kind,
    assetHome: assetHomeOf(kind, lock.source, lock.destination),
  });

  it('mints a Lock away from home and releases a Burn at home', () => {
    assert.equal(message(KIND.lock).assetHome, lock.source);
    assert.equal(executionOf(message(KIND.lock)), 'mintTokens');
    assert.equal(message(KIND.burn).assetHome, lock.destination);
    assert.equal(executionOf(message(KIND.burn)), 'releaseTokens');
  });

  it('undoes a Lock by a release and a Burn by a mint, on the reverse lane', () => {
    for (const [kind, execution] of [
      [KIND.lock, 'releaseTokens'],
      [KIND.burn, 'mintTokens'],
    ] as const) {
      const original = message(kind);
      assert.deepEqual(cancelOf(original, 9n), {
        kind: KIND.cancel,
        source: original.destination,
        destination: original.source,
        nonce: 9n,
        sourceBridge: original.destinationBridge,
        destinationBridge: original.sourceBridge,
        assetHome: original.assetHome,
        sender: original.sender,
        recipient: original.sender,
        wireAmount: original.wireAmount,
        reference: messageIdOf(original),
      });
      assert.equal(executionOf(cancelOf(original, 9n)), execution);
    }
  });

  it('never cancels a Cancel', () => {
    assert.throws(() => cancelOf(cancelOf(lock, 0n), 1n), RangeError);
  });
});
