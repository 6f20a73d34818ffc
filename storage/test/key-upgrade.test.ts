import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemClock } from '@causeway/runtime';
import { migrate } from '../src/core/migrate.ts';
import { runText } from '../src/core/steps.ts';
import { BRIDGE_SCHEMA, PLATFORM_SCHEMA } from '../src/open.ts';
import { onEngines } from './support/engines.ts';

const DAY_MS = 86_400_000;

/** The platform's migrations before the one whose name ends so, in a folder of their own. */
function migrationsBefore(name: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-migrations-'));
  for (const dialect of ['sqlite', 'postgres']) {
    const from = new URL(`${dialect}/`, PLATFORM_SCHEMA.migrations);
    const files = readdirSync(from).filter((file) => file.endsWith('.sql'));
    const end = files.toSorted().findIndex((file) => file.endsWith(name));
    assert.ok(end > 0);
    for (const file of files.toSorted().slice(0, end)) cpSync(new URL(file, from), join(folder, dialect, file));
  }
  return pathToFileURL(`${folder}/`);
}

onEngines('an upgrade of API keys', (engine) => {
  it('ends them after 90 days at the latest, and keeps what they could do where it is a read', async () => {
    const options = { mustExist: false, clock: systemClock };
    const earlier = migrationsBefore('_keys_and_freezes.sql');
    const bare = await engine.open();
    const before = Date.now();
    await migrate(bare, [BRIDGE_SCHEMA, { ...PLATFORM_SCHEMA, migrations: earlier }], options);
    rmSync(earlier, { recursive: true });
    const no = bare.dialect.name === 'sqlite' ? '0' : 'false';
    const avatar = (id: string, type: string) =>
      `insert into avatars (id, username, username_key, avatar_type, is_admin, metadata, version, created_at_ms, updated_at_ms)
       values ('${id}', '${id}', '${id}', '${type}', ${no}, '{}', 1, 0, 0)`;
    const key = (id: string, avatarId: string, scopes: string, end: string) =>
      `insert into avatar_api_keys (id, avatar_id, name, prefix, hash, scopes, created_by, created_at_ms, expires_at_ms)
       values ('${id}', '${avatarId}', 'k', 'p', '${id}', '${scopes}', 'ann', 0, ${end})`;
    await bare.write('full', function* () {
      yield* runText(avatar('ann', 'User'));
      yield* runText(avatar('bot', 'AI_Agent'));
      yield* runText(key('1', 'ann', '[]', 'null'));
      yield* runText(key('2', 'ann', '["orders:write"]', '9999999999999'));
      yield* runText(key('3', 'bot', '["tasks:read","tasks:write"]', 'null'));
      yield* runText(key('4', 'ann', '[]', String(before + DAY_MS)));
    });
    const middle = migrationsBefore('_existing_keys_end.sql');
    await migrate(bare, [BRIDGE_SCHEMA, { ...PLATFORM_SCHEMA, migrations: middle }], options);
    rmSync(middle, { recursive: true });
    // Its maker gave the password for it, after the upgrade.
    const later = key('5', 'ann', '[]', '9999999999999').replace(`, 0, 9`, `, ${Date.now() + 1}, 9`);
    await bare.write('full', () => runText(later));
    await migrate(bare, [BRIDGE_SCHEMA, PLATFORM_SCHEMA], options);
    const rows = await bare.read(() =>
      runText<{ scopes: string; ends: string }>(
        'select scopes, expires_at_ms as ends from avatar_api_keys order by id',
      ),
    );
    await bare.close();
    const reads = ['profile:read', 'keys:read'];
    assert.deepEqual(
      rows.map(({ scopes }) => JSON.parse(scopes)),
      [reads, ['orders:write', ...reads], ['tasks:read', 'tasks:write', ...reads, 'profile:write'], reads, []],
    );
    const ends = rows.map((row) => Number(row.ends));
    for (const end of ends.slice(0, 3)) assert.ok(Math.abs(end - before - 90 * DAY_MS) < 60_000, String(end));
    assert.deepEqual(ends.slice(3), [before + DAY_MS, 9_999_999_999_999]);
  });
});
