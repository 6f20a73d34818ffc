import assert from 'node:assert/strict';
import type { ErrorResponse } from '@radixdlt/babylon-core-api-sdk';
import { PrivateKey } from '@radixdlt/radix-engine-toolkit';
import { errorOf, type Notarized, network, notarize, TestLedger, XRD } from './support.ts';

/** A fee that nobody pays is a rejection, not a failure. */
const NO_FEE = 'DROP_ALL_PROOFS;';

describe('Core API: submitting transactions', () => {
  let test: TestLedger;

  before(async () => {
    test = await TestLedger.start();
  });

  after(() => test.stop());

  const epoch = () => test.running.ledger.head.epoch;

  /** The details of a refused submission. */
  async function refusal(transaction: Notarized) {
    const error = await errorOf(test.submit(transaction));
    assert.equal(error.error_type, 'TransactionSubmit');
    assert.equal(error.code, 400);
    return (error as Extract<ErrorResponse, { error_type: 'TransactionSubmit' }>).details;
  }

  async function rejection(transaction: Notarized) {
    const details = await refusal(transaction);
    assert.equal(details?.type, 'Rejected');
    return details;
  }

  it('a transaction is unknown, then in the mempool, then committed', async () => {
    const transaction = await test.notarize(test.free);
    const { intentHash, intentHashBech32m, payloadHash, payloadHashBech32m } = transaction;
    const payload = { payload_hash: payloadHash, payload_hash_bech32m: payloadHashBech32m };
    const notSeen = await test.status(intentHash);
    assert.deepEqual([notSeen.intent_status, notSeen.known_payloads], ['NotSeen', []]);

    assert.deepEqual(await test.submit(transaction), { duplicate: false });
    const waiting = await test.status(intentHashBech32m);
    assert.equal(waiting.intent_status, 'InMempool');
    assert.partialDeepStrictEqual(waiting.known_payloads, [{ ...payload, status: 'InMempool' }]);

    test.running.ledger.advance();
    const committed = await test.status(intentHash);
    assert.equal(committed.intent_status, 'CommittedSuccess');
    const { stateVersion: state_version } = test.running.ledger.head;
    assert.partialDeepStrictEqual(committed.known_payloads, [
      { ...payload, status: 'CommittedSuccess', state_version },
    ]);
    assert.deepEqual(await test.status(intentHashBech32m), committed);
    assert.equal((await test.receipt(transaction)).receipt.status, 'Succeeded');
  });

  it('the same transaction again is a duplicate while it waits', async () => {
    const transaction = await test.notarize('');
    assert.deepEqual(await test.submit(transaction), { duplicate: false });
    assert.deepEqual(await test.submit(transaction), { duplicate: true });
    test.running.ledger.advance();
  });

  it('a committed intent is refused with its committed payload', async () => {
    const { resultant_state_identifiers } = await test.commit('', { nonce: 5 });
    const same = await test.notarize('', { nonce: 5 });
    const committed_as = {
      state_version: resultant_state_identifiers.state_version,
      payload_hash: same.payloadHash,
      payload_hash_bech32m: same.payloadHashBech32m,
    };
    assert.deepEqual(await refusal(same), {
      type: 'IntentAlreadyCommitted',
      committed_as: { ...committed_as, is_same_transaction: true },
    });
    const signer = new PrivateKey.Ed25519(new Uint8Array(32).fill(8));
    const other = await test.notarize('', { nonce: 5, signers: [signer] });
    assert.equal(other.intentHash, same.intentHash);
    assert.deepEqual(await refusal(other), {
      type: 'IntentAlreadyCommitted',
      committed_as: { ...committed_as, is_same_transaction: false },
    });
  });

  it('a failure is committed, and its message is reported', async () => {
    const transaction = await test.notarize(
      `TAKE_FROM_WORKTOP Address("${XRD}") Decimal("1") Bucket("b"); RETURN_TO_WORKTOP Bucket("b");`,
    );
    await test.submit(transaction);
    test.running.ledger.advance();
    const status = await test.status(transaction.intentHash);
    assert.equal(status.intent_status, 'CommittedFailure');
    const [payload] = status.known_payloads;
    const { receipt } = await test.receipt(transaction);
    assert.equal(receipt.status, 'Failed');
    assert.equal(receipt.output, undefined);
    assert.match(receipt.error_message ?? '', /WorktopError\(InsufficientBalance\)/);
    assert.equal(payload?.error_message, receipt.error_message);
  });

  it('a transaction whose epochs are over is rejected permanently', async () => {
    test.running.ledger.advanceEpoch();
    const transaction = await test.notarize('', { startEpoch: epoch() - 1, endEpoch: epoch() });
    const details = await rejection(transaction);
    assert.ok(details.is_intent_rejection_permanent && details.is_payload_rejection_permanent);
    assert.match(details.error_message, /Epoch/);
    assert.equal(details.retry_from_epoch, undefined);
    assert.equal(details.retry_from_timestamp, undefined);
    const { intent_status, known_payloads } = await test.status(transaction.intentHash);
    assert.deepEqual([intent_status, known_payloads[0]?.status], ['PermanentRejection', 'PermanentlyRejected']);
  });

  it('a transaction whose epochs are in the future is rejected until then', async () => {
    const startEpoch = epoch() + 1;
    const transaction = await test.notarize('', { startEpoch, endEpoch: startEpoch + 5 });
    const details = await rejection(transaction);
    assert.equal(details.is_intent_rejection_permanent, false);
    assert.equal(details.is_payload_rejection_permanent, false);
    assert.equal(details.retry_from_epoch, startEpoch);
    test.running.ledger.advanceEpoch();
    assert.deepEqual(await test.submit(transaction), { duplicate: false });
    test.running.ledger.advance();
    assert.equal((await test.status(transaction.intentHash)).intent_status, 'CommittedSuccess');
  });

  it('a transaction without a fee is rejected, and may be sent again', async () => {
    const transaction = await notarize(test.key, NO_FEE);
    const details = await rejection(transaction);
    assert.equal(details.is_intent_rejection_permanent, false);
    assert.ok(details.retry_from_timestamp);
    assert.equal((await test.status(transaction.intentHash)).intent_status, 'FateUncertainButLikelyRejection');
  });

  it('a transaction is not committed after another payload of its intent', async () => {
    const first = await test.notarize('', { nonce: 6 });
    const second = await test.notarize('', { nonce: 6, signers: [new PrivateKey.Ed25519(new Uint8Array(32).fill(8))] });
    await test.submit(first);
    await test.submit(second).catch(() => undefined);
    test.running.ledger.advance();
    const { known_payloads } = await test.status(first.intentHash);
    assert.deepEqual(known_payloads[0]?.payload_hash, first.payloadHash);
    assert.deepEqual((await refusal(second))?.type, 'IntentAlreadyCommitted');
  });

  it('the transactions of many simultaneous clients are each committed once', async () => {
    const transactions = await Promise.all(Array.from({ length: 20 }, () => test.notarize('')));
    const answers = await Promise.all(transactions.map((transaction) => test.submit(transaction)));
    assert.ok(answers.every(({ duplicate }) => !duplicate));
    const before = test.running.ledger.head.stateVersion;
    test.running.ledger.advance();
    assert.equal(test.running.ledger.head.stateVersion, before + 1 + transactions.length);
    const versions = await Promise.all(
      transactions.map(async ({ intentHash }) => (await test.status(intentHash)).known_payloads[0]?.state_version),
    );
    assert.deepEqual(new Set(versions), new Set(transactions.map((_, index) => before + 2 + index)));
  });

  it('a transaction is refused when the mempool is full', async () => {
    const small = await TestLedger.start({ mempoolSize: 1 });
    try {
      await small.submit(await small.notarize(''));
      const error = await errorOf(small.submit(await small.notarize('', { tipPercentage: 7 })));
      assert.equal(error.error_type, 'TransactionSubmit');
      assert.partialDeepStrictEqual(error, { details: { type: 'PriorityThresholdNotMet', tip_percentage: 7 } });
    } finally {
      await small.stop();
    }
  });

  it('a transaction with a wrong signature is rejected permanently', async () => {
    const { hex, ...hashes } = await test.notarize('');
    const last = hex.endsWith('00') ? '01' : '00';
    const details = await rejection({ ...hashes, hex: hex.slice(0, -2) + last });
    assert.equal(details.is_payload_rejection_permanent, true);
    assert.equal(details.is_intent_rejection_permanent, false);
    const { intent_status, known_payloads } = await test.status(hashes.intentHash);
    assert.equal(intent_status, 'FateUncertainButLikelyRejection');
    assert.equal(known_payloads[0]?.status, 'PermanentlyRejected');
  });

  it('bytes that are no transaction are rejected, and text that is no hex is refused', async () => {
    const transaction = await test.notarize('');
    assert.equal((await rejection({ ...transaction, hex: '4d220301' })).is_payload_rejection_permanent, true);
    assert.equal((await rejection({ ...transaction, hex: '' })).is_payload_rejection_permanent, true);
    for (const hex of ['0', 'zz', `${transaction.hex}x`]) {
      const { code, message, error_type } = await errorOf(test.submit({ ...transaction, hex }));
      assert.deepEqual([code, error_type], [400, 'TransactionSubmit']);
      assert.match(message, /notarized_transaction_hex/);
    }
  });

  it('malformed hashes, and hashes of another kind or network, are refused', async () => {
    const { payloadHashBech32m, intentHashBech32m } = await test.notarize('');
    for (const hash of ['', 'x', '00', '0'.repeat(63), payloadHashBech32m, intentHashBech32m.replace('_sim', '_rdx')]) {
      const { code, message } = await errorOf(test.status(hash));
      assert.equal(code, 400);
      assert.match(message, /intent_hash/);
    }
  });

  it('parsing returns hashes, content and validity', async () => {
    const transaction = await test.notarize(test.free);
    const parse = async (hex: string, more: object = {}) => {
      const transactionParseRequest = { network, payload_hex: hex, ...more };
      const { parsed } = await test.api.transaction.transactionParsePost({ transactionParseRequest });
      assert.equal(parsed.type, 'NotarizedTransaction');
      return parsed;
    };
    const full = await parse(transaction.hex);
    assert.partialDeepStrictEqual(full.identifiers, {
      intent_hash: transaction.intentHash,
      intent_hash_bech32m: transaction.intentHashBech32m,
      payload_hash: transaction.payloadHash,
      payload_hash_bech32m: transaction.payloadHashBech32m,
    });
    assert.match(full.identifiers.ledger_hash_bech32m, /^ledgertransaction_sim1/);
    assert.equal(full.validation_error, undefined);
    assert.match(full.notarized_transaction?.signed_intent.intent.instructions ?? '', /"free"/);
    assert.equal((await parse(transaction.hex, { response_mode: 'Basic' })).notarized_transaction, undefined);

    const unsigned = `${transaction.hex.slice(0, -2)}${transaction.hex.endsWith('00') ? '01' : '00'}`;
    assert.equal((await parse(unsigned)).validation_error?.is_permanent, true);
    assert.equal((await parse(unsigned, { validation_mode: 'None' })).validation_error, undefined);
    const { hex: unpaid } = await notarize(test.key, NO_FEE);
    assert.equal((await parse(unpaid)).validation_error, undefined);
    assert.equal((await parse(unpaid, { validation_mode: 'Full' })).validation_error?.is_permanent, false);
    const refused = [parse('00'), parse(''), parse('zz'), parse(transaction.hex, { parse_mode: 'Ledger' })];
    for (const refusal of refused) assert.equal((await errorOf(refusal)).code, 400);
  });

  it('a missing receipt is not found', async () => {
    const call = test.api.transaction.transactionReceiptPost({
      transactionReceiptRequest: { network, intent_hash: '00'.repeat(32) },
    });
    const error = await errorOf(call);
    assert.deepEqual([error.code, error.error_type], [404, 'Basic']);
  });
});
