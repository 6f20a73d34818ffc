import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  buildBatch,
  concatHex,
  type Hex,
  keccak256,
  leafOf,
  MAX_PROOF_DEPTH,
  uintToHex,
  verifyInclusion,
  ZERO_32,
} from '../src/index.ts';
import { bytes, messageIds } from './support/arbitraries.ts';
import { flipBit } from './support/bits.ts';

const ids = (count: number): Hex[] => Array.from({ length: count }, (_, index) => keccak256(uintToHex(index, 4)));

/** The tree by the protocol's rules, without a library. */
function rootByHand(messageIds: readonly Hex[]): Hex {
  let layer = messageIds.map((id) => keccak256(id));
  while (layer.length > 1) {
    layer = layer.flatMap((left, index) => {
      const right = layer[index + 1];
      if (index % 2 === 1) return [];
      if (right === undefined) return [left];
      return [keccak256(BigInt(left) < BigInt(right) ? concatHex(left, right) : concatHex(right, left))];
    });
  }
  return layer[0] as Hex;
}

describe('batch', function () {
  this.timeout(120_000);

  it('has the root of the protocol’s tree at every size', () => {
    for (let count = 1; count <= 70; count++) {
      assert.equal(buildBatch(0n, ids(count)).root, rootByHand(ids(count)), `${count} messages`);
    }
    fc.assert(fc.property(messageIds(40), (ids) => assert.equal(buildBatch(0n, ids).root, rootByHand(ids))));
  });

  it('of one message has its leaf as root, hashed from 32 bytes', () => {
    const [id] = ids(1) as [Hex];
    assert.equal(buildBatch(5n, [id]).root, keccak256(id));
    assert.deepEqual(buildBatch(5n, [id]).proofOf(5n), []);
  });

  it('proves each of its messages and no other', () => {
    const property = fc.property(messageIds(40), fc.bigInt({ min: 0n, max: 1n << 63n }), (ids, firstNonce) => {
      const batch = buildBatch(firstNonce, ids);
      assert.equal(batch.count, ids.length);
      assert.equal(batch.firstNonce, firstNonce);
      for (const [index, id] of ids.entries()) {
        const siblings = batch.proofOf(firstNonce + BigInt(index));
        assert.equal(verifyInclusion(batch.root, id, siblings), true);
        for (const other of ids) if (other !== id) assert.equal(verifyInclusion(batch.root, other, siblings), false);
      }
    });
    fc.assert(property, { numRuns: 30 });
  });

  it('keeps the order of nonces, also where equal ids would confuse a search', () => {
    const [a, b, c] = ids(3) as [Hex, Hex, Hex];
    const batch = buildBatch(0n, [a, b, a, c, a]);
    assert.deepEqual(batch.proofOf(0n)[0], leafOf(b));
    assert.deepEqual(batch.proofOf(2n)[0], leafOf(c));
    assert.equal(batch.proofOf(4n).length, 1);
    assert.notEqual(buildBatch(0n, [a, b, c]).root, buildBatch(0n, [c, b, a]).root);
  });

  it('fails at every changed bit of the id, the root and the siblings', () => {
    const batch = buildBatch(0n, ids(23));
    const siblings = batch.proofOf(13n);
    const id = batch.messageIds[13] as Hex;
    assert.equal(siblings.length, 5);
    for (let bit = 0; bit < 256; bit++) {
      assert.equal(verifyInclusion(batch.root, flipBit(id, bit), siblings), false);
      assert.equal(verifyInclusion(flipBit(batch.root, bit), id, siblings), false);
      for (const level of siblings.keys()) {
        const changed = siblings.map((sibling, at) => (at === level ? flipBit(sibling, bit) : sibling));
        assert.equal(verifyInclusion(batch.root, id, changed), false, `level ${level}, bit ${bit}`);
      }
    }
  });

  it('fails when siblings are missing, left over, moved, or of another length', () => {
    const batch = buildBatch(0n, ids(23));
    const siblings = batch.proofOf(13n);
    const id = batch.messageIds[13] as Hex;
    const changes: (readonly Hex[])[] = [
      [],
      siblings.slice(1),
      siblings.slice(0, -1),
      [...siblings, ZERO_32],
      [...siblings, batch.root],
      siblings.toReversed(),
      siblings.with(0, '0x'),
      siblings.with(0, `${siblings[0]}00` as Hex),
      siblings.with(4, 'z'.repeat(66) as Hex),
    ];
    for (const changed of changes) assert.equal(verifyInclusion(batch.root, id, changed), false);
  });

  it('does not take a node for a leaf', () => {
    const batch = buildBatch(0n, ids(4));
    const [left, right] = [leafOf(ids(4)[0] as Hex), leafOf(ids(4)[1] as Hex)].sort() as [Hex, Hex];
    const nodePreimage = concatHex(left, right);
    const node = keccak256(nodePreimage);
    const uncle = batch.proofOf(0n)[1] as Hex;
    assert.equal(keccak256(BigInt(node) < BigInt(uncle) ? concatHex(node, uncle) : concatHex(uncle, node)), batch.root);
    assert.equal(verifyInclusion(batch.root, nodePreimage, [uncle]), false);
    assert.equal(verifyInclusion(batch.root, node, [uncle]), false);
  });

  it('never leads to the zero root, whatever its length', () => {
    for (const root of [ZERO_32, '0x', '0x00', 'text'] as Hex[]) {
      assert.equal(verifyInclusion(root, ids(1)[0] as Hex, []), false);
    }
  });

  it('takes at most 32 siblings', () => {
    const chain = (depth: number) => {
      const siblings = Array.from({ length: depth }, (_, level) => keccak256(uintToHex(level, 8)));
      const root = siblings.reduce(
        (node, s) => keccak256(BigInt(node) < BigInt(s) ? concatHex(node, s) : concatHex(s, node)),
        leafOf(ZERO_32),
      );
      return verifyInclusion(root, ZERO_32, siblings);
    };
    assert.equal(MAX_PROOF_DEPTH, 32);
    assert.equal(chain(32), true);
    assert.equal(chain(33), false);
  });

  it('ignores the case of hexadecimal digits', () => {
    const upper = (hex: Hex) => hex.toUpperCase().replace('0X', '0x') as Hex;
    fc.assert(
      fc.property(bytes(32), bytes(32), (a, b) => {
        const batch = buildBatch(0n, [upper(a), b]);
        assert.equal(batch.root, buildBatch(0n, [a, b]).root);
        assert.equal(verifyInclusion(upper(batch.root), upper(a), batch.proofOf(0n).map(upper)), true);
      }),
    );
  });

  it('is never empty, never holds anything but ids, and has no nonces outside', () => {
    assert.throws(() => buildBatch(0n, []), RangeError);
    assert.throws(() => buildBatch(0n, ['0x11']), RangeError);
    assert.throws(() => buildBatch(0n, [`0x${'11'.repeat(64)}`]), RangeError);
    const batch = buildBatch(7n, ids(3));
    for (const nonce of [6n, 10n, -1n, 1n << 64n]) assert.throws(() => batch.proofOf(nonce), RangeError);
  });
});
