import assert from 'node:assert/strict';
import {
  buildBatch,
  concatHex,
  decodePackedOrders,
  encodePackedOrders,
  encodeProof,
  type Hex,
  isAddress32,
  KIND,
  leafOf,
  type Message,
  messageIdOf,
  type PackedOrders,
  type ProofFor,
  siblingsOf,
  toWireAmount,
  unpackProof,
  verifyInclusion,
  ZERO_32,
} from '@causeway/protocol';
import * as arbitrary from '@causeway/protocol/test-support/arbitraries';
import { flipBit } from '@causeway/protocol/test-support/bits';
import { LONG } from '@causeway/protocol/test-support/cases';
import { messageOf, type Row, readVectors } from '@causeway/protocol/test-support/vectors';
import type { Interface } from 'ethers';
import fc from 'fast-check';
import { Chain, type Outcome, solidityMessage } from './support/chain.ts';

const READERS = {
  mintTokens: 'readMintProof',
  releaseTokens: 'readReleaseProof',
  cancelOrder: 'readCancelProof',
} as const;
const use = fc.constantFrom<ProofFor>('mintTokens', 'releaseTokens', 'cancelOrder');

describe('TypeScript and Solidity codecs', function () {
  // The first run compiles the harness; the long mode has every part of 64 trees.
  this.timeout(LONG ? 900_000 : 120_000);

  let chain: Chain;
  let harness: { address: string; abi: Interface };
  const call = (name: string, ...args: unknown[]): Promise<Outcome> =>
    chain.call(harness.address, harness.abi, name, args);
  const value = async (name: string, ...args: unknown[]): Promise<unknown> => {
    const outcome = await call(name, ...args);
    return 'values' in outcome ? outcome.values[0] : outcome.error;
  };

  before(async () => {
    chain = await Chain.start(900_002);
    harness = await chain.deployHarness('CodecHarness');
  });
  after(() => chain.close());

  it('give every message the same id', async () => {
    for (const row of readVectors<Row[]>('messages.json')) {
      assert.equal(await value('messageId', solidityMessage(messageOf(row))), row.messageId, row.name);
    }
    await fc.assert(
      fc.asyncProperty(arbitrary.message, async (message) => {
        assert.equal(await value('messageId', solidityMessage(message)), messageIdOf(message));
      }),
    );
  });

  it('recognise the same addresses', async () => {
    for (const { word, length, valid, name } of readVectors<Row[]>('addresses.json')) {
      assert.equal(await value('isAddress', word, length), valid, name);
    }
    const words = fc.oneof(arbitrary.address32, arbitrary.bytes(32));
    await fc.assert(
      fc.asyncProperty(words, fc.integer({ min: 1, max: 32 }), async (word, length) => {
        assert.equal(await value('isAddress', word, length), isAddress32(word, length));
      }),
    );
  });

  it('convert amounts alike, and refuse the same ones', async () => {
    const expected = (localAmount: bigint, localDecimals: number, wireDecimals: number) => {
      const wire = toWireAmount(localAmount, localDecimals, wireDecimals);
      return wire.ok ? wire.value : wire.error.code;
    };
    for (const row of readVectors<Row[]>('amounts.json')) {
      const unit = 10n ** (BigInt(row.localDecimals as string) - BigInt(row.wireDecimals as string));
      assert.equal(String(await value('toWireAmount', row.localAmount, unit)), row.wireAmount ?? row.error, row.name);
    }
    const units = fc.nat({ max: 38 });
    const amounts = fc.oneof(
      arbitrary.uint((1n << 256n) - 1n),
      fc.nat().map((n) => BigInt(n) * 10n ** 20n),
    );
    await fc.assert(
      fc.asyncProperty(amounts, units, async (localAmount, more) => {
        assert.equal(await value('toWireAmount', localAmount, 10n ** BigInt(more)), expected(localAmount, 9 + more, 9));
      }),
    );
  });

  it('read the same fields from a proof', async () => {
    const siblings = fc.array(arbitrary.bytes(32), { maxLength: 32 });
    const count = fc.integer({ min: 0, max: 2 ** 32 - 1 });
    await fc.assert(
      fc.asyncProperty(
        use,
        arbitrary.message,
        arbitrary.uint((1n << 64n) - 1n),
        count,
        siblings,
        async (use, message, firstNonce, count, siblings) => {
          const packed = encodeProof(use, { ...message, firstNonce, count, siblings });
          assert.deepEqual(
            await call(READERS[use], packed),
            fieldsOf(use, { ...message, firstNonce, count, siblings }),
          );
        },
      ),
    );
  });

  it('refuse the same damaged proofs', async () => {
    const edit = fc.record({
      cut: fc.nat({ max: 40 }),
      append: fc.nat({ max: 80 }).chain(arbitrary.bytes),
      kind: fc.nat({ max: 255 }),
    });
    const siblings = fc.array(arbitrary.bytes(32), { maxLength: 34 });
    await fc.assert(
      fc.asyncProperty(
        use,
        arbitrary.message,
        siblings,
        edit,
        fc.boolean(),
        async (use, message, siblings, edit, whole) => {
          const packed = encodeProof(use, { ...message, firstNonce: message.nonce, count: 1, siblings });
          const kind: Hex = `0x${edit.kind.toString(16).padStart(2, '0')}`;
          const kept: Hex = whole ? packed : `0x${packed.slice(2, packed.length - 2 * edit.cut)}`;
          const damaged = concatHex(kind, `0x${kept.slice(4)}`, whole ? '0x' : edit.append);
          const ours = unpackProof(use, damaged);
          const theirs = await call(READERS[use], damaged);
          assert.equal('error' in theirs ? theirs.error : null, ours.ok ? null : ours.error.code);
        },
      ),
    );
  });

  it('read the same packed orders, and refuse the same damaged ones', async () => {
    const edit = fc.record({
      cut: fc.nat({ max: 40 }),
      append: fc.nat({ max: 80 }).chain(arbitrary.bytes),
      at: fc.nat(),
      byte: fc.nat({ max: 255 }),
      whole: fc.boolean(),
    });
    const orders = fc.array(fc.tuple(use, arbitrary.message), { minLength: 1, maxLength: 6 });
    const siblings = fc.array(arbitrary.bytes(32), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(orders, siblings, edit, async (orders, siblings, edit) => {
        const known = orders.map(([use, message]) => ({ ...message, function: use, kind: kindFor(use, message.kind) }));
        const { source, nonce } = known[0] as Message;
        const range = { firstNonce: nonce / 2n, startNonce: nonce / 2n, count: known.length };
        const bytes = encodePackedOrders({ source, ...range, orders: known, siblings });
        const place = 2 + 2 * (edit.at % ((bytes.length - 2) / 2));
        const changed = `${bytes.slice(0, place)}${edit.byte.toString(16).padStart(2, '0')}${bytes.slice(place + 2)}`;
        const damaged = concatHex(changed.slice(0, changed.length - 2 * edit.cut) as Hex, edit.append);
        for (const packed of edit.whole ? [bytes] : [bytes, damaged]) {
          const ours = decodePackedOrders(packed);
          assert.deepEqual(
            await call('readPackedOrders', packed),
            ours.ok ? packedFieldsOf(ours.value) : { error: ours.error.code },
          );
        }
      }),
    );
  });

  it('lead every part of a tree to its root, by the siblings of the shared vectors', async () => {
    const usual = [1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 16, 17];
    for (const { name, width, root, digest } of readVectors<Row[]>('packed-parts.json')) {
      if (!LONG && !usual.includes(Number(width))) continue;
      let continued: unknown = ZERO_32;
      for (let first = 0; first < Number(width); first++) {
        const outcome = await call('partsFrom', first, width, continued);
        assert.equal('values' in outcome && outcome.values[0], root, name);
        continued = 'values' in outcome && outcome.values[1];
      }
      assert.equal(continued, digest, name);
    }
  });

  it('refuse the siblings of another part, and other ones', async () => {
    const numbers = fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat({ max: 255 }));
    await fc.assert(
      fc.asyncProperty(arbitrary.messageIds(40), numbers, async (ids, [from, length, which, bit]) => {
        const first = from % ids.length;
        const last = first + (length % (ids.length - first));
        const { root, proofOf } = buildBatch(0n, ids);
        const path = (offset: number) => ({ offset, siblings: proofOf(BigInt(offset)) });
        const siblings = siblingsOf(path(first), path(last), ids.length);
        const leaves = ids.slice(first, last + 1).map(leafOf);
        const rootBy = (beside: readonly Hex[], offset = first) =>
          value('rootOfLeaves', leaves, offset, ids.length, beside);
        assert.equal(await rootBy(siblings), root);
        assert.equal(await rootBy([...siblings, root]), 'MalformedProof');
        if (siblings.length === 0) return;
        assert.equal(await rootBy(siblings.slice(1)), 'MalformedProof');
        const at = which % siblings.length;
        assert.notEqual(await rootBy(siblings.map((s, index) => (index === at ? flipBit(s, bit) : s))), root);
      }),
      { numRuns: LONG ? 1_000 : 60 },
    );
  });

  it('climb to the same root, or not at all', async () => {
    const change = fc.record({ level: fc.nat({ max: 6 }), bit: fc.nat({ max: 255 }), nothing: fc.boolean() });
    const property = fc.asyncProperty(arbitrary.messageIds(40), fc.nat(), change, async (ids, at, change) => {
      const batch = buildBatch(0n, ids);
      const index = at % ids.length;
      const siblings = batch
        .proofOf(BigInt(index))
        .map((s, level) => (level === change.level && !change.nothing ? flipBit(s, change.bit) : s));
      const id = ids[index] as Hex;
      const included = (await value('rootOf', id, siblings)) === batch.root;
      assert.equal(included, verifyInclusion(batch.root, id, siblings));
      assert.equal(included, change.nothing || change.level >= siblings.length);
    });
    await fc.assert(property);
  });

  it('have the roots and proofs of the shared vectors', async () => {
    type BatchRow = Row & { proofs: { messageId: Hex; siblings: Hex[] }[] };
    for (const { name, root, proofs } of readVectors<BatchRow[]>('batches.json')) {
      for (const { messageId, siblings } of proofs)
        assert.equal(await value('rootOf', messageId, siblings), root, name);
    }
  });
});

