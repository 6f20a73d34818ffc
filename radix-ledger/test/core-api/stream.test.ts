import assert from 'node:assert/strict';
import { type ErrorResponse, instanceOfCommittedTransaction } from '@radixdlt/babylon-core-api-sdk';
import { PrivateKey, RadixEngineToolkit, SerializationMode } from '@radixdlt/radix-engine-toolkit';
import { errorOf, FAUCET, NETWORK_ID, type Notarized, TestLedger, XRD } from './support.ts';

/** Blake2b-256 of the bytes 1, 2, 3. */
const BLOB_HASH = '11c0e79b71c3976ccd0c02d1310e2516c08edc9d8b6f57ccd680d63a4d8e72da';

describe('Core API: the stream of transactions', () => {
  let test: TestLedger;
  let transaction: Notarized;
  /** The state version of the transaction. */
  let version: number;

  before(async () => {
    test = await TestLedger.start();
    transaction = await test.notarize(test.free);
    await test.submit(transaction);
    test.running.ledger.advance();
    version = test.running.ledger.head.stateVersion;
    for (let round = 0; round < 5; round++) test.running.ledger.advance();
  });

  after(() => test.stop());

  const newest = () => test.running.ledger.head.stateVersion;

  it('every state version is one transaction, and each page names its predecessor', async () => {
    const all = await test.stream(1, 10_000);
    assert.equal(all.count, newest());
    assert.equal(all.transactions.length, newest());
    assert.equal(all.max_ledger_state_version, newest());
    for (const [index, { resultant_state_identifiers }] of all.transactions.entries()) {
      assert.equal(resultant_state_identifiers.state_version, index + 1);
    }
    let previous = all.previous_state_identifiers;
    for (let from = 1; from <= newest(); from += 2) {
      const page = await test.stream(from, 2);
      assert.equal(page.from_state_version, from);
      assert.equal(page.max_ledger_state_version, newest());
      assert.deepEqual(page.transactions, all.transactions.slice(from - 1, from + 1));
      if (from > 1) assert.deepEqual(page.previous_state_identifiers, previous);
      previous = page.transactions.at(-1)?.resultant_state_identifiers;
    }
  });

  it('the version after the newest is an empty page, and a later one is an error that names the newest', async () => {
    const end = await test.stream(newest() + 1, 10);
    assert.deepEqual([end.count, end.transactions], [0, []]);
    assert.equal(end.previous_state_identifiers?.state_version, newest());
    const error = await errorOf(test.stream(newest() + 2, 10));
    assert.deepEqual([error.code, error.error_type], [400, 'StreamTransactions']);
    assert.deepEqual((error as Extract<ErrorResponse, { error_type: 'StreamTransactions' }>).details, {
      type: 'RequestedStateVersionOutOfBounds',
      max_ledger_state_version: newest(),
    });
  });

  it('malformed state versions and limits are refused', async () => {
    for (const from of [0, -1, 1e15]) assert.match((await errorOf(test.stream(from, 1))).message, /from_state_version/);
    for (const limit of [0, -1, 10_001]) {
      const error = await errorOf(test.stream(1, limit));
      assert.match(error.message, /limit/);
      assert.equal(error.error_type, 'StreamTransactions');
    }
  });

  it('a user transaction is reported with its hashes, header, manifest and payload', async () => {
    const [committed] = (await test.stream(version, 1)).transactions;
    assert.ok(committed && instanceOfCommittedTransaction(committed));
    const { ledger_transaction } = committed;
    assert.equal(ledger_transaction.type, 'User');
    const { notarized_transaction } = ledger_transaction;
    const { signed_intent } = notarized_transaction;
    assert.equal(notarized_transaction.hash, transaction.payloadHash);
    assert.equal(notarized_transaction.hash_bech32m, transaction.payloadHashBech32m);
    assert.equal(notarized_transaction.payload_hex, transaction.hex);
    assert.equal(signed_intent.intent.hash, transaction.intentHash);
    assert.equal(signed_intent.intent.hash_bech32m, transaction.intentHashBech32m);
    assert.match(signed_intent.hash_bech32m, /^signedintent_sim1/);
    assert.partialDeepStrictEqual(signed_intent.intent.header, {
      network_id: NETWORK_ID,
      start_epoch_inclusive: 1,
      end_epoch_exclusive: 50,
      notary_is_signatory: true,
      notary_public_key: { key_type: 'EddsaEd25519', key_hex: test.key.publicKeyHex() },
      tip_percentage: 0,
    });
    assert.match(signed_intent.intent.instructions ?? '', /"lock_fee".*"free".*"try_deposit_batch_or_abort"/s);
    assert.equal(committed.proposer_timestamp_ms, test.running.ledger.transaction(version)?.proposerTimestampMs);
  });

  it('a round update is reported with its time, epoch and round', async () => {
    const [committed] = (await test.stream(version - 1, 1)).transactions;
    assert.equal(committed?.ledger_transaction.type, 'RoundUpdate');
    const { round_update_transaction } = committed.ledger_transaction;
    assert.equal(round_update_transaction.proposer_timestamp.unix_timestamp_ms, committed.proposer_timestamp_ms);
    assert.equal(round_update_transaction.epoch, test.running.ledger.head.epoch);
    assert.equal(round_update_transaction.round_in_epoch, test.running.ledger.head.round - 5);
  });

  it('a receipt has outcome, fees and new entities', async () => {
    const { receipt } = await test.receipt(transaction);
    assert.equal(receipt.status, 'Succeeded');
    const { fee_summary: fees } = receipt;
    assert.ok(fees.execution_cost_units_consumed > 0 && fees.finalization_cost_units_consumed > 0);
    const paid =
      Number(fees.xrd_total_execution_cost) +
      Number(fees.xrd_total_finalization_cost) +
      Number(fees.xrd_total_storage_cost);
    const sources = receipt.fee_source?.from_vaults.map(({ xrd_amount }) => Number(xrd_amount)) ?? [];
    assert.ok(Math.abs(sources.reduce((sum, amount) => sum + amount, 0) - paid) < 1e-9);
    assert.equal(receipt.output?.length, 3);
    assert.deepEqual(receipt.state_updates.new_global_entities, [
      { entity_type: 'GlobalVirtualEd25519Account', is_global: true, entity_address: test.account },
    ]);
  });

  it('an instruction without a return value gives the SBOR of the unit value', async () => {
    const { receipt } = await test.commit('DROP_ALL_PROOFS;');
    const hex = receipt.output?.at(-1)?.hex ?? '';
    const bytes = new Uint8Array(Buffer.from(hex, 'hex'));
    const json = await RadixEngineToolkit.ScryptoSbor.decodeToString(bytes, NETWORK_ID, SerializationMode.Programmatic);
    assert.deepEqual(JSON.parse(json), { kind: 'Tuple', fields: [] });
  });

  it('events have emitter and type, and their values are SBOR that the toolkit reads alike', async () => {
    const [raw] = (await test.stream(version, 1)).transactions;
    const [both] = (await test.stream(version, 1, { sbor_format_options: { programmatic_json: true } })).transactions;
    const [json] = (await test.stream(version, 1, { sbor_format_options: { raw: false, programmatic_json: true } }))
      .transactions;
    const events = both?.receipt.events ?? [];
    assert.ok(events.length > 3);
    const emitters = events.map(({ type: { emitter } }) =>
      emitter.type === 'Method' ? emitter.entity.entity_address : '',
    );
    assert.ok(emitters.includes(XRD) || emitters.some((address) => address.startsWith('internal_vault_sim1')));
    for (const [index, { type, data }] of events.entries()) {
      assert.match(type.type_reference.full_type_id.schema_hash, /^[\da-f]{64}$/);
      const bytes = Buffer.from(data.hex ?? '', 'hex');
      const expected = await RadixEngineToolkit.ScryptoSbor.decodeToString(
        new Uint8Array(bytes),
        NETWORK_ID,
        SerializationMode.Programmatic,
      );
      assert.deepEqual(data.programmatic_json, JSON.parse(expected));
      assert.deepEqual(raw?.receipt.events?.[index]?.data, { hex: data.hex, programmatic_json: undefined });
      assert.deepEqual(json?.receipt.events?.[index]?.data, {
        hex: undefined,
        programmatic_json: data.programmatic_json,
      });
    }
    const lockFee = events.find(({ type }) => type.name === 'LockFeeEvent');
    assert.equal(lockFee?.type.emitter.type, 'Method');
    assert.equal(lockFee.type.emitter.object_module_id, 'Main');
    assert.equal(lockFee.type.emitter.entity.entity_type, 'InternalFungibleVault');
    assert.equal(lockFee.type.emitter.entity.is_global, false);
  });

  it('options leave out and add parts of a transaction', async () => {
    const blob = new Uint8Array([1, 2, 3]);
    const { resultant_state_identifiers } = await test.commit('', { blobs: [blob] });
    const { state_version } = resultant_state_identifiers;
    const page = async (transaction_format_options: object) => {
      const { transactions } = await test.stream(state_version, 1, { transaction_format_options });
      const user = transactions[0]?.ledger_transaction;
      assert.equal(user?.type, 'User');
      return user.notarized_transaction;
    };
    const usual = await page({});
    assert.ok(usual.payload_hex && usual.signed_intent.intent.instructions);
    assert.equal(usual.signed_intent.intent.blobs_hex, undefined);
    const bare = await page({ manifest: false, raw_notarized_transaction: false });
    assert.equal(bare.payload_hex, undefined);
    assert.equal(bare.signed_intent.intent.instructions, undefined);
    const { blobs_hex } = (await page({ blobs: true })).signed_intent.intent;
    assert.deepEqual(blobs_hex, { [BLOB_HASH]: '010203' });
  });

  it('signatures of either curve, and messages, are reported', async () => {
    const keys = [
      new PrivateKey.Ed25519(new Uint8Array(32).fill(8)),
      new PrivateKey.Secp256k1(new Uint8Array(32).fill(8)),
    ] as const;
    const { ledger_transaction } = await test.commit('', { signers: keys, message: 'for you', tipPercentage: 3 });
    assert.equal(ledger_transaction.type, 'User');
    const { signed_intent, notary_signature } = ledger_transaction.notarized_transaction;
    const [ed25519, secp256k1] = signed_intent.intent_signatures;
    assert.equal(ed25519?.key_type, 'EddsaEd25519');
    assert.equal(ed25519.public_key.key_hex, keys[0].publicKeyHex());
    assert.match(ed25519.signature.signature_hex, /^[\da-f]{128}$/);
    assert.equal(secp256k1?.key_type, 'EcdsaSecp256k1');
    assert.match(secp256k1.recoverable_signature.signature_hex, /^[\da-f]{130}$/);
    assert.equal(notary_signature.key_type, 'EddsaEd25519');
    assert.equal(signed_intent.intent.header.tip_percentage, 3);
    assert.deepEqual(signed_intent.intent.message, {
      type: 'Plaintext',
      mime_type: 'text/plain',
      content: { type: 'String', value: 'for you' },
    });
  });

  it('the round update that ends an epoch reports it', async () => {
    const { epoch } = test.running.ledger.head;
    const from = newest() + 1;
    test.running.ledger.advanceEpoch();
    const { transactions } = await test.stream(from, 10_000);
    const last = transactions.findLast(({ receipt }) => receipt.next_epoch) ?? assert.fail();
    assert.equal(last.receipt.next_epoch?.epoch, epoch + 1);
    assert.equal(last.receipt.next_epoch?.validators.length, 1);
    assert.equal(last.ledger_transaction.type, 'RoundUpdate');
    assert.equal(last.ledger_transaction.round_update_transaction.epoch, epoch);
    assert.ok(last.ledger_transaction.round_update_transaction.round_in_epoch > 0);
  });

  it('the account got its XRD from the faucet', async () => {
    const [committed] = (await test.stream(version, 1)).transactions;
    const { ledger_transaction } = committed ?? assert.fail();
    assert.equal(ledger_transaction.type, 'User');
    assert.ok(ledger_transaction.notarized_transaction.signed_intent.intent.instructions?.includes(FAUCET));
  });
});
