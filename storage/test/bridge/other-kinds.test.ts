import assert from 'node:assert/strict';
import { COIN_TYPE, type Hex, messageIdOf, slip44Domain } from '@causeway/protocol';
import { onStorages } from '../support/engines.ts';
import {
  block,
  bytes32,
  FAMILY,
  lockMessage,
  newOrder,
  outcome,
  position,
  SOURCE,
  scan,
  seen,
} from '../support/rows.ts';
import { oracleDetails } from '../support/submission-details.ts';

/** The text forms of a kind of chain. */
interface Forms {
  readonly domain: number;
  readonly block: string;
  readonly transaction: string;
  readonly payer: string;
  readonly raw: string;
  readonly anchor: string;
}

const SOLANA_BLOCK = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N';
const SOLANA_PAYER = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';

const FORMS: Readonly<Record<string, Forms>> = {
  // Base58 is case-sensitive and is not hexadecimal.
  Solana: {
    domain: slip44Domain('mainnet', COIN_TYPE.solana),
    block: SOLANA_BLOCK,
    transaction: '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW',
    payer: SOLANA_PAYER,
    raw: `${'Aa'.repeat(800)},${'Bb'.repeat(800)}`,
    anchor: `${SOLANA_BLOCK}:${SOLANA_PAYER}:${2n ** 64n - 1n}:256`,
  },
  // Bech32m, and hashes in hexadecimal without 0x.
  Radix: {
    domain: slip44Domain('mainnet', COIN_TYPE.radix),
    block: '9d'.repeat(32),
    transaction: 'txid_rdx1njwfe8yunjwfe8yunjwfe8yunjwfe8yunjwfe8yunjwfe8yunjwqt7d979',
    payer: 'account_rdx12xu2q3mvf7e3xa332cpakehk2arpah9q40qh3jkwwssf3ms0ukvesd',
    raw: `0x4d22${'0f'.repeat(20_000)}`,
    anchor: `41233:41245:${2 ** 32 - 1}:${'9c'.repeat(32)}:0:25`,
  },
};

onStorages('storage of a chain that is no EVM chain', (temporary) => {
  for (const [kind, forms] of Object.entries(FORMS)) {
    it(`keeps domains above 2^31 and the chain’s own references, block hashes and addresses as they are: ${kind}`, async () => {
      const { domain, payer, anchor, raw } = forms;
      const { chainView, orders, submissions, signatures } = temporary.storage;
      const at = {
        block: { number: 398_123_456, hash: forms.block, timeMs: 1_700_000_000_000 },
        transaction: forms.transaction,
        index: 3,
      };
      const message = lockMessage({ source: domain, assetHome: domain, destination: SOURCE, nonce: 2n ** 63n });
      const id = messageIdOf(message);
      const inbound = lockMessage({ source: SOURCE, destination: domain });
      const inboundId = messageIdOf(inbound);
      assert.ok((await chainView.recordScan(scan(SOURCE, block(1), { messages: [seen(inbound, position(1))] }))).ok);
      const found = { messages: [seen(message, at)], outcomes: [outcome(inboundId, at)] };
      assert.ok((await chainView.recordScan(scan(domain, at.block, found))).ok);
      assert.deepEqual((await chainView.message(id))?.at, at);
      assert.deepEqual((await chainView.outcome(inboundId))?.at, at);
      assert.deepEqual(await chainView.cursor(FAMILY, domain), at.block);
      const { id: orderId } = await orders.create(newOrder({ source: domain, assetHome: domain, destination: SOURCE }));
      const row = await chainView.message(id);
      assert.ok(row);
      const bound = await orders.matchLock(row, 32, 3);
      assert.deepEqual([bound.id, bound.lockTransaction], [orderId, forms.transaction]);
      const submission = await submissions.reserve({
        purpose: 'oracle',
        domain,
        family: FAMILY,
        payer,
        sequence: 398_123_606,
        versions: [{ reference: forms.transaction, raw, payer, sequence: 398_123_606, fee: {} }],
        orderIds: [orderId],
        details: oracleDetails({ anchor }),
      });
      assert.deepEqual((await submissions.forOrder(orderId)).at(-1), submission);
      const digest: Hex = bytes32(7);
      await signatures.record({ domain, anchor, digest, calls: [] });
      assert.equal((await signatures.list(1))[0]?.anchor, anchor);
    });
  }
});
