import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildBatch,
  type Hex,
  KIND,
  type Message,
  messageIdOf,
  type Status,
  uintToHex,
  ZERO_32,
} from '@causeway/protocol';
import { type Clock, systemClock } from '@causeway/runtime';
import { openBridgeStorage } from '@causeway/storage';
import { withRecordedLane } from '../lib/admin/recorded-lane.ts';
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
    const drop = dropOf(interval, viewOf({}, 2), 9n);
    assert.deepEqual(drop.ok && drop.value, { interval, root: ZERO_32, changed: [] });
    for (const next of [8n, 10n]) {
      const other = dropOf(interval, viewOf({}, 2), next);
      assert.ok(!other.ok && other.error.code === 'NOT_LAST');
    }
  });

  it('drops nothing that the source sent and the destination acted on, nor a right root', () => {
    const right = dropOf({ ...interval, root: TRUE_ROOT }, viewOf(), 9n);
    assert.ok(!right.ok && right.error.code === 'NOT_FORGED');
    for (const outcome of ['executed', 'cancelled'] as const) {
      const paid = dropOf(interval, viewOf({ 6: outcome }, 2), 9n);
      assert.ok(!paid.ok && paid.error.code === 'NOT_FORGED');
      assert.match(paid.error.message, new RegExp(`message 6 was ${outcome} as the source sent it`));
    }
  });
});

describe('a lane in the database of a relayer or signer', () => {
  const [SOURCE, DESTINATION] = [5_001, 5_002];
  const lane = { family: 'main', source: SOURCE, destination: DESTINATION };
  const three = { firstNonce: 0n, count: 3, root: FORGED };
  const block = (number: number) => ({ number, hash: uintToHex(number, 32), timeMs: number * 1_000 });
  const at = (number: number, index = 0) => ({ block: block(number), transaction: `t${number}`, index });
  const lock = (nonce: bigint): Message => ({
    ...{ kind: KIND.lock, source: SOURCE, destination: DESTINATION, assetHome: SOURCE, nonce, wireAmount: 7n },
    ...{ sourceBridge: uintToHex(1, 32), destinationBridge: uintToHex(2, 32), reference: ZERO_32 },
    ...{ sender: uintToHex(3, 32), recipient: uintToHex(4, 32) },
  });
  const idOf = (nonce: bigint) => messageIdOf(lock(nonce));
  const scan = (domain: number, to: number, found: object) => ({
    ...{ family: 'main', domain, to: block(to), messages: [], outcomes: [], roots: [] },
    ...found,
  });

  it('has the intervals in force, the final messages and what the destination did with them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-lane-'));
    const config = { database: 'lane.db', baseDir: folder };
    try {
      const storage = await openBridgeStorage(join(folder, config.database));
      const { chainView } = storage;
      const messages = [0n, 1n, 2n].map((nonce) => {
        return { messageId: idOf(nonce), message: lock(nonce), at: at(nonce === 2n ? 20 : 10, Number(nonce)) };
      });
      const outcomes = [{ messageId: idOf(0n), status: 'executed', credited: false, at: at(5) }];
      const roots = [
        { lane, firstNonce: 0n, count: 2, root: FORGED, at: at(5, 1) },
        { lane, firstNonce: 2n, count: 1, root: FORGED, at: at(6, 1) },
        { lane, firstNonce: 2n, count: 1, root: ZERO_32, at: at(7, 1) },
      ];
      assert.ok((await chainView.recordScan(scan(SOURCE, 20, { messages }))).ok);
      await chainView.finalize('main', SOURCE, 10);
      assert.ok((await chainView.recordScan(scan(DESTINATION, 7, { outcomes, roots }))).ok);
      await storage.close();
      await withRecordedLane(config, lane, async (known) => {
        assert.deepEqual(
          known.intervals.map(({ firstNonce, count, root }) => [firstNonce, count, root]),
          [[0n, 2, FORGED]],
        );
        const view = await known.view(three, { source: block(10), destination: block(7) });
        assert.deepEqual([0n, 1n, 2n].map(view.idOf), [idOf(0n), idOf(1n), undefined]);
        assert.deepEqual(
          [0n, 1n].map((nonce) => view.outcomeOf(idOf(nonce))),
          ['executed', undefined],
        );
      });
      // A process that stands still has not read the executions of the last blocks: they would count as forged.
      for (const blocks of [
        { source: block(10), destination: block(8) },
        { source: block(21), destination: block(7) },
      ]) {
        let ms = 0;
        const after: Clock['after'] = (by, task) => {
          ms += by;
          setImmediate(task);
          return () => {};
        };
        const clock: Clock = { ...systemClock, monotonic: () => ms, after };
        await assert.rejects(
          withRecordedLane(config, lane, async (known) => void (await known.view(three, blocks)), clock),
          /would count as forged: start the process that writes it, or give --scan/,
        );
      }
      await assert.rejects(
        withRecordedLane({ ...config, database: 'none.db' }, lane, async () => {}),
        /none\.db/,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
