import { strict as assert } from 'node:assert';
import { type Clock, systemClock } from '@causeway/runtime';
import type { SolverOffersRow } from '@causeway/storage';
import { OfferBook } from '../../../src/areas/offers/book.ts';
import { swapFinder } from '../../../src/areas/offers/parse.ts';
import { Catalogue } from '../../../src/bridge/catalogue.ts';
import { START_MS } from '../../support/api.ts';
import { gate, testChains } from '../../support/chains.ts';
import { OFFER } from './support.ts';

/** A clock that tests move. */
class MovedClock implements Clock {
  nowMs = START_MS;
  passedMs = 0;
  readonly now = (): number => this.nowMs;
  readonly monotonic = (): number => this.passedMs;
  readonly after = systemClock.after;
}

describe('the offers in memory', () => {
  const row = (change: number, rate: string, more: Partial<SolverOffersRow> = {}): SolverOffersRow => ({
    ...{ solverId: 'one', accountId: 'one', count: 1, replacedAtMs: START_MS, previousAtMs: 0 },
    ...{ endsAtMs: START_MS + 60_000, change, offers: [{ ...OFFER, rate }] },
    ...more,
  });
  /** A book over rows that the test changes. */
  function open() {
    const { networks } = testChains({ settlers: ['polygon'] });
    const catalogue = Catalogue.create(networks, {});
    assert.ok(catalogue.ok);
    const clock = new MovedClock();
    const table = { rows: [] as SolverOffersRow[], fails: false, reads: 0, answers: Promise.resolve(), epoch: 0 };
    const changedSince = async (change: number, limit: number) => {
      table.reads += 1;
      await table.answers;
      if (table.fails) throw new Error('the database is away');
      const newer = table.rows.filter((one) => one.change > change);
      return newer.sort((a, b) => a.change - b.change).slice(0, limit);
    };
    const book = new OfferBook(
      { changedSince },
      { epoch: async () => table.epoch },
      swapFinder(catalogue.value),
      clock,
    );
    const rates = () => [...book.after(null)].map(({ offer }) => offer.stored.rate);
    return { book, clock, table, rates };
  }

  it('are not replaced by older ones, which a reading brings that began before', async () => {
    const { book, table, rates } = open();
    book.put(row(2, '7502'));
    table.rows.push(row(1, '7501'));
    await book.refresh();
    assert.deepEqual(rates(), ['7502']);
    book.put(row(3, '7503'));
    assert.deepEqual(rates(), ['7503']);
  });

  it('are read again after 300 ms while requests go on, and before they go on after 900 ms', async () => {
    const { book, clock, table, rates } = open();
    await book.refresh();
    const { reads } = table;
    table.rows.push(row(1, '7501'));
    clock.passedMs = 299;
    await book.refresh();
    assert.equal(table.reads, reads);
    clock.passedMs = 899;
    const slow = gate();
    table.answers = slow.pass();
    await book.refresh();
    assert.equal(table.reads, reads + 1);
    assert.deepEqual(rates(), [], 'the request did not wait');
    clock.passedMs = 900;
    const waiting = book.refresh();
    slow.open();
    await waiting;
    assert.deepEqual(rates(), ['7501'], 'for the same reading');
    table.rows.push(row(2, '7502'));
    clock.passedMs = 899 + 900;
    await book.refresh();
    assert.deepEqual(rates(), ['7502']);
  });

  it('serve on while the database is away for a moment, and no longer', async () => {
    const { book, clock, table, rates } = open();
    table.rows.push(row(1, '7501'));
    await book.refresh();
    table.fails = true;
    clock.passedMs = 899;
    await book.refresh();
    assert.deepEqual(rates(), ['7501']);
    clock.passedMs = 900;
    await assert.rejects(book.refresh(), /away/);
    table.fails = false;
    await book.refresh();
  });

  it('are read anew where a server without the last changes goes on', async () => {
    const { book, clock, table, rates } = open();
    table.rows.push(row(2, '7502'), row(3, '7503', { solverId: 'lost' }));
    await book.refresh();
    assert.deepEqual(rates(), ['7503', '7502']);
    table.rows.splice(0, 2, row(2, '7501'));
    table.epoch += 1;
    clock.passedMs = 900;
    await book.refresh();
    assert.deepEqual(rates(), ['7501']);
  });

  it('end one by one, also when they are read after a restart', async () => {
    const { book, clock, table, rates } = open();
    const offers = [
      { ...OFFER, validSeconds: 2 },
      { ...OFFER, rate: '7400', validSeconds: 60 },
    ];
    table.rows.push(row(1, '7501', { offers }));
    clock.nowMs += 2_000;
    await book.refresh();
    assert.deepEqual(rates(), ['7400']);
    clock.nowMs += 58_000;
    clock.passedMs += 900;
    await book.refresh();
    assert.deepEqual(rates(), []);
  });

  it('of networks that this process does not have are left out', async () => {
    const { book, table, rates } = open();
    table.rows.push(row(1, '1', { offers: [{ ...OFFER, to: 'POL@elsewhere' }, OFFER] }));
    await book.refresh();
    assert.deepEqual(rates(), ['7500']);
  });
});
