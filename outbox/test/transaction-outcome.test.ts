import assert from 'node:assert/strict';
import type { SubmissionOutcome } from '@causeway/protocol';
import { fateOf } from '../src/transaction-outcome.ts';

const PENDING: SubmissionOutcome = { state: 'pending' };
const TAKEN: SubmissionOutcome = { state: 'dropped' };
const EXPIRED: SubmissionOutcome = { state: 'dropped', expired: true };
const EXPIRING: SubmissionOutcome = { state: 'dropped', expired: false };
/** Every outcome except an inclusion. */
const OTHERS: readonly SubmissionOutcome[] = [PENDING, TAKEN, EXPIRED, EXPIRING];
const included = (number: number, success = true): SubmissionOutcome => ({
  state: 'included',
  block: { number, hash: '0x01', timeMs: 0 },
  success,
  events: [],
  executionUnits: 1n,
  costs: [],
});

describe('the fate of a submission with several signed versions', () => {
  it('is included when any version is, whatever the others are', () => {
    for (const other of OTHERS) {
      const orders: readonly SubmissionOutcome[][] = [
        [other, included(7)],
        [included(7), other],
      ];
      for (const outcomes of orders) {
        for (const purpose of ['lock', 'burn', 'transfer', 'oracle'] as const) {
          const fate = fateOf(purpose, outcomes);
          assert.ok(fate.state === 'included' && fate.outcome.block.number === 7);
        }
      }
    }
  });

  it('is the fate of the successful version when two are included', () => {
    for (const outcomes of [
      [included(1, false), included(2)],
      [included(2), included(1, false)],
    ]) {
      const fate = fateOf('oracle', outcomes);
      assert.ok(fate.state === 'included' && fate.outcome.success && fate.outcome.block.number === 2);
    }
    const failed = fateOf('lock', [included(1, false)]);
    assert.ok(failed.state === 'included' && !failed.outcome.success);
  });

  it('is pending while any version may still be included', () => {
    for (const purpose of ['lock', 'burn', 'transfer', 'oracle'] as const) {
      for (const other of OTHERS) {
        assert.deepEqual(fateOf(purpose, [other, PENDING]), { state: 'pending' });
        assert.deepEqual(fateOf(purpose, [PENDING, other]), { state: 'pending' });
      }
    }
  });

  it('is dropped once no version can be included, and expired when all versions expired', () => {
    assert.deepEqual(fateOf('lock', [TAKEN]), { state: 'dropped', expired: false });
    assert.deepEqual(fateOf('lock', [TAKEN, EXPIRED]), { state: 'dropped', expired: false });
    assert.deepEqual(fateOf('lock', [EXPIRED, EXPIRED]), { state: 'dropped', expired: true });
  });

  it('waits for a final expiry only when a second inclusion would do the work twice', () => {
    for (const purpose of ['lock', 'burn', 'transfer'] as const) {
      assert.deepEqual(fateOf(purpose, [EXPIRING]), { state: 'pending' });
      assert.deepEqual(fateOf(purpose, [EXPIRED, EXPIRING]), { state: 'pending' });
    }
    assert.deepEqual(fateOf('oracle', [EXPIRING]), { state: 'dropped', expired: false });
  });
});
