import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api';
import { connect } from '../src/database.ts';
import { openStorage } from '../src/index.ts';
import * as schema from '../src/schema.ts';
import { removeTemporary, temporaryPath } from './support/temporary.ts';

const readMeta = (name: string) =>
  JSON.parse(readFileSync(new URL(`../migrations/meta/${name}`, import.meta.url), 'utf8'));
const { entries } = readMeta('_journal.json');
const newest = readMeta(`${String(entries.at(-1).idx).padStart(4, '0')}_snapshot.json`);

/** Tables of the database at `path`, and how many migrations it has seen. */
function inspect(path: string) {
  const file = new Database(path, { readonly: true });
  const tables = file
    .prepare("select name from sqlite_schema where type = 'table' and name not glob 'sqlite_*' and name not glob '__*'")
    .pluck()
    .all();
  const applied = file.prepare('select count(*) from __drizzle_migrations').pluck().get();
  const journal = file.pragma('journal_mode', { simple: true });
  file.close();
  return { tables: new Set(tables), applied, journal };
}

describe('migrations', () => {
  afterEach(removeTemporary);

  it('agree with the schema', async () => {
    const now = await generateSQLiteDrizzleJson(schema, newest.id, 'snake_case');
    assert.deepEqual(await generateSQLiteMigration(newest, now), [], 'run `npm run migration -w storage`');
  });

  it('make the tables of the schema once', async () => {
    const path = temporaryPath();
    const expected = { tables: new Set(Object.keys(newest.tables)), applied: entries.length, journal: 'wal' };
    for (let opening = 0; opening < 2; opening++) {
      await (await openStorage(path)).close();
      assert.deepEqual(inspect(path), expected);
    }
  });

  it('leave the work to another process that is faster', () => {
    const path = temporaryPath();
    const { prepare } = Database.prototype;
    Database.prototype.prepare = function (this: Database.Database, source: string) {
      if (source === 'BEGIN') {
        Database.prototype.prepare = prepare;
        connect(path).$client.close();
      }
      return prepare.call(this, source);
    } as typeof prepare;
    connect(path).$client.close();
    assert.equal(Database.prototype.prepare, prepare);
    assert.equal(inspect(path).applied, entries.length);
  });

  it('let several processes open a new file at the same time', async () => {
    const path = temporaryPath();
    const script = `import { openStorage } from ${JSON.stringify(new URL('../src/index.ts', import.meta.url))};
      await (await openStorage(${JSON.stringify(path)})).close();`;
    const open = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    await Promise.all([open(), open()]);
    assert.equal(inspect(path).applied, entries.length);
  }).timeout(120_000);
});
