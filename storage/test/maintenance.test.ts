import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { openPlatformStorage } from '../src/index.ts';
import { backup, restore } from '../src/maintenance/backup.ts';
import { onEngine } from './support/engines.ts';
import { bytes32, newOrder } from './support/rows.ts';
import { SQLITE } from './support/sqlite.ts';

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

  it('of a database that is not there is an error, and makes no file', async () => {
    const database = await engine.newDatabase();
    await assert.rejects(backup(database, `${database}.backup`), { code: 'DATABASE_MISSING' });
    assert.ok(!existsSync(database) && !existsSync(`${database}.backup`));
  });
});
