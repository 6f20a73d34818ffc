import { strict as assert } from 'node:assert';
import { cases } from '@causeway/protocol/test-support/cases';
import { PAGE_BYTES, pageBy } from '@causeway/storage';
import * as fc from 'fast-check';
import { decodeCursor, encodeCursor, type ListBinding } from '../../src/http/requests/cursor.ts';
import { asItIs, readPage } from '../../src/http/requests/pagination.ts';
import { successPage } from '../../src/http/schema/envelope.ts';

const LIST: ListBinding = { operation: 'listThings', filter: { avatarId: 'a', status: 'open' } };
const code = (binding: ListBinding, cursor: string) => {
  const decoded = decodeCursor(binding, cursor);
  return decoded.ok ? decoded.value : decoded.error.code;
};

describe('a cursor', () => {
  it('returns its sort key, which may contain any character except NUL', () => {
    const keys = fc.string({ unit: 'grapheme' }).filter((key) => !key.includes('\0'));
    fc.assert(
      fc.property(keys, (key) => code(LIST, encodeCursor(LIST, key)) === key),
      cases(100, 10_000),
    );
    assert.equal(code(LIST, encodeCursor(LIST, 'a\0')), 'INVALID_CURSOR');
  });

  it('is unreadable, and safe in a URL', () => {
    assert.match(encodeCursor(LIST, '0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70'), /^[\w-]+$/);
  });

  it('is valid only for its own list and filter', () => {
    const cursor = encodeCursor(LIST, 'key');
    const others: readonly ListBinding[] = [
      { ...LIST, operation: 'listOthers' },
      { ...LIST, filter: { ...LIST.filter, avatarId: 'b' } },
      { ...LIST, filter: { avatarId: 'a' } },
      { ...LIST, filter: { ...LIST.filter, more: 'x' } },
    ];
    for (const other of others) assert.equal(code(other, cursor), 'INVALID_CURSOR', JSON.stringify(other));
    const reordered = { ...LIST, filter: { status: 'open', avatarId: 'a', absent: undefined } };
    assert.equal(code(reordered, cursor), 'key', 'the order of conditions and absent ones do not count');
  });

  it('is refused when it was changed, cut, lengthened or invented', () => {
    const cursor = encodeCursor(LIST, '0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70');
    const changed = [...cursor].map(
      (letter, at) => cursor.slice(0, at) + (letter === 'A' ? 'B' : 'A') + cursor.slice(at + 1),
    );
    for (const bad of [
      ...changed,
      cursor.slice(0, -1),
      `${cursor}A`,
      `${cursor}=`,
      'nonsense',
      '!',
      '0198c5b2-6a1e-7c3d',
    ]) {
      assert.equal(code(LIST, bad), 'INVALID_CURSOR', bad);
    }
  });
});

describe('a page of a list', () => {
  const items = Array.from({ length: 450 }, (_, n) => String(n).padStart(3, '0'));
  /** Reads like storage: after a sort key, in order. */
  const read = async (after: string | null, limit: number, skip: number) => {
    const start = (after === null ? 0 : items.indexOf(after) + 1) + skip;
    return pageBy(items.slice(start, start + limit + 1), limit, (item) => item);
  };
  const page = (query: Parameters<typeof readPage>[1]) => readPage(LIST, query, asItIs<string>, read);

  it('follows the page before by its cursor, to the end', async () => {
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const next: { items: readonly string[]; nextCursor: string | null } = await page({
        limit: 200,
        ...(cursor && { cursor }),
      });
      seen.push(...next.items);
      cursor = next.nextCursor;
    } while (cursor !== null);
    assert.deepEqual(seen, items);
  });

  it('can start at an offset, and continues by cursor', async () => {
    const first = await page({ limit: 10, offset: 210 });
    assert.deepEqual(first.items, items.slice(210, 220));
    assert.deepEqual((await page({ limit: 3, cursor: first.nextCursor as string })).items, items.slice(220, 223));
    assert.deepEqual(await page({ offset: 450 }), { items: [], nextCursor: null });
  });

  it('ends before its JSON is too large, without views of what follows, and goes on there', async () => {
    const text = 'é"'.repeat(50_000);
    const viewed: string[] = [];
    const view = (item: string) => {
      viewed.push(item);
      return { item, text };
    };
    const size = Buffer.byteLength(JSON.stringify(view('000')));
    const most = Math.floor(PAGE_BYTES / size);
    const first = await readPage(LIST, { limit: 200 }, view, read);
    assert.deepEqual(
      first.items.map(({ item }) => item),
      items.slice(0, most),
    );
    assert.equal(viewed.length, most + 2, 'the page, the item that ends it, and the measurement');
    assert.ok(Buffer.byteLength(JSON.stringify(successPage(first.items, first.nextCursor))) <= PAGE_BYTES);
    const second = await readPage(LIST, { limit: 1, cursor: first.nextCursor as string }, view, read);
    assert.equal(second.items[0]?.item, items[most]);
  });

  it('has its first item, however large that is', async () => {
    const large = await readPage(LIST, {}, (item) => item.repeat(PAGE_BYTES), read);
    assert.equal(large.items.length, 1);
    const next = await page({ limit: 1, cursor: large.nextCursor as string });
    assert.deepEqual(next.items, ['001']);
  });

  it('has 50 items by default, and cannot start at both', async () => {
    assert.equal((await page({})).items.length, 50);
    await assert.rejects(page({ offset: 1, cursor: encodeCursor(LIST, '001') }), /either cursor or offset/);
  });
});
