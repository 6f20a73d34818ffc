import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openSqlite } from '../../src/core/sqlite/engine.ts';
import { closeTemporary } from './temporary.ts';
import type { TestEngine } from './test-engine.ts';

export type { TestEngine } from './test-engine.ts';

const folders: string[] = [];

/** SQLite files in folders of their own. */
export const SQLITE: TestEngine = {
  name: 'SQLite',
  async newDatabase() {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-storage-'));
    folders.push(folder);
    return join(folder, 'test.db');
  },
  async open() {
    return openSqlite(await SQLITE.newDatabase(), { clock: Date.now, mustExist: false });
  },
  async tables(database) {
    return inspect(database, (file) => {
      const names = file.prepare("select name from sqlite_schema where type = 'table' and name not glob 'sqlite_*'");
      return new Set(names.pluck().all() as string[]);
    });
  },
  async assertSound(database) {
    inspect(database, (file) => assert.equal(file.pragma('integrity_check', { simple: true }), 'ok'));
  },
  async removeDatabases() {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  },
};

function inspect<T>(path: string, look: (file: Database.Database) => T): T {
  const file = new Database(path, { readonly: true });
  try {
    return look(file);
  } finally {
    file.close();
  }
}

const ENGINES: readonly TestEngine[] = [SQLITE];

/** Closes every temporary storage and removes every temporary database. */
export async function removeTemporary(): Promise<void> {
  await closeTemporary();
  for (const engine of ENGINES) await engine.removeDatabases();
}

/** Describes the same behaviour on every engine; what the tests open is removed after each of them. */
export function onEngines(title: string, tests: (engine: TestEngine) => void): void {
  for (const engine of ENGINES) {
    describe(`${title}, on ${engine.name}`, () => {
      afterEach(removeTemporary);
      tests(engine);
    });
  }
}
