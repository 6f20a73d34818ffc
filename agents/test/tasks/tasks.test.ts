import assert from 'node:assert/strict';
import type { TaskPriority } from '@causeway/protocol';
import { clockAt } from '@causeway/runtime/test-support';
import { openPlatformStorage, PAGE_BYTES, taskSubject } from '@causeway/storage';
import { newAgent, register } from '@causeway/storage/test-support/agents';
import { columns } from '@causeway/storage/test-support/columns';
import { onStorages } from '@causeway/storage/test-support/engines';
import { agentStorage } from '../../src/index.ts';
import { SPACING_MS } from '../../src/tasks/rank.ts';
import {
  claim,
  claimOne,
  completed,
  failedAgain,
  holdOf,
  LEASE_MS,
  newTask,
  RANDOM,
  submit,
} from '../support/tasks.ts';

onStorages('TaskRepository', (temporary) => {
  beforeEach(async () => {
    await register(temporary.storage, newAgent('a'));
  });
  const tasks = () => agentStorage(temporary.storage.agents).tasks;
  const agent = async (id = 'a') => (await temporary.storage.agents.registry.get(id)) ?? assert.fail();
  const later = (ms = 60_000) => temporary.nowMs + ms;
  const state = async (id: string) => (await tasks().get(id))?.state;
  const add = (id: string, more: Parameters<typeof newTask>[2] = {}) =>
    submit(temporary.storage, newTask(id, later(), more));
  const refused = async (result: Promise<{ readonly ok: boolean; readonly error?: { readonly code: string } }>) => {
    const { ok, error } = await result;
    assert.equal(ok, false);
    return error?.code;
  };

  it('keeps a submitted task over a restart, and takes its repetition for the same task', async () => {
    const row = await add('t', { input: '{"a":[1,"\\u0000"]}' });
    await temporary.reopen();
    assert.deepEqual(await tasks().get('t'), row);
    assert.deepEqual([row.state, row.token, row.wakeAtMs], ['queued', 0, row.deadlineAtMs]);
    const again = await tasks().submit(newTask('t', later(), { input: row.input }));
    assert.deepEqual(again, { ok: true, value: { task: row, created: false } });
    const taken = (more: object) => refused(tasks().submit(newTask('t', later(), more)));
    assert.equal(await taken({ fingerprint: 'other' }), 'TASK_ID_TAKEN');
    assert.equal(await taken({ submitterId: 'other' }), 'TASK_ID_TAKEN');
  });

  it('gives the least rank first, over all queues that the agent fits', async () => {
    const drawer = (id: string, ...models: readonly string[]) =>
      register(temporary.storage, newAgent(id, { maxConcurrentTasks: 10, capabilities: [{ type: 'draw', models }] }));
    const ranked = async (id: string, model: string, priority: TaskPriority) => {
      const requirement = { capability: 'draw', model, resolution: null };
      await add(id, { queue: model, requirement, priority, submitterId: `submitter of ${id}` });
      temporary.nowMs += 1;
    };
    await ranked('t4', 'x', 'low');
    await ranked('t1', 'y', 'high');
    await ranked('t2', 'x', 'normal');
    await ranked('t0', 'z', 'urgent');
    await ranked('t3', 'y', 'normal');
    await drawer('b', 'x', 'y');
    await drawer('c', 'x', 'y', 'z');
    assert.deepEqual(columns(await claim(temporary.storage, 'b', { limit: 3 }), 'id'), ['t1', 't2', 't3']);
    assert.deepEqual(columns(await claim(temporary.storage, 'c'), 'id'), ['t0', 't4']);
  });

  it('finds reserved tasks for their agent, whatever its capabilities, and for no other one', async () => {
    const reserved = (agentId: string) => ({ capability: 'draw', model: null, resolution: null, agentId });
    await register(temporary.storage, newAgent('b', { capabilities: [] }));
    await add('for-b', { requirement: reserved('b'), queue: 'draw b' });
    await add('for-a', { requirement: reserved('a'), queue: 'draw a' });
    await add('for-all');
    const ids = async (agentId: string) => (await claim(temporary.storage, agentId)).map(({ id }) => id);
    assert.deepEqual(await ids('b'), ['for-b']);
    assert.deepEqual(await ids('a'), ['for-a', 'for-all']);
  });

  it('gives texts of a page at most at once, over all queues, but one task at least', async () => {
    await register(temporary.storage, newAgent('large', { maxConcurrentTasks: 32 }));
    const text = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2));
    await add('beyond', { input: text(PAGE_BYTES + 1) });
    for (let n = 0; n < 9; n += 1) await add(`t${n}`, { input: text(PAGE_BYTES / 4 - 2), queue: `draw ${n % 3}` });
    const given = [];
    for (let left = 10; left > 0; left -= given.at(-1)?.length ?? 0)
      given.push(await claim(temporary.storage, 'large'));
    assert.deepEqual(
      given.map((some) => columns(some, 'id').flat().length),
      [1, 4, 4, 1],
    );
    const ids = given.flat().map(({ id }) => id);
    assert.deepEqual(ids, ['beyond', ...Array.from({ length: 9 }, (_, n) => `t${n}`)], 'in their order');
    assert.ok(given.flat().every(({ input, token }) => input.length >= PAGE_BYTES / 4 - 2 && token === 1));
  });

  it('puts a new task behind the newest of its submitter’s waiting tasks, and no other ones', async () => {
    await register(temporary.storage, newAgent('b', { maxConcurrentTasks: 9 }));
    const placed = async (id: string, submitterId = 's') => (await add(id, { submitterId })).fairAtMs - temporary.nowMs;
    assert.deepEqual([await placed('1'), await placed('2'), await placed('3', 'other')], [0, SPACING_MS, 0]);
    await claim(temporary.storage, 'b');
    assert.equal(await placed('4'), 0);
  });

  it('counts the tasks before a task in its queue, up to a limit', async () => {
    await add('1');
    temporary.nowMs += 1;
    await add('2');
    await add('else', { queue: 'else' });
    const third = await add('3');
    assert.deepEqual([await tasks().ahead(third, 10), await tasks().ahead(third, 1)], [2, 1]);
    await tasks().cancel('1');
    assert.equal(await tasks().ahead(third, 10), 1);
  });

  it('never gives an agent more tasks than it can hold, whoever claims at the same time', async () => {
    for (let number = 0; number < 12; number += 1) await add(`t${number}`);
    const second = await openPlatformStorage(temporary.database, { clock: clockAt(() => temporary.nowMs) });
    try {
      const claims = Array.from({ length: 8 }, (_, at) => claim(at % 2 ? second : temporary.storage, 'a'));
      const ids = (await Promise.all(claims)).flat().map(({ id }) => id);
      assert.equal(ids.length, 2);
      assert.equal((await agent()).active, 2);
      await register(temporary.storage, newAgent('b', { maxConcurrentTasks: 100 }));
      const others = await Promise.all([claim(second, 'b'), claim(temporary.storage, 'b')]);
      const all = [...ids, ...others.flat().map(({ id }) => id)];
      assert.deepEqual([all.length, new Set(all).size], [12, 12], 'every task has one holder');
    } finally {
      await second.close();
    }
  });

  it('gives tasks only to registered agents that are online', async () => {
    const { registry } = agentStorage(temporary.storage.agents);
    const ask = () => refused(tasks().claim({ agentId: 'a', limit: 1, leaseMs: 1 }));
    await add('t');
    for (const availability of ['busy', 'offline', 'maintenance'] as const) {
      await registry.update('a', { availability }, undefined);
      assert.equal(await ask(), 'AGENT_NOT_ONLINE');
    }
    await registry.update('a', 'hide', undefined);
    assert.equal(await ask(), 'AGENT_NOT_FOUND');
    assert.equal(await state('t'), 'queued');
  });

  it('ends a task once, by the newest fencing token alone', async () => {
    await add('t');
    const first = await claimOne(temporary.storage, 'a');
    assert.deepEqual([first.state, first.token, first.leaseEndsAtMs], ['assigned', 1, temporary.nowMs + LEASE_MS]);
    temporary.nowMs += LEASE_MS;
    assert.equal(await tasks().sweep(10, RANDOM), 1);
    const silent = await tasks().get('t');
    assert.deepEqual([silent?.state, silent?.failureCode], ['pending', 'LEASE_ENDED']);
    temporary.nowMs += 1_000;
    assert.equal(await tasks().sweep(10, RANDOM), 1);
    await register(temporary.storage, newAgent('b'));
    const second = await claimOne(temporary.storage, 'b');
    assert.equal(second.token, 2);
    for (const hold of [holdOf(first), { ...holdOf(second), token: 3 }, { ...holdOf(second), agentId: 'a' }]) {
      assert.equal(await refused(tasks().end(hold, completed)), 'TOKEN_STALE');
      assert.equal(await refused(tasks().report(hold)), 'TOKEN_STALE');
    }
    const done = await tasks().end(holdOf(second), completed);
    assert.ok(done.ok);
    assert.deepEqual([done.value.state, done.value.result, done.value.wakeAtMs], ['completed', completed.result, null]);
    assert.deepEqual(await tasks().end(holdOf(second), completed), done, 'its repetition is the same');
    assert.equal(await refused(tasks().end(holdOf(second), { kind: 'released' })), 'TOKEN_STALE');
    const facts = ({ active, completed, failed, costMicros }: Awaited<ReturnType<typeof agent>>) => [
      ...[active, completed, failed, costMicros],
    ];
    assert.deepEqual(
      [facts(await agent('a')), facts(await agent('b'))],
      [
        [0, 0, 1, 0],
        [0, 1, 0, 5],
      ],
    );
  });

  it('is working from the first report on, and every report extends the lease', async () => {
    await add('t');
    const hold = holdOf(await claimOne(temporary.storage, 'a'));
    temporary.nowMs += LEASE_MS - 1;
    const first = await tasks().report(hold);
    assert.ok(first.ok);
    assert.deepEqual([first.value.state, first.value.leaseEndsAtMs], ['working', temporary.nowMs + LEASE_MS]);
    const silent = await tasks().report(hold);
    assert.ok(silent.ok);
    assert.equal(silent.value.version, first.value.version, 'a heartbeat is no new version');
    const told = await tasks().report(hold, { percent: 40, message: 'drawing' });
    assert.ok(told.ok);
    assert.deepEqual([told.value.progress, told.value.progressMessage], [40, 'drawing']);
    temporary.nowMs += LEASE_MS - 1;
    assert.equal(await tasks().sweep(10, RANDOM), 0, 'the lease has not ended');
    const history = await tasks().history('t', 0, 10);
    assert.deepEqual(columns(history, 'type'), ['task.queued', 'task.assigned', 'task.working', 'task.progress']);
    assert.deepEqual(new Set(columns(history, 'subject')), new Set([taskSubject('t')]));
  });

  it('tries again after the pause, until no attempt is left', async () => {
    await add('t');
    const fail = async () => tasks().end(holdOf(await claimOne(temporary.storage, 'a')), failedAgain);
    const first = await fail();
    assert.ok(first.ok);
    assert.deepEqual([first.value.state, first.value.dueAtMs, first.value.failures], ['pending', later(1_000), 1]);
    assert.deepEqual(await claim(temporary.storage, 'a'), [], 'nobody gets it during the pause');
    temporary.nowMs += 999;
    assert.equal(await tasks().sweep(10, RANDOM), 0);
    temporary.nowMs += 1;
    assert.equal(await tasks().sweep(10, RANDOM), 1);
    assert.equal(await state('t'), 'queued');
    const second = await fail();
    assert.ok(second.ok);
    const { state: ended, failureCode, failures, endedAtMs } = second.value;
    assert.deepEqual([ended, failureCode, failures, endedAtMs], ['failed', 'X', 2, temporary.nowMs]);
  });

  it('fails at once when the agent says that another attempt is of no use, and is rejected by its word', async () => {
    await add('t1');
    const failure = { code: 'X', message: 'broke' };
    const ended = await tasks().end(holdOf(await claimOne(temporary.storage, 'a')), {
      ...{ kind: 'failed', failure, retry: null },
    });
    assert.equal(ended.ok && ended.value.state, 'failed');
    await add('t2');
    const rejected = await tasks().end(holdOf(await claimOne(temporary.storage, 'a')), { kind: 'rejected', failure });
    assert.equal(rejected.ok && rejected.value.state, 'rejected');
    assert.deepEqual([(await agent()).failed, (await agent()).active], [1, 0], 'a refusal is no failure of the agent');
  });

  it('goes to another agent at once when it is given back', async () => {
    await add('t');
    const hold = holdOf(await claimOne(temporary.storage, 'a'));
    assert.ok((await tasks().end(hold, { kind: 'released' })).ok);
    await register(temporary.storage, newAgent('b'));
    const next = await claimOne(temporary.storage, 'b');
    assert.deepEqual([next.token, next.failures], [2, 0]);
  });

  it('expires at its deadline wherever it waits, and no report counts from then on', async () => {
    await add('held');
    const hold = holdOf(await claimOne(temporary.storage, 'a'));
    await add('queued');
    temporary.nowMs += 60_000;
    assert.equal(await refused(tasks().end(hold, completed)), 'TOKEN_STALE');
    assert.deepEqual(await claim(temporary.storage, 'a'), [], 'a task that is too late goes to nobody');
    assert.equal(await tasks().sweep(10, RANDOM), 2);
    assert.deepEqual([await state('held'), await state('queued')], ['expired', 'expired']);
    assert.equal((await agent()).active, 0);
  });

  it('fails instead of waiting for an attempt beyond its deadline', async () => {
    await submit(temporary.storage, newTask('t', later(1_000)));
    const ended = await tasks().end(holdOf(await claimOne(temporary.storage, 'a')), failedAgain);
    assert.equal(ended.ok && ended.value.state, 'failed');
  });

  it('is cancelled while it is open, and its holder may not end it any more', async () => {
    await add('t');
    const hold = holdOf(await claimOne(temporary.storage, 'a'));
    assert.ok((await tasks().cancel('t')).ok);
    assert.equal(await refused(tasks().end(hold, completed)), 'TOKEN_STALE');
    assert.equal(await refused(tasks().cancel('t')), 'TOKEN_STALE');
    assert.equal(await refused(tasks().cancel('none')), 'TASK_NOT_FOUND');
    assert.equal((await agent()).active, 0);
  });

  it('waits for the submitter’s answer without a holder, and then goes to any agent with it', async () => {
    await add('t');
    const first = holdOf(await claimOne(temporary.storage, 'a'));
    const asked = await tasks().end(first, { kind: 'inputRequested', question: 'which colour?' });
    assert.ok(asked.ok);
    assert.deepEqual([asked.value.state, asked.value.failures, (await agent()).active], ['input_required', 0, 0]);
    assert.deepEqual(JSON.parse(asked.value.questions), [{ question: 'which colour?', answer: null }]);
    assert.deepEqual(await claim(temporary.storage, 'a'), [], 'nobody gets it before the answer');
    assert.equal(await refused(tasks().end(first, completed)), 'TOKEN_STALE');
    assert.ok((await tasks().answer('t', { colour: ['red', null] })).ok);
    assert.equal(await refused(tasks().answer('t', 'again')), 'TOKEN_STALE');
    assert.equal(await refused(tasks().answer('none', 1)), 'TASK_NOT_FOUND');
    const second = await claimOne(temporary.storage, 'a');
    assert.deepEqual(JSON.parse(second.questions), [{ question: 'which colour?', answer: { colour: ['red', null] } }]);
    await tasks().end(holdOf(second), { kind: 'inputRequested', question: 'and the size?' });
    temporary.nowMs += 60_000;
    assert.equal(await refused(tasks().answer('t', 'too late')), 'TOKEN_STALE');
    await tasks().sweep(10, RANDOM);
    assert.equal(await state('t'), 'expired');
  });

  it('keeps every attempt: of a task, and of an agent in a range of time, in pages', async () => {
    await add('t1');
    const hold = holdOf(await claimOne(temporary.storage, 'a'));
    await tasks().end(hold, { kind: 'released' });
    await tasks().end(holdOf(await claimOne(temporary.storage, 'a')), failedAgain);
    const startMs = temporary.nowMs;
    temporary.nowMs += 5;
    await add('t2');
    await claim(temporary.storage, 'a');
    const facts = (rows: readonly { taskId: string; token: number; outcome: string | null }[]) =>
      rows.map(({ taskId, token, outcome }) => [taskId, token, outcome]);
    const ofFirst = [
      ['t1', 1, 'released'],
      ['t1', 2, 'failed'],
    ];
    assert.deepEqual(facts(await tasks().attemptsAt('t1')), ofFirst);
    const all = { fromMs: 0, toMs: later() };
    const listed: unknown[] = [];
    for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
      const page: Awaited<ReturnType<ReturnType<typeof tasks>['attemptsOf']>> = await tasks().attemptsOf(
        'a',
        all,
        cursor,
        1,
      );
      listed.push(...facts(page.items));
      cursor = page.nextCursor;
    }
    assert.deepEqual(listed, [...ofFirst, ['t2', 1, null]]);
    const ranged = async (fromMs: number, toMs: number) =>
      (await tasks().attemptsOf('a', { fromMs, toMs }, null, 9)).items;
    assert.deepEqual(facts(await ranged(0, startMs)), ofFirst);
    assert.deepEqual(facts(await ranged(startMs + 1, startMs + 5)), [['t2', 1, null]]);
    assert.deepEqual((await tasks().attemptsOf('b', all, null, 9)).items, []);
    assert.deepEqual((await tasks().attemptsOf('a', all, 'no place', 9)).items, []);
  });

  it('sweeps no more than asked for, the most urgent first', async () => {
    for (const ms of [3, 1, 2]) await submit(temporary.storage, newTask(`t${ms}`, later(ms)));
    temporary.nowMs += 10;
    assert.equal(await tasks().sweep(2, RANDOM), 2);
    assert.deepEqual([await state('t1'), await state('t2'), await state('t3')], ['expired', 'expired', 'queued']);
  });

  it('lists a submitter’s and an agent’s tasks, newest first, by state', async () => {
    for (const id of ['t1', 't2', 't3']) await add(id);
    await add('other', { submitterId: 'other', queue: 'else' });
    await claim(temporary.storage, 'a', { limit: 1 });
    const ids = async (...args: Parameters<ReturnType<typeof tasks>['list']>) =>
      (await tasks().list(...args)).items.map(({ id }) => id);
    assert.deepEqual(await ids({ submitterId: 'submitter' }, null, 10), ['t3', 't2', 't1']);
    assert.deepEqual(await ids({ submitterId: 'submitter', states: ['queued', 'working'] }, null, 10), ['t3', 't2']);
    assert.deepEqual(await ids({ agentId: 'a' }, null, 10), ['t1']);
    const page = await tasks().list({ submitterId: 'submitter' }, null, 2);
    assert.deepEqual(await ids({ submitterId: 'submitter' }, page.nextCursor, 2), ['t1']);
    assert.deepEqual(
      [await tasks().count({ submitterId: 'submitter' }, 10), await tasks().count({ submitterId: 'submitter' }, 2)],
      [3, 2],
    );
  });

  it('lists the tasks of a conversation, which a task without one is itself, and those that changed since', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const own = await add('own', { queue: 'else' });
    const talk = await add('t1', { contextId: 'talk', messageId: 'm1', traceparent });
    await add('t2', { contextId: 'talk', submitterId: 'other' });
    await add('t3', { contextId: 'own' });
    temporary.nowMs += 10;
    await claim(temporary.storage, 'a', { limit: 1 });
    await temporary.reopen();
    assert.deepEqual(
      [own.contextId, talk.contextId, talk.messageId, (await tasks().get('t1'))?.traceparent],
      [null, 'talk', 'm1', traceparent],
    );
    const ids = async (more: object) =>
      (await tasks().list({ submitterId: 'submitter', ...more }, null, 10)).items.map(({ id }) => id);
    assert.deepEqual(await ids({ contextId: 'talk' }), ['t1']);
    assert.deepEqual(await ids({ contextId: 'own' }), ['t3', 'own']);
    assert.deepEqual(await ids({ updatedFromMs: temporary.nowMs }), ['own']);
    assert.equal(await tasks().count({ submitterId: 'submitter', contextId: 'own' }, 10), 2);
  });

  it('lists the tasks that messages submitted, the one that changed last first, in pages', async () => {
    for (const id of ['t1', 't2', 't3', 't4']) {
      temporary.nowMs += 10;
      await add(id, { messageId: `of ${id}` });
    }
    await add('none');
    // The fourth one has the time of the second one's change.
    await tasks().cancel('t2');
    temporary.nowMs += 10;
    await tasks().cancel('t1');
    const filter = { submitterId: 'submitter', byMessage: true } as const;
    const listed: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<ReturnType<typeof tasks>['list']>> = await tasks().list(filter, cursor, 1);
      listed.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    assert.deepEqual(listed, ['t1', 't4', 't2', 't3']);
    assert.equal(await tasks().count(filter, 10), 4);
  });
});
