import assert from 'node:assert/strict';
import { COIN_TYPE, type Hex, messageIdOf, slip44Domain } from '@causeway/protocol';
import { bytes32, FAMILY, lockMessage, newOrder, outcome, SOURCE, scan, seen } from './support/rows.ts';
import { removeTemporary, type TemporaryStorage, temporaryStorage } from './support/temporary.ts';

const SOLANA = slip44Domain('mainnet', COIN_TYPE.solana);
/** Base58 tells case apart, and is no hexadecimal. */
const HASH = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N';
const SIGNATURE = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
const PAYER = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';

describe('storage of a chain that is no EVM chain', () => {
  let temporary: TemporaryStorage;
  beforeEach(async () => {
    temporary = await temporaryStorage();
  });
  afterEach(removeTemporary);

  it('keeps domains above 2^31 and the chain’s own references, block hashes and addresses as they are', async () => {
    const { chainView, orders, submissions, signatures } = temporary.storage;
    const at = {
      block: { number: 398_123_456, hash: HASH, timeMs: 1_700_000_000_000 },
      transaction: SIGNATURE,
      index: 3,
    };
    const message = lockMessage({ source: SOLANA, assetHome: SOLANA, destination: SOURCE, nonce: 2n ** 63n });
    const id = messageIdOf(message);
    const found = { messages: [seen(message, at)], outcomes: [outcome(bytes32(9), at)] };
    assert.ok((await chainView.recordScan(scan(SOLANA, at.block, found))).ok);
    assert.deepEqual((await chainView.message(id))?.at, at);
    assert.deepEqual((await chainView.outcome(bytes32(9)))?.at, at);
    assert.deepEqual(await chainView.cursor(FAMILY, SOLANA), at.block);
    const { id: orderId } = await orders.create(newOrder({ source: SOLANA, assetHome: SOLANA, destination: SOURCE }));
    const row = await chainView.message(id);
    assert.ok(row);
    const bound = await orders.matchLock(row, 32, 3);
    assert.deepEqual([bound.id, bound.lockTransaction], [orderId, SIGNATURE]);
    const anchor = `${HASH}:${PAYER}:${2n ** 64n - 1n}:256`;
    const submission = await submissions.reserve({
      purpose: 'oracle',
      domain: SOLANA,
      family: FAMILY,
      payer: PAYER,
      sequence: 398_123_606,
      versions: [{ reference: SIGNATURE, raw: `${'Aa'.repeat(800)},${'Bb'.repeat(800)}`, fee: {} }],
      orderIds: [orderId],
      details: { anchor },
    });
    assert.deepEqual(await submissions.get(submission.id), submission);
    const digest: Hex = bytes32(7);
    await signatures.record({ domain: SOLANA, anchor, digest, calls: [] });
    assert.equal((await signatures.list(1))[0]?.anchor, anchor);
  });
});
