import assert from 'node:assert/strict';
import { staleFiles, vectorFiles } from '../scripts/generate-vectors.ts';
import {
  buildBatch,
  cancelOf,
  concatHex,
  decodeMessage,
  encodeMessage,
  executionOf,
  type Hex,
  isAddress32,
  isGenuineCancel,
  KIND,
  keccak256,
  MAX_U64,
  MAX_WIRE_AMOUNT,
  messageIdOf,
  packProof,
  toWireAmount,
  uintToHex,
  unpackProof,
  verifyInclusion,
} from '../src/index.ts';
import { ModelBridge } from './support/model-bridge.ts';
import { messageOf, type Row, readVectors, type SiteFile } from './support/vectors.ts';

describe('shared vectors', function () {
  this.timeout(120_000);

  it('are what generate-vectors writes', () => {
    assert.deepEqual(staleFiles(vectorFiles()), []);
    assert.deepEqual(
      staleFiles(
        new Map([
          ['messages.json', '[]\n'],
          ['none.json', ''],
        ]),
      ),
      ['messages.json', 'none.json'],
    );
  });

  it('have unique names', () => {
    for (const [file, text] of vectorFiles()) {
      const content = JSON.parse(text) as Row[] | SiteFile;
      const lists = Array.isArray(content)
        ? [content]
        : [content.proofs, content.malformedProofs, content.malformedIntervals];
      for (const rows of lists) assert.equal(new Set(rows.map(({ name }) => name)).size, rows.length, file);
    }
  });

  it('messages: encoded, decoded and hashed alike; all kinds, lengths and extremes are there', () => {
    const rows = readVectors<Row[]>('messages.json');
    for (const row of rows) {
      const message = messageOf(row);
      assert.equal(encodeMessage(message), row.encoded, row.name);
      assert.deepEqual(decodeMessage(row.encoded as Hex), message, row.name);
      assert.equal(keccak256(row.encoded as Hex), row.messageId, row.name);
    }
    const messages = rows.map(messageOf);
    assert.deepEqual(new Set(messages.map(({ kind }) => kind)), new Set(Object.values(KIND)));
    for (const amount of [1n, MAX_U64, MAX_WIRE_AMOUNT]) assert.ok(messages.some((m) => m.wireAmount === amount));
    for (const nonce of [0n, MAX_U64]) assert.ok(messages.some((m) => m.nonce === nonce));
    for (const domain of [1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1])
      assert.ok(messages.some((m) => m.destination === domain || m.source === domain));
    for (const length of [20, 30, 32]) assert.ok(messages.some((m) => isAddress32(m.recipient, length)));
  });

  it('addresses and amounts', () => {
    for (const { word, length, valid, name } of readVectors<Row[]>('addresses.json')) {
      assert.equal(isAddress32(word as Hex, Number(length)), valid, name);
    }
    const rows = readVectors<Row[]>('amounts.json');
    for (const { localAmount, localDecimals, wireDecimals, wireAmount, error } of rows) {
      const wire = toWireAmount(BigInt(localAmount as string), Number(localDecimals), Number(wireDecimals));
      assert.equal(wire.ok ? wire.value.toString() : wire.error.code, wireAmount ?? error);
    }
    const errors = new Set(rows.map(({ error }) => error));
    assert.deepEqual(errors, new Set([null, 'ZeroAmount', 'DustAmount', 'AmountTooLarge']));
  });

  it('cancels: genuine alone when every field but the nonce is that of the message’s Cancel', () => {
    const rows = readVectors<(Row & { readonly genuine: boolean })[]>('cancels.json');
    for (const { name, message, cancel, genuine } of rows)
      assert.equal(isGenuineCancel(decodeMessage(cancel as Hex), decodeMessage(message as Hex)), genuine, name);
    assert.deepEqual(new Set(rows.map(({ genuine }) => genuine)), new Set([true, false]));
  });

  it('batches: ids, roots and siblings', () => {
    type BatchRow = Row & { messageIds: Hex[]; proofs: { index: string; messageId: Hex; siblings: Hex[] }[] };
    for (const { name, count, seed, root, messageIds, proofs } of readVectors<BatchRow[]>('batches.json')) {
      const ids = Array.from({ length: Number(count) }, (_, i) => keccak256(concatHex(seed as Hex, uintToHex(i, 4))));
      if (messageIds.length > 0) assert.deepEqual(messageIds, ids);
      assert.equal(buildBatch(0n, ids).root, root, name);
      for (const { index, messageId, siblings } of proofs) {
        assert.equal(ids[Number(index)], messageId);
        assert.equal(verifyInclusion(root as Hex, messageId, siblings), true, `${name}, ${index}`);
      }
    }
  });

  for (const kind of ['evm', 'solana', 'radix']) {
    const site = readVectors<SiteFile>(`proofs-${kind}.json`);
    const model = new ModelBridge(site);
    const errorOf = (row: (typeof site.malformedProofs)[number]) =>
      model.errorOf({ ...row, localAmount: BigInt(row.localAmount as string) });

    it(`proofs for ${kind}: packed alike and accepted`, () => {
      for (const row of site.proofs) {
        const message = messageOf(row);
        assert.equal(messageIdOf(message), row.orderId, row.name);
        if (row.function !== 'cancelOrder') assert.equal(executionOf(message), row.function, row.name);
        else assert.equal(messageIdOf(cancelOf(message, 0n)), row.cancelMessageId, row.name);
        assert.equal(errorOf(row), null, row.name);

        const ids = site.proofs.filter((p) => p.source === row.source && p.firstNonce === row.firstNonce);
        const lane = [...new Map(ids.map((p) => [p.nonce, p.orderId])).values()];
        const batch = buildBatch(BigInt(row.firstNonce as string), lane);
        assert.equal(packProof(row.function, message, batch), row.proof, row.name);
        const unpacked = unpackProof(row.function, row.proof);
        assert.deepEqual(unpacked.ok && unpacked.value.siblings, row.siblings, row.name);
      }
    });

    it(`malformed proofs for ${kind}: refused with the contracts’ error`, () => {
      for (const row of site.malformedProofs) assert.equal(errorOf(row), row.error, row.name);
      const errors = ['MalformedProof', 'InvalidKind', 'WrongAssetHome', 'InvalidRecipient', 'ZeroAmount'];
      const more = ['NonceOutOfRange', 'UnknownRoot', 'MessageIdMismatch', 'InvalidProof'];
      const units = kind === 'solana' ? [] : ['DustAmount', 'AmountTooLarge'];
      const covered = new Set(site.malformedProofs.map(({ error }) => error));
      assert.deepEqual(covered, new Set([...errors, ...more, ...units]));
    });
  }
});
