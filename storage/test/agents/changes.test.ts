import assert from 'node:assert/strict';
import type { TaskChange } from '../../src/index.ts';
import { claimOne, failedAgain, holdOf, newAgent, newTask, register, soon, submit } from '../support/agents.ts';
import { onStorages } from '../support/engines.ts';
import { forAll } from '../support/takers.ts';

onStorages('the transitions that a process tells of', (temporary) => {
  let told: string[];
  let stop: () => void;
  const agents = () => temporary.storage.agents;
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
    await agents().tasks.submit(newTask('t', temporary.nowMs + 60_000), () => assert.fail());
    const hold = holdOf(await claimOne(temporary.storage, 'a'));
    await agents().tasks.report(hold);
    await agents().tasks.report(hold);
    await agents().tasks.end(hold, failedAgain);
    assert.equal((await agents().tasks.end(hold, failedAgain)).ok, false);
    temporary.nowMs += 1_000;
    await agents().tasks.sweep(10, soon);
    await claimOne(temporary.storage, 'a');
    temporary.nowMs += 2_000;
    await agents().tasks.sweep(10, soon);
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
    const broken = new Error('no place');
    const submitting = agents().tasks.submit(newTask('t', temporary.nowMs + 60_000), () => {
      throw broken;
    });
    await assert.rejects(submitting, broken);
    const choosing = agents().tasks.submit(newTask('t', temporary.nowMs + 60_000), ({ nowMs }) => ({
      ...{ fairAtMs: nowMs, rankMs: nowMs },
    }));
    assert.ok((await choosing).ok);
    assert.deepEqual(told, ['t - submitted queued -']);
    stop();
    await agents().tasks.cancel('t');
    assert.equal(told.length, 1);
  });

  it('have the tasks of a run, and its end', async () => {
    const rules = {
      place: ({ nowMs }: { readonly nowMs: number }) => ({ fairAtMs: nowMs, rankMs: nowMs }),
      mostResultBytes: 1_000_000,
      sourcesOf: () => [],
      taskOf: () => ({
        ok: true as const,
        value: {
          ...{ requirement: { capability: 'draw', model: null, resolution: null }, queue: 'draw', input: '{}' },
          ...forAll('owner'),
          ...{ priority: 'normal' as const, maxAttempts: 1, fingerprint: 'f' },
        },
      }),
      advance: () => ({ start: ['one'], skip: [] }),
    };
    const definition = { steps: [{ stepId: 'one', type: 'draw' }] };
    const created = await agents().workflows.create({ id: 'w', ownerId: 'owner', definition });
    assert.ok(created.ok);
    const facts = { submitterId: 'owner', ...forAll('owner'), input: '{}', traceparent: null, lifeMs: 60_000 };
    const run = await agents().runs.execute(created.value, facts, rules);
    assert.ok(run.ok);
    assert.equal(told.length, 1);
    const ending = { ...rules, advance: () => ({ start: [], skip: [] }) };
    assert.ok((await agents().runs.cancel(run.value.id, ending)).ok);
    assert.deepEqual(
      told.map((line) => line.replace(/^\S*:\S*/, 'task')),
      ['task - submitted queued -', 'task queued cancelled cancelled -', 'run cancelled'],
    );
  });
});
