import { strict as assert } from 'node:assert';
import { cases } from '@causeway/protocol/test-support/cases';
import * as fc from 'fast-check';
import { decodeCursor, encodeCursor, type ListBinding } from '../../src/http/cursor.ts';
import { readPage } from '../../src/http/pagination.ts';

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
  const read = async (after: string | null, limit: number) => {
    const start = after === null ? 0 : items.indexOf(after) + 1;
    const page = items.slice(start, start + limit);
    return { items: page, nextCursor: start + limit < items.length ? (page.at(-1) ?? null) : null };
  };
  const page = (query: Parameters<typeof readPage>[1]) => readPage(LIST, query, read);

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

  it('has 50 items by default, and cannot start at both', async () => {
    assert.equal((await page({})).items.length, 50);
    await assert.rejects(page({ offset: 1, cursor: encodeCursor(LIST, '001') }), /either cursor or offset/);
  });
});
