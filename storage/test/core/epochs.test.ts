import assert from 'node:assert/strict';
import { currentEpoch, raiseEpoch } from '../../src/core/epochs.ts';
import { openPlatformStorage, type PlatformStorage } from '../../src/index.ts';
import { backup, restore } from '../../src/maintenance/index.ts';
import { onEngine, onEngines, onStorages } from '../support/engines.ts';
import { failOver } from '../support/fail-over.ts';
import { POSTGRES } from '../support/postgres.ts';
import { copyDatabase } from '../support/postgres-server.ts';
import { SQLITE } from '../support/sqlite.ts';

const storages: PlatformStorage[] = [];

/** The server's code for a database that others have open. */
const IN_USE = '55006';

async function endAll(): Promise<void> {
  for (const storage of storages.splice(0)) await storage.close();
}

async function open(database: string): Promise<PlatformStorage> {
  const storage = await openPlatformStorage(database);
  storages.push(storage);
  return storage;
}

/** A copy of a database, once the server has ended the sessions that were closed. */
async function copyOf(database: string): Promise<string> {
  for (;;) {
    try {
      return await copyDatabase(database);
    } catch (error) {
      if ((error as { code?: unknown }).code !== IN_USE) throw error;
    }
  }
}

/** The epoch of a database, as a process finds it that opens it now. */
async function epochOf(database: string): Promise<number> {
  const storage = await openPlatformStorage(database);
  const epoch = await storage.events.epoch();
  await storage.close();
  return epoch;
}

onStorages('the epoch of events', (temporary) => {
  it('is 0 in a new database, and stays over events and starts', async () => {
    const { events } = temporary.storage;
    assert.equal(await events.epoch(), 0);
    await events.append('a', 't', {});
    assert.equal(await (await temporary.reopen()).events.epoch(), 0);
  });
});

onEngines('a raised epoch', (engine) => {
  it('is above all before, also within one second', async () => {
    const opened = await engine.open(await engine.newPlatform());
    const epochs = [await currentEpoch(opened)];
    for (let times = 0; times < 3; times += 1) {
      epochs.push(await raiseEpoch((durability, steps, how) => opened.write(durability, steps, how), opened.dialect));
      assert.equal(await currentEpoch(opened), epochs.at(-1));
    }
    await opened.close();
    assert.equal(new Set(epochs).size, 4);
    assert.deepEqual(
      epochs,
      epochs.toSorted((one, other) => one - other),
    );
  });
});

onEngine(SQLITE, 'the epoch of a restored backup', (engine) => {
  it('is another one, each time', async () => {
    const database = await engine.newPlatform();
    await backup(database, `${database}.backup`);
    assert.equal(await epochOf(database), 0);
    await restore(`${database}.backup`, database, { force: true });
    const first = await epochOf(database);
    assert.ok(first > 0);
    await backup(database, `${database}.backup`, { force: true });
    await restore(`${database}.backup`, database, { force: true });
    assert.ok((await epochOf(database)) > first);
  });
});

onEngine(
  POSTGRES,
  'the epoch of a database that was put elsewhere',
  (engine) => {
    it('is noticed by a process that runs on, once it has other sessions, and its listeners are called', async () => {
      const database = await engine.newPlatform();
      const storage = await open(database);
      await storage.events.append('a', 't', {});
      const heard = Promise.withResolvers<void>();
      const stop = storage.events.onAppended(() => heard.resolve());
      await failOver(database);
      await storage.events.after('a', 0, 1);
      assert.ok((await storage.events.epoch()) > 0);
      await heard.promise;
      stop();
    });

    it('is another one where events have been seen, and begins once, however many processes notice it', async () => {
      const database = await engine.newPlatform();
      assert.equal(await epochOf(await copyOf(database)), 0);
      const first = await openPlatformStorage(database);
      await first.events.append('a', 't', {});
      await first.close();
      assert.equal(await epochOf(database), 0);
      const copy = await copyOf(database);
      const all = await Promise.all([1, 2, 3, 4].map(() => open(copy)));
      const [epoch, ...others] = new Set(await Promise.all(all.map(({ events }) => events.epoch())));
      assert.ok(epoch !== undefined && epoch > 0);
      assert.deepEqual(others, []);
    });
  },
  endAll,
);
