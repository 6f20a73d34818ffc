import assert from 'node:assert/strict';
import Database from 'better-sqlite3';
import { createGroupCommit, type GroupCommit } from '../../src/core/sqlite/group-commit.ts';
import { columns } from '../support/columns.ts';
import { removeTemporary } from '../support/engines.ts';
import { SQLITE } from '../support/sqlite.ts';

describe('createGroupCommit', () => {
  let client: Database.Database;
  let observer: Database.Database;
  let group: GroupCommit;
  let commits: number;
  let announced: boolean;

  beforeEach(async () => {
    const path = await SQLITE.newDatabase();
    client = new Database(path);
    client.pragma('journal_mode = WAL');
    client.pragma('foreign_keys = ON');
    client.exec(
      'create table n (value integer unique); create table child (n references n(value) deferrable initially deferred)',
    );
    observer = new Database(path);
    commits = 0;
    group = createGroupCommit(client, {
      begin: () => {
        announced = false;
      },
      announces: () => announced,
      done: () => {
        commits += 1;
      },
    });
  });
  afterEach(async () => {
    group.close();
    client.close();
    observer.close();
    await removeTemporary();
  });

  const insert = (value: number) => () => client.prepare('insert into n values (?)').run(value).lastInsertRowid;
  const visible = () => observer.prepare('select value from n order by 1').pluck().all();
  const version = () => observer.pragma('data_version', { simple: true }) as number;

  it('gathers concurrent writes into one transaction', async () => {
    const before = version();
    await Promise.all(Array.from({ length: 64 }, (_, value) => group.write('full', insert(value))));
    assert.equal(visible().length, 64);
    assert.equal(commits, 1);
    assert.notEqual(version(), before);
  });

  it('resolves with the value of the job, after the commit', async () => {
    let seenByJob: unknown;
    const value = await group.write('full', () => {
      insert(7)();
      seenByJob = visible();
      return 'done';
    });
    assert.equal(value, 'done');
    assert.deepEqual(seenByJob, []);
    assert.deepEqual(visible(), [7]);
  });

  it('runs jobs in the order of the calls', async () => {
    const order: number[] = [];
    await Promise.all([1, 2, 3].map((job) => group.write('normal', () => order.push(job))));
    assert.deepEqual(order, [1, 2, 3]);
  });

  it('undoes only the failing job', async () => {
    const results = await Promise.allSettled([
      group.write('full', insert(1)),
      group.write('full', () => {
        insert(2)();
        insert(1)();
      }),
      group.write('full', insert(3)),
    ]);
    assert.deepEqual(columns(results, 'status'), ['fulfilled', 'rejected', 'fulfilled']);
    assert.deepEqual(visible(), [1, 3]);
    assert.equal(commits, 1);
  });

  it('rejects every job of a failed commit, and continues', async () => {
    const orphan = () => client.prepare('insert into child values (99)').run();
    const results = await Promise.allSettled([group.write('full', insert(1)), group.write('full', orphan)]);
    assert.deepEqual(columns(results, 'status'), ['rejected', 'rejected']);
    assert.equal(commits, 0);
    await group.write('full', insert(2));
    assert.deepEqual(visible(), [2]);
  });

  it('flushes only when a job of the commit must not be lost', async () => {
    const level = () => client.pragma('synchronous', { simple: true });
    const NORMAL = 1;
    const FULL = 2;
    assert.equal(await group.write('normal', level), NORMAL);
    assert.deepEqual(await Promise.all([group.write('normal', level), group.write('full', level)]), [FULL, FULL]);
    assert.equal(await group.write('normal', level), NORMAL);
  });

  it('flushes what is announced before anybody sees it, whatever its jobs ask for', async () => {
    const levels: unknown[] = [];
    const announce = (value: number) => () => {
      announced = true;
      levels.push(client.pragma('synchronous', { simple: true }), visible());
      insert(value)();
    };
    await Promise.all([group.write('normal', insert(1)), group.write('normal', announce(2))]);
    assert.deepEqual(levels, [1, [], 2, []], 'the jobs run again at the level of a flush');
    assert.deepEqual([visible(), commits], [[1, 2], 1]);
    await group.write('normal', insert(3));
    assert.equal(client.pragma('synchronous', { simple: true }), 1);
  });

  it('limits the size of a transaction, so that the event loop runs', async () => {
    await Promise.all(Array.from({ length: 600 }, (_, value) => group.write('full', insert(value))));
    assert.equal(commits, 3);
  });

  it('commits queued jobs when it is closed, and refuses later ones', async () => {
    const queued = group.write('full', insert(1));
    group.close();
    await queued;
    assert.deepEqual(visible(), [1]);
    await assert.rejects(group.write('full', insert(2)), /closed/);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(commits, 1, 'the turn that was to commit them has nothing left');
  });

  it('makes 64 concurrent durable writes several times cheaper than 64 in a row', async () => {
    const rounds = Array.from({ length: 5 }, (_, round) => 1_000 * (round + 1));
    const ratios: number[] = [];
    for (const round of rounds) {
      const startedAt = performance.now();
      for (let n = 0; n < 64; n++) await group.write('full', insert(round + n));
      const inARow = performance.now() - startedAt;
      const concurrentAt = performance.now();
      await Promise.all(Array.from({ length: 64 }, (_, n) => group.write('full', insert(round + 64 + n))));
      ratios.push(inARow / (performance.now() - concurrentAt));
    }
    const median = ratios.toSorted((a, b) => a - b)[2] as number;
    assert.ok(median > 4, `ratios ${ratios.map((ratio) => ratio.toFixed(1)).join(', ')}`);
  }).timeout(120_000);
});
