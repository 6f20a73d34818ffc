import assert from 'node:assert/strict';
import { jsonText, type StepState } from '@causeway/protocol';
import { EMPTY_PAGE, type PlatformStorage, runSubject, type WorkflowStep } from '@causeway/storage';
import { workflowStatements } from '@causeway/storage/agents';
import { lockOf, send } from '@causeway/storage/jobs';
import { newAgent, register } from '@causeway/storage/test-support/agents';
import { columns } from '@causeway/storage/test-support/columns';
import { onStorages } from '@causeway/storage/test-support/engines';
import { forAll } from '@causeway/storage/test-support/takers';
import { agentStorage } from '../../src/index.ts';
import { claim, claimOne, completed, failedAgain, holdOf, newTask, RANDOM } from '../support/tasks.ts';

const LIFE_MS = 100_000;

/** Largest results of a run together, bytes. */
const MOST_BYTES = 4 * 1024 * 1024;

const step = (stepId: string, more: Partial<WorkflowStep> = {}): WorkflowStep => ({
  ...{ stepId, type: 'draw', maxAttempts: 1 },
  ...more,
});

/** The steps, each after the one before it. */
const inTurn = (steps: readonly WorkflowStep[]): readonly WorkflowStep[] =>
  steps.map((one, at) => (at === 0 ? one : { ...one, dependsOn: [steps[at - 1]?.stepId ?? ''] }));

