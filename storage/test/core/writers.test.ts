import assert from 'node:assert/strict';
import { sql } from 'drizzle-orm';
import type { Engine } from '../../src/core/engine.ts';
import { type Lock, lockOf, sharedLockOf } from '../../src/core/locks.ts';
import { openPostgres } from '../../src/core/postgres/engine.ts';
import { given, memoize, prepared } from '../../src/core/statements.ts';
import { first, lock, run, runText, send, type TxScript } from '../../src/core/steps.ts';
import { onEngine, onEngines } from '../support/engines.ts';
import { closeGate, GATES, removeGates, untilWaiting, waitAtGate } from '../support/gate.ts';
import { POSTGRES } from '../support/postgres.ts';

/** What a server answers to a transaction that it takes back: serialization failure, deadlock, no lock in time. */
const TAKEN_BACK = ['40001', '40P01', '55P03'] as const;

/** Longer than writes go on trying to reach a server, milliseconds. */
const LONG_MS = 11_000;

/** Counters that jobs read and write, as a decision does. */
const countersOf = memoize(({ dialect }: Engine) => {
  const counters = dialect.table('counters', { id: dialect.text().primaryKey(), value: dialect.integer().notNull() });
  const read = prepared('readCounter', (db) => db.select().from(counters).where(given(counters.id, 'id')));
  const set = prepared('setCounter', (db) =>
    db
      .update(counters)
      .set({ value: sql.placeholder('value') as never })
      .where(given(counters.id, 'id')),
  );
  function* count(id: string): TxScript<number> {
    const value = ((yield* first(read, { id }))?.value ?? 0) + 1;
    yield* run(set, { id, value });
    return value;
  }
  return { count, read };
});

