import { strict as assert } from 'node:assert';
import { columns } from '@causeway/storage/test-support/columns';
import { agents } from '../../../src/areas/agents/index.ts';
import { agentWorld, expect } from '../../support/agents.ts';
import { ask, register } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';

const IMAGE = { type: 'image', models: ['m1'], maxResolution: '512x512', costPerRequest: 0.02 };

onEngines('agents and their tasks', (database) => {
  const world = agentWorld(database);
  const { as, mine, newAgent } = world;
  const submit = (type: string, more: object = {}) => expect(mine('POST /tasks/submit', { type, ...more }), 201);
  /** The task's status record, as existing clients unwrap it. */
  const status = async (taskId: string, token = world.owner.jwtToken) =>
    (await expect(as(token)(`GET /tasks/${taskId}`), 200)).result;

  /** Does what is due, as the running service does twice a second. */
  const sweep = () => world.api.areas.use(agents).tasks.engine.sweep();

  it('lets an agent do a task from submission to result', async () => {
    const agent = await newAgent('sum');
    const submitted = await submit('sum', { taskId: 'whole-1', input: { of: [1, 2] }, priority: 'High' });
    assert.deepEqual(submitted, {
      ...{ taskId: 'whole-1', status: 'queued', assignedAgent: null, queuePosition: 0, webhookSecret: null },
      routing: { strategy: 'best_match', reason: null },
      requirements: { agents: 'any' },
    });
    const [task, ...more] = await agent.claim({ limit: 5 });
    assert.ok(task && more.length === 0, 'an agent holds one task unless it says otherwise');
    const { token } = task;
    assert.deepEqual(
      { ...task, leaseEndsAt: 0, deadline: 0 },
      {
        ...{
          taskId: 'whole-1',
          type: 'sum',
          requirements: { capability: 'sum', model: null, resolution: null, agent: null, agents: 'any' },
        },
        ...{
          input: { of: [1, 2] },
          priority: 'high',
          token: 1,
          leaseEndsAt: 0,
          deadline: 0,
          failedAttempts: 0,
          questions: [],
          traceparent: null,
        },
      },
    );
    const lease = await expect(
      agent.asks('POST /tasks/whole-1/heartbeat', { token, progress: 50, message: 'half' }),
      200,
    );
    assert.equal(lease.status, 'working');
    const working = await status('whole-1');
    assert.deepEqual(
      [working.status, working.assignedAgent, working.progress, working.progressMessage, working.result],
      ['working', agent.agentId, 50, 'half', null],
    );
    await expect(agent.asks('POST /tasks/whole-1/complete', { token, result: { sum: 3 }, cost: 0.5 }), 200);
    const done = await status('whole-1');
    assert.deepEqual(
      [done.status, done.result, done.isFinished, done.input],
      ['completed', { sum: 3 }, true, { of: [1, 2] }],
    );
    const figures = await expect(as(world.other.jwtToken)(`GET /${agent.agentId}/performance`), 200);
    assert.deepEqual(figures, {
      ...{ tasksCompleted: 1, tasksFailed: 0, successRate: 1, averageResponseMs: 0, cost: 0.5 },
      ...{ uptime30d: null, uptimeTarget: 0.999 },
    });
    const trace = await expect(mine('GET /tasks/whole-1/trace'), 200);
    assert.deepEqual(columns(trace, 'type', 'trigger', 'token'), [
      ['task.queued', 'submitted', 0],
      ['task.assigned', 'claimed', 1],
      ['task.working', 'started', 1],
      ['task.completed', 'completed', 1],
    ]);
    const later = await expect(mine(`GET /tasks/whole-1/trace?after=${trace[1].seq}`), 200);
    assert.equal(later.length, 2);
  });

  it('gives a waiting agent its task the moment it is submitted', async () => {
    const agent = await newAgent('wait');
    const waiting = agent.claim({ waitMs: 15_000 });
    const { taskId } = await submit('wait');
    assert.deepEqual(columns(await waiting, 'taskId'), [taskId]);
  });

  it('keeps a task for an agent that registers later, and only for one that fits', async () => {
    const { taskId } = await submit('image', { requirements: { model: 'm1', resolution: '512x512' } });
    const small = await newAgent('image', { capabilities: [{ ...IMAGE, maxResolution: '256x256' }] });
    const unknown = await newAgent('image');
    assert.deepEqual([await small.claim(), await unknown.claim()], [[], []]);
    const fitting = await newAgent('image', { capabilities: [IMAGE] });
    const [task] = await fitting.claim();
    assert.equal(task?.taskId, taskId);
    await expect(fitting.asks(`POST /tasks/${taskId}/complete`, { token: task?.token }), 200);
    assert.equal((await expect(fitting.asks(`GET /${fitting.agentId}/performance`), 200)).cost, 0.02);
  });

  it('reserves a task to the agent that the submission names, whatever its capabilities', async () => {
    const other = await newAgent('reserve');
    const named = await newAgent('elsewhere');
    const { taskId } = await submit('reserve', { requirements: { agent: named.agentId } });
    assert.deepEqual(await other.claim(), []);
    assert.deepEqual(columns(await named.claim(), 'taskId'), [taskId]);
    const missing = { type: 'reserve', requirements: { agent: 'nobody' } };
    await expect(mine('POST /tasks/submit', missing), 404, 'AGENT_NOT_FOUND');
  });

  it('tells an agent on its own stream of the leases that others ended, and not of the ones that it ended', async () => {
    const agent = await newAgent('taken', { maxConcurrentTasks: 4 });
    const soon = new Date(world.api.clock.nowMs + 20_000).toISOString();
    for (const [taskId, more] of Object.entries({ own: {}, cancelled: {}, late: { deadline: soon }, silent: {} })) {
      await submit('taken', { taskId: `taken-${taskId}`, ...more });
    }
    await submit('taken', { taskId: 'taken-queued' });
    const claimed = await agent.claim({ limit: 4 });
    const { token } = claimed[0] ?? assert.fail();
    await expect(agent.asks('POST /tasks/taken-own/complete', { token }), 200);
    for (const id of ['cancelled', 'queued']) await expect(mine(`POST /tasks/taken-${id}/cancel`, {}), 200);
    world.api.clock.nowMs += 40_000;
    await sweep();
    const told = await world.api.storage.events.afterFor({ avatarId: agent.agentId, topics: ['agents'] }, 0, 100);
    assert.deepEqual(
      told.map(({ type, data }) => [type, data.taskId, data.token, data.status]),
      [
        ['lease.ended', 'taken-cancelled', 1, 'cancelled'],
        ['lease.ended', 'taken-late', 1, 'expired'],
        ['lease.ended', 'taken-silent', 1, 'pending'],
      ],
    );
  });

  it('takes the same submission twice, and refuses another one with its id', async () => {
    const first = await submit('twice', { taskId: 'twice-1', input: { a: 1 } });
    assert.deepEqual(await submit('twice', { taskId: 'twice-1', input: { a: 1 } }), first);
    const again = (token: string, more: object) =>
      expect(as(token)('POST /tasks/submit', { type: 'twice', taskId: 'twice-1', ...more }), 409, 'TASK_ID_TAKEN');
    await again(world.owner.jwtToken, { input: { a: 2 } });
    await again(world.other.jwtToken, { input: { a: 1 } });
  });

  it('refuses deadlines that are over', async () => {
    const refuse = (more: object, code: string) =>
      expect(mine('POST /tasks/submit', { type: 'x', ...more }), 422, code);
    await refuse({ deadline: new Date(world.api.clock.nowMs).toISOString() }, 'DEADLINE_INVALID');
  });

  it('accepts reports only with the newest token, from the agent that holds the task', async () => {
    const [agent, second] = [await newAgent('fence'), await newAgent('fence')];
    const { taskId } = await submit('fence');
    const [task] = await agent.claim({ leaseMs: 5_000 });
    const { token, leaseEndsAt } = task ?? assert.fail();
    assert.equal(Date.parse(leaseEndsAt), world.api.clock.nowMs + 5_000);
    await expect(agent.asks(`POST /tasks/${taskId}/heartbeat`, { token: token + 1 }), 409, 'TOKEN_STALE');
    await expect(second.asks(`POST /tasks/${taskId}/complete`, { token }), 404, 'TASK_NOT_FOUND');
    await expect(mine(`POST /tasks/${taskId}/complete`, { token }), 409, 'TOKEN_STALE');
    await expect(agent.asks(`POST /tasks/${taskId}/release`, { token }), 200);
    const [again] = await second.claim();
    assert.deepEqual([again?.taskId, again?.token], [taskId, token + 1]);
    await expect(agent.asks(`POST /tasks/${taskId}/complete`, { token }), 404, 'TASK_NOT_FOUND');
    const end = () => second.asks(`POST /tasks/${taskId}/complete`, { token: token + 1, result: [1] });
    assert.deepEqual(await expect(end(), 200), await expect(end(), 200), 'a repeated report has the same answer');
    const late = await second.asks(`POST /tasks/${taskId}/fail`, { token: token + 1, message: 'late' });
    assert.deepEqual([late.code, JSON.parse(late.body).taskStatus], ['TOKEN_STALE', 'completed']);
  });

  it('tries a failed task again after a pause, and tells why it failed in the end', async () => {
    const agent = await newAgent('flaky');
    const { taskId } = await submit('flaky', { maxAttempts: 2 });
    const fail = async (more: object) => {
      const [task] = await agent.claim();
      return expect(
        agent.asks(`POST /tasks/${taskId}/fail`, { token: task?.token, message: 'no answer', ...more }),
        200,
      );
    };
    const first = await fail({});
    assert.deepEqual([first.status, first.failureCode, first.failedAttempts], ['pending', 'AGENT_FAILED', 1]);
    assert.ok(Date.parse(first.nextAttemptAt) > world.api.clock.nowMs);
    world.api.clock.nowMs += 1_000;
    await sweep();
    const second = await fail({ code: 'MODEL_DOWN' });
    assert.deepEqual([second.status, second.failureCode, second.failureMessage], ['failed', 'MODEL_DOWN', 'no answer']);
    const { taskId: useless } = await submit('flaky');
    const [task] = await agent.claim();
    const body = { token: task?.token, message: 'never', retryable: false };
    assert.equal((await expect(agent.asks(`POST /tasks/${useless}/fail`, body), 200)).status, 'failed');
    const { taskId: bad } = await submit('flaky');
    const [refused] = await agent.claim();
    const rejection = { token: refused?.token, code: 'NO_PROMPT', message: 'the input has no prompt' };
    assert.equal((await expect(agent.asks(`POST /tasks/${bad}/reject`, rejection), 200)).status, 'rejected');
  });

  it('asks the submitter, waits for the answer, and goes on with it', async () => {
    const agent = await newAgent('ask');
    const { taskId } = await submit('ask');
    const [task] = await agent.claim();
    const question = { token: task?.token, question: 'which colour?' };
    const waiting = await expect(agent.asks(`POST /tasks/${taskId}/input-required`, question), 200);
    assert.deepEqual(
      [waiting.status, waiting.questions],
      ['input_required', [{ question: 'which colour?', answer: null }]],
    );
    const answer = (token: string, body: object = { answer: { colour: 'red' } }) =>
      as(token)(`POST /tasks/${taskId}/input`, body);
    await expect(answer(agent.apiKey), 403, 'FORBIDDEN');
    await expect(answer(world.owner.jwtToken, {}), 400, 'MALFORMED_REQUEST');
    assert.equal((await expect(answer(world.owner.jwtToken), 200)).status, 'queued');
    await expect(answer(world.owner.jwtToken), 409, 'TASK_NOT_WAITING');
    const [again] = await agent.claim();
    assert.deepEqual(again?.questions, [{ question: 'which colour?', answer: { colour: 'red' } }]);
  });

  it('replays a finished task as a new one that names it', async () => {
    const agent = await newAgent('replay');
    const { taskId } = await submit('replay', { input: { n: 1 }, priority: 'urgent' });
    const replay = (token = world.owner.jwtToken) => as(token)(`POST /tasks/${taskId}/replay`, {});
    await expect(replay(), 409, 'TASK_NOT_FINISHED');
    const [task] = await agent.claim();
    const failure = { token: task?.token, message: 'broke', retryable: false };
    await expect(agent.asks(`POST /tasks/${taskId}/fail`, failure), 200);
    await expect(replay(world.other.jwtToken), 404, 'TASK_NOT_FOUND');
    const { taskId: newId } = await expect(replay(), 201);
    const { input, priority, replayOf, status: now } = await status(newId);
    assert.deepEqual([input, priority, replayOf, now], [{ n: 1 }, 'urgent', taskId, 'queued']);
    assert.equal((await status(taskId)).status, 'failed', 'the finished task stays as it is');
  });

  it('shows an agent’s attempts and tasks to itself and its owner: logs, trace, inspect, replay', async () => {
    const agent = await newAgent('debug');
    const { taskId } = await submit('debug', { input: { n: 2 } });
    const [first] = await agent.claim();
    await expect(agent.asks(`POST /tasks/${taskId}/heartbeat`, { token: first?.token, message: 'half' }), 200);
    await expect(agent.asks(`POST /tasks/${taskId}/release`, { token: first?.token }), 200);
    const startTime = new Date(world.api.clock.nowMs + 1).toISOString();
    world.api.clock.nowMs += 1_000;
    const [second] = await agent.claim();
    await expect(agent.asks(`POST /tasks/${taskId}/complete`, { token: second?.token, result: 'r' }), 200);
    const logs = async (query: string, asks = agent.asks) =>
      (await expect(asks(`GET /${agent.agentId}/logs?${query}`), 200)).map(
        ({ token, outcome }: { readonly token: number; readonly outcome: string }) => [token, outcome],
      );
    const all = [
      [1, 'released'],
      [2, 'completed'],
    ];
    assert.deepEqual(await logs(''), all);
    assert.deepEqual(await logs('', as(world.owner.jwtToken)), all);
    assert.deepEqual(await logs(`startTime=${startTime}`), all.slice(1));
    assert.deepEqual(await logs(`endTime=${startTime}`), all.slice(0, 1));
    await expect(as(world.other.jwtToken)(`GET /${agent.agentId}/logs`), 404, 'AGENT_NOT_FOUND');
    const range = `startTime=${startTime}&endTime=2020-01-01T00:00:00Z`;
    await expect(agent.asks(`GET /${agent.agentId}/logs?${range}`), 422, 'TIME_RANGE_INVALID');

    const debug = (body: object, asks = agent.asks) => asks(`POST /${agent.agentId}/debug`, { taskId, ...body });
    const trace = await expect(debug({ action: 'Trace' }), 200);
    assert.deepEqual([trace.action, trace.status, trace.history.length], ['trace', 'completed', 6]);
    const bare = await expect(debug({ action: 'inspect' }), 200);
    assert.deepEqual([bare.task.taskId, bare.state, bare.messages], [taskId, undefined, undefined]);
    const options = { includeState: true, includeMessages: true };
    const { state, messages } = await expect(debug({ action: 'inspect', options }, as(world.owner.jwtToken)), 200);
    assert.deepEqual([state.input, state.result, state.attempts.length], [{ n: 2 }, 'r', 2]);
    assert.deepEqual(columns(messages, 'message'), ['half']);
    const { replayTaskId } = await expect(debug({ action: 'replay' }), 200);
    assert.deepEqual((await status(replayTaskId, agent.apiKey)).replayOf, taskId);
    await expect(debug({ action: 'trace', taskId: 'none' }), 422, 'TASK_UNKNOWN');
    const { taskId: foreign } = await submit('elsewhere');
    await expect(debug({ action: 'trace', taskId: foreign }), 422, 'TASK_UNKNOWN');
    await expect(debug({ action: 'trace' }, as(world.other.jwtToken)), 404, 'AGENT_NOT_FOUND');
  });

  it('cancels a task for its submitter alone, and tells the agent by its next report', async () => {
    const agent = await newAgent('cancel');
    const { taskId } = await submit('cancel');
    const [task] = await agent.claim();
    await expect(agent.asks(`POST /tasks/${taskId}/cancel`, {}), 403, 'FORBIDDEN');
    await expect(as(world.other.jwtToken)(`POST /tasks/${taskId}/cancel`, {}), 404, 'TASK_NOT_FOUND');
    assert.equal((await expect(mine(`POST /tasks/${taskId}/cancel`, {}), 200)).status, 'cancelled');
    await expect(mine(`POST /tasks/${taskId}/cancel`, {}), 409, 'TASK_ENDED');
    await expect(agent.asks(`POST /tasks/${taskId}/heartbeat`, { token: task?.token }), 409, 'TOKEN_STALE');
    assert.equal((await agent.claim()).length, 0);
    await submit('cancel');
    assert.equal((await agent.claim()).length, 1, 'its place is free again');
  });

  it('lists the caller’s tasks as submitter or as agent, by status, in pages', async () => {
    const agent = await newAgent('list', { maxConcurrentTasks: 2 });
    const ids = [];
    for (let number = 0; number < 3; number += 1) ids.push((await submit('list')).taskId);
    await agent.claim({ limit: 2 });
    const listed = async (asks: ReturnType<typeof as>, query: string) =>
      (await expect(asks(`GET /tasks?${query}`), 200)).map(({ taskId }: { taskId: string }) => taskId);
    assert.deepEqual(await listed(as(world.owner.jwtToken), 'limit=3'), ids.toReversed());
    assert.deepEqual(await listed(as(world.owner.jwtToken), 'limit=1&status=queued'), [ids[2]]);
    assert.deepEqual(await listed(agent.asks, 'role=agent'), [ids[1], ids[0]]);
    assert.deepEqual(await listed(as(world.other.jwtToken), ''), []);
  });

  it('streams a task’s events to its end, and shows them on the submitter’s stream', async () => {
    const agent = await newAgent('stream');
    const { taskId } = await submit('stream');
    const headers = { authorization: `Bearer ${world.owner.jwtToken}` };
    const streaming = world.api.app.inject({ url: `/api/agents/tasks/${taskId}/events`, headers });
    const [task] = await agent.claim();
    await expect(agent.asks(`POST /tasks/${taskId}/complete`, { token: task?.token, result: 1 }), 200);
    const types = [...(await streaming).body.matchAll(/^event: (.*)$/gm)].map(([, type]) => type);
    assert.deepEqual(types, ['task.queued', 'task.assigned', 'task.completed']);
    const { items: own } = await world.api.storage.events.beforeFor(
      { avatarId: world.owner.id, topics: ['tasks'] },
      null,
      1,
    );
    assert.deepEqual([own[0]?.type, own[0]?.data.taskId], ['task.completed', taskId]);
  });

  it('answers an unchanged task with 304, and a moved queue position with its new one', async () => {
    const [first, second] = [(await submit('etag')).taskId, (await submit('etag')).taskId];
    const read = (etag?: string) =>
      ask(world.api, `/api/agents/tasks/${second}`, undefined, {
        token: world.owner.jwtToken,
        ...(etag !== undefined && { headers: { 'if-none-match': etag } }),
      });
    const { headers, result } = await read();
    assert.equal(result.result.queuePosition, 1);
    assert.equal((await read(String(headers.etag))).status, 304);
    await expect(mine(`POST /tasks/${first}/cancel`, {}), 200);
    const moved = await read(String(headers.etag));
    assert.deepEqual([moved.status, moved.result.result.queuePosition], [200, 0]);
  });

  it('ends a long poll when its client goes', async () => {
    const agent = await newAgent('gone');
    const client = new AbortController();
    const url = await world.api.app.listen({ port: 0, host: '127.0.0.1' });
    const asking = fetch(`${url}/api/agents/${agent.agentId}/tasks/claim`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agent.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ waitMs: 30_000 }),
      signal: client.signal,
    });
    const seen = async () => (await expect(mine(`GET /${agent.agentId}/status`), 200)).lastSeenAt;
    world.api.clock.nowMs += 10_000;
    const before = await seen();
    while ((await seen()) === before) await new Promise(setImmediate);
    client.abort();
    await assert.rejects(asking, { name: 'AbortError' });
    const { taskId } = await submit('gone');
    assert.equal((await agent.claim({ waitMs: 15_000 }))[0]?.taskId, taskId, 'nobody took it in between');
  });

  it('registers an AI_Agent as itself, with the capabilities of its avatar', async () => {
    const metadata = { capabilities: ['self', 7, ''] };
    const avatar = await register(world.api, 'selfmade', { avatarType: 'AI_Agent', password: undefined, metadata });
    const registered = await expect(as(avatar.apiKey)('POST /register', { name: 'Self' }), 201);
    assert.deepEqual(
      [registered.agentId, registered.ownerId, registered.apiKey, registered.capabilities],
      [avatar.id, avatar.id, null, [{ type: 'self' }]],
    );
    await expect(as(avatar.apiKey)('POST /register', { name: 'Self' }), 409, 'AGENT_EXISTS');
    assert.deepEqual(columns(await expect(as(avatar.apiKey)('GET /'), 200), 'name'), ['Self']);
  });
});
