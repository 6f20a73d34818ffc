import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  buildBatch,
  concatHex,
  decodePackedOrders,
  encodePackedOrders,
  executionOf,
  type Hex,
  KIND,
  keccak256,
  leafOf,
  type Message,
  messageIdOf,
  type ProofFor,
  type ProvenUse,
  packedLength,
  packOrders,
  packProof,
  rootOfLeaves,
  siblingsOf,
  uintToHex,
} from '../src/index.ts';
import * as arbitrary from './support/arbitraries.ts';
import { flipBit } from './support/bits.ts';

/** Messages of one lane in order of nonce from `first` on. */
const lane = fc
  .record({
    first: fc.bigInt({ min: 0n, max: 1n << 40n }),
    messages: fc.array(arbitrary.message, { minLength: 1, maxLength: 24 }),
  })
  .map(({ first, messages }) =>
    messages.map((message, index): Message => {
      const { kind, destination } = message;
      const isHome = kind === KIND.burn || (kind === KIND.cancel && message.assetHome % 2 === 0);
      return { ...message, source: 7, nonce: first + BigInt(index), assetHome: isHome ? destination : 7 };
    }),
  );
/** A part of a list, by two numbers. */
const part = fc.tuple(fc.nat(), fc.nat());

function partOf<T>(list: readonly T[], [from, length]: readonly [number, number]): [T, ...T[]] {
  const start = from % list.length;
  return list.slice(start, start + 1 + (length % (list.length - start))) as [T, ...T[]];
}

const batchOf = (messages: readonly Message[]) => buildBatch(messages[0]?.nonce ?? 0n, messages.map(messageIdOf));

/** Each message executed or, where that can be, cancelled. */
function usesOf(messages: readonly Message[], cancels: (index: number) => boolean): readonly ProvenUse[] {
  const batch = batchOf(messages);
  return messages.map((message, index): ProvenUse => {
    const cancel = cancels(index) && message.kind !== KIND.cancel;
    const use: ProofFor = cancel ? 'cancelOrder' : executionOf(message);
    return { function: use, message, proof: packProof(use, message, batch) };
  });
}

describe('packed orders', function () {
  this.timeout(120_000);

  it('lead to the root of their interval, with the least siblings, for every part of every tree', () => {
    for (let width = 1; width <= 18; width++) {
      const ids = Array.from({ length: width }, (_, index) => keccak256(uintToHex(index, 4)));
      const batch = buildBatch(0n, ids);
      for (let first = 0; first < width; first++) {
        for (let length = 1; first + length <= width; length++) {
          const path = (offset: number) => ({ offset, siblings: batch.proofOf(BigInt(offset)) });
          const siblings = siblingsOf(path(first), path(first + length - 1), width);
          const leaves = ids.slice(first, first + length).map(leafOf);
          assert.equal(rootOfLeaves(leaves, first, width, siblings), batch.root, `${first} + ${length} of ${width}`);
          if (length === width) assert.deepEqual(siblings, []);
          // One node fewer, one more, or another place: no root, or another one.
          assert.equal(rootOfLeaves(leaves, first, width, [...siblings, batch.root]), undefined);
          if (siblings.length > 0) assert.equal(rootOfLeaves(leaves, first, width, siblings.slice(1)), undefined);
        }
      }
    }
  });

  it('have the siblings of other places refused', () => {
    const property = fc.property(lane, part, fc.nat(), fc.nat({ max: 255 }), (messages, range, which, bit) => {
      const { siblings, startNonce, firstNonce, count } = packOrders(
        partOf(
          usesOf(messages, () => false),
          range,
        ),
      );
      const leaves = partOf(messages, range).map((message) => leafOf(messageIdOf(message)));
      const offset = Number(startNonce - firstNonce);
      const { root } = batchOf(messages);
      assert.equal(rootOfLeaves(leaves, offset, count, siblings), root);
      if (siblings.length === 0) return;
      const at = which % siblings.length;
      const wrong = siblings.map((sibling, index) => (index === at ? flipBit(sibling, bit) : sibling));
      assert.notEqual(rootOfLeaves(leaves, offset, count, wrong), root);
    });
    fc.assert(property);
  });

  it('are outside a tree that they do not fit', () => {
    assert.equal(rootOfLeaves([], 0, 1, []), undefined);
    assert.equal(rootOfLeaves([keccak256('0x')], 1, 1, []), undefined);
    assert.equal(rootOfLeaves([keccak256('0x')], -1, 1, []), undefined);
  });

  it('are read as they were written', () => {
    const property = fc.property(lane, part, fc.nat(), (messages, range, cancels) => {
      const uses = usesOf(messages, (index) => (cancels >> (index % 31)) % 2 === 1);
      const some = partOf(uses, range);
      const packed = packOrders(some);
      const bytes = encodePackedOrders(packed);
      assert.equal(bytes.length, 2 + 2 * packedLength(some.length, packed.siblings.length));
      assert.deepEqual(decodePackedOrders(bytes), { ok: true, value: packed });
      assert.deepEqual(
        packed.orders.map((order) => order.function),
        some.map((use) => use.function),
      );
      assert.equal(packed.startNonce, some[0].message.nonce);
    });
    fc.assert(property);
  });

  it('are of one interval and of consecutive nonces', () => {
    const messages = fc.sample(lane, 50).find((list) => list.length > 3) as Message[];
    const [first, second, third] = usesOf(messages, () => false) as [ProvenUse, ProvenUse, ProvenUse];
    const other = usesOf(messages.slice(1), () => false)[0] as ProvenUse;
    for (const wrong of [
      [first, third],
      [second, first],
      [first, first],
      [first, other],
    ] as const) {
      assert.throws(() => packOrders([...wrong]), RangeError);
    }
    assert.throws(() => packOrders([{ ...first, proof: '0x' }]), RangeError);
    assert.throws(() => packOrders([{ ...first, proof: concatHex(first.proof, keccak256('0x')) }]), RangeError);
  });

  it('name only operations that exist', () => {
    const uses = usesOf(fc.sample(lane, 1)[0] as Message[], () => false);
    const packed = packOrders(partOf(uses, [0, 0]));
    const [order] = packed.orders;
    for (const [use, kind] of [
      ['mintTokens', KIND.burn],
      ['releaseTokens', KIND.lock],
      ['cancelOrder', KIND.cancel],
    ] as const) {
      const wrong = { ...packed, orders: [{ ...order, function: use, kind } as never] };
      assert.throws(() => encodePackedOrders(wrong), RangeError);
    }
    const bytes = encodePackedOrders(packed);
    const head = 2 + 2 * packedLength(0, 0);
    const known = new Set([0x11, 0x13, 0x22, 0x23, 0x31, 0x32]);
    for (let byte = 0; byte < 256; byte++) {
      const changed: Hex = `0x${bytes.slice(2, head)}${uintToHex(byte, 1).slice(2)}${bytes.slice(head + 2)}`;
      const read = decodePackedOrders(changed);
      assert.equal(read.ok ? null : read.error.code, known.has(byte) ? null : 'InvalidKind', `operation ${byte}`);
    }
  });
});
