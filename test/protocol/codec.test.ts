import assert from 'node:assert/strict';
import {
  buildBatch,
  concatHex,
  encodeProof,
  type Hex,
  isAddress32,
  type Message,
  messageIdOf,
  type ProofFor,
  toWireAmount,
  unpackProof,
  verifyInclusion,
} from '@causeway/protocol';
import * as arbitrary from '@causeway/protocol/test-support/arbitraries';
import { flipBit } from '@causeway/protocol/test-support/bits';
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
  // The first run compiles the harness.
  this.timeout(120_000);

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
