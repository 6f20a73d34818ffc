import assert from 'node:assert/strict';
import { openPlatformStorage, type PlatformStorage } from '@causeway/storage';
import { newAgent, register } from '@causeway/storage/test-support/agents';
import { onEngines } from '@causeway/storage/test-support/engines';
import { MACHINE } from '@causeway/storage/test-support/machine';
import { forAll } from '@causeway/storage/test-support/takers';
import { agentStorage } from '../src/index.ts';
import { claim, claimOne, failedAgain, holdOf, newTask, submit } from './support/tasks.ts';

const MINUTES_10 = 600_000;

onEngines('the time that decides about tasks', (engine) => {
  for (const aheadMs of [MINUTES_10, -MINUTES_10]) {
    describe(`where the clock of one machine is ${aheadMs} ms ahead`, () => {
      let own: PlatformStorage;
      let other: PlatformStorage;
      /** How far the other machine's clock is ahead. */
      let jumpMs: number;

      // On SQLite, processes share a machine: there, its clock is set while the process runs.
      beforeEach(async () => {
        const database = await engine.newPlatform();
        const machine = { ...MACHINE, wall: () => Date.now() + jumpMs };
        jumpMs = engine.name === 'SQLite' ? 0 : aheadMs;
        own = await openPlatformStorage(database);
        other = await openPlatformStorage(database, { machine });
        jumpMs = aheadMs;
        await register(own, newAgent('a'));
      });
      afterEach(async () => {
        await other.close();
        await own.close();
      });

      const sweep = (of: PlatformStorage) => agentStorage(of.agents).tasks.sweep(100, 0);
      const stateOf = async (id: string) => (await agentStorage(own.agents).tasks.get(id))?.state;
      /** Asks `of` again until it does what is due: nothing else but time can. */
      const untilSwept = async (of: PlatformStorage): Promise<void> => {
        while ((await sweep(of)) === 0);
      };

      it('no lease is stolen, and one that ended is', async () => {
        await submit(own, newTask('t', own.clock.now() + 3_600_000));
        const held = await claim(own, 'a', { leaseMs: 60_000 });
        assert.equal(await sweep(other), 0);
        assert.ok((await agentStorage(own.agents).tasks.report(holdOf(held[0] ?? assert.fail()))).ok);
        await submit(own, newTask('short', own.clock.now() + 3_600_000, { maxAttempts: 1 }));
        const [short] = await claim(other, 'a', { leaseMs: 20 });
        assert.equal(short?.id, 'short');
        for (const by of [other, own]) if ((await stateOf('short')) !== 'failed') await untilSwept(by);
        assert.equal(await stateOf('short'), 'failed');
        assert.equal(await stateOf('t'), 'working');
      });

      it('no deadline comes early or late', async () => {
        await submit(own, newTask('t', own.clock.now() + 300_000));
        await submit(own, newTask('soon', own.clock.now() + 100));
        assert.equal(
          (await agentStorage(other.agents).tasks.get('t'))?.deadlineAtMs,
          (await agentStorage(own.agents).tasks.get('t'))?.deadlineAtMs,
        );
        await untilSwept(other);
        assert.equal(await stateOf('soon'), 'expired');
        assert.equal(await stateOf('t'), 'queued');
        assert.equal(await sweep(other), 0);
      });

      it('no retry comes early or late', async () => {
        await submit(own, newTask('t', own.clock.now() + 3_600_000));
        const task = await claimOne(own, 'a');
        const failed = await agentStorage(other.agents).tasks.end(holdOf(task), { ...failedAgain, retry: 0 });
        assert.ok(failed.ok);
        assert.ok(Math.abs((failed.value.wakeAtMs ?? 0) - own.clock.now()) < 10_000);
        await untilSwept(own);
        assert.equal((await claimOne(other, 'a')).id, 't');
      });

      it('no run wakes early or late', async () => {
        const definition = { steps: [{ stepId: 'one', type: 'draw' }] };
        const workflow = await own.agents.workflows.create({ id: 'w', ownerId: 'owner', definition });
        assert.ok(workflow.ok);
        const caller = { submitterId: 'owner', ...forAll('owner'), input: '{}', traceparent: 'trace' };
        const begun = await agentStorage(own.agents).runs.execute(workflow.value, { ...caller, lifeMs: 3_600_000 });
        assert.ok(begun.ok);
        const { id } = begun.value;
        await agentStorage(own.agents).runs.postpone(id, 60_000);
        assert.deepEqual(await agentStorage(other.agents).runs.due(10), []);
        await agentStorage(other.agents).runs.postpone(id, 20);
        for (const by of [own, other]) while ((await agentStorage(by.agents).runs.due(10)).length === 0);
      });
    });
  }
});
