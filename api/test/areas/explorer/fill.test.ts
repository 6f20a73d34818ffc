import assert from 'node:assert/strict';
import { lockOf, run, runText } from '@causeway/storage/jobs';
import { EVERY_CHAIN } from '@causeway/storage/series';
import { seriesStorage } from '../../../src/areas/explorer/rules/series-storage.ts';
import { apiForEach } from '../../support/api.ts';
import { onEngines } from '../../support/engines.ts';
import { countOrders, type Step, useMovingOrders } from '../../support/figures.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const LOCKED: readonly Step[] = [
  ['lockSeen', 5],
  ['lockFinal', 40],
];
const DELIVERED: readonly Step[] = [...LOCKED, ['proposed', 4], ['submitted', 2], ['executed', 60]];

onEngines('the orders of before', (database) => {
  const api = apiForEach(() => ({ coins: 1_000, database }));
  const { order, play } = useMovingOrders(api);

  const series = () => seriesStorage(api.storage.series);
  /** Counts until nothing is left, so many orders at a time, after the start of the counting. */
  const countAll = async (limit: number) => {
    while ((await series().advance(limit)).isBehind);
  };
  /** Makes the database one that nothing was ever counted in. */
  const forget = () => {
    const { context } = api.storage.series;
    const { orderFigures, orderFiguresPosition } = context.tables;
    return context.write(
      'normal',
      function* deleteFigures() {
        yield* run((db) => db.delete(orderFigures));
        yield* run((db) => db.delete(orderFiguresPosition));
      },
      { locks: [lockOf('area', 'series')] },
    );
  };
  /** What the minutes from `fromMs` have, all lanes together. */
  const minutes = async (fromMs: number) => {
    const lane = { interval: 'minute', source: EVERY_CHAIN, destination: EVERY_CHAIN } as const;
    const { rows } = await series().between(lane, fromMs, fromMs + DAY_MS);
    return rows
      .filter(({ created, completed, rolledBack }) => created + completed + rolledBack > 0)
      .map(({ startMs, created, completed, rolledBack, volume, stages }) => ({
        minute: (startMs - fromMs) / MINUTE_MS,
        counts: [created, completed, rolledBack],
        ...{ volume, stages },
      }));
  };

  it('get the figures that they would have had live, whatever the size of a step', async () => {
    const fromMs = api.clock.nowMs;
    await play(await order(), ...DELIVERED);
    await play(await order(), ...LOCKED, ['lockVanished', 60]);
    await play(await order(), ...LOCKED, ['cancelStarted', 60], ['cancelled', 1], ['refunded', 60]);
    await order();
    await countOrders(api);
    const live = await minutes(fromMs);
    assert.equal(live.length, 4);
    for (const limit of [1, 3, 100]) {
      await forget();
      await countAll(limit);
      assert.deepEqual(await minutes(fromMs), live, `${limit} at a time`);
    }
  });

  it('are counted once when they move while they are counted', async () => {
    const fromMs = api.clock.nowMs;
    const [unlocked, locked] = [await order(), await order()];
    await play(locked, ...LOCKED);
    await forget();
    await series().advance(100);
    await play(unlocked, ...DELIVERED);
    await play(locked, ...DELIVERED.slice(LOCKED.length));
    await countAll(100);
    const counted = await minutes(fromMs);
    assert.deepEqual(
      counted.map(({ counts }) => counts),
      [
        [2, 0, 0],
        [0, 1, 0],
        [0, 1, 0],
      ],
    );
    await forget();
    await countAll(100);
    assert.deepEqual(await minutes(fromMs), counted);
  });

  it('count at their creation and their end where the beginning of their history is gone', async () => {
    const fromMs = api.clock.nowMs;
    const id = await order();
    await play(id, ...DELIVERED.slice(0, -1));
    const beforeMs = api.clock.nowMs + 1;
    api.clock.nowMs += MINUTE_MS;
    assert.ok(await api.storage.orders.transition(id, 'executed', { final: true }));
    for (const [left, goneMs] of [
      ['the end alone', beforeMs],
      ['nothing', Number.MAX_SAFE_INTEGER],
    ] as const) {
      const gone = `delete from events where subject = '${id}' and created_at_ms < ${goneMs}`;
      await api.storage.series.context.write('normal', () => runText(gone), { locks: [lockOf('area', 'series')] });
      await forget();
      await countAll(100);
      const [created, completed, ...more] = await minutes(fromMs);
      assert.deepEqual([created?.minute, created?.counts], [0, [1, 0, 0]], left);
      assert.deepEqual([completed?.minute, completed?.counts, completed?.stages], [1, [0, 1, 0], {}], left);
      assert.deepEqual(more, [], left);
    }
  });
});
