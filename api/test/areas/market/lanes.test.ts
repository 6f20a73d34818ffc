import { strict as assert } from 'node:assert';
import { limitKey } from '@causeway/chains/test-support';
import type { Causeway } from '@causeway/client';
import { newOrder } from '@causeway/storage/test-support/rows';
import { apiForEach } from '../../support/api.ts';
import { clientOf } from '../../support/client.ts';
import { onEngines } from '../../support/engines.ts';

onEngines('GET /api/v1/lanes', (database) => {
  const api = apiForEach({ database });
  let market: Causeway['market'];
  beforeEach(() => {
    market = clientOf(api).market;
  });

  const lane = async () => {
    const [found, ...more] = await market.lanes({ asset: 'ETH', fromChain: 'ethereum', toChain: 'polygon' });
    assert.ok(found && more.length === 0);
    return found;
  };
  const order = (number: number) =>
    api.storage.orders.create(
      newOrder({
        ...{ family: 'main', source: api.ethereum.domain, destination: api.polygon.domain },
        ...{ assetHome: api.ethereum.domain, reference: `0x${String(number).padStart(64, '0')}` },
      }),
    );

  it('lists every registered lane with its limits, fee and backlog', async () => {
    assert.equal((await market.lanes()).length, (await market.routes()).length);
    const full = { capacity: '1000000', level: '1000000', refillPerSecond: '0', fullAt: null };
    assert.deepEqual(await lane(), {
      asset: 'ETH',
      fromChain: 'ethereum',
      toChain: 'polygon',
      fromToken: 'ETH',
      toToken: 'cwETH',
      isOpen: true,
      closedBecause: null,
      paused: { outbound: false, inbound: false },
      fee: '0',
      feeToken: 'ETH',
      minAmount: '0.001',
      maxAmount: '1000',
      outbound: full,
      inbound: full,
      backlog: {
        count: 0,
        oldestAt: null,
        waitingFor: { locked: 0, confirming: 0, proving: 0, signing: 0, minting: 0, cancelling: 0, refunding: 0 },
      },
      asOf: new Date(api.clock.nowMs).toISOString(),
    });
  });

  it('tells the level of the bucket that deliveries draw on, and when it is full again', async () => {
    const limit = { available: 400n, capacity: 1_000n, refillPerSecond: 7n };
    api.polygon.settings.limits.set(limitKey(api.ethereum.domain, 'bridged'), limit);
    const { inbound, outbound } = await lane();
    assert.deepEqual(inbound, {
      ...{ capacity: '0.000001', level: '0.0000004', refillPerSecond: '0.000000007' },
      fullAt: new Date(api.clock.nowMs + 86_000).toISOString(),
    });
    assert.equal(outbound?.capacity, '1000000');
  });

  it('has no moment of being full that no calendar has', async () => {
    const limit = { available: 0n, capacity: 1n << 100n, refillPerSecond: 1n };
    api.polygon.settings.limits.set(limitKey(api.ethereum.domain, 'bridged'), limit);
    assert.equal((await lane()).inbound?.fullAt, null);
  });

  it('tells pauses of either side, of a whole direction or of one remote', async () => {
    api.polygon.settings.inboundPaused = true;
    assert.deepEqual((await lane()).paused, { outbound: false, inbound: true });
    assert.equal((await lane()).isOpen, true);
    api.clock.nowMs += 3_000;
    api.polygon.settings.inboundPaused = false;
    api.ethereum.settings.pausedRemotes.add(api.polygon.domain);
    const paused = await lane();
    assert.deepEqual(paused.paused, { outbound: true, inbound: false });
    assert.deepEqual([paused.isOpen, paused.closedBecause?.errorCode], [false, 'BRIDGE_PAUSED']);
  });

  it('has null for what a chain does not answer, and the rest', async () => {
    api.polygon.endpoints = ['dead', 'dead', 'dead'];
    const found = await lane();
    assert.deepEqual([found.inbound, found.paused, found.isOpen], [null, { outbound: false, inbound: null }, true]);
    assert.equal(found.outbound?.capacity, '1000000');
    const [back] = await market.lanes({ asset: 'ETH', fromChain: 'polygon', toChain: 'ethereum' });
    assert.deepEqual([back?.closedBecause?.errorCode, back?.fee, back?.outbound], ['CHAIN_UNAVAILABLE', null, null]);
    assert.equal(back?.inbound?.capacity, '1000000');
  });

  it('counts the orders whose lock was seen and that have not ended, by what they wait for', async () => {
    const { storage, clock } = api;
    const before = await lane();
    const [waiting, oldest, done, newest] = [await order(1), await order(2), await order(3), await order(4)];
    for (const { id } of [oldest, done, newest]) await storage.orders.transition(id, 'lockSeen');
    await storage.orders.transition(oldest.id, 'lockFinal');
    await storage.orders.transition(done.id, 'executed');
    assert.equal((await lane()).backlog.count, before.backlog.count);
    clock.nowMs += 3_000;
    const { backlog } = await lane();
    assert.deepEqual(backlog, {
      count: 2,
      oldestAt: new Date(oldest.createdAtMs).toISOString(),
      waitingFor: { locked: 1, confirming: 0, proving: 1, signing: 0, minting: 0, cancelling: 0, refunding: 0 },
    });
    assert.equal(waiting.state, 'created');
    const [back] = await market.lanes({ asset: 'ETH', fromChain: 'polygon', toChain: 'ethereum' });
    assert.equal(back?.backlog.count, 0);
  });

  it('refuses an unknown asset', () => assert.rejects(market.lanes({ asset: 'POLL' }), { code: 'ASSET_UNKNOWN' }));
});
