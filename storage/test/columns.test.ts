import assert from 'node:assert/strict';
import Database from 'better-sqlite3';
import { asc } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import fc from 'fast-check';
import { exactJson, hex, publicJson, u64, wireAmount } from '../src/columns.ts';

const table = sqliteTable('t', {
  id: integer('id').primaryKey(),
  hex: hex('hex'),
  nonce: u64('nonce'),
  amount: wireAmount('amount'),
  exact: exactJson<unknown>(),
  open: publicJson('open'),
});

describe('columns', () => {
  const client = new Database(':memory:');
  const db = drizzle({ client });
  client.exec('create table t (id integer primary key, hex text, nonce text, amount text, exact text, open text)');
  beforeEach(() => client.exec('delete from t'));
  after(() => client.close());

  const roundTrip = (values: Partial<typeof table.$inferInsert>) => {
    db.delete(table).run();
    return db.insert(table).values(values).returning().get();
  };

  it('keeps every u64 nonce and sorts them as numbers', () => {
    const nonce = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n });
    fc.assert(
      fc.property(fc.uniqueArray(nonce, { minLength: 1, maxLength: 20 }), (nonces) => {
        db.delete(table).run();
        for (const value of nonces) db.insert(table).values({ nonce: value }).run();
        const sorted = db.select().from(table).orderBy(asc(table.nonce)).all();
        assert.deepEqual(
          sorted.map((row) => row.nonce),
          nonces.toSorted((a, b) => (a < b ? -1 : 1)),
        );
      }),
    );
  });

  it('refuses what is no u64', () => {
    for (const nonce of [-1n, 1n << 64n]) assert.throws(() => roundTrip({ nonce }), RangeError);
  });

  it('keeps every u128 amount', () => {
    for (const amount of [0n, 1n, 2n ** 53n + 1n, (1n << 128n) - 1n]) {
      assert.equal(roundTrip({ amount }).amount, amount);
    }
  });

  it('writes hexadecimal in lower case and keeps null', () => {
    assert.equal(roundTrip({ hex: '0xABcd' }).hex, '0xabcd');
    assert.equal(roundTrip({ hex: null }).hex, null);
  });

  it('reads our own objects back as they were, bigints included', () => {
    const exact = { nonce: 2n ** 63n, calls: [{ wireAmount: 5n, text: '5', none: null, flag: true }] };
    assert.deepEqual(roundTrip({ exact }).exact, exact);
  });

  it('shows bigints of public facts as decimal strings', () => {
    assert.deepEqual(roundTrip({ open: { wireAmount: 2n ** 100n, list: [1n] } }).open, {
      wireAmount: (2n ** 100n).toString(),
      list: ['1'],
    });
  });
});
