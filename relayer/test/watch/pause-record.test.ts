import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apply } from '../../src/watch/decisions.ts';
import { PauseRecord } from '../../src/watch/pause-record.ts';

describe('the record of pauses', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const place = { family: 'main', domain: 1 };
  const pauses = apply(
    [],
    place,
    { part: null, causes: [{ id: 'I6 main alpha', extent: 10n ** 30n }], event: 'begun' },
    { atMs: 5 },
  );

  it('is what was kept, after a restart', () => {
    const file = join(folder, 'watch.db.pauses.json');
    const record = new PauseRecord(file);
    assert.deepEqual(record.pauses, []);
    record.keep(pauses);
    assert.deepEqual(new PauseRecord(file).pauses, pauses);
  });

  it('holds in its process although no file can be written', () => {
    const record = new PauseRecord(join(folder, 'gone', 'watch.db.pauses.json'));
    assert.throws(() => record.keep(pauses), /ENOENT/);
    assert.deepEqual(record.pauses, pauses);
  });

  it('is refused when something else is in the file, which stays as it is', () => {
    const file = join(folder, 'watch.db.pauses.json');
    for (const text of ['', '{', '[]', '{"version":2,"pauses":[]}']) {
      writeFileSync(file, text);
      assert.throws(
        () => new PauseRecord(file),
        /^ConfigError: database: .*pauses\.json is no record of pauses: move it away/,
      );
      assert.equal(readFileSync(file, 'utf8'), text);
    }
  });
});
