import assert from 'node:assert/strict';
import { clockAt } from '@causeway/runtime/test-support';
import { openPlatformStorage } from '@causeway/storage';
import { newAgent, register } from '@causeway/storage/test-support/agents';
import Database from 'better-sqlite3';
import { agentStorage } from '../../src/index.ts';
import { claimOne, completed, holdOf, newTask, submit } from '../support/tasks.ts';

/** Rounds after which every statement has been compiled. */
const WARM = 2;

describe('the life of a task', () => {
  const { prepare } = Database.prototype;
  afterEach(() => {
    Database.prototype.prepare = prepare;
  });

  it('compiles each of its statements once', async () => {
    const compiled: string[] = [];
    Database.prototype.prepare = function count(this: Database.Database, text: string) {
      compiled.push(text);
      return prepare.call(this, text) as never;
    };
    // A change writes the columns that changed, so its time must differ in every round alike.
    let nowMs = Date.now();
    const storage = await openPlatformStorage(':memory:', { clock: clockAt(() => nowMs) });
    await register(storage, newAgent('a'));
    for (let round = 0; round <= WARM; round += 1) {
      if (round === WARM) compiled.length = 0;
      nowMs += 1;
      await submit(storage, newTask(`t${round}`, nowMs + 60_000));
      nowMs += 1;
      const hold = holdOf(await claimOne(storage, 'a'));
      nowMs += 1;
      await agentStorage(storage.agents).tasks.end(hold, completed);
      assert.equal((await agentStorage(storage.agents).tasks.get(`t${round}`))?.state, 'completed');
    }
    assert.deepEqual(compiled, []);
    await storage.close();
  });
});
