import assert from 'node:assert/strict';
import { ALICE_ID, apiForEach } from '../../support/api.ts';
import { clientOf } from '../../support/client.ts';
import { onEngines } from '../../support/engines.ts';
import { countOrders, useMovingOrders } from '../../support/figures.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

onEngines('series of everybody’s orders', (database) => {
  const api = apiForEach(() => ({ coins: 1_000, database }));
  const { order, play } = useMovingOrders(api);
  const roll = () => countOrders(api);
  const asked = async (query: Record<string, string>) =>
    (await api.app.inject({ url: '/api/v1/explorer/series', query })).json();
  const DELIVERY = [
    ...([
      ['lockSeen', 5],
      ['confirmationsStarted', 1],
      ['lockFinal', 39],
    ] as const),
    ...([
      ['proposed', 4],
      ['submitted', 2],
      ['executed', 14],
    ] as const),
  ] as const;

  it('have orders, volume and stages of each bucket, and nothing in those between', async () => {
    const startMs = api.clock.nowMs;
    const first = await order('1.25');
    await play(first, ...DELIVERY);
    api.clock.nowMs += 2 * MINUTE_MS;
    await play(await order('0.5'), ['lockSeen', 0]);
    await roll();
    const from = new Date(startMs).toISOString();
    const { result, asOf, resultsCount, nextCursor } = await asked({ interval: 'minute', from });
    assert.deepEqual([asOf, resultsCount, nextCursor], [new Date(api.clock.nowMs).toISOString(), 4, null]);
    assert.deepEqual(
      result.map(({ start, orders, volume }: Record<string, unknown>) => [start, orders, volume]),
      [
        [from, { created: 1, completed: 0, rolledBack: 0 }, [{ asset: 'ETH', amount: '1.25' }]],
        [new Date(startMs + MINUTE_MS).toISOString(), { created: 0, completed: 1, rolledBack: 0 }, []],
        [new Date(startMs + 2 * MINUTE_MS).toISOString(), { created: 0, completed: 0, rolledBack: 0 }, []],
        [
          new Date(startMs + 3 * MINUTE_MS).toISOString(),
          { created: 1, completed: 0, rolledBack: 0 },
          [{ asset: 'ETH', amount: '0.5' }],
        ],
      ],
    );
    const exact = { confirming: 40_000, proving: 4_000, signing: 2_000, minting: 14_000, total: 60_000 };
    const { stages } = result[1];
    assert.deepEqual(
      stages.map(({ stage, count: orders }: { stage: string; count: number }) => [stage, orders]),
      Object.keys(exact).map((stage) => [stage, 1]),
    );
    for (const { stage, p50Ms, p95Ms } of stages) {
      const ms = exact[stage as keyof typeof exact];
      assert.ok(Math.abs(p50Ms - ms) <= 0.05 * ms + 1 && p95Ms === p50Ms, `${stage}: ${p50Ms}`);
    }
    const hour = await clientOf(api).explorer.series({ interval: 'hour', from, toChain: 'polygon' });
    assert.deepEqual(hour.buckets[0]?.volume, [{ asset: 'ETH', amount: '1.75' }]);
    assert.deepEqual([hour.buckets.length, hour.asOf], [1, asOf]);
    const none = await asked({ interval: 'day', from, fromChain: 'polygon' });
    assert.deepEqual(none.result[0].orders, { created: 0, completed: 0, rolledBack: 0 });
    const { body } = await api.app.inject({ url: '/api/v1/explorer/series', query: { interval: 'day' } });
    assert.ok(!body.includes(ALICE_ID) && !body.includes(first));
  });

  it('take out again what a reorganisation takes back, and count it where it happens then', async () => {
    const startMs = api.clock.nowMs;
    const id = await order();
    const from = new Date(startMs).toISOString();
    const figures = async () => {
      await roll();
      const { result } = await asked({ interval: 'minute', from });
      return result.flatMap(({ orders }: { orders: Record<string, number> }, minute: number) =>
        Object.entries(orders).flatMap(([name, number]) => (number === 0 ? [] : [`${minute} ${name} ${number}`])),
      );
    };
    await play(id, ['lockSeen', 1]);
    assert.deepEqual(await figures(), ['0 created 1']);
    await play(id, ['lockVanished', 60]);
    assert.deepEqual(await figures(), []);
    await play(id, ['lockSeen', 60], ['lockFinal', 1], ['executed', 1]);
    assert.deepEqual(await figures(), ['2 created 1', '2 completed 1']);
    await play(id, ['executionVanished', 60]);
    assert.deepEqual(await figures(), ['2 created 1']);
    await play(id, ['cancelStarted', 1], ['cancelled', 1], ['refunded', 60]);
    assert.deepEqual(await figures(), ['2 created 1', '4 rolledBack 1']);
  });

  it('say how far the counting is', async () => {
    await roll();
    await play(await order(), ['lockSeen', 1]);
    await roll();
    const { nowMs } = api.clock;
    assert.equal((await asked({ interval: 'hour' })).asOf, new Date(nowMs).toISOString());
    api.clock.nowMs += 7_000;
    const createdMs = api.clock.nowMs;
    await order();
    api.clock.nowMs += 7_000;
    assert.equal((await asked({ interval: 'hour' })).asOf, new Date(createdMs).toISOString());
  });

  it('are refused for ranges that nobody counts, with what to ask for', async () => {
    const at = (ms: number) => new Date(api.clock.nowMs + ms).toISOString();
    const refused = async (query: Record<string, string>) => {
      const { errorCode, longerInterval, mostBuckets, keptSince } = await asked(query);
      return [errorCode, ...[longerInterval, mostBuckets, keptSince].filter((one) => one !== undefined)];
    };
    assert.deepEqual(await refused({ interval: 'minute', from: at(-DAY_MS - 60 * MINUTE_MS) }), [
      ...['SERIES_RANGE_TOO_LONG', 'hour', 1_500],
    ]);
    assert.deepEqual(await refused({ interval: 'day', from: at(-1_501 * DAY_MS) }), [
      ...['SERIES_RANGE_TOO_LONG', null, 1_500],
    ]);
    assert.deepEqual(await refused({ interval: 'minute', from: at(-3 * DAY_MS), to: at(-3 * DAY_MS + MINUTE_MS) }), [
      ...['SERIES_RANGE_NOT_KEPT', 'hour', at(-2 * DAY_MS)],
    ]);
    assert.deepEqual(await refused({ interval: 'hour', to: at(2 * 60 * MINUTE_MS) }), ['SERIES_RANGE_IN_FUTURE']);
    assert.deepEqual(await refused({ interval: 'hour', from: at(DAY_MS) }), ['SERIES_RANGE_IN_FUTURE']);
    assert.deepEqual(await refused({ interval: 'hour', from: at(0), to: at(-DAY_MS) }), ['SERIES_RANGE_EMPTY']);
    assert.deepEqual(await refused({ interval: 'hour', toChain: 'nowhere' }), ['CHAIN_UNKNOWN']);
    for (const query of [{}, { interval: 'week' }, { interval: 'day', from: 'yesterday' }] as const) {
      assert.deepEqual(await refused({ ...query }), ['MALFORMED_REQUEST']);
    }
    assert.equal((await asked({ interval: 'minute', from: at(-1_499 * MINUTE_MS) })).resultsCount, 1_500);
    assert.equal((await asked({ interval: 'minute' })).resultsCount, 60);
  });
});
