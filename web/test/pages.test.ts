import { strict as assert } from 'node:assert';
import { type PageQuery, readPages } from '../src/lib/pages.ts';

/** A list of `count` rows, whose cursor is the next row; it records what was asked for. */
function listOf(count: number) {
  const asked: PageQuery[] = [];
  const page = async (query: PageQuery) => {
    asked.push(query);
    const from = Number(query.cursor ?? 0);
    const result = Array.from({ length: Math.min(query.limit, count - from) }, (_, at) => ({ id: from + at }));
    const next = from + result.length;
    return { result, nextCursor: next < count ? String(next) : null };
  };
  return { asked, page };
}
const idOf = ({ id }: { readonly id: number }) => id;

describe('the pages of a list', () => {
  it('are read in as few requests as the service allows, and end where the list ends', async () => {
    const short = listOf(30);
    const { items, hasMore, cutAt } = await readPages(50, { idOf }, short.page);
    assert.deepEqual([items.length, hasMore, cutAt, short.asked.length], [30, false, undefined, 1]);
    const long = listOf(1_000);
    const first = await readPages(120, { idOf }, long.page);
    assert.deepEqual([first.items.length, first.hasMore, first.cutAt], [120, true, undefined]);
    assert.deepEqual(long.asked, [{ limit: 100 }, { limit: 20, cursor: '100' }]);
    const few = listOf(100);
    await readPages(20, { idOf, largest: 10 }, few.page);
    assert.deepEqual(few.asked, [{ limit: 10 }, { limit: 10, cursor: '10' }]);
  });

  it('are a bounded number of rows', async () => {
    const { page, asked } = listOf(2_000);
    const shown = await readPages(1_500, { idOf }, page);
    assert.deepEqual([shown.items.length, shown.asked, shown.hasMore, shown.cutAt], [500, 500, false, 500]);
    assert.equal(asked.length, 5);
    const whole = await readPages(500, { idOf }, listOf(500).page);
    assert.deepEqual([whole.items.length, whole.hasMore, whole.cutAt], [500, false, undefined]);
    const few = await readPages(500, { idOf, most: 100 }, listOf(200).page);
    assert.deepEqual([few.items.length, few.cutAt], [100, 100]);
  });

  it('have a row once that moves to a later page meanwhile', async () => {
    const pages = [
      { result: [{ id: 1 }, { id: 2 }], nextCursor: 'next' },
      { result: [{ id: 2 }, { id: 3 }], nextCursor: null },
    ];
    const page = async () => pages.shift() ?? assert.fail('no page is left');
    const { items } = await readPages(4, { idOf, largest: 2 }, page);
    assert.deepEqual(items.map(idOf), [1, 2, 3]);
  });

  it('end after as many requests as rows could need, where pages have fewer rows than were asked for', async () => {
    let count = 0;
    const page = async () => ({ result: [{ id: count++ }], nextCursor: 'next' });
    const shown = await readPages(30, { idOf, largest: 10 }, page);
    assert.deepEqual([shown.items.length, shown.asked, shown.hasMore], [3, 30, true]);
  });

  it('are refused when an answer is no list', async () => {
    const page = async () => ({ result: 'none' as unknown as readonly { readonly id: number }[], nextCursor: null });
    await assert.rejects(readPages(10, { idOf }, page), TypeError);
  });
});
