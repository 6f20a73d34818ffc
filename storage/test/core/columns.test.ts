import assert from 'node:assert/strict';
import type { Hex } from '@causeway/protocol';
import { cases } from '@causeway/protocol/test-support/cases';
import { asc, getTableColumns } from 'drizzle-orm';
import fc from 'fast-check';
import type { Dialect } from '../../src/core/dialect.ts';
import type { Engine } from '../../src/core/engine.ts';
import { all, first, run, runText } from '../../src/core/steps.ts';
import { columns } from '../support/columns.ts';
import { onEngines } from '../support/engines.ts';

const tableOf = ({ table, integer, hex, u64, wireAmount, exactJson, publicJson, boolean }: Dialect) =>
  table('t', {
    id: integer(),
    hex: hex(),
    nonce: u64(),
    amount: wireAmount(),
    exact: exactJson<unknown>(),
    open: publicJson(),
    flag: boolean(),
  });

onEngines('columns', (engineOf) => {
  let engine: Engine;
  let table: ReturnType<typeof tableOf>;
  beforeEach(async () => {
    engine = await engineOf.open();
    table = tableOf(engine.dialect);
    const columns = Object.values(getTableColumns(table)).map((column) => `${column.name} ${column.getSQLType()}`);
    await engine.write('full', () => runText(`create table t (${columns.join(', ')})`), { locks: [] });
  });
  afterEach(() => engine.close());

  const insert = (values: Partial<typeof table.$inferInsert>) =>
    engine.write('full', () => first((db) => db.insert(table).values(values).returning()), { locks: [] });

  async function roundTrip(values: Partial<typeof table.$inferInsert>) {
    const row = await insert(values);
    assert.ok(row);
    return row;
  }

  it('keeps every u64 nonce and sorts them as numbers', async () => {
    const nonce = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(nonce, { minLength: 1, maxLength: 20 }), async (nonces) => {
        const sorted = await engine.write(
          'normal',
          function* () {
            yield* run((db) => db.delete(table));
            for (const value of nonces) yield* run((db) => db.insert(table).values({ nonce: value }));
            return yield* all((db) => db.select().from(table).orderBy(asc(table.nonce)));
          },
          { locks: [] },
        );
        assert.deepEqual(
          columns(sorted, 'nonce'),
          nonces.toSorted((a, b) => (a < b ? -1 : 1)),
        );
      }),
      cases(25, 500),
    );
  });

  it('refuses values that are not a u64', async () => {
    for (const nonce of [-1n, 1n << 64n]) await assert.rejects(insert({ nonce }), RangeError);
  });

  it('keeps every u128 amount', async () => {
    for (const amount of [0n, 1n, 2n ** 53n + 1n, (1n << 128n) - 1n]) {
      assert.equal((await roundTrip({ amount })).amount, amount);
    }
  });

  it('writes hexadecimal in lower case and keeps null', async () => {
    assert.equal((await roundTrip({ hex: '0xABcd' })).hex, '0xabcd');
    assert.equal((await roundTrip({ hex: null })).hex, null);
  });

  it('reads stored objects back unchanged, with bigints', async () => {
    const exact = { nonce: 2n ** 63n, calls: [{ wireAmount: 5n, text: '5', none: null, flag: true }] };
    assert.deepEqual((await roundTrip({ exact })).exact, exact);
  });

  it('returns bigints of public facts as decimal strings', async () => {
    assert.deepEqual((await roundTrip({ open: { wireAmount: 2n ** 100n, list: [1n] } })).open, {
      wireAmount: (2n ** 100n).toString(),
      list: ['1'],
    });
  });

  it('keeps flags and whole numbers up to 2^53', async () => {
    const row = await roundTrip({ flag: true, id: Number.MAX_SAFE_INTEGER });
    assert.deepEqual([row.flag, row.id], [true, Number.MAX_SAFE_INTEGER]);
    assert.equal((await roundTrip({ flag: false })).flag, false);
  });

  it('sorts text by bytes, whatever the language of the database', async () => {
    const words: readonly Hex[] = ['0xb', '0xa1', '0xa', '0x1-', '0x1'];
    const sorted = await engine.write(
      'normal',
      function* () {
        for (const hex of words) yield* run((db) => db.insert(table).values({ hex }));
        return yield* all((db) => db.select().from(table).orderBy(asc(table.hex)));
      },
      { locks: [] },
    );
    assert.deepEqual(columns(sorted, 'hex'), words.toSorted());
  });
});
