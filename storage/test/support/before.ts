import { cpSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemClock } from '@causeway/runtime';
import { migrate } from '../../src/core/migrate.ts';
import { BRIDGE_SCHEMA, PLATFORM_SCHEMA } from '../../src/open.ts';
import type { TestEngine } from './engines.ts';

/**
 * A database as it was before the platform's migration whose name has `migration` in it. `bare` is its engine, to be
 * closed;
 * `avatar` gives the text that inserts an avatar, whose owner is SQL.
 */
export async function databaseBefore(engine: TestEngine, migration: string) {
  const before = mkdtempSync(join(tmpdir(), 'causeway-migrations-'));
  for (const dialect of ['sqlite', 'postgres']) {
    mkdirSync(join(before, dialect));
    const folder = new URL(`${dialect}/`, PLATFORM_SCHEMA.migrations);
    const files = readdirSync(folder)
      .filter((file) => file.endsWith('.sql'))
      .toSorted();
    const own = files.findIndex((file) => file.includes(migration));
    for (const file of files.slice(0, own)) cpSync(new URL(file, folder), join(before, dialect, file));
  }
  const database = await engine.newDatabase();
  const bare = await engine.open(database);
  const old = { name: PLATFORM_SCHEMA.name, migrations: pathToFileURL(`${before}/`) };
  await migrate(bare, [BRIDGE_SCHEMA, old], { mustExist: false, clock: systemClock });
  const no = bare.dialect.name === 'sqlite' ? '0' : 'false';
  const avatar = (id: string, owner: string) => `insert into avatars
    (id, username, username_key, avatar_type, is_admin, owner_id, metadata, version, created_at_ms, updated_at_ms)
    values ('${id}', '${id}', '${id}', 'User', ${no}, ${owner}, '{}', 1, 1, 1)`;
  return { database, bare, avatar };
}
