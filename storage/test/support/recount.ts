import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readMigrations } from '../../src/core/migrate.ts';
import { runText } from '../../src/core/steps.ts';
import { PLATFORM_SCHEMA } from '../../src/open.ts';
import type { TestEngine } from './engines.ts';

/** The migration that brought bounded lists and quotas. */
const NAME = /bounded_lists/;
/** The migrations that count what is stored. */
const COUNTING = /bounded_lists|history_of_tasks/;

/** What owners store, without kinds of which they store nothing. */
type Usage = readonly {
  readonly owner_id: string;
  readonly kind: string;
  readonly items: number;
  readonly bytes: number;
}[];

const USED = 'select * from owner_usage where items <> 0 or bytes <> 0 order by owner_id, kind';
const numbered = (rows: Usage): Usage =>
  rows.map(({ items, bytes, ...row }) => ({ ...row, items: Number(items), bytes: Number(bytes) }));

/** Asserts that the counters are what the statements of the migrations count in the tables. Returns them. */
export async function assertRecounted(engine: TestEngine, database: string): Promise<Usage> {
  const opened = await engine.open(database);
  const counting = readMigrations(PLATFORM_SCHEMA, opened.dialect.name)
    .filter(({ name }) => COUNTING.test(name))
    .flatMap(({ statements }) => statements)
    .filter((statement) => statement.includes('INSERT INTO owner_usage'));
  assert.ok(counting.length > 0);
  const [counted, recounted] = await opened.write('normal', function* () {
    const before = yield* runText<Usage[number]>(USED);
    yield* runText('delete from owner_usage');
    for (const statement of counting) yield* runText(statement);
    return [before, yield* runText<Usage[number]>(USED)];
  });
  await opened.close();
  assert.deepEqual(numbered(counted), numbered(recounted));
  return numbered(counted);
}

/** The platform's schema as it was before that migration, in a folder that `remove` removes. */
export async function schemaBefore() {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-migrations-'));
  for (const dialect of ['sqlite', 'postgres']) {
    const from = new URL(`${dialect}/`, PLATFORM_SCHEMA.migrations);
    const later: string[] = [];
    for (const { name } of readMigrations(PLATFORM_SCHEMA, dialect as 'sqlite')) {
      if (later.length > 0 || NAME.test(name)) later.push(`${name}.sql`);
    }
    await cp(from, join(folder, dialect), {
      recursive: true,
      filter: (source) => !later.some((name) => source.endsWith(name)),
    });
  }
  const schema = { name: PLATFORM_SCHEMA.name, migrations: pathToFileURL(`${folder}/`) };
  return { schema, remove: () => rmSync(folder, { recursive: true }) };
}
