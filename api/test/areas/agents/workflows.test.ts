import { strict as assert } from 'node:assert';
import { columns } from '@causeway/storage/test-support/columns';
import { agents } from '../../../src/areas/agents/index.ts';
import { agentWorld, expect } from '../../support/agents.ts';
import { onEngines } from '../../support/engines.ts';

const DAY_MS = 86_400_000;

onEngines('workflows of agents', (database) => {
  const world = agentWorld(database);
  const { as, mine } = world;
  /** A new agent that does everything of the kind `type`. */
  const newAgent = async (type: string, more: object = {}) => {
    const agent = await world.newAgent(type, { maxConcurrentTasks: 9, ...more });
    return {
      ...agent,
      /** Does the tasks that wait for it. Returns their inputs by step. */
      async work(resultOf: (input: unknown) => unknown, limit = 9) {
        const tasks = await agent.claim({ limit });
        for (const { taskId, token, input } of tasks) {
          await expect(agent.asks(`POST /tasks/${taskId}/complete`, { token, result: resultOf(input) }), 200);
        }
        await world.api.areas.use(agents).workflows.engine.advanceDue();
        return Object.fromEntries(tasks.map(({ taskId, input }) => [taskId.split(':')[1] ?? taskId, input]));
      },
    };
  };
  const create = (steps: readonly object[], more: object = {}) =>
    expect(mine('POST /workflows/create', { steps, ...more }), 201) as Promise<{ workflowId: string; version: number }>;
  const execute = async (steps: readonly object[], input: object = {}) => {
    const { workflowId } = await create(steps);
    return (await expect(mine(`POST /workflows/${workflowId}/execute`, { input }), 201)) as {
      readonly runId: string;
      readonly status: string;
    };
  };
  /** The run's record, as existing clients unwrap it. */
  const run = async (runId: string) => (await expect(mine(`GET /workflows/runs/${runId}`), 200)).result;
  const statuses = async (runId: string) =>
    Object.fromEntries(
      (await run(runId)).steps.map((step: { stepId: string; status: string }) => [step.stepId, step.status]),
    );

  it('run branches at once, join them, and keep every result under its step', async () => {
    const agent = await newAgent('join');
    const { runId, status } = await execute(
      [
        { stepId: 'left', type: 'join', input: { n: '{{input.n}}' } },
        { stepId: 'right', type: 'join', input: 'n is {{input.n}}' },
        {
          stepId: 'both',
          type: 'join',
          dependsOn: ['left', 'right'],
          input: ['{{left.result}}', '{{right.result.of}}'],
        },
      ],
      { n: 3 },
    );
    assert.equal(status, 'running');
    assert.deepEqual(await agent.work((of) => ({ of })), { left: { n: 3 }, right: 'n is 3' });
    assert.deepEqual(await statuses(runId), { left: 'completed', right: 'completed', both: 'running' });
    assert.deepEqual(await agent.work(() => 'done'), { both: [{ of: { n: 3 } }, 'n is 3'] });
    const done = await run(runId);
    assert.deepEqual(
      [done.status, done.isFinished, done.result, done.input, done.submittedBy],
      ['completed', true, { left: { of: { n: 3 } }, right: { of: 'n is 3' }, both: 'done' }, { n: 3 }, world.owner.id],
    );
    const task = (await expect(mine(`GET /tasks/${runId}:both`), 200)).result;
    assert.deepEqual([task.status, task.runId], ['completed', runId]);
  });

  it('refuse a definition that cannot run, with code, step and place of each problem', async () => {
    const refused = async (...steps: readonly object[]) => {
      const reply = await mine('POST /workflows/create', { steps });
      assert.deepEqual([reply.status, reply.code], [422, 'WORKFLOW_INVALID'], reply.body);
      const { problems } = JSON.parse(reply.body);
      return problems.map(({ code, stepId, at }: Record<string, unknown>) => [code, stepId, at]);
    };
    const step = (stepId: string, more: object = {}) => ({ stepId, type: 'x', ...more });
    assert.deepEqual(await refused(), [['NO_STEPS', null, 'steps']]);
    assert.deepEqual(await refused(step('a', { dependsOn: ['b'] }), step('b', { dependsOn: ['a'] })), [
      ['CYCLE', 'a', 'steps'],
    ]);
    assert.deepEqual(await refused(step('a', { onFailure: 'b', dependsOn: ['c'] })), [
      ['STEP_UNKNOWN', 'a', 'dependsOn.0'],
      ['STEP_UNKNOWN', 'a', 'onFailure'],
    ]);
    assert.deepEqual(await refused(step('a', { input: { x: ['{{b.result}}'] } }), step('b')), [
      ['TEMPLATE_UNRESOLVABLE', 'a', 'input.x.0'],
    ]);
    assert.deepEqual(await refused(step('a', { input: '{{nonsense}}' })), [['TEMPLATE_INVALID', 'a', 'input']]);
    assert.deepEqual(await refused(step('constructor')), [['STEP_ID_INVALID', 'constructor', 'stepId']]);
    const many = Array.from({ length: 101 }, (_, at) => step(`s${at}`));
    assert.deepEqual(await refused(...many), [['TOO_MANY_STEPS', null, 'steps']]);
    const deep = JSON.parse('['.repeat(40) + ']'.repeat(40));
    await expect(mine('POST /workflows/create', { steps: [step('a', { input: deep })] }), 400, 'MALFORMED_REQUEST');
    const huge = { steps: [step('a', { input: 'x'.repeat(300_000) })] };
    await expect(mine('POST /workflows/create', huge), 413, 'BODY_TOO_LARGE');
    for (const workflowId of ['create', 'runs']) {
      await expect(mine('POST /workflows/create', { workflowId, steps: [step('a')] }), 409, 'WORKFLOW_ID_TAKEN');
    }
  });

  it('keep the version of a run while newer ones are created', async () => {
    const agent = await newAgent('kept');
    const first = [
      { stepId: 'one', type: 'kept' },
      { stepId: 'two', type: 'else', agent: agent.agentId, dependsOn: ['one'], input: 'old' },
    ];
    const { workflowId, version } = await create(first, { workflowId: 'kept-1', timeoutMs: DAY_MS });
    const { runId } = await expect(mine(`POST /workflows/${workflowId}/execute`), 201);
    const second = await create([{ stepId: 'one', type: 'kept' }], { workflowId });
    assert.deepEqual([version, second.version], [1, 2]);
    await agent.work(() => 1);
    assert.deepEqual(await agent.work(() => 2), { two: 'old' });
    assert.deepEqual((await run(runId)).result, { one: 1, two: 2 });
    const old = await expect(mine(`GET /workflows/${workflowId}?version=1`), 200);
    assert.deepEqual([old.steps, old.timeoutMs], [first.map((step) => ({ ...step, maxAttempts: 3 })), DAY_MS]);
    const newest = await expect(mine(`GET /workflows/${workflowId}`), 200);
    assert.deepEqual([newest.version, newest.steps.length, newest.timeoutMs], [2, 1, null]);
    const versions = await expect(mine(`GET /workflows/${workflowId}/versions`), 200);
    assert.deepEqual(columns(versions, 'version'), [2, 1]);
    const again = await expect(mine(`POST /workflows/${workflowId}/execute`, { version: 1 }), 201);
    assert.equal((await run(again.runId)).workflowVersion, 1);
    await expect(mine(`POST /workflows/${workflowId}/execute`, { version: 3 }), 404, 'WORKFLOW_NOT_FOUND');
    const listed = await expect(mine('GET /workflows'), 200);
    assert.equal(listed.find((row: { workflowId: string }) => row.workflowId === workflowId).version, 2);
  });

  it('repair a failure by onFailure, and fail without it', async () => {
    const agent = await newAgent('mend');
    const { runId } = await execute([
      { stepId: 'try', type: 'break', maxAttempts: 1, onFailure: 'mend' },
      { stepId: 'mend', type: 'mend' },
      { stepId: 'after', type: 'mend', dependsOn: ['try'] },
    ]);
    const breaking = await newAgent('break');
    const fail = async () => {
      const [task] = await expect(breaking.asks(`POST /${breaking.agentId}/tasks/claim`), 200);
      const report = { token: task.token, code: 'NO_PAINT', message: 'no paint' };
      await expect(breaking.asks(`POST /tasks/${task.taskId}/fail`, report), 200);
      await world.api.areas.use(agents).workflows.engine.advanceDue();
    };
    await fail();
    assert.deepEqual(await statuses(runId), { try: 'failed', mend: 'running', after: 'skipped' });
    await agent.work(() => null);
    const repaired = await run(runId);
    assert.deepEqual(
      [repaired.status, repaired.failedStep, repaired.steps[0].failureCode],
      ['completed', null, 'NO_PAINT'],
    );
    const other = await execute([{ stepId: 'try', type: 'break', maxAttempts: 1 }]);
    await fail();
    const { status, failedStep, failureCode, failureMessage } = await run(other.runId);
    assert.deepEqual([status, failedStep, failureCode, failureMessage], ['failed', 'try', 'NO_PAINT', 'no paint']);
  });

  it('are cancelled with their tasks by their submitter alone, once', async () => {
    const agent = await newAgent('stop');
    const { runId } = await execute([
      { stepId: 'one', type: 'stop' },
      { stepId: 'two', type: 'stop', dependsOn: ['one'] },
    ]);
    const [task] = await expect(agent.asks(`POST /${agent.agentId}/tasks/claim`), 200);
    await expect(as(world.other.jwtToken)(`POST /workflows/runs/${runId}/cancel`), 404, 'RUN_NOT_FOUND');
    const cancelled = await expect(mine(`POST /workflows/runs/${runId}/cancel`), 200);
    assert.equal(cancelled.status, 'cancelled');
    assert.deepEqual(await statuses(runId), { one: 'cancelled', two: 'skipped' });
    await expect(agent.asks(`POST /tasks/${task.taskId}/complete`, { token: task.token }), 409, 'TOKEN_STALE');
    await expect(mine(`POST /workflows/runs/${runId}/cancel`), 409, 'RUN_ENDED');
  });

  it('expire when their time is over, by the sweeper', async () => {
    const { workflowId } = await create([{ stepId: 'one', type: 'nobody-does-it' }], { timeoutMs: 1_000 });
    const { runId } = await expect(mine(`POST /workflows/${workflowId}/execute`), 201);
    world.api.clock.nowMs += 1_000;
    await world.api.areas.use(agents).workflows.engine.advanceDue();
    const { status, failureCode } = await run(runId);
    assert.deepEqual([status, failureCode, await statuses(runId)], ['expired', 'DEADLINE', { one: 'cancelled' }]);
    assert.equal((await expect(mine(`GET /tasks/${runId}:one`), 200)).result.status, 'cancelled');
  });

  it('are drawn as a flowchart with the status of every step', async () => {
    const agent = await newAgent('pic"<b>ture');
    const { runId } = await execute([
      { stepId: 'end', type: 'pic"<b>ture', onSuccess: 'complete', onFailure: 'help' },
      { stepId: 'help', type: 'y' },
    ]);
    const { mermaid, status } = await expect(mine(`GET /workflows/runs/${runId}/diagram`), 200);
    assert.equal(status, 'running');
    const lines = mermaid.split('\n');
    assert.deepEqual(lines.slice(0, 7), [
      'flowchart TD',
      '  start((start))',
      '  s0["end<br/>pic#34;#60;b#62;ture"]:::running',
      '  s1["help<br/>y"]:::waiting',
      '  finish((complete))',
      '  start --> s0',
      '  s0 -->|onSuccess| finish',
    ]);
    await agent.work(() => 1);
    const after = (await expect(mine(`GET /workflows/runs/${runId}/diagram`), 200)).mermaid;
    assert.match(after, /s0\[.*\]:::completed\n {2}s1\[.*\]:::skipped/);
  });

  it('stream a run’s events to its end, and show them on the submitter’s stream', async () => {
    const agent = await newAgent('stream-run');
    const { runId } = await execute([{ stepId: 'one', type: 'stream-run' }]);
    const headers = { authorization: `Bearer ${world.owner.jwtToken}` };
    const streaming = world.api.app.inject({ url: `/api/agents/workflows/runs/${runId}/events`, headers });
    await agent.work(() => 1);
    const types = [...(await streaming).body.matchAll(/^event: (.*)$/gm)].map(([, type]) => type);
    assert.deepEqual(types, ['run.running', 'step.running', 'step.completed', 'run.completed']);
    const trace = await expect(mine(`GET /workflows/runs/${runId}/trace`), 200);
    assert.deepEqual(columns(trace, 'type', 'stepId', 'agentId'), [
      ['run.running', undefined, undefined],
      ['step.running', 'one', undefined],
      ['step.completed', 'one', agent.agentId],
      ['run.completed', undefined, undefined],
    ]);
    const { items: own } = await world.api.storage.events.beforeFor(
      { avatarId: world.owner.id, topics: ['workflows'] },
      null,
      1,
    );
    assert.deepEqual([own[0]?.type, own[0]?.data.runId], ['run.completed', runId]);
  });

  it('are listed newest first, by workflow and status', async () => {
    const steps = [{ stepId: 'one', type: 'nobody-does-it' }];
    const { workflowId } = await create(steps, { workflowId: 'listed' });
    const ids: string[] = [];
    for (let number = 0; number < 3; number += 1) {
      ids.unshift((await expect(mine(`POST /workflows/${workflowId}/execute`), 201)).runId);
    }
    await expect(mine(`POST /workflows/runs/${ids[1]}/cancel`), 200);
    const list = async (query: string, token = world.owner.jwtToken) =>
      (await expect(as(token)(`GET /workflows/runs?${query}`), 200)).map(({ runId }: { runId: string }) => runId);
    assert.deepEqual(await list('workflowId=listed'), ids);
    assert.deepEqual(await list('workflowId=listed&limit=2'), ids.slice(0, 2));
    assert.deepEqual(await list('workflowId=listed&status=cancelled'), [ids[1]]);
    assert.deepEqual(await list('workflowId=listed', world.other.jwtToken), []);
  });

  it('belong to their owner: others find neither them nor their runs, and cannot take their id', async () => {
    const { runId } = await execute([{ stepId: 'one', type: 'nobody-does-it' }]);
    const { workflowId } = await run(runId);
    const theirs = as(world.other.jwtToken);
    await expect(theirs(`GET /workflows/${workflowId}`), 404, 'WORKFLOW_NOT_FOUND');
    await expect(theirs(`GET /workflows/${workflowId}/versions`), 404, 'WORKFLOW_NOT_FOUND');
    await expect(theirs(`POST /workflows/${workflowId}/execute`), 404, 'WORKFLOW_NOT_FOUND');
    for (const part of ['', '/diagram', '/trace', '/events']) {
      await expect(theirs(`GET /workflows/runs/${runId}${part}`), 404, 'RUN_NOT_FOUND');
    }
    const steps = [{ stepId: 'one', type: 'x' }];
    await expect(theirs('POST /workflows/create', { workflowId, steps }), 409, 'WORKFLOW_ID_TAKEN');
  });
});
