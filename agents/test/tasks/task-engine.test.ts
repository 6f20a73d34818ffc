import assert from 'node:assert/strict';
import { jsonText } from '@causeway/protocol';
import { columns } from '@causeway/storage/test-support/columns';
import { agentStorage, LONGEST_LIFE_MS, type TaskEngine } from '../../src/index.ts';
import { toDraw } from '../support/agent.ts';
import { register, submission, TestEngines } from '../support/engine.ts';

const LEASE_MS = 30_000;
const never = new AbortController().signal;

describe('the task engine', function describeEngine() {
  this.timeout(20_000);
  let engines: TestEngines;
  let engine: TaskEngine;
  let storage: Awaited<ReturnType<TestEngines['open']>>['storage'];
  beforeEach(async () => {
    engines = new TestEngines();
    ({ engine, storage } = await engines.open());
  });
  afterEach(() => engines.close());

  const submit = async (more: Parameters<typeof submission>[0] = {}, by = engine) => {
    const submitted = await by.submit(submission(more));
    assert.ok(submitted.ok, JSON.stringify(submitted));
    return submitted.value;
  };
  const claim = async (agentId: string, waitMs = 0, signal = never, limit = 1) => {
    const claimed = await engine.claim(agentId, { limit, leaseMs: LEASE_MS, waitMs }, signal);
    assert.ok(claimed.ok, JSON.stringify(claimed));
    return claimed.value;
  };

  it('takes a repeated submission for the same task, also after its deadline', async () => {
    const more = { taskId: 't', deadlineAtMs: engines.nowMs + 1_000 };
    const first = await submit(more);
    engines.nowMs += 5_000;
    assert.deepEqual(await submit(more), { task: first.task, created: false });
    const refused = async (changed: object) => {
      const again = await engine.submit(submission({ ...more, ...changed }));
      return again.ok || again.error.code;
    };
    assert.equal(await refused({ input: '[]' }), 'DEADLINE_INVALID');
    assert.equal(await refused({ deadlineAtMs: undefined }), 'TASK_ID_TAKEN');
    assert.equal(await refused({ taskId: 'u', deadlineAtMs: engines.nowMs }), 'DEADLINE_INVALID');
    assert.equal(await refused({ taskId: 'u', deadlineAtMs: engines.nowMs + LONGEST_LIFE_MS + 1 }), 'DEADLINE_INVALID');
  });

  it('tells the position of a waiting task', async () => {
    const [first, second] = [(await submit()).task, (await submit({ submitterId: 'other' })).task];
    assert.deepEqual([await engine.positionOf(first), await engine.positionOf(second)], [0, 1]);
    await register(storage, 'a');
    const [claimed] = await claim('a');
    assert.equal(claimed && (await engine.positionOf(claimed)), null);
  });

  it('prefers the higher priority, and the modest submitter to the greedy one', async () => {
    for (let number = 0; number < 3; number += 1) await submit({ taskId: `greedy-${number}` });
    await submit({ taskId: 'modest', submitterId: 'other' });
    await submit({ taskId: 'urgent', submitterId: 'other', priority: 'urgent' });
    await register(storage, 'a', { maxConcurrentTasks: 32 });
    const ids = (await claim('a', 0, never, 32)).map(({ id }) => id);
    assert.deepEqual(ids, ['urgent', 'greedy-0', 'modest', 'greedy-1', 'greedy-2']);
  });

  it('gives a task to an agent that waits for it, the moment it is submitted', async () => {
    await register(storage, 'a');
    const waiting = claim('a', 15_000);
    const { task } = await submit();
    assert.deepEqual(columns(await waiting, 'id'), [task.id]);
  });

  it('gives a task of another process to an agent that waits here', async () => {
    const other = await engines.open();
    await register(storage, 'a');
    const waiting = claim('a', 15_000);
    const { task } = await submit({}, other.engine);
    assert.deepEqual(columns(await waiting, 'id'), [task.id]);
  });

  it('ends a wait when the client goes, when its time is over and when the service stops', async () => {
    await register(storage, 'a');
    const client = new AbortController();
    const gone = claim('a', 60_000, client.signal);
    client.abort();
    assert.deepEqual(await gone, []);
    assert.deepEqual(await claim('a', 1), []);
    const stopped = claim('a', 60_000);
    engine.stop();
    assert.deepEqual(await stopped, []);
  });

  it('gives a waiting agent its next task when one of its tasks has ended', async () => {
    await register(storage, 'a', { maxConcurrentTasks: 1 });
    const { task } = await submit();
    await submit();
    const [first] = await claim('a');
    const waiting = claim('a', 15_000);
    const hold = { taskId: task.id, agentId: 'a', token: first?.token ?? 0 };
    assert.ok((await engine.end(hold, { kind: 'completed', result: jsonText(1), costMicros: undefined })).ok);
    assert.equal((await waiting).length, 1);
  });

  it('counts the given cost of a completed task, or the price of the capability', async () => {
    await register(storage, 'a', { capabilities: [{ type: 'draw', costMicros: 300 }] });
    for (const costMicros of [undefined, 5]) {
      await submit();
      const [task] = await claim('a');
      const hold = { taskId: task?.id ?? '', agentId: 'a', token: task?.token ?? 0 };
      assert.ok((await engine.end(hold, { kind: 'completed', result: jsonText(null), costMicros })).ok);
    }
    assert.equal((await storage.agents.registry.get('a'))?.costMicros, 305);
  });

  it('tries a failed task again after a pause, unless the agent says that this is of no use', async () => {
    await register(storage, 'a');
    const fail = async (retryable: boolean) => {
      const { task } = await submit({ maxAttempts: 2 });
      const [claimed] = await claim('a');
      const hold = { taskId: task.id, agentId: 'a', token: claimed?.token ?? 0 };
      const ended = await engine.end(hold, { kind: 'failed', failure: { code: 'X', message: 'broke' }, retryable });
      assert.ok(ended.ok);
      return ended.value;
    };
    const again = await fail(true);
    assert.deepEqual([again.state, again.dueAtMs], ['pending', engines.nowMs + 750]);
    assert.equal((await fail(false)).state, 'failed');
    engines.nowMs += 750;
    assert.equal(await engine.sweep(), 1);
    assert.equal((await claim('a'))[0]?.id, again.id);
  });

  it('gives a reserved task to its agent alone, also when that one waits', async () => {
    await register(storage, 'other');
    await register(storage, 'mine', { capabilities: [] });
    const requirement = toDraw({ agentId: 'mine' });
    const { task } = await submit({ requirement });
    assert.deepEqual(await claim('other'), []);
    const waiting = claim('mine', 15_000);
    const [claimed] = await waiting;
    assert.deepEqual([claimed?.id, claimed?.requirement], [task.id, requirement]);
    const next = claim('mine', 15_000);
    const { task: second } = await submit({ requirement });
    assert.equal((await next)[0]?.id, second.id);
    const refused = await engine.submit(submission({ requirement: toDraw({ agentId: 'nobody' }) }));
    assert.deepEqual(refused, { ok: false, error: { code: 'AGENT_NOT_FOUND' } });
  });

  it('takes a repetition of a reserved task for the same task, also when its agent has gone', async () => {
    await register(storage, 'mine');
    const more = { taskId: 't', requirement: toDraw({ agentId: 'mine' }) };
    const { task } = await submit(more);
    await storage.agents.registry.update('mine', 'hide', undefined);
    assert.deepEqual(await submit(more), { task, created: false });
  });

  it('sweeps all that is due, however much it is', async () => {
    for (let number = 0; number < 150; number += 1) await submit({ deadlineAtMs: engines.nowMs + 10 });
    engines.nowMs += 10;
    assert.equal(await engine.sweep(), 150);
    assert.equal(await engine.sweep(), 0);
  });

  it('gives the task of an agent that has died to a waiting one, once started', async () => {
    for (const id of ['dead', 'alive']) await register(storage, id);
    const { task } = await submit();
    await claim('dead');
    const waiting = claim('alive', 15_000);
    engine.start();
    engines.nowMs += LEASE_MS;
    while ((await agentStorage(storage.agents).tasks.get(task.id))?.state !== 'pending')
      await new Promise(setImmediate);
    engines.nowMs += 1_000;
    const [again] = await waiting;
    assert.deepEqual([again?.id, again?.token, again?.failures], [task.id, 2, 1]);
  });
});
