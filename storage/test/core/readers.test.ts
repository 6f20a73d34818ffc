import assert from 'node:assert/strict';
import { sql } from 'drizzle-orm';
import type { Engine } from '../../src/core/engine.ts';
import { prepared } from '../../src/core/statements.ts';
import { first, type TxScript } from '../../src/core/steps.ts';
import { onEngine } from '../support/engines.ts';
import { type FlightCounter, startFlightCounter } from '../support/flights.ts';
import { closeGate, removeGates, waitAtGate } from '../support/gate.ts';
import { POSTGRES } from '../support/postgres.ts';

const one = sql`(select 1) as one`;
const numberIn = prepared('numberIn', (db) =>
  db.select({ number: sql`cast(${sql.placeholder('text')} as integer)`.mapWith(Number) }).from(one),
);

function* numberOf(text: string): TxScript<number | undefined> {
  return (yield* first(numberIn, { text }))?.number;
}

let counter: FlightCounter | undefined;
const engines: Engine[] = [];

async function endAll(): Promise<void> {
  await removeGates();
  for (const engine of engines.splice(0)) await engine.close();
  counter?.close();
  counter = undefined;
}

onEngine(
  POSTGRES,
  'reads of one turn of the event loop',
  (testEngine) => {
    let database: string;
    let flights: FlightCounter;
    let engine: Engine;
    beforeEach(async () => {
      database = await testEngine.newDatabase();
      flights = await startFlightCounter(database);
      counter = flights;
      engine = await testEngine.open(flights.url);
      engines.push(engine);
    });

    const readAll = (texts: readonly string[]) => Promise.all(texts.map((text) => engine.read(() => numberOf(text))));

    it('share round trips, and each gets its own answer', async () => {
      const texts = Array.from({ length: 32 }, (_, number) => String(number));
      await readAll(texts);
      flights.take();
      assert.deepEqual(await readAll(texts), texts.map(Number));
      assert.equal(flights.take().reads, 2);
    });

    it('share those of their later steps, too', async () => {
      function* sum(): TxScript<number> {
        let total = 0;
        for (const text of ['1', '2', '3']) total += (yield* numberOf(text)) ?? 0;
        return total;
      }
      const sums = () => Promise.all(Array.from({ length: 8 }, () => engine.read(sum)));
      await sums();
      flights.take();
      assert.deepEqual(await sums(), Array(8).fill(6));
      assert.equal(flights.take().reads, 3);
    });

    it('fail alone: the others have their answers, and a script may catch its own failure', async () => {
      function* caught(): TxScript<string> {
        try {
          yield* numberOf('no number');
        } catch (error) {
          return (error as { readonly code: string }).code;
        }
        return 'none';
      }
      const [failed, code, ...rest] = await Promise.allSettled([
        engine.read(() => numberOf('neither')),
        engine.read(caught),
        ...['1', '2', '3'].map((text) => engine.read(() => numberOf(text))),
      ]);
      assert.equal(failed.status, 'rejected');
      assert.deepEqual(code, { status: 'fulfilled', value: '22P02' });
      assert.deepEqual(
        rest.map((result) => result.status === 'fulfilled' && result.value),
        [1, 2, 3],
      );
    });

    it('wait for no query that is not compiled, which may take long', async () => {
      const open = await closeGate(database, 'reads');
      const slow = engine.read(() => waitAtGate('reads'));
      assert.deepEqual(await readAll(['1', '2']), [1, 2]);
      await open();
      await slow;
    });

    it('wait for none whose later step is no compiled query', async () => {
      const open = await closeGate(database, 'reads');
      function* slowLater(): TxScript<number | undefined> {
        const number = yield* numberOf('5');
        yield* waitAtGate('reads');
        return number;
      }
      const slow = engine.read(slowLater);
      function* twice(): TxScript<number | undefined> {
        yield* numberOf('1');
        return yield* numberOf('2');
      }
      assert.equal(await engine.read(twice), 2);
      await open();
      assert.equal(await slow, 5);
    });

    it('have sessions of their own, however many wait that may take long', async () => {
      function* slowLater(): TxScript<void> {
        yield* numberOf('5');
        yield* waitAtGate('reads');
      }
      for (const script of [() => waitAtGate('reads'), slowLater]) {
        const open = await closeGate(database, 'reads');
        const slow: Promise<unknown>[] = [];
        for (let number = 0; number < 30; number += 1) {
          slow.push(engine.read<unknown>(script));
          await new Promise(setImmediate);
        }
        assert.deepEqual(await readAll(['1', '2']), [1, 2]);
        await open();
        await Promise.all(slow);
      }
    });

    it('fail by what they do before their first query', async () => {
      const fails = engine.read(function* (): TxScript<number> {
        yield* [];
        throw new RangeError('too early');
      });
      const [failed, value] = await Promise.allSettled([fails, engine.read(() => numberOf('7'))]);
      assert.equal(failed.status, 'rejected');
      assert.deepEqual(value, { status: 'fulfilled', value: 7 });
    });
  },
  endAll,
);
