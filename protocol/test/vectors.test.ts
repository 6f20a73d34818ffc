import assert from 'node:assert/strict';
import { staleFiles, vectorFiles } from '../scripts/generate-vectors.ts';
import {
  buildBatch,
  cancelOf,
  concatHex,
  decodeMessage,
  decodePackedOrders,
  decodeTerms,
  encodeMessage,
  encodePackedOrders,
  encodeTerms,
  evmVaultOf,
  executionOf,
  type Hex,
  isAddress32,
  isGenuineCancel,
  KIND,
  keccak256,
  leafOf,
  MAX_U64,
  MAX_WIRE_AMOUNT,
  messageIdOf,
  outAt,
  type ProvenUse,
  packOrders,
  packProof,
  parseTerms,
  rootOfLeaves,
  type TermsFault,
  termsIdOf,
  toWireAmount,
  uintToHex,
  unpackProof,
  verifyInclusion,
} from '../src/index.ts';
import { ModelBridge } from './support/model-bridge.ts';
import {
  messageOf,
  type Row,
  readVectors,
  type SiteFile,
  siteOf,
  type TermsVector,
  termsOf,
} from './support/vectors.ts';

describe('shared vectors', function () {
  this.timeout(120_000);

  let made: Map<string, string> | undefined;
  const files = () => (made ??= vectorFiles());

  it('are what generate-vectors writes', () => {
    assert.deepEqual(staleFiles(files()), []);
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
    for (const [file, text] of files()) {
      const content = JSON.parse(text) as Row[] | SiteFile;
      const lists = Array.isArray(content)
        ? [content]
        : [
            content.proofs,
            content.malformedProofs,
            content.malformedIntervals,
            content.packed,
            content.malformedPacked,
          ];
      for (const rows of lists) {
        if (rows) assert.equal(new Set(rows.map(({ name }) => name)).size, rows.length, file);
      }
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

  it('terms: encoded, hashed, taken or refused with the settlers’ error, and what a fill pays', () => {
    const rows = readVectors<TermsVector[]>('terms.json');
    for (const row of rows) {
      const parsed = parseTerms(row.encoded, siteOf(row));
      assert.equal(parsed.ok ? null : parsed.error.code, row.error, row.name);
      assert.equal(termsIdOf(row.encoded), row.id, row.name);
      if (row.vault !== null) assert.equal(evmVaultOf(row.atSettler, row.id), row.vault, row.name);
      if (row.fields === null) continue;
      const terms = termsOf(row.fields);
      assert.equal(encodeTerms(terms), row.encoded, row.name);
      assert.deepEqual(decodeTerms(row.encoded), { ok: true, value: terms }, row.name);
      for (const { time, out } of row.outs) assert.equal(outAt(terms, BigInt(time)), BigInt(out), row.name);
    }
    const filled = rows.filter(({ error }) => error === null);
    assert.ok(filled.length >= 60 && rows.length - filled.length >= 40);
    assert.ok(filled.every(({ outs }) => outs.length >= 3));
    const faults: TermsFault[] = ['FinishFeeTooHigh', 'InvalidAsset', 'InvalidDeadline', 'InvalidFallback'];
    faults.push('InvalidRecipient', 'InvalidSolver', 'MalformedTerms', 'MinOutAboveQuotedOut', 'UnknownVersion');
    faults.push('WrongSettler', 'ZeroAmount');
    assert.deepEqual(new Set(rows.map(({ error }) => error)), new Set([null, ...faults]));
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

  for (const kind of ['evm', 'radix'])
    it(`packed orders for ${kind}: those of the proofs, and malformed ones refused with the contract’s error`, () => {
      const { proofs, intervals, packed = [], malformedPacked = [] } = readVectors<SiteFile>(`proofs-${kind}.json`);
      for (const { name, packed: bytes, functions, startNonce } of packed) {
        const read = decodePackedOrders(bytes);
        assert.ok(read.ok, name);
        const rows = functions.map((use, index) => {
          const nonce = String(BigInt(startNonce as string) + BigInt(index));
          return proofs.find(
            (row) => row.function === use && row.nonce === nonce && row.source === `${read.value.source}`,
          );
        }) as (typeof proofs)[number][];
        const uses = rows.map(
          (row): ProvenUse => ({ function: row.function, message: messageOf(row), proof: row.proof }),
        );
        assert.equal(encodePackedOrders(packOrders(uses as [ProvenUse, ...ProvenUse[]])), bytes, name);
      }
      for (const { name, packed: bytes, error } of malformedPacked) {
        assert.equal(errorOfPacked(bytes, intervals, proofs), error, name);
      }
      const errors = ['MalformedProof', 'InvalidKind', 'NonceOutOfRange', 'UnknownRoot', 'InvalidProof'];
      assert.deepEqual(new Set(malformedPacked.map(({ error }) => error)), new Set(errors));
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

/** The error with which the bridge refuses packed orders of its interval, by what the vectors say of its messages. */
function errorOfPacked(bytes: Hex, intervals: SiteFile['intervals'], proofs: SiteFile['proofs']): string | null {
  const read = decodePackedOrders(bytes);
  if (!read.ok) return read.error.code;
  const { source, firstNonce, count, startNonce, orders, siblings } = read.value;
  const interval = intervals.find(
    (row) => row.source === `${source}` && row.firstNonce === `${firstNonce}` && row.count === `${count}`,
  );
  if (!interval) return 'UnknownRoot';
  const sample = messageOf(proofs.find((row) => row.source === `${source}`) as Row);
  const { destination } = sample;
  const leaves = orders.map(({ function: use, ...order }, index) => {
    const isHome = use === 'releaseTokens' || (use === 'cancelOrder' && order.kind === KIND.burn);
    const assetHome = isHome ? destination : source;
    return leafOf(messageIdOf({ ...sample, ...order, assetHome, nonce: startNonce + BigInt(index) }));
  });
  const root = rootOfLeaves(leaves, Number(startNonce - firstNonce), count, siblings);
  if (root === undefined) return 'MalformedProof';
  return root === interval.root ? null : 'InvalidProof';
}
