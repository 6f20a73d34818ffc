import assert from 'node:assert/strict';
import type { TransactionPreviewRequest } from '@radixdlt/babylon-core-api-sdk';
import { PrivateKey, RadixEngineToolkit } from '@radixdlt/radix-engine-toolkit';
import { accountOf, errorOf, FAUCET, network, TestLedger, XRD } from './support.ts';

/** A manifest that calls nothing. */
const NOTHING = 'DROP_ALL_PROOFS;';

/** Flags with which a wallet previews a transaction before its user signs. */
const FREE = { use_free_credit: true, assume_all_signature_proofs: true, skip_epoch_check: true };

describe('Core API: previews', () => {
  let test: TestLedger;

  before(async () => {
    test = await TestLedger.start();
    await test.commit(test.free);
  });

  after(() => test.stop());

  const preview = (request: Partial<TransactionPreviewRequest>) =>
    test.api.transaction.transactionPreviewPost({
      transactionPreviewRequest: { network, manifest: NOTHING, flags: FREE, ...request },
    });

  const call = (target: object, args: readonly string[] = [], more: object = {}) =>
    test.api.transaction.transactionCallPreviewPost({
      transactionCallPreviewRequest: { network, target: target as never, arguments: [...args], ...more },
    });

  const withdraw = () =>
    `CALL_METHOD Address("${test.account}") "withdraw" Address("${XRD}") Decimal("12"); ${test.free}`;

  it('returns the effects of a manifest, and changes nothing', async () => {
    const { head } = test.running.ledger;
    const { receipt, at_ledger_state, instruction_resource_changes, encoded_receipt } = await preview({
      manifest: withdraw(),
    });
    assert.equal(receipt.status, 'Succeeded');
    assert.equal(receipt.error_message, undefined);
    assert.equal(receipt.output?.length, 3);
    assert.ok(receipt.output.every(({ hex }) => hex?.startsWith('5c')));
    assert.ok(receipt.fee_summary.execution_cost_units_consumed > 0);
    assert.equal(encoded_receipt, '');
    const [withdrawn] = instruction_resource_changes;
    assert.equal(withdrawn?.index, 0);
    assert.partialDeepStrictEqual(withdrawn.resource_changes, [{ resource_address: XRD, amount: '-12' }]);
    assert.equal(withdrawn.resource_changes[0]?.component_entity.entity_address, test.account);
    assert.deepEqual(test.running.ledger.head, head);
    assert.equal(at_ledger_state.state_version, head.stateVersion);
    assert.deepEqual(at_ledger_state.header_summary.epoch_round, { epoch: head.epoch, round: head.round });
    assert.equal(at_ledger_state.header_summary.ledger_hashes.transaction_tree_hash, head.transactionTreeHash);
    assert.deepEqual(at_ledger_state.header_summary.proposer_timestamp, {
      unix_timestamp_ms: head.proposerTimestampMs,
      date_time: new Date(head.proposerTimestampMs).toISOString(),
    });
  });

  it('signatures are assumed, or given as keys, or missing', async () => {
    const flags = { ...FREE, assume_all_signature_proofs: false };
    const denied = await preview({ manifest: withdraw(), flags });
    assert.equal(denied.receipt.status, 'Failed');
    assert.match(denied.receipt.error_message ?? '', /Unauthorized/);
    const key = { key_type: 'EddsaEd25519', key_hex: test.key.publicKeyHex() } as const;
    assert.equal(
      (await preview({ manifest: withdraw(), flags, signer_public_keys: [key] })).receipt.status,
      'Succeeded',
    );
    const notary = { notary_public_key: key, notary_is_signatory: true };
    assert.equal((await preview({ manifest: withdraw(), flags, ...notary })).receipt.status, 'Succeeded');
    const unchecked = { ...flags, disable_auth_checks: true };
    assert.equal((await preview({ manifest: withdraw(), flags: unchecked })).receipt.status, 'Succeeded');
  });

  it('a preview without a fee is rejected unless it has free credit', async () => {
    const { receipt, instruction_resource_changes, logs } = await preview({
      flags: { ...FREE, use_free_credit: false },
    });
    assert.equal(receipt.status, 'Rejected');
    assert.match(receipt.error_message ?? '', /FeeLoan|Fee/);
    assert.deepEqual(
      [receipt.events, receipt.output, instruction_resource_changes, logs],
      [undefined, undefined, [], []],
    );
    assert.deepEqual(receipt.state_updates.new_global_entities, []);
  });

  it('epochs are checked on request', async () => {
    const epochs = { start_epoch_inclusive: 1_000, end_epoch_exclusive: 1_001 };
    const checked = await preview({ flags: { ...FREE, skip_epoch_check: false }, ...epochs });
    assert.equal(checked.receipt.status, 'Rejected');
    assert.equal((await preview(epochs)).receipt.status, 'Succeeded');
  });

  it('tips raise the fee', async () => {
    const { receipt } = await preview({ manifest: test.free, tip_percentage: 10 });
    assert.equal(receipt.costing_parameters.tip_percentage, 10);
    assert.ok(Number(receipt.fee_summary.xrd_total_tipping_cost) > 0);
  });

  it('malformed manifests, keys and numbers are refused', async () => {
    const key = { key_type: 'EddsaEd25519', key_hex: '00' } as const;
    const refused: Partial<TransactionPreviewRequest>[] = [
      { manifest: 'NOTHING;' },
      { manifest: '(' },
      { manifest: `CALL_METHOD Address("${XRD}x") "x";` },
      { blobs_hex: ['0'] },
      { signer_public_keys: [key] },
      { notary_public_key: key },
      { tip_percentage: -1 },
      { tip_percentage: 65_536 },
      { nonce: 2 ** 32 },
      { start_epoch_inclusive: -1 },
      { at_ledger_state: { type: 'ByStateVersion', state_version: 1 } },
    ];
    for (const request of refused) {
      const error = await errorOf(preview(request));
      assert.deepEqual([error.code, error.error_type], [400, 'Basic'], JSON.stringify(request));
    }
  });

  it('a call of a method returns its value', async () => {
    const other = await accountOf(new PrivateKey.Ed25519(new Uint8Array(32).fill(9)));
    const resource = await RadixEngineToolkit.Address.decode(XRD);
    const argument = `4d8000${Buffer.from(resource.data).toString('hex')}`;
    for (const [account, expected] of [
      [test.account, '10000'],
      [other, '0'],
    ] as const) {
      const answer = await call({ type: 'Method', component_address: account, method_name: 'balance' }, [argument]);
      assert.equal(answer.status, 'Succeeded', answer.error_message);
      assert.deepEqual(answer.output?.programmatic_json, { kind: 'Decimal', value: expected });
      assert.equal(answer.at_ledger_state.state_version, test.running.ledger.head.stateVersion);
    }
  });

  it('a call of a function returns its value', async () => {
    const { well_known_addresses } = await test.api.status.statusNetworkConfigurationPost();
    const target = {
      type: 'Function',
      package_address: well_known_addresses.account_package,
      blueprint_name: 'Account',
      function_name: 'create',
    };
    const answer = await call(target);
    assert.notEqual(answer.status, 'Rejected', answer.error_message);
  });

  it('a failing call reports the reason', async () => {
    const answer = await call({ type: 'Method', component_address: FAUCET, method_name: 'nothing' });
    assert.equal(answer.status, 'Failed');
    assert.match(answer.error_message ?? '', /nothing/);
    assert.equal(answer.output, undefined);
  });

  it('malformed targets and arguments are refused', async () => {
    const free = { type: 'Method', component_address: FAUCET, method_name: 'free' };
    const refused = [
      call({ ...free, component_address: XRD }),
      call({ ...free, component_address: 'x' }),
      call({ ...free, component_address: FAUCET.replace('_sim', '_rdx') }),
      call({ type: 'Function', package_address: FAUCET, blueprint_name: 'x', function_name: 'x' }),
      call(free, ['zz']),
      call(free, ['00']),
      call(free, ['']),
      call(free, [], { at_ledger_state: { type: 'ByStateVersion', state_version: 1 } }),
    ];
    for (const refusal of refused) assert.equal((await errorOf(refusal)).code, 400);
  });
});
