import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePrivate } from '../../src/core/sqlite/private.ts';
import { openBridgeStorage } from '../../src/index.ts';
import { backup, restore } from '../../src/maintenance/index.ts';

describe('the files of a SQLite database', function () {
  this.timeout(60_000);
  let folder: string;
  let path: string;
  let umask: number;
  const told: string[] = [];
  const warn = (text: string) => told.push(text);
  const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);
  const modes = () => Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]));

  beforeEach(() => {
    umask = process.umask(0);
    folder = mkdtempSync(join(tmpdir(), 'causeway-private-'));
    path = join(folder, 'one.db');
    told.length = 0;
  });
  afterEach(() => {
    process.umask(umask);
    rmSync(folder, { recursive: true });
  });

  it('are private from their first byte, with every copy, whatever the umask', async () => {
    const storage = await openBridgeStorage(path, { warn });
    await storage.leases.acquire('watcher', 'me', 1_000);
    for (const end of ['', '-wal', '-shm', '-lock']) assert.equal(modeOf(`${path}${end}`), '600', end);
    writeFileSync(join(folder, 'copy.db'), '');
    assert.equal(modeOf(join(folder, 'copy.db')), '666');
    const seen = new Set<string>();
    const copying = backup(path, join(folder, 'copy.db'), { force: true }).then(() => 'done');
    while ((await Promise.race([copying, new Promise(setImmediate)])) !== 'done') {
      for (const [name, mode] of Object.entries(modes())) if (name !== 'copy.db') seen.add(mode);
    }
    assert.deepEqual([...seen], ['600'], 'drafts too');
    await storage.close();
    await restore(join(folder, 'copy.db'), join(folder, 'two.db'));
    const { 'copy.db': copy, 'two.db': restored } = modes();
    assert.deepEqual([copy, restored, told], ['600', '600', []]);
  });

  it('that everybody could read are closed when they are opened, and their group is told of', async () => {
    await (await openBridgeStorage(path)).close();
    chmodSync(path, 0o644);
    writeFileSync(`${path}-lock`, '');
    await (await openBridgeStorage(path, { warn })).close();
    assert.deepEqual([modeOf(path), modeOf(`${path}-lock`)], ['640', '660']);
    assert.equal(told.length, 2);
    assert.match(told[0] ?? '', /^everybody on this machine could read \S+one\.db, \S+one\.db-lock; that is mended$/);
    assert.match(told[1] ?? '', /unless they must, chmod 600 \S+one\.db \S+one\.db-lock$/);
    for (const file of [path, `${path}-lock`]) chmodSync(file, 0o600);
    await (await openBridgeStorage(path, { warn })).close();
    assert.equal(told.length, 2);
  });

  it('are made and closed behind a link', async () => {
    const link = join(folder, 'link.db');
    symlinkSync(path, link);
    makePrivate(link);
    assert.ok(existsSync(path));
    assert.equal(modeOf(path), '600');
    chmodSync(path, 0o604);
    await (await openBridgeStorage(link, { warn })).close();
    assert.equal(modeOf(path), '600');
  });
});
