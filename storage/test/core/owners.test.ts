import assert from 'node:assert/strict';
import { getTableName } from 'drizzle-orm';
import { lockOf } from '../../src/core/locks.ts';
import { sqliteDialect } from '../../src/core/sqlite/dialect.ts';
import { runText } from '../../src/core/steps.ts';
import { solverTables } from '../../src/solver/schema.ts';
import { auditedEngine } from '../support/audit.ts';
import { tablesOf } from '../support/dump.ts';
import { onEngines } from '../support/engines.ts';
import { OWNERS } from '../support/owners.ts';

describe('the owners of tables', () => {
  it('are named for each table', () => {
    const slices = [...Object.values(tablesOf(sqliteDialect)), solverTables(sqliteDialect)];
    const names = slices.flatMap((tables) => Object.values(tables).map(getTableName));
    assert.deepEqual(Object.keys(OWNERS).toSorted(), [...new Set(names)].toSorted());
  });
});

onEngines('a job', (engine) => {
  it('is refused where it changes a table and locks no owner of it; a new row needs none', async () => {
    const opened = auditedEngine(await engine.open(await engine.newPlatform()));
    const lease = (name: string) => `insert into leases values ('${name}', 'holder', 1, 1)`;
    const write = (text: string, ...locks: readonly ReturnType<typeof lockOf>[]) =>
      opened.write('full', () => runText(text), { locks });
    await write(lease('a'));
    const own = lockOf('lease', 'a');
    for (const change of [
      "update leases set token = 2 where name = 'a'",
      `${lease('a')} on conflict (name) do update set token = 3`,
      'delete from leases',
    ]) {
      await assert.rejects(write(change, lockOf('order', 'a')), /changes leases and locks none of lease/);
      await write(change, own);
    }
    await opened.close();
  });
});
