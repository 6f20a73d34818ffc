import { strict as assert } from 'node:assert';
import * as fc from 'fast-check';
import { decodeCursor, encodeCursor, type ListBinding } from '../../src/http/cursor.ts';
import { readPage } from '../../src/http/pagination.ts';

const LIST: ListBinding = { operation: 'listThings', filter: { avatarId: 'a', status: 'open' } };
const code = (binding: ListBinding, cursor: string) => {
  const decoded = decodeCursor(binding, cursor);
  return decoded.ok ? decoded.value : decoded.error.code;
};

describe('a cursor', () => {
  it('gives back the sort key it was made of, whatever that is', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (key) => code(LIST, encodeCursor(LIST, key)) === key));
  });

  it('says nothing to those who look at it, and is safe in a URL', () => {
    assert.match(encodeCursor(LIST, '0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70'), /^[\w-]+$/);
  });

  it('is good for its own list and filter only', () => {
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

  it('that no list answered is refused: changed in any place, cut, lengthened, or invented', () => {
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
  /** Reads as storage does: after a sort key, in order. */
  const read = async (after: string | null, limit: number) => {
    const start = after === null ? 0 : items.indexOf(after) + 1;
    const page = items.slice(start, start + limit);
    return { items: page, nextCursor: start + limit < items.length ? (page.at(-1) ?? null) : null };
  };
  const page = (query: Parameters<typeof readPage>[1]) => readPage(LIST, query, read);

  it('follows from the one before by its cursor, to the end', async () => {
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

  it('starts at an offset too, and goes on from there by cursor', async () => {
    const first = await page({ limit: 10, offset: 210 });
    assert.deepEqual(first.items, items.slice(210, 220));
    assert.deepEqual((await page({ limit: 3, cursor: first.nextCursor as string })).items, items.slice(220, 223));
    assert.deepEqual(await page({ offset: 450 }), { items: [], nextCursor: null });
  });

  it('has 50 items unless asked otherwise, and cannot start at both', async () => {
    assert.equal((await page({})).items.length, 50);
    await assert.rejects(page({ offset: 1, cursor: encodeCursor(LIST, '001') }), /either cursor or offset/);
  });
});
