import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import Database from 'better-sqlite3';
import { openPlatformStorage, type PlatformStorage, type TransferRow } from '../src/index.ts';
import { backup, restore } from '../src/maintenance/backup.ts';
import { insertTransfer } from '../src/wallets/index.ts';
import { onEngine } from './support/engines.ts';
import { bytes32, newOrder } from './support/rows.ts';
import { SQLITE } from './support/sqlite.ts';

/** A transfer from a wallet, which is not signed yet. */
async function requestTransfer({ wallets: { context, transfers } }: PlatformStorage): Promise<TransferRow> {
  const place = { walletId: 'wallet-1', avatarId: 'avatar-1', domain: 31_101, family: 'main', from: 'w', to: 'x' };
  const asset = { symbol: 'ETH', token: null, decimals: 18, amount: 10n };
  const times = { createdAtMs: context.clock.now(), updatedAtMs: context.clock.now(), version: 1 };
  const open = { state: 'requested', transaction: null, failureCode: null, failureMessage: null } as const;
  const row: TransferRow = { ...place, ...asset, ...times, ...open, id: context.newId() };
  await context.write('full', () => insertTransfer(context, row), { locks: [] });
  return (await transfers.get(row.id)) ?? assert.fail();
}

onEngine(SQLITE, 'a backup', (engine) => {
  const place = async (storage: Awaited<ReturnType<typeof openPlatformStorage>>, from: number, count: number) => {
    for (let at = from; at < from + count; at++)
      await storage.orders.create(newOrder({ reference: bytes32(0x500 + at) }));
  };

  it('is made while the database is written to, and holds everything from before it', async () => {
    const database = await engine.newPlatform();
    const storage = await openPlatformStorage(database);
    await place(storage, 0, 20);
    const [copy] = await Promise.all([backup(database, `${database}.backup`), place(storage, 20, 20)]);
    assert.ok((copy.rows.orders ?? 0) >= 20 && copy.bytes > 0);
    await storage.close();
    await restore(`${database}.backup`, database, { force: true });
    const restored = await openPlatformStorage(database);
    const { items } = await restored.orders.list({}, null, 100);
    assert.equal(items.length, copy.rows.orders);
    assert.equal(await restored.events.latest(), copy.rows.events);
    await restored.close();
  });

  it('shows one moment, and comes to its end while another process writes without a pause', async () => {
    const database = await engine.newPlatform();
    const storage = await openPlatformStorage(database);
    const { events } = storage;
    for (let part = 0; part < 20; part++) await events.append('large', 't', { text: 'x'.repeat(100_000) });
    const most = 500;
    let made = false;
    let written = 0;
    const writing = (async () => {
      for (; !made && written < most; written++) {
        await Promise.all([events.append('a', 't', {}), events.append('b', 't', {})]);
      }
    })();
    const copy = await backup(database, `${database}.backup`);
    made = true;
    await writing;
    await storage.close();
    assert.ok(written > 0 && written < most, `${written} writes during the backup`);
    const restored = new Database(`${database}.backup`, { readonly: true });
    const count = (subject: string) =>
      restored.prepare('select count(*) from events where subject = ?').pluck().get(subject) as number;
    assert.equal(count('large') + count('a') + count('b'), copy.rows.events);
    assert.equal(count('a'), count('b'));
    restored.close();
  });

  it('is one file, and so is the restored database; nothing else is left', async () => {
    const database = await engine.newPlatform();
    await backup(database, `${database}.backup`);
    await restore(`${database}.backup`, `${database}.new`);
    const left = readdirSync(dirname(database)).filter((name) => /backup|new/.test(name));
    assert.deepEqual(
      left,
      ['backup', 'new'].map((ending) => `${basename(database)}.${ending}`),
    );
  });

  it('is never written over the database itself or another one in use', async () => {
    const database = await engine.newPlatform();
    const storage = await openPlatformStorage(database);
    await place(storage, 0, 1);
    symlinkSync(database, `${database}.link`);
    for (const file of [database, `${database}.link`]) {
      await assert.rejects(backup(database, file, { force: true }), { code: 'DATABASE_UNUSABLE' });
    }
    const other = await engine.newPlatform();
    await assert.rejects(backup(other, database, { force: true }), /in use/);
    await place(storage, 1, 1);
    await storage.close();
    await assert.rejects(backup(database, database, { force: true }), /the file that would be copied/);
    await assert.rejects(restore(database, `${database}.link`, { force: true }), /the file that would be copied/);
    const again = await openPlatformStorage(database);
    assert.equal((await again.orders.list({}, null, 10)).items.length, 2);
    await again.close();
  });

  it('may be made twice at a time to the same file', async () => {
    const [first, second] = [await engine.newPlatform(), await engine.newPlatform()];
    const storage = await openPlatformStorage(first);
    for (let part = 0; part < 10; part++) await storage.events.append('s', 't', { text: 'x'.repeat(100_000) });
    await storage.close();
    const file = `${first}.backup`;
    const [one, other] = await Promise.allSettled([backup(first, file), backup(second, file, { force: true })]);
    assert.deepEqual([one.status, other.status], ['fulfilled', 'fulfilled']);
    await restore(file, `${first}.new`);
  });

  it('removes the unfinished files of processes that ended, and no others', async () => {
    const database = await engine.newPlatform();
    const unfinished = (pid: number) => `${database}.backup-unfinished-${pid}-1`;
    const [ended, running] = [unfinished(99_999_999), unfinished(process.ppid)];
    for (const file of [ended, running]) writeFileSync(file, 'half');
    await backup(database, `${database}.backup`);
    assert.deepEqual([existsSync(ended), existsSync(running)], [false, true]);
  });

  it('is not written over another file, nor restored over a database, without force', async () => {
    const database = await engine.newPlatform();
    await backup(database, `${database}.backup`);
    await assert.rejects(backup(database, `${database}.backup`), /--force/);
    await assert.rejects(restore(`${database}.backup`, database), /--force/);
    await backup(database, `${database}.backup`, { force: true });
    await restore(`${database}.backup`, `${database}.new`);
    assert.ok(existsSync(`${database}.new`));
  });

  it('is not restored under a process that has the database open', async () => {
    const database = await engine.newPlatform();
    await backup(database, `${database}.backup`);
    const storage = await openPlatformStorage(database);
    await place(storage, 0, 1);
    await assert.rejects(restore(`${database}.backup`, database, { force: true }), { code: 'DATABASE_IN_USE' });
    assert.equal((await storage.orders.list({}, null, 10)).items.length, 1);
    await storage.close();
    await restore(`${database}.backup`, database, { force: true });
    const restored = await openPlatformStorage(database);
    assert.equal((await restored.orders.list({}, null, 10)).items.length, 0);
    await restored.close();
  });

  it('that is missing, damaged, of another kind or of a newer program is refused, and the database stays', async () => {
    const database = await engine.newPlatform();
    const good = `${database}.backup`;
    await backup(database, good);
    const before = readFileSync(database);
    const refuse = (file: string, code: string) => assert.rejects(restore(file, database, { force: true }), { code });
    await refuse(`${database}.none`, 'DATABASE_MISSING');
    writeFileSync(`${database}.text`, 'hello');
    await refuse(`${database}.text`, 'DATABASE_UNUSABLE');
    copyFileSync(good, `${database}.cut`);
    truncateSync(`${database}.cut`, 8_192);
    await refuse(`${database}.cut`, 'DATABASE_UNUSABLE');
    copyFileSync(good, `${database}.newer`);
    const newer = new Database(`${database}.newer`);
    newer.exec("insert into schema_migrations values ('bridge', '9999_later', 'hash', 1)");
    newer.close();
    await refuse(`${database}.newer`, 'SCHEMA_TOO_NEW');
    assert.deepEqual(readFileSync(database), before);
  });

  it('ends the orders and transfers that the service would send, because they may have been sent since', async () => {
    const database = await engine.newPlatform();
    const storage = await openPlatformStorage(database);
    const order = (number: number, custody: 'service' | 'self') =>
      storage.orders.create(newOrder({ reference: bytes32(0x580 + number), custody }));
    const [waiting, sent, seen, self] = [
      await order(0, 'service'),
      await order(1, 'service'),
      await order(2, 'service'),
      await order(3, 'self'),
    ];
    const transfer = await requestTransfer(storage);
    await storage.orders.transition(sent.id, 'lockReserved');
    await storage.orders.transition(seen.id, 'lockSeen');
    await backup(database, `${database}.backup`);
    await storage.close();
    await restore(`${database}.backup`, database, { force: true });
    const restored = await openPlatformStorage(database);
    const states = await Promise.all([waiting, sent, seen, self].map(({ id }) => restored.orders.get(id)));
    assert.deepEqual(
      states.map((found) => found?.state),
      ['expired', 'expired', 'locked', 'created'],
    );
    assert.equal(states[0]?.failureCode, 'RESTORED');
    const failed = await restored.wallets.transfers.get(transfer.id);
    assert.deepEqual([failed?.state, failed?.failureCode], ['failed', 'RESTORED']);
    const types = (await restored.events.after(sent.id, 0, 10)).map(({ type }) => type);
    assert.deepEqual(types, ['order.created', 'order.locking', 'order.expired']);
    await restored.close();
  });

  it('replaces a damaged database, and nothing of its log is left', async () => {
    const database = await engine.newPlatform();
    await backup(database, `${database}.backup`);
    const storage = await openPlatformStorage(database);
    await place(storage, 0, 3);
    copyFileSync(`${database}-wal`, `${database}.log`);
    await storage.close();
    writeFileSync(database, 'not a database any more'.repeat(1_000));
    copyFileSync(`${database}.log`, `${database}-wal`);
    await restore(`${database}.backup`, database, { force: true });
    const restored = await openPlatformStorage(database);
    assert.equal(await restored.events.latest(), 0);
    await restored.close();
    await engine.assertSound(database);
  });

  it('that cannot be written is an error with a reason', async () => {
    const database = await engine.newPlatform();
    const nowhere = `${database}.folder/that/is/not/there`;
    await assert.rejects(backup(database, nowhere), { code: 'DATABASE_UNUSABLE', message: /not\/there/ });
    writeFileSync(`${database}.text`, 'hello');
    await assert.rejects(backup(`${database}.text`, `${database}.copy`), { code: 'DATABASE_UNUSABLE' });
    assert.ok(!existsSync(`${database}.copy`));
  });

  it('of a database that is not there is an error, and makes no file', async () => {
    const database = await engine.newDatabase();
    await assert.rejects(backup(database, `${database}.backup`), { code: 'DATABASE_MISSING' });
    assert.ok(!existsSync(database) && !existsSync(`${database}.backup`));
  });
});
