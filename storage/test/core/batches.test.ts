import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { inBatches } from '../../src/core/batches.ts';
import type { Engine } from '../../src/core/engine.ts';
import { type Lock, type Locking, type LocksOf, lockOf, sharedLockOf } from '../../src/core/locks.ts';
import { given, placeholders, prepared } from '../../src/core/statements.ts';
import { all, allOfEach, announce, runText, send, type TxScript } from '../../src/core/steps.ts';
import { columns } from '../support/columns.ts';
import { onEngines } from '../support/engines.ts';

onEngines('jobs that write without waiting', (engine) => {
  let opened: Engine;
  beforeEach(async () => {
    opened = await engine.open();
    await opened.write('full', () => runText('create table notes (id text primary key, weight integer)'), {
      locks: [],
    });
  });
  afterEach(() => opened.close());

  const statements = () => {
    const notes = opened.dialect.table('notes', {
      id: opened.dialect.text().primaryKey(),
      weight: opened.dialect.integer().notNull(),
    });
    return {
      insert: prepared('insertNote', (db) => db.insert(notes).values(placeholders(notes))),
      of: prepared('notesOf', (db) => db.select().from(notes).where(given(notes.id, 'id'))),
      every: prepared('everyNote', (db) => db.select().from(notes).orderBy(notes.id)),
    };
  };
  const ids = async (): Promise<readonly string[]> => {
    const { every } = statements();
    return (await opened.read(() => all(every))).map(({ id }) => id);
  };

  /** Notes `id`; a note with the weight -1 fails after it is written. */
  const noting = () => {
    const { insert, every } = statements();
    const served: number[] = [];
    function* serve(notes: readonly { readonly id: string; readonly weight: number }[]): TxScript<readonly string[]> {
      served.push(notes.length);
      for (const note of notes) yield* send(insert, note);
      if (notes.some(({ weight }) => weight === -1)) throw new Error('too light');
      const known = (yield* all(every)).map(({ id }) => id);
      for (const { id } of notes) assert.ok(known.includes(id), 'a job reads what it has sent');
      return notes.map(({ id }) => `${id}!`);
    }
    return {
      served,
      note: inBatches(
        (steps, locking) => opened.write('full', steps, locking),
        serve,
        () => [],
      ),
    };
  };

  it('serve all calls of a turn by one job, each with its own answer', async () => {
    const { served, note } = noting();
    const answers = await Promise.all(['a', 'b', 'c'].map((id) => note({ id, weight: 1 })));
    assert.deepEqual([answers, served], [['a!', 'b!', 'c!'], [3]]);
    assert.equal(await note({ id: 'd', weight: 1 }), 'd!');
    assert.deepEqual(await ids(), ['a', 'b', 'c', 'd']);
  });

  it('serve more calls than one job takes by several', async () => {
    const { served, note } = noting();
    const many = Array.from({ length: 300 }, (_, number) => `n${number}`);
    await Promise.all(many.map((id) => note({ id, weight: 1 })));
    assert.equal((await ids()).length, 300);
    assert.deepEqual(served, [256, 44]);
  });

  it('fail alone, whether the job throws or the database refuses what it has sent', async () => {
    const { note } = noting();
    await note({ id: 'taken', weight: 1 });
    const calls = [
      { id: 'a', weight: 1 },
      { id: 'b', weight: -1 },
      { id: 'taken', weight: 1 },
      { id: 'c', weight: 1 },
    ];
    const results = await Promise.allSettled(calls.map(note));
    assert.deepEqual(columns(results, 'status'), ['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    assert.deepEqual(await ids(), ['a', 'c', 'taken']);
  });

  it('leave the other jobs of a commit alone when the last thing that they send is refused', async () => {
    const { insert } = statements();
    const sending = (id: string) => opened.write('full', () => send(insert, { id, weight: 1 }), { locks: [] });
    const results = await Promise.allSettled([sending('a'), sending('a'), sending('b')]);
    assert.deepEqual(columns(results, 'status'), ['fulfilled', 'rejected', 'fulfilled']);
    assert.deepEqual(await ids(), ['a', 'b']);
  });

  it('write nothing when a job goes on after the database has refused something', async () => {
    const { insert, every } = statements();
    const going = opened.write(
      'full',
      function* () {
        yield* send(insert, { id: 'a', weight: 1 });
        try {
          yield* send(insert, { id: 'a', weight: 1 });
          yield* all(every);
        } catch {
          // The job hides the failure.
        }
      },
      { locks: [] },
    );
    const [result] = await Promise.allSettled([going]);
    // SQLite undoes the statement alone, PostgreSQL the job; nobody hears of a write that is not there.
    assert.deepEqual(await ids(), result?.status === 'fulfilled' ? ['a'] : []);
    assert.equal(result?.status === 'fulfilled', opened.dialect.name === 'sqlite');
  });

  it('answer several queries in their order, each with its rows', async () => {
    const { of, every } = statements();
    const { note } = noting();
    await Promise.all(['a', 'b'].map((id, weight) => note({ id, weight })));
    const asked = ['b', 'none', 'a'].map((id) => ({ id }));
    const [some, whole, none] = await opened.read(() => allOfEach([of, asked], [every, [{}]], [of, []]));
    assert.deepEqual(some, [[{ id: 'b', weight: 1 }], [], [{ id: 'a', weight: 0 }]]);
    assert.deepEqual([whole.flat().length, none], [2, []]);
  });
});

const locksOf = (locks: LocksOf = []) => (typeof locks === 'function' ? locks() : locks);

describe('the locks of a batch', () => {
  /** The jobs of a batch, which `begin` begins, and the calls that each has served. */
  const batches = () => {
    const jobs: { locks(): readonly Lock[]; begin(): Promise<void> }[] = [];
    const served: (readonly string[])[] = [];
    function* serve(ids: readonly string[]): TxScript<readonly string[]> {
      served.push(ids);
      yield* announce();
      return ids;
    }
    const call = inBatches(
      <T>(steps: () => TxScript<T>, { locks }: Locking) =>
        new Promise<T>((resolve) => {
          const begin = async () => {
            const script = steps();
            let step = script.next();
            while (!step.done) step = script.next();
            resolve(step.value);
            await setImmediate();
          };
          jobs.push({ locks: () => locksOf(locks), begin });
        }),
      serve,
      (id: string) => [lockOf('task', id), sharedLockOf('queue', 'one')],
    );
    return { jobs, served, call };
  };
  const locked = (locks: readonly Lock[] = []) => locks.filter(({ kind }) => kind === 'task').map(({ id }) => id);

  it('are those of its calls; what comes while they are taken is served by the next job', async () => {
    const { jobs, served, call } = batches();
    const calls = [call('a'), call('b')];
    assert.deepEqual(locked(jobs[0]?.locks()), ['a', 'b']);
    calls.push(call('c'));
    await jobs[0]?.begin();
    assert.deepEqual(served, [['a', 'b']]);
    assert.deepEqual(locked(jobs[0]?.locks()), ['a', 'b'], 'a job that runs again has the same');
    assert.deepEqual(locked(jobs[1]?.locks()), ['c']);
    await jobs[1]?.begin();
    assert.deepEqual(await Promise.all(calls), ['a', 'b', 'c']);
  });

  it('are each named once, and not too many together', async () => {
    const { jobs, call } = batches();
    const calls = Array.from({ length: 200 }, (_, at) => call(`${at}`));
    for (let at = 0; at < 3; at += 1) {
      const locks = jobs[at]?.locks() ?? [];
      assert.ok(locks.length <= 96, `${locks.length} locks`);
      assert.equal(locks.filter(({ kind }) => kind === 'queue').length, 1);
      await jobs[at]?.begin();
    }
    assert.equal((await Promise.all(calls)).length, 200);
  });
});
