import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import type { Engine } from '../../src/core/engine.ts';
import { LeaseLost, openBridgeStorage, openPlatformStorage, type PlatformStorage } from '../../src/index.ts';
import { onEngine, onStorages } from '../support/engines.ts';
import { closeGate, removeGates, untilWaiting, waitAtGate } from '../support/gate.ts';
import { POSTGRES } from '../support/postgres.ts';
import { block, FAMILY, newOrder, SOURCE, scan, signed } from '../support/rows.ts';
import { SQLITE } from '../support/sqlite.ts';
import { oracleDetails } from '../support/submission-details.ts';

onStorages('LeaseRepository', (temporary) => {
  const leases = () => temporary.storage.leases;
  const acquire = async (holder: string, ttlMs = 60_000) =>
    (await leases().acquire('chain-1', holder, ttlMs)) ?? assert.fail(`${holder} gets no lease`);

  it('gives a lease to one holder, and to another only when it was released', async () => {
    const first = await acquire('a');
    assert.deepEqual(first, { name: 'chain-1', holder: 'a', token: 1 });
    assert.equal(await leases().acquire('chain-1', 'b', 60_000), undefined);
    assert.equal((await leases().acquire('chain-2', 'b', 60_000))?.token, 1);
    await leases().release(first);
    assert.deepEqual(await acquire('b'), { name: 'chain-1', holder: 'b', token: 2 });
  });

  it('gives the holder its own lease again under the same token', async () => {
    const first = await acquire('a');
    assert.deepEqual(await acquire('a'), first);
  });

  it('gives an expired lease to another holder, and refuses the old holder’s calls', async () => {
    const old = await acquire('a', 0);
    const next = await acquire('b');
    assert.ok(next.token > old.token);
    assert.equal(await leases().renew(old, 60_000), false);
    await leases().release(old);
    assert.equal(await leases().acquire('chain-1', 'c', 60_000), undefined);
    assert.equal(await leases().renew(next, 60_000), true);
  });

  it('renews an expired lease that nobody took, but not a released one', async () => {
    const lease = await acquire('a', 0);
    assert.equal(await leases().renew(lease, 60_000), true);
    assert.equal(await leases().acquire('chain-1', 'b', 60_000), undefined);
    await leases().release(lease);
    assert.equal(await leases().renew(lease, 60_000), false);
  });

  it('gives the same holder a higher token after its lease expired or was released', async () => {
    const first = await acquire('a', 0);
    const second = await acquire('a');
    assert.ok(second.token > first.token);
    await leases().release(second);
    assert.ok((await acquire('a')).token > second.token);
  });

  it('refuses writes under a lease that another holder has', async () => {
    const { chainView, orders, submissions } = temporary.storage;
    const order = await orders.create(newOrder());
    const submission = {
      purpose: 'oracle',
      domain: SOURCE,
      family: FAMILY,
      payer: '0x01',
      sequence: 1,
      versions: [signed()],
      orderIds: [order.id],
      details: oracleDetails(),
    } as const;
    const old = await acquire('a', 0);
    const { id } = await submissions.reserve(submission, { fence: old });
    await acquire('b');
    const fenced = { fence: old };
    const refused = [
      () => chainView.recordScan(scan(SOURCE, block(5)), fenced),
      () => chainView.rollback(FAMILY, SOURCE, 1, fenced),
      () => chainView.finalize(FAMILY, SOURCE, 1, fenced),
      () => orders.transition(order.id, 'lockReserved', {}, fenced),
      () => orders.update(order.id, { final: true }, fenced),
      () => submissions.reserve(submission, fenced),
      () => submissions.addVersion(id, signed(), fenced),
      () => submissions.setState(id, 'broadcast', fenced),
    ];
    for (const write of refused) await assert.rejects(write(), LeaseLost);
    assert.equal(await chainView.cursor(FAMILY, SOURCE), undefined);
    assert.deepEqual(await orders.get(order.id), order);
    const kept = await submissions.forOrder(order.id);
    assert.deepEqual(
      kept.map(({ state, versions }) => [state, versions.length]),
      [['reserved', 1]],
    );
  });

  it('allows writes while no other holder has the lease', async () => {
    const fence = await acquire('a', 0);
    const { chainView } = temporary.storage;
    assert.ok((await chainView.recordScan(scan(SOURCE, block(5)), { fence })).ok);
    assert.deepEqual(await chainView.cursor(FAMILY, SOURCE), block(5));
  });

  it('keeps leases after a reopening', async () => {
    const first = await acquire('a');
    const { leases: reopened } = await temporary.reopen();
    assert.equal(await reopened.renew(first, 60_000), true);
  });
});

const storages: PlatformStorage[] = [];
const engines: Engine[] = [];

async function endAll(): Promise<void> {
  await removeGates();
  for (const one of storages.splice(0)) await one.close();
  for (const one of engines.splice(0)) await one.close();
}

onEngine(
  POSTGRES,
  'a lease',
  (engine) => {
    it('passes to nobody while a write that it guards is under way, also when its time is over', async () => {
      const database = await engine.newPlatform();
      const [one, other] = [await openPlatformStorage(database), await openPlatformStorage(database)];
      storages.push(one, other);
      const observer = await engine.open(database);
      engines.push(observer);
      const fence = (await one.leases.acquire('relayer', 'a', 0)) ?? assert.fail();
      const order: string[] = [];
      const openGate = await closeGate(database);
      const written = one.bridge.write('full', waitAtGate, { fence, locks: [] }).then(() => order.push('written'));
      await untilWaiting(observer, 1);
      const taken = other.leases.acquire('relayer', 'b', 60_000).then(() => order.push('taken'));
      await untilWaiting(observer, 2);
      await openGate();
      await Promise.all([written, taken]);
      assert.deepEqual(order, ['written', 'taken']);
    });
  },
  endAll,
);

onEngine(SQLITE, 'leases', (engine) => {
  it('are for one storage at a time: a second one is refused until the first is closed, and then waits for nothing', async () => {
    const database = await engine.newPlatform();
    const [first, second] = [await openBridgeStorage(database), await openBridgeStorage(database)];
    assert.ok(await first.leases.acquire('relayer', 'a', 60_000));
    await assert.rejects(second.leases.acquire('relayer', 'b', 1_000), { code: 'DATABASE_IN_USE' });
    await second.orders.create(newOrder());
    await first.close();
    // What the first held has not run out, but its process is gone.
    assert.equal((await second.leases.acquire('relayer', 'b', 1_000))?.token, 2);
    await second.close();
  });

  it('are for one storage at a time under every path that leads to the file', async () => {
    const database = await engine.newPlatform();
    symlinkSync(database, `${database}.link`);
    const [first, second] = [await openBridgeStorage(database), await openBridgeStorage(`${database}.link`)];
    assert.ok(await first.leases.acquire('relayer', 'a', 60_000));
    await assert.rejects(second.leases.acquire('relayer', 'b', 1_000), { code: 'DATABASE_IN_USE' });
    await first.close();
    await second.close();
  });
});
