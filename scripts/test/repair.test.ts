import assert from 'node:assert/strict';
import { buildBatch, type Hex, type Status, uintToHex, ZERO_32 } from '@causeway/protocol';
import { dropOf, type LaneView, repairOf, trueRootOf } from '../lib/admin/repair.ts';

/** Ids of the source's messages by their nonces, from 5. */
const IDS: readonly Hex[] = [1, 2, 3, 4].map((number) => uintToHex(number, 32));
const TRUE_ROOT = buildBatch(5n, IDS).root;
const FORGED = uintToHex(0xbad, 32);

/** A view of messages 5 to 8, of which those in `acted` have an outcome. */
const viewOf = (acted: Readonly<Record<number, 'executed' | 'cancelled'>> = {}, known = IDS.length): LaneView => ({
  idOf: (nonce) => IDS.slice(0, known)[Number(nonce) - 5],
  outcomeOf: (id) => acted[IDS.indexOf(id) + 5],
});
const interval = { firstNonce: 5n, count: 4, root: FORGED };
const statuses = (...all: readonly Status[]) => all;

describe('the repair of a root', () => {
  const changedBy = (view: LaneView, ...there: readonly Status[]) => {
    const repair = repairOf(interval, view, there);
    assert.ok(repair.ok, 'refused');
    assert.equal(repair.value.root, TRUE_ROOT);
    return repair.value.changed;
  };

  it('is the root over the source’s messages, and changes no status where nothing was executed', () => {
    assert.deepEqual(changedBy(viewOf(), 'none', 'none', 'none', 'none'), []);
    assert.equal(trueRootOf(interval, viewOf()), TRUE_ROOT);
  });

  it('changes each status that came from another message than the source’s, and no other', () => {
    // 5 was executed as the source sent it; 6 and 7 as something else; 8 was cancelled as the source sent it.
    const view = viewOf({ 5: 'executed', 8: 'cancelled' });
    assert.deepEqual(changedBy(view, 'executed', 'executed', 'cancelled', 'cancelled'), [6n, 7n]);
    // What was cancelled by its own id and is executed now was executed as another message.
    assert.deepEqual(changedBy(viewOf({ 5: 'cancelled' }), 'executed', 'none', 'none', 'none'), [5n]);
    assert.deepEqual(changedBy(viewOf(), 'replaced', 'none', 'none', 'executed'), [8n]);
  });

  it('is refused where nothing is wrong, and where the source lacks a message', () => {
    const right = { ...interval, root: TRUE_ROOT };
    const nothing = repairOf(right, viewOf({ 5: 'executed' }), statuses('executed', 'none', 'none', 'none'));
    assert.ok(!nothing.ok && nothing.error.code === 'NOTHING_TO_REPAIR');
    const still = repairOf(right, viewOf(), statuses('executed', 'none', 'none', 'none'));
    assert.ok(still.ok && still.value.changed.length === 1);
    const missing = repairOf(interval, viewOf({}, 3), statuses('none', 'none', 'none', 'executed'));
    assert.ok(!missing.ok && missing.error.code === 'MESSAGES_MISSING');
    assert.equal(trueRootOf(interval, viewOf({}, 3)), undefined);
  });

  it('drops the last interval alone', () => {
    const drop = dropOf(interval, 9n);
    assert.deepEqual(drop.ok && drop.value, { interval, root: ZERO_32, changed: [] });
    for (const next of [8n, 10n]) {
      const other = dropOf(interval, next);
      assert.ok(!other.ok && other.error.code === 'NOT_LAST');
    }
  });
});
