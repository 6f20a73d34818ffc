import { strict as assert } from 'node:assert';
import { committedAnswer, previewAnswer, streamAnswer } from '../../src/radix/wire.ts';

const HASH = 'ab'.repeat(32);
const user = (hash_bech32m: string) => ({
  type: 'User',
  notarized_transaction: { signed_intent: { intent: { hash_bech32m } } },
});
const userV2 = (hash_bech32m: string) => ({
  type: 'UserV2',
  notarized_transaction: { signed_transaction_intent: { transaction_intent: { hash_bech32m } } },
});
const PARTS = ['execution', 'finalization', 'tipping', 'storage', 'royalty'];
const FEES = {
  execution_cost_units_consumed: 5,
  ...Object.fromEntries(PARTS.map((part, index) => [`xrd_total_${part}_cost`, `${index}.5`])),
};
const COST = 12_500_000_000_000_000_000n;
const emitted = (emitter: object) => ({ type: { emitter, name: 'TokensLocked' }, data: { hex: '5c2100' } });
const committed = (change: object = {}, receipt: object = {}) => ({
  resultant_state_identifiers: { state_version: 7, transaction_tree_hash: HASH },
  ledger_transaction: user('txid'),
  receipt: { status: 'Succeeded', fee_summary: FEES, ...receipt },
  proposer_timestamp_ms: 1_000,
  ...change,
});
const read = (...transactions: readonly object[]) => streamAnswer.safeParse({ transactions });

describe('what a Core API answers', () => {
  it("is a transaction with its user's intent, in either version, or without one for the ledger’s own", () => {
    const transactions = [user('one'), userV2('two'), { type: 'RoundUpdate' }, { type: 'Genesis' }, { type: 'Flash' }];
    const { data } = read(...transactions.map((ledger_transaction) => committed({ ledger_transaction })));
    assert.deepEqual(
      data?.map(({ reference }) => reference),
      ['one', 'two', null, null, null],
    );
    assert.deepEqual(data?.[0], {
      stateVersion: 7,
      hash: HASH,
      timeMs: 1_000,
      reference: 'one',
      success: true,
      error: '',
      events: [],
      executionUnits: 5,
      cost: COST,
    });
  });

  it('is an event by the entity and the module that emitted it', () => {
    const entity = { entity_address: 'component_sim1' };
    const events = [
      emitted({ type: 'Method', entity, object_module_id: 'Main' }),
      emitted({ type: 'Method', entity, object_module_id: 'Metadata' }),
      emitted({ type: 'Function', package_address: 'package_sim1', blueprint_name: 'CausewayBridge' }),
    ];
    const { data } = read(committed({}, { events }));
    assert.deepEqual(
      data?.[0]?.events.map(({ emitter }) => emitter),
      [{ address: 'component_sim1', module: 'Main' }, { address: 'component_sim1', module: 'Metadata' }, null],
    );
  });

  it('counts only in the known form', () => {
    for (const wrong of [
      committed({ ledger_transaction: { type: 'Other' } }),
      committed({ ledger_transaction: { type: 'User' } }),
      committed({ resultant_state_identifiers: { state_version: -1, transaction_tree_hash: HASH } }),
      committed({ resultant_state_identifiers: { state_version: 7, transaction_tree_hash: 'x' } }),
      committed({}, { status: 'Perhaps' }),
      committed({}, { events: [emitted({ type: 'Nobody' })] }),
      committed({}, { events: [{ ...emitted({ type: 'Function' }), data: { hex: '0x00' } }] }),
      {},
    ]) {
      assert(!read(wrong).success, JSON.stringify(wrong));
    }
  });

  it("is a preview with each instruction's return value, or with the reason of its failure", () => {
    const preview = (receipt: object) =>
      previewAnswer.parse({ at_ledger_state: { state_version: 9 }, receipt: { fee_summary: FEES, ...receipt } });
    assert.deepEqual(preview({ status: 'Succeeded', output: [{ hex: '5c2100' }] }), {
      success: true,
      stateVersion: 9,
      outputs: ['5c2100'],
      cost: COST,
    });
    for (const status of ['Failed', 'Rejected']) {
      const failed = preview({ status, error_message: 'why', output: [{ hex: '5c2100' }] });
      assert.deepEqual(failed, { success: false, stateVersion: 9, error: 'why' });
    }
  });

  it('is an intent that is committed or not, whatever else nodes report', () => {
    const committedBy = (intent_status: string) => committedAnswer.safeParse({ intent_status }).data;
    assert.deepEqual([committedBy('CommittedSuccess'), committedBy('CommittedFailure')], [true, true]);
    for (const status of ['PermanentRejection', 'InMempool', 'NotSeen', 'FateUncertain']) {
      assert.equal(committedBy(status), false, status);
    }
    assert.equal(committedBy('Sure'), undefined);
  });
});
