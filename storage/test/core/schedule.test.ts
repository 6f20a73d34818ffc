import assert from 'node:assert/strict';
import { type Lock, lockOf, sharedLockOf } from '../../src/core/locks.ts';
import { Schedule } from '../../src/core/postgres/schedule.ts';

interface Named {
  readonly name: string;
  readonly locks: readonly Lock[];
  readonly more: Map<string, 'shared' | 'exclusive'>;
  readonly alone: boolean;
  waitsFor: string | undefined;
}

const wallet = (id: string) => lockOf('wallet', id);
const seen = (id: string) => sharedLockOf('wallet', id);

describe('the schedule of writes', () => {
  let schedule: Schedule<Named>;
  beforeEach(() => {
    schedule = new Schedule();
  });
  const add = (name: string, locks: readonly Lock[] = [], alone = false) =>
    schedule.add({ name, locks, more: new Map(), alone, waitsFor: undefined });
  const take = () => {
    const batch = schedule.take(true);
    return { batch, names: batch?.jobs.map(({ name }) => name).join('') };
  };

  it('takes all that wait together, whatever they lock: one transaction has them in their order', () => {
    for (const name of 'abc') add(name, [wallet('1')]);
    add('d');
    assert.equal(take().names, 'abcd');
    assert.equal(schedule.waiting, 0);
    assert.equal(take().batch, undefined);
  });

  it('leaves what a transaction under way excludes, and takes the rest', () => {
    add('a', [wallet('1'), seen('2')]);
    const first = take();
    add('b', [wallet('1')]);
    add('c', [wallet('2')]);
    add('d', [seen('2')]);
    add('e', [seen('1')]);
    add('f', [wallet('3')]);
    // d waits behind c, which came earlier and stays.
    assert.equal(take().names, 'f');
    assert.ok(first.batch);
    schedule.end(first.batch);
    assert.equal(take().names, 'bcde');
  });

  it('gives a job that is to be alone a transaction of its own', () => {
    add('a', []);
    add('b', [], true);
    add('c', []);
    assert.deepEqual([take().names, take().names], ['ac', 'b']);
  });

  it('takes so many jobs and so many locks as a transaction may have, and any job alone', () => {
    for (let at = 0; at < 300; at += 1) add('x', []);
    assert.deepEqual([take().names?.length, take().names?.length], [256, 44]);
    add(
      'y',
      Array.from({ length: 200 }, (_, at) => wallet(`${at}`)),
    );
    for (let at = 0; at < 100; at += 1) add('z', [wallet(`a${at}`), wallet(`b${at}`)]);
    assert.deepEqual([take().names, take().names?.length, take().names?.length], ['y', 63, 37]);
  });

  it('lets those that wait for one lock of another process wait together, and the others go before', () => {
    for (const [name, waitsFor] of [
      ['a', 'x'],
      ['b', undefined],
      ['c', 'y'],
      ['d', 'x'],
    ] as const) {
      schedule.add({ name, locks: [], more: new Map(), alone: false, waitsFor });
    }
    const free = schedule.take(false);
    assert.deepEqual(
      free?.jobs.map(({ name }) => name),
      ['b'],
    );
    assert.deepEqual([take().names, take().names], ['ad', 'c']);
  });

  it('asks a job for its locks at last when it takes it', () => {
    const asked: string[] = [];
    const locks = (name: string) => () => {
      asked.push(name);
      return [wallet('1')];
    };
    const job = (name: string) => ({ name, locks: locks(name), more: new Map(), alone: false, waitsFor: undefined });
    const other = new Schedule<ReturnType<typeof job>>();
    other.add(job('a'));
    const first = other.take(true) ?? assert.fail();
    other.add(job('b'));
    assert.equal(other.take(true), undefined);
    other.end(first);
    assert.ok(other.take(true));
    assert.deepEqual(asked, ['a', 'b', 'b']);
  });
});