onEngines('jobs that decide by what they read', (engine) => {
  const opened: Engine[] = [];
  beforeEach(async () => {
    const database = await engine.newDatabase();
    for (let count = 0; count < 3; count += 1) opened.push(await engine.open(database));
    const create = 'create table counters (id text primary key, value bigint not null)';
    await opened[0]?.write('full', () => runText(create), { locks: [] });
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  const WAYS = {
    'lock it before they begin': (one: Engine, id: string) =>
      one.write('normal', () => countersOf(one).count(id), { locks: [lockOf('wallet', id)] }),
    'lock it while they run': (one: Engine, id: string) =>
      one.write(
        'normal',
        function* () {
          // What was read before the lock may be old.
          yield* first(countersOf(one).read, { id });
          yield* lock(lockOf('wallet', id));
          return yield* countersOf(one).count(id);
        },
        { locks: [] },
      ),
  } as const;

  for (const [way, count] of Object.entries(WAYS)) {
    it(`lose no change of others when they ${way}, and nobody waits without end`, async () => {
      const ids = ['a', 'b', 'c'];
      for (const id of ids)
        await opened[0]?.write('full', () => runText(`insert into counters values ('${id}', 0)`), { locks: [] });
      const results = await Promise.all(
        Array.from({ length: 180 }, async (_, at) => {
          const [one, id] = [opened[at % 3] as Engine, ids[Math.floor(at / 3) % 3] as string];
          // Some come together, and some later.
          for (let turn = 0; turn < at % 7; turn += 1) await new Promise(setImmediate);
          return `${id}${await count(one, id)}`;
        }),
      );
      const expected = ids.flatMap((id) => Array.from({ length: 60 }, (_, at) => `${id}${at + 1}`));
      assert.deepEqual(results.toSorted(), expected.toSorted());
    });
  }
});

const engines: Engine[] = [];

/** Ends what a test opened, before its database is removed. */
async function endAll(): Promise<void> {
  await removeGates();
  for (const one of engines.splice(0)) await one.close();
}

onEngine(
  POSTGRES,
  'writes of several sessions',
  (engine) => {
    let database: string;
    beforeEach(async () => {
      database = await engine.newDatabase();
      await write(await open(), 'create table done (name text, number serial)', { locks: [] });
    });

    async function open(disturb?: () => string | undefined): Promise<Engine> {
      const one = await openPostgres(database, { disturb });
      engines.push(one);
      return one;
    }
    const write = (one: Engine, text: string, how: Parameters<Engine['write']>[2]) =>
      one.write('full', () => runText(text), how);
    const note = (name: string) => `insert into done (name) values ('${name}')`;
    const done = async (one: Engine) =>
      (await one.read(() => runText<{ name: string }>('select name from done order by number'))).map(
        ({ name }) => name,
      );

    const wallet = (id: string) => lockOf('wallet', id);
    /** Notes "first" once the gate is open, and has `locks` until then. */
    const firstAtGate = (one: Engine, ...locks: readonly Lock[]) =>
      one.write(
        'full',
        function* () {
          yield* waitAtGate();
          yield* runText(note('first'));
        },
        { locks },
      );

    for (const [place, several] of [
      ['in one process', false],
      ['in two processes', true],
    ] as const) {
      it(`wait for nobody who locks something else, and for those who lock the same, ${place}`, async () => {
        const one = await open();
        const other = several ? await open() : one;
        const openGate = await closeGate(database);
        const held = firstAtGate(one, wallet('1'), sharedLockOf('wallet', '2'));
        await untilWaiting(other, 1);
        const behind = write(other, note('behind'), { locks: [wallet('1')] });
        await write(other, note('other'), { locks: [wallet('3'), sharedLockOf('wallet', '2')] });
        assert.deepEqual(await done(other), ['other']);
        await openGate();
        await Promise.all([held, behind]);
        assert.deepEqual(await done(other), ['other', 'first', 'behind']);
      });
    }

    it('begin again with what they ask for while another process has it, and hold up nobody meanwhile', async () => {
      const [one, other] = [await open(), await open()];
      const openGate = await closeGate(database);
      const held = firstAtGate(one, wallet('1'));
      await untilWaiting(other, 1);
      let begun = 0;
      const asking = other.write(
        'full',
        function* () {
          begun += 1;
          yield* runText(note('asking'));
          yield* lock(wallet('1'));
          yield* runText('select 1');
        },
        { locks: [] },
      );
      await untilWaiting(other, 2);
      await write(other, note('other'), { locks: [wallet('2')] });
      assert.deepEqual([begun, await done(other)], [1, ['other']]);
      await openGate();
      await Promise.all([held, asking]);
      assert.deepEqual([begun, await done(other)], [2, ['other', 'first', 'asking']]);
    });

    it('are done after the loss of the session in which they waited for another process, however long they had', async () => {
      const [one, other] = [await open(), await open()];
      const openGate = await closeGate(database);
      const held = firstAtGate(one, wallet('1'));
      await untilWaiting(other, 1);
      const behind = write(other, note('behind'), { locks: [wallet('1')] });
      await untilWaiting(other, 2);
      const { now } = performance;
      performance.now = () => now.call(performance) + LONG_MS;
      try {
        const end = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted
          and objid <> ${GATES.jobs} and database = (select oid from pg_database where datname = current_database())`;
        assert.equal((await other.read(() => runText(end))).length, 1);
        await openGate();
        await Promise.all([held, behind]);
      } finally {
        performance.now = now;
      }
      assert.deepEqual(await done(other), ['first', 'behind']);
    });

    for (const [when, jobs] of [
      ['from the start', { first: 5_000, later: [] }],
      ['while they run', { first: 10, later: [500, 5_000] }],
    ] as const) {
      it(`that lock very much ${when} have all of its kind alone, so that the server’s table of locks has room`, async () => {
        const [one, other] = [await open(), await open()];
        const many = (length: number) => Array.from({ length }, (_, number) => wallet(`${number}`));
        const openGate = await closeGate(database);
        const large = one.write(
          'full',
          function* () {
            for (const count of jobs.later) {
              yield* lock(...many(count));
              yield* runText('select 1');
            }
            yield* waitAtGate();
            const text = `select count(*)::int as held from pg_locks where pid = pg_backend_pid() and locktype = 'advisory'`;
            const [row] = yield* runText<{ held: number }>(text);
            yield* runText(note('large'));
            return row?.held ?? 0;
          },
          { locks: many(jobs.first) },
        );
        await untilWaiting(other, 1);
        const small = write(other, note('small'), { locks: [wallet('4999')] });
        await untilWaiting(other, 2);
        await write(other, note('another kind'), { locks: [lockOf('order', '4999')] });
        await openGate();
        assert.ok((await large) < 1_100);
        await small;
        assert.deepEqual(await done(other), ['another kind', 'large', 'small']);
      });
    }

    for (const code of TAKEN_BACK) {
      it(`that the server takes back with ${code} are done once, and nobody hears of it`, async () => {
        let refusals = 0;
        const one = await open(() => {
          refusals += 1;
          return refusals % 2 === 1 ? code : undefined;
        });
        for (let number = 0; number < 20; number += 1) await write(one, note(`${number}`), { locks: [] });
        assert.equal(refusals, 40);
        assert.deepEqual(
          await done(one),
          Array.from({ length: 20 }, (_, number) => `${number}`),
        );
      });
    }

    it('that fail among others fail alone, and the others are done in their order', async () => {
      const one = await open();
      await write(one, 'create table once (name text primary key)', { locks: [] });
      const once = one.dialect.table('once', { name: one.dialect.text().primaryKey() });
      const insert = prepared('insertOnce', (db) => db.insert(once).values({ name: 'x' }));
      const results = await Promise.allSettled(
        Array.from({ length: 12 }, (_, at) =>
          one.write(
            'full',
            function* () {
              if (at % 4 === 1) throw new Error('refused');
              if (at % 4 === 3) yield* send(insert, {});
              yield* runText(note(`${at}`));
            },
            { locks: [] },
          ),
        ),
      );
      const failed = results.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []));
      assert.deepEqual(failed, [1, 5, 7, 9, 11]);
      assert.deepEqual(await done(one), ['0', '2', '3', '4', '6', '8', '10']);
    });

    it('that share a transaction with one that takes too long are done, and that one is refused', async () => {
      const one = await open();
      let tries = 0;
      const slow = one.write(
        'full',
        function* () {
          tries += 1;
          yield* runText(note('slow'));
          // The server heeds only a bound where there was none.
          for (const ms of [0, 100]) yield* runText(`set local transaction_timeout = ${ms}`);
          yield* runText('select pg_sleep(60)::text');
        },
        { locks: [] },
      );
      const others = ['a', 'b', 'c'].map((name) => write(one, note(name), { locks: [] }));
      await assert.rejects(slow, /took longer than one may/);
      await Promise.all(others);
      assert.deepEqual(await done(one), ['a', 'b', 'c']);
      assert.equal(tries, 3, 'with the others, and twice by itself');
    });

    it('are done in a session in which the same statement has failed many times, and nothing piles up there', async () => {
      const one = await open();
      await write(one, 'create table positive (value bigint check (value > 0))', { locks: [] });
      const table = one.dialect.table('positive', { value: one.dialect.integer().notNull() });
      const insert = prepared('insertPositive', (db) =>
        db.insert(table).values({ value: sql.placeholder('value') as never }),
      );
      const add = (value: number) => one.write('full', () => run(insert, { value }), { locks: [] });
      // A full disk refuses everything, and longer; a name has 63 bytes.
      for (let time = 0; time < 100; time += 1) await assert.rejects(add(-1), { code: '23514' });
      assert.equal(await add(1), 1);
      const known = function* () {
        const [row] = yield* runText<{ count: string }>('select count(*) as count from pg_prepared_statements');
        return Number(row?.count);
      };
      const count = await one.write('full', known, { locks: [] });
      assert.ok(count < 20, `${count} compiled statements`);
    });
  },
  endAll,
);
