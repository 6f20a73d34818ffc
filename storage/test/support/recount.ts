import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { lockOf } from '../../src/core/locks.ts';
import { BREAKPOINT } from '../../src/core/migrate.ts';
import { runText } from '../../src/core/steps.ts';
import type { TestEngine } from './engines.ts';

/** Statements that count in the tables, apart from the code under test. */
const COUNTING = new URL('../fixtures/recount/', import.meta.url);

/** What owners store, without kinds of which they store nothing. */
type Usage = readonly {
  readonly owner_id: string;
  readonly kind: string;
  readonly items: number;
  readonly bytes: number;
}[];

const USED = `select owner_id, kind, sum(items) as items, sum(bytes) as bytes
  from (select owner_id, kind, items, bytes from owner_usage
    union all select owner_id, kind, items, bytes from owner_usage_changes) as used
  group by owner_id, kind having sum(items) <> 0 or sum(bytes) <> 0 order by owner_id, kind`;
const numbered = (rows: Usage): Usage =>
  rows.map(({ items, bytes, ...row }) => ({ ...row, items: Number(items), bytes: Number(bytes) }));

/** Asserts that the counters are what is counted in the tables. Returns them. */
export async function assertRecounted(engine: TestEngine, database: string): Promise<Usage> {
  const opened = await engine.open(database);
  const counting = readFileSync(new URL(`${opened.dialect.name}.sql`, COUNTING), 'utf8').split(BREAKPOINT);
  const [counted, recounted] = await opened.write(
    'normal',
    function* () {
      const before = yield* runText<Usage[number]>(USED);
      yield* runText('delete from owner_usage');
      yield* runText('delete from owner_usage_changes');
      for (const statement of counting) yield* runText(statement);
      return [before, yield* runText<Usage[number]>(USED)];
    },
    { locks: [lockOf('usage', 'all')] },
  );
  await opened.close();
  assert.deepEqual(numbered(counted), numbered(recounted));
  return numbered(counted);
}
