import assert from 'node:assert/strict';
import type { TaskRow } from '@causeway/storage';
import { newAgent, register } from '@causeway/storage/test-support/agents';
import { columns } from '@causeway/storage/test-support/columns';
import { onStorages } from '@causeway/storage/test-support/engines';
import type { DeliveryOutcome, NewTask } from '../../src/index.ts';
import { agentStorage } from '../../src/index.ts';
import { claim, completed, holdOf, LEASE_MS, newTask, RANDOM } from '../support/tasks.ts';

const NEVER = { kind: 'never' } as const;

const ANSWER_MS = 5_000;
onStorages('reservations', (temporary) => {
  const agents = () => agentStorage(temporary.storage.agents);
  const add = (id: string, more = {}) =>
    register(temporary.storage, newAgent(id, { endpoints: { webhook: `https://${id}.example/` }, ...more }));
  const submit = async (id: string, more: Partial<NewTask> = {}): Promise<TaskRow> => {
    const task = newTask(id, temporary.nowMs + 60_000, { answerMs: ANSWER_MS, strategy: 'first_available', ...more });
    const submitted = await agents().tasks.submit(task);
    assert.ok(submitted.ok);
    return submitted.value.task;
  };
  const task = async (id: string) => (await agents().tasks.get(id)) ?? assert.fail();
  const active = async (id: string) => (await agents().registry.get(id))?.active;
  const take = () => agents().deliveries.take({ limit: 100, perEndpoint: 100, leaseMs: 20_000 });
  const yes = (answer?: unknown): DeliveryOutcome => ({ kind: 'delivered', status: 200, answer });
  /** The only webhook that waits gets this outcome. */
  const answer = async (outcome: DeliveryOutcome): Promise<void> => {
    const [taken, ...more] = await take();
    assert.ok(taken && more.length === 0);
    await agents().deliveries.settle(taken, outcome);
  };
  const sweep = () => agents().tasks.sweep(10, RANDOM);
  const route = () => agents().tasks.route();

  it('assign a new task to a free agent with a webhook under a short lease, and ask the agent', async () => {
    await register(temporary.storage, newAgent('0'));
    await add('a');
    const row = await submit('t', { input: '{"of":1}' });
    assert.deepEqual(
      [row.state, row.agentId, row.token, row.routingReason],
      ['assigned', 'a', 1, 'it is the first of 1 available agents'],
    );
    assert.equal(row.leaseEndsAtMs, temporary.nowMs + ANSWER_MS);
    assert.equal(await active('a'), 1);
    const [asked] = await take();
    assert.equal(asked?.delivery.type, 'task.assigned');
    const { data } = JSON.parse(asked?.delivery.payload ?? '');
    assert.deepEqual([data.taskId, data.token], ['t', 1]);
    assert.ok(!('input' in data || 'questions' in data), 'the sender adds them while the agent holds the task');
    assert.equal(data.answerBy, new Date(temporary.nowMs + ANSWER_MS).toISOString());
  });

  it('become whole leases by a 2xx, and then end by a failure like any other', async () => {
    await add('a');
    await submit('t');
    await answer(yes({ accept: true }));
    const row = await task('t');
    assert.deepEqual([row.state, row.reservedUntilMs, row.leaseEndsAtMs], ['assigned', null, temporary.nowMs + 30_000]);
    temporary.nowMs += 30_000;
    await sweep();
    assert.deepEqual([(await task('t')).state, (await task('t')).failures], ['pending', 1]);
  });

  it('become whole leases by a claim of the agent, which gets the task with the same token', async () => {
    await add('a', { maxConcurrentTasks: 1 });
    await submit('t');
    const [claimed, ...more] = await claim(temporary.storage, 'a');
    assert.ok(claimed && more.length === 0);
    assert.deepEqual([claimed.token, claimed.leaseEndsAtMs], [1, temporary.nowMs + LEASE_MS]);
    assert.deepEqual([await active('a'), await claim(temporary.storage, 'a')], [1, []]);
    await answer(yes({ accept: false }));
    assert.equal((await task('t')).state, 'assigned', 'the answer comes after the claim');
    assert.ok((await agents().tasks.end(holdOf(claimed), completed)).ok);
    assert.equal(await active('a'), 0);
  });

  it('become whole leases by a report of the agent', async () => {
    await add('a');
    const row = await submit('t');
    assert.ok((await agents().tasks.report(holdOf(row))).ok);
    assert.deepEqual([(await task('t')).state, (await task('t')).reservedUntilMs], ['working', null]);
  });

  it('go to the next agent without a failure when one does not answer, and then wait for a claim', async () => {
    await add('a');
    await add('b');
    await submit('t');
    for (const next of ['b', null]) {
      temporary.nowMs += ANSWER_MS;
      await sweep();
      const waiting = await task('t');
      assert.deepEqual([waiting.state, waiting.failures, waiting.reservedUntilMs], ['queued', 0, null]);
      assert.equal(await route(), next === null ? 0 : 1);
      if (next !== null) assert.equal((await task('t')).agentId, next);
    }
    assert.deepEqual([await active('a'), await active('b')], [0, 0]);
    assert.deepEqual(columns(await agents().tasks.attemptsAt('t'), 'agentId', 'outcome'), [
      ['a', 'released'],
      ['b', 'released'],
    ]);
    assert.deepEqual(await take(), [], 'nobody is asked about a task that has gone on');
    const [claimed] = await claim(temporary.storage, 'a');
    assert.equal(claimed?.id, 't');
  });

  it('tell the agent and its owner that its webhook is disabled', async () => {
    await add('a');
    await submit('t');
    await answer({ kind: 'failed', status: 410, error: 'gone', gone: true, retry: NEVER });
    for (const avatarId of ['a', 'owner']) {
      const told = await temporary.storage.events.afterFor({ avatarId, topics: ['agents'] }, 0, 10);
      const disabled = told.filter(({ type }) => type === 'webhook.disabled');
      assert.deepEqual(columns(disabled, 'data'), [
        { webhookId: 'a', kind: 'agent', reason: 'gone', failingSince: null },
      ]);
    }
  });

  it('go on at once when the agent says no, or when its webhook is gone', async () => {
    await add('a');
    await add('b');
    await submit('t');
    await answer(yes({ accept: false }));
    assert.equal((await task('t')).state, 'queued');
    assert.equal(await route(), 1);
    await answer({ kind: 'failed', status: 410, error: 'gone', gone: true, retry: NEVER });
    assert.equal((await task('t')).state, 'queued');
    assert.ok((await agents().tasks.cancel('t')).ok);
    assert.equal((await submit('u')).agentId, 'a', 'an agent without a webhook is not asked');
  });

  it('never exceed the limit of an agent, by whatever comes at the same time', async () => {
    await add('a', { maxConcurrentTasks: 3 });
    await register(temporary.storage, newAgent('b', { maxConcurrentTasks: 2 }));
    const rows = await Promise.all(
      ['1', '2', '3', '4', '5', '6'].flatMap((id) => [
        submit(id),
        claim(temporary.storage, 'a', { limit: 1 }),
        route(),
      ]),
    );
    assert.ok(rows.length > 0);
    assert.equal(await active('a'), 3);
    const held = await Promise.all(['1', '2', '3', '4', '5', '6'].map(task));
    assert.equal(held.filter(({ state }) => state === 'assigned').length, 3);
  });

  it('are made for waiting tasks as RANDOM as an agent with a webhook comes or is free', async () => {
    await submit('1');
    await submit('2', { requirement: { capability: 'other', model: null, resolution: null }, queue: 'other' });
    assert.equal(await route(), 0);
    await add('a', { maxConcurrentTasks: 1 });
    assert.equal((await submit('3')).state, 'queued', 'it does not go before an older one');
    assert.equal(await route(), 1);
    const first = await task('1');
    assert.deepEqual([first.agentId, (await task('2')).state, await route()], ['a', 'queued', 0]);
    assert.ok((await agents().tasks.end(holdOf(first), completed)).ok);
    assert.equal(await route(), 1);
    assert.equal((await task('3')).agentId, 'a');
  });

  it('are made for a required agent alone', async () => {
    await add('a');
    await add('b');
    const requirement = { capability: 'draw', model: null, resolution: null, agentId: 'b' };
    assert.equal((await submit('t', { requirement, queue: 'b' })).agentId, 'b');
  });
});
