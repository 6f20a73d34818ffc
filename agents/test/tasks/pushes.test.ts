import assert from 'node:assert/strict';
import { newAgent, register } from '@causeway/storage/test-support/agents';
import { columns } from '@causeway/storage/test-support/columns';
import { onStorages } from '@causeway/storage/test-support/engines';
import type { TakenDelivery } from '../../src/index.ts';
import { agentStorage } from '../../src/index.ts';
import { claim, completed, holdOf, newTask, submit } from '../support/tasks.ts';

const NEVER = { kind: 'never' } as const;

const LIMITS = { perTask: 2, tasksPerOwner: 2 };
const push = (id: string) => ({ id, url: `https://client.example/${id}` });

onStorages('pushes of tasks', (temporary) => {
  const agents = () => agentStorage(temporary.storage.agents);
  const put = async (taskId: string, id: string, sealed: string | null = `sealed ${taskId} ${id}`) => {
    const result = await agents().pushes.put(taskId, push(id), sealed, LIMITS);
    return result.ok ? 'ok' : result.error.code;
  };
  const add = (id: string, principalId = 'ann') =>
    submit(temporary.storage, newTask(id, temporary.nowMs + 600_000, { principalId }));
  const kept = async () => (await agents().pushes.secrets()).map(({ taskId, pushId }) => `${taskId} ${pushId}`).sort();
  const pushesOf = async (id: string) => columns(JSON.parse((await agents().tasks.get(id))?.pushes ?? 'null'), 'id');
  /** Claims and completes the waiting tasks. */
  const complete = async () => {
    await register(temporary.storage, newAgent('a', { maxConcurrentTasks: 9 }));
    for (const task of await claim(temporary.storage, 'a')) await agents().tasks.end(holdOf(task), completed);
  };
  const take = () => agents().deliveries.take({ limit: 9, perEndpoint: 9, leaseMs: 1_000 });
  const delivered = (taken: TakenDelivery) =>
    agents().deliveries.settle(taken, { kind: 'delivered', status: 204, answer: null });

  it('keep the credentials of each task apart, whatever the ids', async () => {
    for (const id of ['a:b', 'a']) await add(id);
    assert.deepEqual([await put('a:b', 'c'), await put('a', 'b:c'), await put('a', 'c', null)], ['ok', 'ok', 'ok']);
    assert.deepEqual([...(await agents().pushes.secretsOf('a'))], [['b:c', 'sealed a b:c']]);
    assert.deepEqual([...(await agents().pushes.secretsOf('a:b'))], [['c', 'sealed a:b c']]);
    await agents().pushes.remove('a', 'b:c');
    assert.deepEqual([await kept(), await pushesOf('a')], [['a:b c'], ['c']]);
    assert.equal(await put('a:b', 'c', null), 'ok', 'the same id again replaces it');
    assert.deepEqual(await kept(), []);
  });

  it('are bounded for each task, and for the tasks of an owner with its agents, also when many come at once', async () => {
    for (const id of ['1', '2', '3']) await add(id);
    await add('other', 'bob');
    const all = await Promise.all(['1', '2', '3', 'other'].map((id) => put(id, 'p')));
    assert.deepEqual(all, ['ok', 'ok', 'OWNER_FULL', 'ok']);
    assert.deepEqual([await put('1', 'q'), await put('1', 'r'), await put('1', 'q')], ['ok', 'TASK_FULL', 'ok']);
    for (const id of ['p', 'q']) await agents().pushes.remove('1', id);
    assert.equal(await put('3', 'p'), 'ok', 'the place is free again');
    assert.deepEqual([await put('none', 'p')], ['TASK_NOT_FOUND']);
    await agents().tasks.cancel('2');
    assert.deepEqual([await put('2', 'q'), await pushesOf('2')], ['ok', ['p', 'q']], 'also after its end');
    const { endedAtMs } = (await agents().tasks.get('2')) ?? assert.fail();
    await agents().pushes.forget((endedAtMs ?? 0) + 1);
    assert.deepEqual([await pushesOf('2'), (await kept()).filter((one) => one.startsWith('2 '))], [[], []]);
  });

  it('end when the receiver has been told of the end, and not by an earlier state that arrives late', async () => {
    await add('t');
    await put('t', 'p');
    await put('t', 'q');
    await complete();
    const taken = await take();
    const lastOnes = taken.filter(({ delivery }) => JSON.parse(delivery.payload).data.last);
    const early = taken.filter((one) => !lastOnes.includes(one));
    assert.equal(lastOnes.length, 2);
    assert.ok(early.length > 0);
    for (const one of early) await delivered(one);
    assert.deepEqual(await pushesOf('t'), ['p', 'q']);
    const [told, silent] = lastOnes;
    assert.ok(told && silent);
    await delivered(told);
    const failure = { kind: 'failed', status: 500, error: 'broke', gone: false, retry: NEVER } as const;
    await agents().deliveries.settle(silent, failure);
    const left = await pushesOf('t');
    assert.equal(left.length, 1, 'the receiver that was told');
    assert.deepEqual(await kept(), [`t ${left[0]}`]);
    const { endedAtMs } = (await agents().tasks.get('t')) ?? assert.fail();
    assert.equal(await agents().pushes.forget(endedAtMs ?? 0), 0);
    assert.equal(await agents().pushes.forget((endedAtMs ?? 0) + 1), 1);
    assert.deepEqual([await kept(), await pushesOf('t')], [[], []]);
  });

  it('are sealed anew only from the form that was read', async () => {
    await add('t');
    await put('t', 'p');
    const [before] = await agents().pushes.secrets();
    assert.ok(before);
    assert.deepEqual(
      [await agents().pushes.reseal(before, 'new'), await agents().pushes.reseal(before, 'late')],
      [...[true, false]],
    );
    assert.deepEqual([...(await agents().pushes.secretsOf('t'))], [['p', 'new']]);
  });
});