/** The values that a reader of the harness returns for these fields. */
function fieldsOf(
  use: ProofFor,
  proof: Message & { firstNonce: bigint; count: number; siblings: readonly Hex[] },
): Outcome {
  const { kind, source, nonce, sender, reference, firstNonce, count } = proof;
  const head = [BigInt(kind), BigInt(source), nonce, sender, reference, firstNonce, BigInt(count)];
  const tail = { mintTokens: [], releaseTokens: [proof.wireAmount], cancelOrder: [proof.wireAmount, proof.recipient] };
  return { values: [head, [...proof.siblings], ...tail[use]] };
}

/** The kind itself, or one that the function takes. */
function kindFor(use: ProofFor, kind: Message['kind']): Message['kind'] {
  const refused = { mintTokens: KIND.burn, releaseTokens: KIND.lock, cancelOrder: KIND.cancel }[use];
  if (kind !== refused) return kind;
  return use === 'releaseTokens' ? KIND.burn : KIND.lock;
}

/** The values that the harness returns for packed orders: what is done is the operation's high half. */
function packedFieldsOf({ source, firstNonce, count, startNonce, orders, siblings }: PackedOrders): Outcome {
  const done = { mintTokens: 1n, releaseTokens: 2n, cancelOrder: 3n };
  const zeros = { version: 0n, domain: 0n, word: ZERO_32 };
  const messages = orders.map(({ kind, sender, recipient, wireAmount, reference }) => [
    zeros.version,
    BigInt(kind),
    zeros.domain,
    zeros.domain,
    0n,
    zeros.word,
    zeros.word,
    zeros.domain,
    sender,
    recipient,
    wireAmount,
    reference,
  ]);
  const head = [BigInt(source), firstNonce, BigInt(count), startNonce, BigInt(orders.length)];
  return { values: [head, orders.map((order) => done[order.function]), messages, [...siblings]] };
}
