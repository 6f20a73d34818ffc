import assert from 'node:assert/strict';
import { openPlatformStorage } from '../src/index.ts';
import { killAfter } from './support/child.ts';
import { onEngines } from './support/engines.ts';
import { assertReplays } from './support/replay.ts';

const CHILD = new URL('./support/crash-child.ts', import.meta.url);

/**
 * Has `workers` of a process write to `database`, and kills it after `lines` acknowledgements. Returns its printed
 * lines.
 */
const writesUntilKilled = (database: string, seed: number, workers: number, lines: number) =>
  killAfter(lines, CHILD, database, `${seed}`, `${workers}`);

/** Asserts that everything acknowledged is stored, and that every order equals the result of its events. */
async function assertKept(database: string, acknowledged: readonly string[]): Promise<void> {
  const storage = await openPlatformStorage(database);
  const open = await storage.submissions.open(['oracle']);
  const versions = new Map(open.map((submission) => [submission.id, submission.versions.length]));
  for (const line of acknowledged) {
    const [kind, id = '', version] = line.split(' ');
    if (kind === 'order') {
      const order = await storage.orders.get(id);
      assert.ok(order && order.version >= Number(version), line);
    } else {
      assert.ok((versions.get(id) ?? 0) >= Number(version), line);
    }
  }
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof storage.orders.list>> = await storage.orders.list({}, cursor, 200);
    for (const order of page.items) await assertReplays(storage, order);
    cursor = page.nextCursor;
  } while (cursor !== null);
  await storage.close();
}

onEngines('kill -9', (engine) => {
  it('loses no acknowledged write and splits no transaction', async () => {
    const database = await engine.newDatabase();
    const acknowledged: string[] = [];
    for (const seed of [1, 2, 3]) {
      acknowledged.push(...(await writesUntilKilled(database, seed, 8, 50 * seed)));
      await assertKept(database, acknowledged);
    }
    await engine.assertSound(database);
  }).timeout(120_000);

  it('holds with two processes that write to one database', async () => {
    const database = await engine.newDatabase();
    const both = await Promise.all([writesUntilKilled(database, 1, 4, 150), writesUntilKilled(database, 2, 4, 150)]);
    await assertKept(database, both.flat());
    await engine.assertSound(database);
  }).timeout(120_000);
});
