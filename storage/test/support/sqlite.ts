import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@causeway/runtime';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { openSqlite } from '../../src/core/sqlite/engine.ts';
import { openPlatformStorage } from '../../src/index.ts';
import type { Built, TestEngine } from './test-engine.ts';

const folders: string[] = [];
let template: string | undefined;

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'causeway-storage-'));

function newPath(): string {
  const folder = newFolder();
  folders.push(folder);
  return join(folder, 'test.db');
}

/** A file with the platform's tables, used as a template. */
async function templatePath(): Promise<string> {
  if (template === undefined) {
    const folder = newFolder();
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    template = join(folder, 'template.db');
    await (await openPlatformStorage(template)).close();
  }
  return template;
}

function inspect<T>(path: string, look: (file: Database.Database) => T): T {
  const file = new Database(path, { readonly: true });
  try {
    return look(file);
  } finally {
    file.close();
  }
}

/** SQLite files in separate folders. */
export const SQLITE: TestEngine = {
  name: 'SQLite',
  newDatabase: async () => newPath(),
  async newPlatform() {
    const path = newPath();
    copyFileSync(await templatePath(), path);
    return path;
  },
  open: async (database) => openSqlite(database ?? newPath(), { clock: systemClock, mustExist: false }),
  tables: async (database) =>
    inspect(database, (file) => {
      // The text index and its own tables are in the migrations, not in the schema.
      const names = file.prepare(
        "select name from sqlite_schema where type = 'table' and name not glob 'sqlite_*' and name not glob 'search_text*'",
      );
      return new Set(names.pluck().all() as string[]);
    }),
  plan: async (database, build) =>
    inspect(database, (client) => {
      const { sql, params } = (build(drizzle({ client, casing: 'snake_case' })) as Built).toSQL();
      const steps = client.prepare(`explain query plan ${sql}`).all(params.map(() => null));
      return steps.map((step) => (step as { readonly detail: string }).detail).join('\n');
    }),
  async assertSound(database) {
    inspect(database, (file) => assert.equal(file.pragma('integrity_check', { simple: true }), 'ok'));
  },
  async removeDatabases() {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  },
};
