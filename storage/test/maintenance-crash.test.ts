import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import Database from 'better-sqlite3';
import { openPlatformStorage } from '../src/index.ts';
import { backup, restore } from '../src/maintenance/index.ts';
import { onEngine } from './support/engines.ts';
import { runMaintenance as run } from './support/maintenance.ts';
import { SQLITE } from './support/sqlite.ts';

/** The number of the first or last step `name`, from the list of all steps. */
function stepOf(steps: readonly string[] = [], name: string, which: 'first' | 'last'): number {
  assert.ok(steps.includes(name), `${name} is no step`);
  return (which === 'first' ? steps.indexOf(name) : steps.lastIndexOf(name)) + 1;
}

/** The subjects of a database's events, once it is known to be sound. */
function subjectsOf(path: string): readonly string[] {
  const database = new Database(path);
  try {
    assert.deepEqual(database.pragma('integrity_check'), [{ integrity_check: 'ok' }]);
    return database.prepare('select subject from events order by seq').pluck().all() as string[];
  } finally {
    database.close();
  }
}

const times = (subject: string, count: number): readonly string[] => Array.from({ length: count }, () => subject);

/** Copies a database with its write-ahead log. */
function copyOf(path: string, name: string): string {
  for (const side of ['-wal', '']) if (existsSync(`${path}${side}`)) copyFileSync(`${path}${side}`, `${name}${side}`);
  return name;
}

onEngine(SQLITE, 'kill -9', (engine) => {
  /**
   * A database with large events of `subject`, which are only in its write-ahead log, as a killed process leaves it.
   */
  async function killed(subject: string, count: number): Promise<string> {
    const database = await engine.newPlatform();
    const storage = await openPlatformStorage(database);
    for (const each of times(subject, count)) await storage.events.append(each, 't', { text: 'x'.repeat(100_000) });
    const left = copyOf(database, `${database}.killed`);
    await storage.close();
    return left;
  }

  it('of a backup leaves the database, and the earlier backup or the new one under its name', async () => {
    const [earlier, database] = [await killed('earlier', 12), await killed('now', 10)];
    const steps = await run('backup', copyOf(database, `${database}.first`), `${database}.first.backup`);
    const points = [
      stepOf(steps, 'copy', 'last'),
      stepOf(steps, 'renameSync', 'first'),
      stepOf(steps, 'rmSync', 'last'),
    ];
    for (const killAt of points) {
      const file = `${database}.${killAt}.backup`;
      await backup(earlier, file);
      assert.equal(await run('backup', database, file, killAt), undefined);
      const known = [times('earlier', 12), times('now', 10)].map(String);
      assert.ok(known.includes(String(subjectsOf(file))), `step ${killAt}`);
      await backup(database, file, { force: true });
      assert.deepEqual(subjectsOf(file), times('now', 10));
      const left = readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)));
      assert.deepEqual(left, [basename(file)], 'nothing is left of the killed one');
    }
    assert.deepEqual(subjectsOf(database), times('now', 10));
  }).timeout(120_000);

  it('of a restoration leaves the database as it was, or the backup in its place', async () => {
    const [database, saved] = [await killed('now', 10), await killed('saved', 12)];
    const file = `${database}.backup`;
    await backup(saved, file);
    const steps = await run('restore', file, copyOf(database, `${database}.first`));
    const found = new Set<string>();
    const points = [stepOf(steps, 'copy', 'first'), stepOf(steps, 'copy', 'last'), stepOf(steps, 'close', 'last')];
    for (const killAt of points) {
      const live = copyOf(database, `${database}.${killAt}`);
      assert.equal(await run('restore', file, live, killAt), undefined);
      found.add(String(subjectsOf(copyOf(live, `${live}.look`))));
      await restore(file, live, { force: true });
      assert.deepEqual(subjectsOf(live), times('saved', 12));
    }
    assert.deepEqual([...found].toSorted(), [times('now', 10), times('saved', 12)].map(String).toSorted());
  }).timeout(120_000);
});
