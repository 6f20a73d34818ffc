import assert from 'node:assert/strict';
import { newAgent, register } from '@causeway/storage/test-support/agents';
import { onStorages } from '@causeway/storage/test-support/engines';
import { forAll } from '@causeway/storage/test-support/takers';
import type { TaskChange } from '../../src/index.ts';
import { agentStorage } from '../../src/index.ts';
import { claimOne, failedAgain, holdOf, newTask, RANDOM, submit } from '../support/tasks.ts';

onStorages('the transitions that a process tells of', (temporary) => {
  let told: string[];
  let stop: () => void;
  const agents = () => agentStorage(temporary.storage.agents);
  beforeEach(async () => {
    await register(temporary.storage, newAgent('a'));
    told = [];
    const task = ({ trigger, before, after, outcome }: TaskChange) =>
      void told.push([after.id, before?.state ?? '-', trigger, after.state, outcome ?? '-'].join(' '));
    stop = agents().changes.listen({ task, runEnded: (state) => told.push(`run ${state}`) });
  });
  const add = (id: string, lifeMs = 60_000) => submit(temporary.storage, newTask(id, temporary.nowMs + lifeMs));

  it('are every one that it committed, once, also of the sweeper, with the ends of attempts', async () => {
    await add('t');
    await agents().tasks.submit(newTask('t', temporary.nowMs + 60_000));
    const hold = holdOf(await claimOne(temporary.storage, 'a'));
    await agents().tasks.report(hold);
    await agents().tasks.report(hold);
    await agents().tasks.end(hold, failedAgain);
    assert.equal((await agents().tasks.end(hold, failedAgain)).ok, false);
    temporary.nowMs += 1_000;
    await agents().tasks.sweep(10, RANDOM);
    await claimOne(temporary.storage, 'a');
    temporary.nowMs += 2_000;
    await agents().tasks.sweep(10, RANDOM);
    await add('u');
    await agents().tasks.cancel('u');
    await agents().tasks.cancel('u');
    assert.deepEqual(told, [
      't - submitted queued -',
      't queued claimed assigned -',
      't assigned started working -',
      't working retried pending failed',
      't pending due queued -',
      't queued claimed assigned -',
      't assigned failed failed leaseEnded',
      'u - submitted queued -',
      'u queued cancelled cancelled -',
    ]);
  });

  it('leave out what was undone, and end with the listener', async () => {
    // Both are served by one job, which the second one breaks: no priority has this name.
    const of = (id: string, more: object = {}) => newTask(id, temporary.nowMs + 60_000, more);
    const [good, bad] = await Promise.allSettled(
      [of('t'), of('u', { priority: 'none' })].map((task) => agents().tasks.submit(task)),
    );
    assert.deepEqual([good?.status, bad?.status], ['fulfilled', 'rejected']);
    assert.deepEqual(told, ['t - submitted queued -']);
    stop();
    await agents().tasks.cancel('t');
    assert.equal(told.length, 1);
  });

  it('have the tasks of a run, and its end', async () => {
    const definition = { steps: [{ stepId: 'one', type: 'draw' }] };
    const created = await agents().workflows.create({ id: 'w', ownerId: 'owner', definition });
    assert.ok(created.ok);
    const facts = { submitterId: 'owner', ...forAll('owner'), input: '{}', traceparent: null, lifeMs: 60_000 };
    const run = await agents().runs.execute(created.value, facts);
    assert.ok(run.ok);
    assert.equal(told.length, 1);
    assert.ok((await agents().runs.cancel(run.value.id)).ok);
    assert.deepEqual(
      told.map((line) => line.replace(/^\S*:\S*/, 'task')),
      ['task - submitted queued -', 'task queued cancelled cancelled -', 'run cancelled'],
    );
  });
});
