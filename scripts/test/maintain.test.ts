import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPlatformStorage } from '@causeway/storage';
import { CAUSEWAY } from './causeway.ts';

describe('causeway backup, restore and prune', function () {
  this.timeout(120_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-maintain-'));
    writeFileSync(join(folder, 'causeway.yaml'), 'database: causeway.db\n');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const run = (...words: readonly string[]) =>
    new Promise<{ readonly status: unknown; readonly out: string; readonly err: string }>((resolve) => {
      execFile(process.execPath, [...CAUSEWAY, ...words], { cwd: folder }, (error, out, err) =>
        resolve({ status: error?.code ?? 0, out, err }),
      );
    });

  it('back a database up, bring it back, and end what is old', async () => {
    const storage = await openPlatformStorage(join(folder, 'causeway.db'));
    await storage.events.append('s', 't', {});
    const made = await run('backup', 'copy.db', '--json');
    assert.equal(made.status, 0, made.err);
    assert.equal(JSON.parse(made.out).rows.events, 1);
    const busy = await run('restore', 'copy.db', '--force');
    assert.deepEqual([busy.status, /end it first/.test(busy.err)], [2, true]);
    await storage.close();
    assert.match((await run('restore', 'copy.db', '--force')).out, /restored and verified/);
    const pruned = await run('prune', '--dry-run', '--json');
    assert.deepEqual([pruned.status, JSON.parse(pruned.out).rows.events], [0, 0]);
    assert.match((await run('prune')).out, /had .* MB and has .* MB/);
  });

  it('answer wrong input with status 2 and say what is wrong', async () => {
    for (const [words, message] of [
      [['backup', 'copy.db'], /there is no database/],
      [['restore', 'none.db'], /there is no backup/],
      [['prune'], /DATABASE|there is no database/],
      [['prune', '--older-than', '0'], /older-than/],
      [['backup'], /missing required argument/],
      [['backup', 'copy.db', '--config', 'none.yaml'], /cannot be read/],
    ] as const) {
      const { status, err } = await run(...words);
      assert.equal(status, 2, words.join(' '));
      assert.match(err, message);
    }
    writeFileSync(join(folder, 'causeway.yaml'), 'database: postgres://user@localhost/causeway\n');
    assert.match((await run('backup', 'copy.db')).err, /pg_dump/);
  });
});
