import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { on, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { startPostgres } from '@causeway/local-nodes/postgres';
import pg from 'pg';
import { lockOf } from '../src/core/locks.ts';
import { requireVersion } from '../src/core/postgres/admission.ts';
import { openPostgres } from '../src/core/postgres/engine.ts';
import { runText } from '../src/core/steps.ts';
import { type EventRow, openPlatformStorage, type PlatformStorage } from '../src/index.ts';
import { startChild } from './support/child.ts';
import { columns } from './support/columns.ts';
import { onEngine } from './support/engines.ts';
import { closeGate, GATES, removeGates, untilWaiting } from './support/gate.ts';
import { POSTGRES } from './support/postgres.ts';
import { runSql, START_MS } from './support/postgres-server.ts';
import { startProxy } from './support/proxy.ts';
import { bytes32, newOrder } from './support/rows.ts';

/** The data of new servers. */
const CACHE = fileURLToPath(new URL('../../.causeway/test/', import.meta.url));

const CHILD = new URL('./support/writer-child.ts', import.meta.url);

/** Ends all other sessions of `database`, like a restart of the server. */
const END_SESSIONS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name = 'causeway/2'`;

/** How long a test's route swallows everything: longer than a session is waited for, milliseconds. */
const SILENCE_MS = 5_000;

const storages: PlatformStorage[] = [];
const children: ChildProcess[] = [];

/** Closes everything that a test opened or started, before its database is cleared. */
async function endAll(): Promise<void> {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  for (const storage of storages.splice(0)) await storage.close();
}

onEngine(
  POSTGRES,
  'several processes',
  (engine) => {
    let database: string;
    beforeEach(async () => {
      database = await engine.newPlatform();
    });

    async function open(): Promise<PlatformStorage> {
      const storage = await openPlatformStorage(database);
      storages.push(storage);
      return storage;
    }

    /** Starts a child in `role`; `line` resolves with its next line of output. */
    function start(role: string, ...more: readonly string[]) {
      const child = startChild(CHILD, role, database, ...more);
      children.push(child);
      const lines = on(createInterface({ input: child.stdout }), 'line');
      const line = async (): Promise<string> => (await lines.next()).value?.[0];
      return { child, line, ended: once(child, 'exit') };
    }

    /** Reads the events like a stream, a few at a time, until there are `count`. */
    async function follow({ events }: PlatformStorage, count: number): Promise<readonly EventRow[]> {
      const seen: EventRow[] = [];
      const wakes = new EventTarget();
      const stop = events.onAppended(() => wakes.dispatchEvent(new Event('wake')));
      let woken = once(wakes, 'wake');
      while (seen.length < count) {
        const rows = await events.after(undefined, seen.at(-1)?.seq ?? 0, 7);
        seen.push(...rows);
        if (rows.length > 0) continue;
        await woken;
        woken = once(wakes, 'wake');
      }
      stop();
      return seen;
    }

    it('write events that a stream follows without gap or double: their numbers rise in the order of the commits', async () => {
      const storage = await open();
      const writers = ['a', 'b', 'c', 'd'];
      const count = 120;
      const all = follow(storage, writers.length * count);
      const running = writers.map((name) => start('append', name, `${count}`));
      const seen = await all;
      for (const { ended } of running) assert.deepEqual(await ended, [0, null]);
      assert.deepEqual(await storage.events.after(undefined, 0, 10_000), seen);
      for (const name of writers) {
        const numbers = seen.filter(({ subject }) => subject === name).map(({ data }) => Number(data.number));
        assert.deepEqual(
          numbers.toSorted((one, other) => one - other),
          Array.from({ length: count }, (_, number) => number),
        );
      }
    }).timeout(120_000);

    it('do not wait for a process that stopped inside its transaction, whose write is done once when it resumes', async () => {
      const storage = await open();
      const { child, line, ended } = start('stop');
      assert.equal(await line(), 'within');
      await storage.bridge.write(
        'full',
        () => runText("insert into events (subject, type, data, created_at_ms) values ('running', 't', '{}', 1)"),
        { locks: [lockOf('area', 'stopped')] },
      );
      child.kill('SIGCONT');
      for (let next = await line(); next !== 'written'; next = await line()) assert.equal(next, 'within');
      assert.deepEqual(await ended, [0, null]);
      const subjects = (await storage.events.after(undefined, 0, 10)).map(({ subject }) => subject);
      assert.deepEqual(subjects, ['running', 'stopped']);
    }).timeout(120_000);

    for (const [title, signal] of [
      ['is killed', 'SIGKILL'],
      ['stands still', 'SIGSTOP'],
    ] as const) {
      it(`take over the lease of one that ${title}, within 10 seconds`, async () => {
        const { leases, chainView } = await open();
        const { child, line, ended } = start('hold', 'chain-1');
        const token = Number((await line()).split(' ')[1]);
        assert.equal(await leases.acquire('chain-1', 'test', 60_000), undefined);
        child.kill(signal);
        const sinceMs = performance.now();
        let lease = await leases.acquire('chain-1', 'test', 60_000);
        while (!lease) {
          await sleep(50);
          lease = await leases.acquire('chain-1', 'test', 60_000);
        }
        assert.ok(performance.now() - sinceMs < 10_000);
        assert.ok(lease.token > token);
        if (signal === 'SIGKILL') return;
        const cursor = await chainView.cursor('ETH', 31_001);
        child.kill('SIGCONT');
        assert.equal(await line(), 'lost');
        assert.deepEqual(await ended, [0, null]);
        assert.deepEqual(await chainView.cursor('ETH', 31_001), cursor, 'it wrote nothing more');
      }).timeout(120_000);
    }

    it('measure leases by the server’s clock, whatever their own clocks say', async () => {
      const [{ leases }, other] = [await open(), await open()];
      const { now } = Date;
      Date.now = () => now() - 3_600_000;
      try {
        assert.ok(await leases.acquire('chain-1', 'late', 60_000));
      } finally {
        Date.now = now;
      }
      assert.equal(await other.leases.acquire('chain-1', 'other', 60_000), undefined);
    });

    it('share idempotency keys and rate limits', async () => {
      const [one, other] = [await open(), await open()];
      const begun = await Promise.all([one, other].map(({ idempotency }) => idempotency.begin('c', 'r', 'k', 'h')));
      assert.deepEqual(begun.toSorted(), ['inFlight', 'new']);
      const hits = await Promise.all([one, other].map(({ rateLimits }) => rateLimits.hit('caller', 1_000, 5_000)));
      assert.deepEqual(columns(hits, 'count').toSorted(), [1, 2]);
    });

    it('are notified of events by the server, also after the session for notifications ended', async () => {
      const [listener, writer] = [await open(), await open()];
      const wakes = new EventTarget();
      listener.events.onAppended(() => wakes.dispatchEvent(new Event('wake')));
      for (let turn = 0; turn < 2; turn++) {
        const woken = once(wakes, 'wake');
        await writer.events.append('s', 't', {});
        await woken;
        await runSql(database, END_SESSIONS);
      }
    }).timeout(60_000);
  },
  endAll,
);

onEngine(POSTGRES, 'sessions that the server ends', (engine) => {
  it('lose no write and repeat none', async () => {
    const database = await engine.newPlatform();
    const storage = await openPlatformStorage(database);
    const references = Array.from({ length: 240 }, (_, number) => bytes32(0x9000 + number));
    let done = 0;
    const place = async (mine: readonly `0x${string}`[]) => {
      for (const reference of mine) {
        const { id } = await storage.orders.create(newOrder({ reference }));
        assert.equal((await storage.orders.get(id))?.reference, reference);
        done += 1;
        if (done % 24 === 0) await runSql(database, END_SESSIONS);
      }
    };
    await Promise.all([0, 1, 2, 3].map((part) => place(references.filter((_, at) => at % 4 === part))));
    const { items } = await storage.orders.list({}, null, 1_000);
    assert.deepEqual(columns(items, 'reference').toSorted(), references.toSorted());
    await storage.close();
  }).timeout(120_000);

  for (const moment of ['before', 'after'] as const) {
    it(`at a commit, ${moment} it was done, lose no write and repeat none`, async () => {
      const database = await engine.newPlatform();
      const proxy = await startProxy(database);
      const storage = await openPlatformStorage(proxy.url);
      await storage.events.append('first', 't', {});
      proxy.cut = moment;
      await storage.events.append('second', 't', {});
      assert.equal(proxy.cut, undefined, 'a session was cut');
      assert.deepEqual(columns(await storage.events.after(undefined, 0, 10), 'subject'), ['first', 'second']);
      await storage.close();
      proxy.close();
    }).timeout(60_000);
  }

  it('at a commit that goes on at the server are waited for, and its write is done once', async () => {
    const database = await engine.newPlatform();
    // The commit waits at the gate.
    await runSql(
      database,
      `create function waits() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(${GATES.jobs}); return null; end $$;
      create constraint trigger waits after insert on events deferrable initially deferred
        for each row when (new.subject = 'late') execute function waits()`,
    );
    const proxy = await startProxy(database);
    const storage = await openPlatformStorage(proxy.url);
    const other = await engine.open(database);
    await storage.events.append('first', 't', {});
    const open = await closeGate(database);
    proxy.cut = 'during';
    const appended = storage.events.append('late', 't', {});
    // The session that was lost, at the gate, and the next one, for the end of the first.
    await untilWaiting(other, 2);
    await open();
    await appended;
    assert.deepEqual(columns(await storage.events.after(undefined, 0, 10), 'subject'), ['first', 'late']);
    await removeGates();
    for (const one of [storage, other]) await one.close();
    proxy.close();
  }).timeout(60_000);

  it('at a commit, lost with the whole server, write it again, although another transaction has its id and was committed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-crash-'));
    const server = await startPostgres({ folder: join(folder, 'postgres'), cache: CACHE });
    try {
      // Otherwise the server writes down on its own that it has given the id.
      await runSql(server.url, "alter system set wal_writer_delay = '10s'");
      await runSql(server.url, 'select pg_reload_conf()');
      const other = await openPlatformStorage(server.url);
      const proxy = await startProxy(server.url);
      const [lost, winner] = [await engine.open(proxy.url), await engine.open(server.url)];
      /** Writes an event of `subject` and adds the transaction's id to `ids`, once for each try. */
      const write = (storage: typeof lost, subject: string, ids: string[]) =>
        storage.write(
          'full',
          function* () {
            const [row] = yield* runText<{ readonly id: string }>('select pg_current_xact_id()::text as id');
            ids.push(row?.id ?? '');
            const values = `('${subject}', 't', '{}', 1)`;
            yield* runText(`insert into events (subject, type, data, created_at_ms) values ${values}`);
          },
          { locks: [] },
        );
      await write(lost, 'first', []);
      const [lostIds, winnerIds]: string[][] = [[], []];
      proxy.meanwhile = async () => {
        await server.crash();
        await write(winner, 'winner', winnerIds as string[]);
      };
      proxy.cut = 'before';
      await write(lost, 'lost', lostIds as string[]);
      assert.equal(lostIds?.[0], winnerIds?.[0], 'the id was given again');
      const subjects = columns(await other.events.after(undefined, 0, 10), 'subject');
      assert.deepEqual(subjects, ['first', 'winner', 'lost']);
      for (const storage of [lost, winner, other]) await storage.close();
      proxy.close();
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }).timeout(60_000 + START_MS);

  it('that a route swallows without a reset are replaced within 10 seconds of its return, and nothing is lost', async () => {
    const database = await engine.newPlatform();
    const proxy = await startProxy(database);
    const storage = await openPlatformStorage(proxy.url);
    const wakes = new EventTarget();
    storage.events.onAppended(() => wakes.dispatchEvent(new Event('wake')));
    await storage.events.append('before', 't', {});
    const seen = await storage.events.after(undefined, 0, 10);
    proxy.silent = true;
    const [written, read] = [storage.events.append('during', 't', {}), storage.events.latest()];
    await sleep(SILENCE_MS);
    proxy.silent = false;
    const sinceMs = performance.now();
    await Promise.all([written, read, storage.events.append('after', 't', {})]);
    assert.ok(performance.now() - sinceMs < 10_000);
    const subjects = columns(await storage.events.after(undefined, seen.at(-1)?.seq ?? 0, 10), 'subject');
    assert.deepEqual(subjects.toSorted(), ['after', 'during']);
    const woken = once(wakes, 'wake');
    await runSql(
      database,
      "insert into events (subject, type, data, created_at_ms) values ('other', 't', '{}', 1); notify causeway",
    );
    await woken;
    assert.ok(performance.now() - sinceMs < 10_000, 'the session for notifications is back, too');
    await storage.close();
    proxy.close();
  }).timeout(60_000);

  it('that a route swallows are not used again: the first read afterwards waits for one of them, not for each', async () => {
    const proxy = await startProxy(await engine.newPlatform());
    const storage = await openPlatformStorage(proxy.url);
    // As many reads at once as there are sessions for reads.
    await Promise.all([1, 2, 3, 4].map(() => storage.events.latest()));
    proxy.silent = true;
    proxy.silent = false;
    const sinceMs = performance.now();
    await storage.events.latest();
    assert.ok(performance.now() - sinceMs < 10_000);
    await storage.close();
    proxy.close();
  }).timeout(60_000);

  it('that a route swallows hold up no closing', async () => {
    const proxy = await startProxy(await engine.newPlatform());
    const storage = await openPlatformStorage(proxy.url);
    storage.events.onAppended(() => {});
    await Promise.all([storage.events.append('s', 't', {}), storage.events.latest()]);
    proxy.silent = true;
    await storage.close();
    proxy.close();
  }).timeout(20_000);

  it('whose commit arrives by half are ended by their process, and free the lock of all writers', async () => {
    const database = await engine.newPlatform();
    const proxy = await startProxy(database);
    const [storage, other] = [await openPlatformStorage(proxy.url), await openPlatformStorage(database)];
    await storage.events.append('first', 't', {});
    proxy.cut = 'half';
    const sinceMs = performance.now();
    const second = storage.events.append('second', 't', {});
    while (proxy.cut !== undefined) await sleep(10);
    await Promise.all([second, other.events.append('other', 't', {})]);
    assert.ok(performance.now() - sinceMs < 10_000);
    const subjects = columns(await storage.events.after(undefined, 0, 10), 'subject');
    assert.deepEqual(subjects.toSorted(), ['first', 'other', 'second']);
    await storage.close();
    await other.close();
    proxy.close();
  }).timeout(60_000);

  it('of a machine that is gone in the middle of a commit are ended by whoever waits for their lock', async () => {
    const database = await engine.newPlatform();
    const proxy = await startProxy(database);
    const [storage, other] = [await openPlatformStorage(proxy.url), await openPlatformStorage(database)];
    await storage.events.append('first', 't', {});
    proxy.cut = 'half';
    const lost = storage.events.append('lost', 't', {});
    while (proxy.cut !== undefined) await sleep(10);
    proxy.silent = true;
    const sinceMs = performance.now();
    await other.events.append('other', 't', {});
    assert.ok(performance.now() - sinceMs < 10_000);
    proxy.silent = false;
    await lost;
    await storage.close();
    await other.close();
    proxy.close();
  }).timeout(60_000);

  it('are left alone while the server works on a long statement', async () => {
    const bare = await engine.open(await engine.newPlatform());
    const [row] = await bare.read(() =>
      runText<{ readonly pid: number }>('select pg_backend_pid() as pid from pg_sleep(7)'),
    );
    assert.ok(row);
    const own = await bare.write('full', () => runText('select 1 as done from pg_sleep(2.5)'), { locks: [] });
    assert.equal(own.length, 1);
    await bare.close();
  }).timeout(60_000);

  it('change nothing twice or unseen when the database isolates transactions more strictly by default', async () => {
    const database = await engine.newDatabase();
    const name = new URL(database).pathname.slice(1);
    await runSql(database, `alter database ${name} set default_transaction_isolation = 'repeatable read'`);
    const [one, other] = [await openPlatformStorage(database), await openPlatformStorage(database)];
    const { id } = await one.orders.create(newOrder());
    const changes = Array.from({ length: 30 }, (_, at) =>
      (at % 2 ? one : other).orders.update(id, { signatures: at + 1 }),
    );
    await Promise.all(changes);
    assert.equal((await one.orders.get(id))?.version, 31);
    await one.close();
    await other.close();
  });

  it('wait for the disk when a job of the transaction needs it, and only then', async () => {
    const bare = await engine.open(await engine.newPlatform());
    const flush = async (durability: 'full' | 'normal') =>
      bare.write(durability, () => runText<{ synchronous_commit: string }>('show synchronous_commit'), { locks: [] });
    const alone = [await flush('full'), await flush('normal')];
    const shared = await Promise.all([flush('normal'), flush('full')]);
    const settings = [...alone, ...shared].map(([row]) => row?.synchronous_commit);
    assert.deepEqual(settings, ['on', 'off', 'on', 'on']);
    await bare.close();
  });

  it('name no value of a row that was refused', async () => {
    const bare = await engine.open(await engine.newPlatform());
    const values = "('hidden', null, '{}', 1)";
    const text = `insert into events (subject, type, data, created_at_ms) values ${values}`;
    const refused = [
      () => bare.write('full', () => runText(text), { locks: [] }),
      () => bare.read(() => runText(text)),
    ];
    for (const write of refused) {
      await assert.rejects(write, (error: Error) => {
        assert.match(error.message, /not-null/);
        assert.doesNotMatch(inspect(error), /hidden/);
        return true;
      });
    }
    await bare.close();
  });

  it('hide no commit: a listener is called once it listens, and not only by the next poll after 5 seconds', async () => {
    const bare = await engine.open(await engine.newPlatform());
    const sinceMs = performance.now();
    await new Promise<void>((resolve) => {
      bare.onCommit(resolve, 0);
    });
    assert.ok(performance.now() - sinceMs < 5_000);
    await bare.close();
  });

  it('end the opening with a clear message when there is no server', async () => {
    const nowhere = 'postgres://causeway@localhost/nowhere?host=/nonexistent';
    await assert.rejects(openPlatformStorage(nowhere), {
      code: 'DATABASE_UNUSABLE',
      message: /postgres:\/\/localhost\/nowhere/,
    });
  }).timeout(60_000);

  it('end it when the URL cannot be read, and do not print it', async () => {
    await assert.rejects(openPlatformStorage('postgres://causeway:hidden'), (error: Error & { code?: unknown }) => {
      assert.equal(error.code, 'DATABASE_UNUSABLE');
      assert.doesNotMatch(inspect(error), /hidden/);
      return true;
    });
  });

  it('end it when the database does not exist, and do not print the password', async () => {
    const url = new URL(await engine.newDatabase());
    url.pathname = '/absent';
    url.password = 'hidden';
    await assert.rejects(openPlatformStorage(url.href), (error: Error & { code?: unknown }) => {
      assert.equal(error.code, 'DATABASE_MISSING');
      assert.match(error.message, /localhost\/absent/);
      assert.doesNotMatch(error.message, /hidden/);
      return true;
    });
  });
});

onEngine(POSTGRES, 'processes of before', (engine) => {
  /** A session as a process has that lets one transaction run at a time. */
  async function openBefore(database: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: database, application_name: 'causeway' });
    await client.connect();
    return client;
  }
  const MARK = `insert into writer_marks values ('old', 1, 1) on conflict (writer) do update set mark = excluded.mark`;

  it('keep a new one from starting, which names them', async () => {
    const database = await engine.newPlatform();
    const before = await openBefore(database);
    const [own] = (await before.query('select pg_backend_pid() as pid')).rows;
    await assert.rejects(openPlatformStorage(database), (error: Error & { code?: unknown }) => {
      assert.equal(error.code, 'DATABASE_IN_USE');
      assert.match(error.message, new RegExp(`older Causeway.*pid ${own.pid}`));
      return true;
    });
    await before.end();
    await (await openPlatformStorage(database)).close();
  });

  it('write nothing more once a new one has opened the database, and hear the reason', async () => {
    const database = await engine.newDatabase();
    await runSql(
      database,
      'create table writer_marks (writer text primary key, mark bigint not null, marked_at_ms bigint not null)',
    );
    await runSql(database, MARK);
    const opened = await openPlatformStorage(database);
    const before = await openBefore(database);
    await before.query('begin');
    await before.query(`insert into events (subject, type, data, created_at_ms) values ('old', 't', '{}', 1)`);
    await assert.rejects(before.query(MARK), /newer Causeway writes this database/);
    await before.end();
    assert.deepEqual(await opened.events.after(undefined, 0, 10), []);
    await opened.close();
  });
});

onEngine(POSTGRES, 'a server', (engine) => {
  it('must be of a version that ends long transactions', () => {
    requireVersion('postgres://host/name', 170_000);
    assert.throws(() => requireVersion('postgres://host/name', 160_009), {
      code: 'DATABASE_UNUSABLE',
      message: /postgres:\/\/host\/name is PostgreSQL 16: version 17/,
    });
  });

  it('ends a transaction that takes too long, except a migration', async () => {
    const opened = await engine.open(await engine.newPlatform());
    const limit = (unbounded: boolean) =>
      opened.write('full', () => runText('show transaction_timeout'), { locks: [], unbounded });
    assert.deepEqual(await Promise.all([limit(false), limit(true)]), [
      [{ transaction_timeout: '30s' }],
      [{ transaction_timeout: '0' }],
    ]);
    let tries = 0;
    await opened.write(
      'full',
      function* () {
        tries += 1;
        if (tries > 1) return;
        // The server sets its timer anew.
        yield* runText('set local transaction_timeout = 0');
        yield* runText(`set local transaction_timeout = '100ms'`);
        yield* runText('select pg_sleep(60)');
      },
      { locks: [] },
    );
    assert.equal(tries, 2, 'it was taken back, and runs again');
    await opened.close();
  }).timeout(60_000);

  it('is asked who keeps a write waiting, which is told once without any value', async () => {
    const database = await engine.newPlatform();
    const told: string[] = [];
    const opened = await openPostgres(database, { warn: (text) => told.push(text) });
    const console = new pg.Client({ connectionString: database, application_name: 'psql' });
    await console.connect();
    await console.query('create table kept (value text)');
    await console.query('begin');
    await console.query("  insert into kept values ('hidden')");
    await console.query('lock table kept');
    const written = opened.write('full', () => runText("insert into kept values ('x')"), { locks: [] });
    while (told.length === 0) await sleep(50);
    await console.query('rollback');
    await written;
    assert.match(
      told.join(),
      /^a write waits for a transaction of "psql", the server’s pid \d+, that has been open for \d+ s and last ran LOCK; /,
    );
    await console.end();
    await opened.close();
  }).timeout(30_000);
});