onStorages('workflows and their runs', (temporary) => {
  let storage: PlatformStorage;
  beforeEach(async () => {
    storage = temporary.storage;
    await register(storage, newAgent('a'));
  });
  const { stringify } = JSON;
  const create = async (steps: readonly WorkflowStep[], id = 'w', ownerId = 'owner') => {
    const created = await storage.agents.workflows.create({ id, ownerId, definition: { steps } });
    assert.ok(created.ok, stringify(created));
    return created.value;
  };
  const execute = async (steps: readonly WorkflowStep[], input = '{}') => {
    const facts = { submitterId: 'owner', ...forAll('owner'), input, traceparent: 'trace', lifeMs: LIFE_MS };
    const begun = await agentStorage(storage.agents).runs.execute(await create(inTurn(steps)), facts);
    assert.ok(begun.ok);
    return begun.value;
  };
  const advance = async () => {
    for (const id of await agentStorage(storage.agents).runs.due(10))
      await agentStorage(storage.agents).runs.advance(id);
  };
  const states = async (runId: string): Promise<readonly StepState[]> =>
    (await agentStorage(storage.agents).runs.steps(runId)).map(({ state }) => state);
  const run = async (runId: string) => (await agentStorage(storage.agents).runs.get(runId)) ?? assert.fail();
  const done = async () => {
    const task = await claimOne(storage, 'a');
    assert.ok((await agentStorage(storage.agents).tasks.end(holdOf(task), completed)).ok);
    return task;
  };

  it('keep every version, and take the same definition again for the newest one', async () => {
    const first = await create([step('a')]);
    assert.deepEqual(await create([step('a')]), first);
    temporary.nowMs += 1;
    const second = await create([step('b', { input: { $bigint: '5', __proto__: null } })]);
    assert.deepEqual([first.version, second.version], [1, 2]);
    await temporary.reopen();
    const { workflows } = agentStorage(temporary.storage.agents);
    assert.deepEqual(await workflows.get('w', 1), first);
    assert.deepEqual(await workflows.get('w', undefined), second);
    assert.deepEqual(second.definition.steps[0]?.input, { $bigint: '5' });
    assert.deepEqual([await workflows.get('w', 3), await workflows.get('x', undefined)], [undefined, undefined]);
    storage = temporary.storage;
    const third = await create([step('a')]);
    assert.equal(third.version, 3, 'an old definition can come again');
    const definition = { steps: [step('a')] };
    const taken = await workflows.create({ id: 'w', ownerId: 'other', definition });
    assert.deepEqual(taken, { ok: false, error: { code: 'WORKFLOW_ID_TAKEN' } });
  });

  it('are listed with their newest version, and the versions newest first, in pages', async () => {
    for (const id of ['x', 'y', 'z']) for (const name of ['a', 'b']) await create([step(name)], id);
    await create([step('a')], 'other', 'other');
    const { workflows } = storage.agents;
    const first = await workflows.list('owner', null, 2);
    const second = await workflows.list('owner', first.nextCursor, 2);
    const names = (rows: readonly { id: string; version: number }[]) =>
      rows.map(({ id, version }) => `${id}${version}`);
    assert.deepEqual([names(first.items), names(second.items), second.nextCursor], [['x2', 'y2'], ['z2'], null]);
    const newest = await workflows.versions('x', null, 1);
    const older = await workflows.versions('x', newest.nextCursor, 1);
    assert.deepEqual([names(newest.items), names(older.items), older.nextCursor], [['x2'], ['x1'], null]);
  });

  it('keep no more of results than a run may have, counted over its steps and in bytes', async () => {
    const { id } = await execute([step('one'), step('two'), step('three')]);
    const end = async (text: string) => {
      const task = await claimOne(storage, 'a');
      assert.ok(
        (await agentStorage(storage.agents).tasks.end(holdOf(task), { ...completed, result: jsonText(text) })).ok,
      );
      await advance();
    };
    await end('x'.repeat(MOST_BYTES / 2 - 2));
    await end('é'.repeat(MOST_BYTES / 4 - 1));
    assert.deepEqual(await states(id), ['completed', 'completed', 'running'], 'exactly as much as it may have');
    await end('');
    const { state, failedStepId, failureCode } = await run(id);
    assert.deepEqual([state, failedStepId, failureCode], ['failed', 'three', 'RESULT_TOO_LARGE']);
    const [first, , third] = await agentStorage(storage.agents).runs.steps(id);
    assert.deepEqual([first?.result?.length, third?.state, third?.result], [MOST_BYTES / 2, 'failed', null]);
  });

  it('begin with their first task, go on by the ends of tasks, and keep every result', async () => {
    const { id } = await execute([step('one', { input: [1] }), step('two', { input: '{{one.result}}' })]);
    assert.deepEqual(await states(id), ['running', 'waiting']);
    assert.deepEqual(await agentStorage(storage.agents).runs.due(10), []);
    const task = await done();
    assert.deepEqual([task.id, task.runId, task.input, task.traceparent], [`${id}:one`, id, '[1]', 'trace']);
    assert.deepEqual(await agentStorage(storage.agents).runs.due(10), [id], 'due by the end of its task');
    await temporary.reopen();
    storage = temporary.storage;
    await advance();
    assert.deepEqual(await states(id), ['completed', 'running']);
    assert.equal((await done()).input, completed.result);
    await advance();
    const steps = await agentStorage(storage.agents).runs.steps(id);
    assert.deepEqual(
      columns(steps, 'state', 'result', 'taskId'),
      ['one', 'two'].map((name) => ['completed', completed.result, `${id}:${name}`]),
    );
    const { state, wakeAtMs, endedAtMs } = await run(id);
    assert.deepEqual([state, wakeAtMs, endedAtMs], ['completed', null, temporary.nowMs]);
    const events = await agentStorage(storage.agents).runs.history(id, 0, 100);
    assert.deepEqual(
      events.map(({ type, data, subject, avatarId, topic }) => [type, data.stepId, subject, avatarId, topic]),
      [
        ['run.running', undefined],
        ['step.running', 'one'],
        ['step.completed', 'one'],
        ['step.running', 'two'],
        ['step.completed', 'two'],
        ['run.completed', undefined],
      ].map((facts) => [...facts, runSubject(id), 'owner', 'workflows']),
    );
  });

  it('take over each end once, however often and by whomever they are advanced', async () => {
    const { id } = await execute([step('one'), step('two')]);
    await done();
    await Promise.all(Array.from({ length: 5 }, () => agentStorage(storage.agents).runs.advance(id)));
    const { version } = await run(id);
    assert.equal(version, 2);
    await agentStorage(storage.agents).runs.advance(id);
    assert.equal((await run(id)).version, version);
    assert.equal((await agentStorage(storage.agents).tasks.list({ submitterId: 'owner' }, null, 10)).items.length, 2);
  });

  it('fail with the failure of a step, and skip the rest', async () => {
    const { id } = await execute([step('one'), step('two')]);
    const task = await claimOne(storage, 'a');
    await agentStorage(storage.agents).tasks.end(holdOf(task), failedAgain);
    await advance();
    const { state, failedStepId, failureCode, failureMessage } = await run(id);
    assert.deepEqual([state, failedStepId, failureCode, failureMessage], ['failed', 'one', 'X', 'broke']);
    assert.deepEqual(await states(id), ['failed', 'skipped']);
    const other = await execute([step('one')]);
    assert.ok((await agentStorage(storage.agents).tasks.cancel(`${other.id}:one`)).ok);
    await advance();
    assert.deepEqual([(await run(other.id)).failureCode, await states(other.id)], ['TASK_CANCELLED', ['failed']]);
  });

  it('fail a step that cannot begin: by its rules, for an unknown agent, or because its id is taken', async () => {
    const failure = async (one: WorkflowStep) => {
      const { id } = await execute([one]);
      return [await states(id), (await run(id)).failureCode];
    };
    assert.deepEqual(await failure(step('one', { input: '{{input.none}}' })), [['failed'], 'TEMPLATE_UNRESOLVABLE']);
    assert.deepEqual(await failure(step('one', { agent: 'nobody' })), [['failed'], 'AGENT_NOT_FOUND']);
    const { id } = await execute([step('one'), step('two')]);
    await agentStorage(storage.agents).tasks.submit(
      newTask(`${id}:two`, LIFE_MS, { submitterId: 'owner', fingerprint: '{}' }),
    );
    await done();
    await advance();
    assert.deepEqual([await states(id), (await run(id)).failureCode], [['completed', 'failed'], 'TASK_ID_TAKEN']);
  });

  it('give a step to its agent alone', async () => {
    await register(storage, newAgent('b', { capabilities: [] }));
    await execute([step('one', { agent: 'b' })]);
    const tasks = await agentStorage(storage.agents).tasks.claim({ agentId: 'a', limit: 1, leaseMs: 1 });
    assert.deepEqual(tasks, { ok: true, value: [] });
    assert.equal((await claimOne(storage, 'b')).requirement.agentId, 'b');
  });

  it('are cancelled with their open tasks, once', async () => {
    const { id } = await execute([step('one'), step('two')]);
    const task = await claimOne(storage, 'a');
    const cancelled = await agentStorage(storage.agents).runs.cancel(id);
    assert.ok(cancelled.ok);
    assert.deepEqual(await states(id), ['cancelled', 'skipped']);
    assert.equal((await agentStorage(storage.agents).tasks.get(task.id))?.state, 'cancelled');
    assert.equal((await storage.agents.registry.get('a'))?.active, 0);
    const again = await agentStorage(storage.agents).runs.cancel(id);
    assert.deepEqual(again, { ok: false, error: { code: 'RUN_ENDED', state: 'cancelled' } });
    const unknown = await agentStorage(storage.agents).runs.cancel('none');
    assert.deepEqual(unknown, { ok: false, error: { code: 'RUN_NOT_FOUND' } });
    assert.deepEqual(await agentStorage(storage.agents).runs.due(10), []);
  });

  it('are not cancelled after they have come to their end unnoticed', async () => {
    const { id } = await execute([step('one')]);
    await done();
    const cancelled = await agentStorage(storage.agents).runs.cancel(id);
    assert.deepEqual(cancelled, { ok: false, error: { code: 'RUN_ENDED', state: 'completed' } });
    assert.equal((await run(id)).state, 'completed', 'the attempt has noticed it');
  });

  it('expire at their deadline with their open tasks, and complete when their steps ended before it', async () => {
    const [late, early] = [await execute([step('one')]), await execute([step('one')])];
    const ofEarly = (await claim(storage, 'a')).find(({ runId }) => runId === early.id) ?? assert.fail();
    await agentStorage(storage.agents).tasks.end(holdOf(ofEarly), completed);
    temporary.nowMs += LIFE_MS;
    await agentStorage(storage.agents).tasks.sweep(10, RANDOM);
    assert.deepEqual((await agentStorage(storage.agents).runs.due(10)).toSorted(), [late.id, early.id].toSorted());
    await advance();
    const ended = await run(late.id);
    assert.deepEqual([ended.state, ended.failureCode, await states(late.id)], ['expired', 'DEADLINE', ['cancelled']]);
    assert.equal((await run(early.id)).state, 'completed');
  });

  it('let a step’s task end with the step’s time or with the run, whichever comes first', async () => {
    const deadline = async (one: WorkflowStep) => {
      const { id } = await execute([one]);
      return (await agentStorage(storage.agents).tasks.get(`${id}:one`))?.deadlineAtMs;
    };
    assert.equal(await deadline(step('one', { timeoutMs: 5_000 })), temporary.nowMs + 5_000);
    assert.equal(await deadline(step('one', { timeoutMs: 2 * LIFE_MS })), temporary.nowMs + LIFE_MS);
    assert.equal(await deadline(step('one')), temporary.nowMs + LIFE_MS);
  });

  it('wait after a failure to advance them, before others are tried', async () => {
    const { id } = await execute([step('one')]);
    await done();
    const { context } = storage.agents;
    const write = (input: string) =>
      context.write('full', () => send(workflowStatements(context.tables).updateRun(['input']), { id, input }), {
        locks: [lockOf('run', id)],
      });
    await write('no JSON');
    await assert.rejects(agentStorage(storage.agents).runs.advance(id), SyntaxError);
    await write('{}');
    assert.deepEqual(await states(id), ['running'], 'nothing of a failed job is left');
    await agentStorage(storage.agents).runs.postpone(id, 1_000);
    assert.deepEqual(await agentStorage(storage.agents).runs.due(10), []);
    temporary.nowMs += 1_000;
    await advance();
    assert.equal((await run(id)).state, 'completed');
  });

  it('are listed newest first, by workflow and state, in pages', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 3; number += 1) ids.unshift((await execute([step('one')])).id);
    await agentStorage(storage.agents).runs.cancel(ids[0] ?? '');
    const list = (more: object, cursor: string | null, limit: number) =>
      agentStorage(storage.agents).runs.list({ submitterId: 'owner', ...more }, cursor, limit);
    const first = await list({}, null, 2);
    const second = await list({}, first.nextCursor, 2);
    const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
    assert.deepEqual([...idsOf(first.items), ...idsOf(second.items)], ids);
    assert.deepEqual(idsOf((await list({ state: 'cancelled' }, null, 9)).items), ids.slice(0, 1));
    assert.deepEqual(idsOf((await list({ workflowId: 'other' }, null, 9)).items), []);
    assert.deepEqual(idsOf((await list({ workflowId: 'w', state: 'running' }, null, 9)).items), ids.slice(1));
    assert.deepEqual(await agentStorage(storage.agents).runs.list({ submitterId: 'x' }, null, 9), EMPTY_PAGE);
  });
});
