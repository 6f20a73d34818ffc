import assert from 'node:assert/strict';
import { type Head, PAGE_BYTES, pageBy, pageWithin } from '../../src/core/page.ts';
import { allOfEach, type TxScript } from '../../src/core/steps.ts';

interface Sized extends Head {
  readonly id: string;
}

/** Runs steps that ask the database nothing. */
function result<T>(steps: TxScript<T>): T {
  const step = steps.next();
  assert.ok(step.done);
  return step.value;
}

describe('a page within its bytes', () => {
  const heads = (...sizes: readonly number[]): readonly Sized[] => sizes.map((bytes, at) => ({ id: `i${at}`, bytes }));
  const pageOfAll = (all: readonly Sized[], limit: number) => {
    const read: string[] = [];
    const page = result(
      pageWithin(
        all,
        limit,
        ({ id }) => id,
        function* (within) {
          yield* allOfEach();
          read.push(...within.map(({ id }) => id));
          return within.map(({ id }) => (id === 'i9' ? undefined : `item ${id}`));
        },
      ),
    );
    return { ...page, read };
  };

  it('has as many items as fit, and reads no other', () => {
    const page = pageOfAll(heads(PAGE_BYTES / 2, PAGE_BYTES / 2, 1, 1), 3);
    assert.deepEqual(page, {
      items: ['item i0', 'item i1'],
      cursors: ['i0', 'i1'],
      nextCursor: 'i1',
      read: ['i0', 'i1'],
    });
  });

  it('has one item at least', () => {
    const { items, nextCursor } = pageOfAll(heads(9 * PAGE_BYTES, 1), 3);
    assert.deepEqual([items, nextCursor], [['item i0'], 'i0']);
  });

  it('ends at the limit and at the end of the list', () => {
    assert.equal(pageOfAll(heads(1, 1, 1), 2).nextCursor, 'i1');
    assert.equal(pageOfAll(heads(1, 1), 2).nextCursor, null);
    assert.deepEqual(pageOfAll([], 2), { items: [], cursors: [], nextCursor: null, read: [] });
  });

  it('goes on behind an item that has gone', () => {
    const page = pageOfAll([{ id: 'i9', bytes: 1 }, ...heads(1, 1)], 1);
    assert.deepEqual([page.items, page.cursors, page.nextCursor], [[], [], 'i9']);
  });

  it('has the cursor behind each item', () => {
    assert.deepEqual(
      pageBy(['a', 'b', 'c'], 2, (item) => item),
      { items: ['a', 'b'], cursors: ['a', 'b'], nextCursor: 'b' },
    );
  });
});
