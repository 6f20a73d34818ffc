import assert from 'node:assert/strict';
import type { Engine } from '../../src/core/engine.ts';
import { announce, runText } from '../../src/core/steps.ts';
import { isUnavailable } from '../../src/index.ts';
import { onEngine, onEngines } from '../support/engines.ts';
import { POSTGRES } from '../support/postgres.ts';
import { runSql } from '../support/postgres-server.ts';

/** A row that needs pages of its own. */
const LARGE = 'x'.repeat(100_000);

/** Makes the server answer a write to `kept` as it does for what `code` means. */
const failing = (code: string) => `
  create function refuse() returns trigger language plpgsql as $$ begin raise sqlstate '${code}'; end $$;
  create trigger refuse before insert on kept for each row execute function refuse()`;
const MENDED = 'drop trigger refuse on kept; drop function refuse';

/** How each engine runs out of space, and gets it back. SQLite has a limit of its own for the pages of a file. */
const FULL = {
  SQLite: ['pragma max_page_count = 1', 'pragma max_page_count = 4294967294'],
  PostgreSQL: [failing('53100'), MENDED],
} as const;

/** What makes a session of each engine read-only. */
const READ_ONLY = {
  SQLite: 'pragma query_only = on',
  PostgreSQL: 'set session characteristics as transaction read only',
} as const;

onEngines('a full disk', (engine) => {
  let opened: Engine;
  const [fill, free] = FULL[engine.name as keyof typeof FULL];
  const text = (sql: string) => opened.write('full', () => runText(sql), { locks: [] });
  const keep = (key: string) =>
    opened.write('full', () => runText(`insert into kept values ('${key}', '${LARGE}') returning key`), { locks: [] });
  const kept = async () =>
    (await opened.read(() => runText<{ key: string }>('select key from kept order by key'))).map(({ key }) => key);

  beforeEach(async () => {
    opened = await engine.open();
    await text('create table kept (key text primary key, value text)');
  });
  afterEach(() => opened.close());

  it('refuses writes with advice, loses none, leaves reads alone, and ends by itself', async () => {
    await keep('before');
    await text(fill);
    await assert.rejects(keep('during'), (error: Error & { code?: string }) => {
      assert.ok(isUnavailable(error));
      assert.equal(error.code, 'DISK_FULL');
      assert.match(error.message, /^the database .* is unavailable, its disk is full: free space/);
      return true;
    });
    assert.deepEqual(await kept(), ['before']);
    await text(free);
    await keep('after');
    assert.deepEqual(await kept(), ['after', 'before']);
  });

  it('tells no follower of what it refused', async () => {
    let told = 0;
    const listens = Promise.withResolvers<void>();
    const stop = opened.onCommit(() => {
      told += 1;
      listens.resolve();
    }, 60_000);
    // A session that begins to listen calls once, because it may have missed commits.
    if (engine.name === 'PostgreSQL') await listens.promise;
    await text(fill);
    await assert.rejects(
      opened.write(
        'normal',
        function* () {
          yield* announce();
          yield* runText(`insert into kept values ('1', '${LARGE}')`);
        },
        { locks: [] },
      ),
    );
    await text(free);
    const before = told;
    await opened.write('normal', announce, { locks: [] });
    assert.equal(told, before + 1);
    stop();
  });

  it('is told from one that takes no writes at all, which the tiny write of a probe finds out', async () => {
    await opened.probe();
    await text(READ_ONLY[engine.name as keyof typeof READ_ONLY]);
    await assert.rejects(opened.probe(), { code: 'DATABASE_READ_ONLY' });
    assert.deepEqual(await kept(), []);
  });
});

onEngine(POSTGRES, 'a database that takes no writes', (engine) => {
  for (const [sqlstate, code] of [
    ['53200', 'DATABASE_UNREACHABLE'],
    ['58030', 'DISK_FAILED'],
  ] as const) {
    it(`is ${code} for ${sqlstate}`, async () => {
      const database = await engine.newDatabase();
      const opened = await engine.open(database);
      await runSql(database, `create table kept (key text); ${failing(sqlstate)}`);
      await assert.rejects(
        opened.write('full', () => runText("insert into kept values ('1')"), { locks: [] }),
        { code },
      );
      await opened.close();
    });
  }

  it('leaves other failures as they are', async () => {
    const opened = await engine.open();
    await assert.rejects(
      opened.write('full', () => runText('select 1 / 0'), { locks: [] }),
      (error) => !isUnavailable(error),
    );
    await opened.close();
  });
});

onEngine(POSTGRES, 'what is announced', (engine) => {
  it('is on disk before anyone is told, whatever its jobs ask for', async () => {
    const database = await engine.newDatabase();
    const opened = await engine.open(database);
    await opened.write('full', () => runText('create table kept (key text)'), { locks: [] });
    const told = Promise.withResolvers<void>();
    const stop = opened.onCommit(told.resolve, 60_000);
    const end = await opened.write(
      'normal',
      function* () {
        yield* announce();
        yield* runText("insert into kept values ('1')");
        const [written] = yield* runText<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
        return written?.lsn ?? assert.fail();
      },
      { locks: [] },
    );
    await told.promise;
    const [flushed] = await runSql(database, `select pg_current_wal_flush_lsn() > '${end}' as all`);
    assert.deepEqual(flushed, { all: true });
    stop();
    await opened.close();
  });
});
