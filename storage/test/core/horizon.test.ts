import assert from 'node:assert/strict';
import { systemClock } from '@causeway/runtime';
import pg from 'pg';
import type { Engine } from '../../src/core/engine.ts';
import { createEventRepository } from '../../src/core/event-repository.ts';
import { eventStatements, eventTables } from '../../src/core/events.ts';
import { lockOf } from '../../src/core/locks.ts';
import { announce, runText, type TxScript } from '../../src/core/steps.ts';
import { openPlatformStorage, type PlatformStorage } from '../../src/index.ts';
import { columns } from '../support/columns.ts';
import { onEngine } from '../support/engines.ts';
import { closeGate, holdHorizon, removeGates, untilWaiting, waitAtGate } from '../support/gate.ts';
import { POSTGRES } from '../support/postgres.ts';

const storages: PlatformStorage[] = [];
const engines: Engine[] = [];
const consoles: pg.Client[] = [];

/** Ends what a test opened, before its database is cleared. */
async function endAll(): Promise<void> {
  await removeGates();
  for (const client of consoles.splice(0)) await client.end();
  for (const storage of storages.splice(0)) await storage.close();
  for (const engine of engines.splice(0)) await engine.close();
}

const insert = (subject: string, avatarId = 'null') =>
  `insert into events (subject, type, data, avatar_id, topic, created_at_ms) values ('${subject}', 't', '{}', ${avatarId}, ${avatarId}, 1)`;

/** Most sessions for reads of a process. */
const READERS = 10;

onEngine(
  POSTGRES,
  'events behind a transaction that goes on',
  (engine) => {
    let database: string;
    let storage: PlatformStorage;
    let writer: Engine;
    beforeEach(async () => {
      database = await engine.newPlatform();
      storage = await openPlatformStorage(database);
      storages.push(storage);
      writer = await engine.open(database);
      engines.push(writer);
    });

    /** Appends an event in a transaction that goes on until the returned function is called. */
    async function appendSlowly(subject: string, fails = false) {
      const open = await closeGate(database);
      const job = writer.write(
        'full',
        function* () {
          yield* announce();
          yield* runText(insert(subject, `'alice'`));
          yield* waitAtGate();
          if (fails) throw new Error('refused');
        },
        { locks: [lockOf('wallet', subject)] },
      );
      const ended = job.then(
        () => true,
        () => false,
      );
      await untilWaiting(writer, 1);
      return async () => {
        await open();
        assert.equal(await ended, !fails);
      };
    }

    const alice = { avatarId: 'alice', topics: ['alice'] };
    const append = (subject: string) => storage.events.append(subject, 't', {}, { avatarId: 'alice', topic: 'alice' });

    it('are shown by no read before it has ended, and then in the order of their numbers', async () => {
      const { events } = storage;
      await append('before');
      const end = await appendSlowly('slow');
      await append('after');
      const reads = async () => [
        columns(await events.after(undefined, 0, 10), 'subject'),
        columns(await events.after('after', 0, 10), 'subject'),
        columns(await events.afterFor(alice, 0, 10), 'subject'),
        columns((await events.beforeFor(alice, null, 10)).items, 'subject'),
        await events.latest(),
      ];
      assert.deepEqual(await reads(), [['before'], [], ['before'], ['before'], 1]);
      await end();
      const all = ['before', 'slow', 'after'];
      assert.deepEqual(await reads(), [all, ['after'], all, all.toReversed(), 3]);
    });

    it('are what was shown before, also where a transaction comes late that holds the later ones back', async () => {
      const { events } = storage;
      for (const subject of ['a', 'b', 'c']) await append(subject);
      // A session that begins later may be with another server: what was shown is forgotten then.
      await Promise.all(Array.from({ length: 2 * READERS }, () => events.latest()));
      assert.deepEqual(columns(await events.after(undefined, 0, 10), 'subject'), ['a', 'b', 'c']);
      const end = await holdHorizon(database, 1);
      const other = await openPlatformStorage(database);
      storages.push(other);
      assert.deepEqual([await other.events.latest(), await other.events.newest()], [1, 3]);
      assert.deepEqual(columns(await events.after(undefined, 0, 10), 'subject'), ['a', 'b', 'c']);
      await end();
      assert.equal(await other.events.latest(), 3);
    });

    it('are missed by no read that is overtaken by another one', async () => {
      let end = await appendSlowly('slow');
      await append('after');
      let overtakes = false;
      /** Runs a job; once it has its first answer, the transaction ends, and another read shows all. */
      async function readOvertaken<T>(steps: () => TxScript<T>): Promise<T> {
        if (!overtakes) return writer.read(steps);
        overtakes = false;
        const job = steps();
        let step = job.next();
        while (!step.done) {
          const request = step.value;
          const answer = await writer.read(function* (): TxScript<unknown> {
            return yield request;
          });
          await end();
          end = async () => {};
          assert.equal(await reader.latest(), 2);
          step = job.next(answer);
        }
        return step.value;
      }
      const context = { read: readOvertaken, write: writer.write.bind(writer), clock: systemClock, newId: () => '' };
      const statements = eventStatements(eventTables(writer.dialect), writer.dialect);
      const reader = await createEventRepository(context, writer, statements);
      overtakes = true;
      assert.deepEqual(columns(await reader.after(undefined, 0, 10), 'subject'), ['slow', 'after']);
    });

    for (const fails of [false, true]) {
      it(`wake their followers once it has ${fails ? 'failed, of which nobody tells' : 'ended'}`, async () => {
        const { events } = storage;
        const end = await appendSlowly('slow', fails);
        let woken = Promise.withResolvers<void>();
        let wakes = 0;
        events.onAppended(() => {
          wakes += 1;
          woken.resolve();
        });
        await append('after');
        let settled = false;
        const settling = events.settled().then(() => {
          settled = true;
        });
        for (let looks = 0; looks < 5; looks += 1) assert.equal(await events.latest(), 0);
        assert.deepEqual([wakes, settled], [0, false]);
        await end();
        await Promise.all([woken.promise, settling]);
        assert.deepEqual(
          columns(await events.after(undefined, 0, 10), 'subject'),
          fails ? ['after'] : ['slow', 'after'],
        );
        woken = Promise.withResolvers();
        await append('later');
        await woken.promise;
      });
    }

    it('are shown at once behind one that appends none, and behind a forgotten one of a console', async () => {
      const console = new pg.Client(database);
      consoles.push(console);
      await console.connect();
      await console.query(`begin; ${insert('forgotten')}`);
      await closeGate(database);
      void writer.write('full', () => waitAtGate(), { locks: [] }).catch(() => {});
      await untilWaiting(writer, 1);
      await append('shown');
      assert.deepEqual(columns(await storage.events.after(undefined, 0, 10), 'subject'), ['shown']);
      await storage.events.settled();
    });
  },
  endAll,
);
