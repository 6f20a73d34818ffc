import { strict as assert } from 'node:assert';
import { type StreamResponse, TaskState } from '@a2a-js/sdk';
import { agentStorage } from '@causeway/agents';
import { Receiver } from '@causeway/agents/test-support/receiver';
import { columns } from '@causeway/storage/test-support/columns';
import { agents } from '../../../src/areas/agents/index.ts';
import { ask } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';
import { a2aWorld, by, message, partsOf, reasonOf, stateOf } from './support.ts';

/** The next message of a stream, in short. */
const next = async (stream: AsyncIterator<StreamResponse>) => {
  const { value, done } = await stream.next();
  const payload = done ? undefined : (value as StreamResponse).payload;
  if (payload?.$case === 'task') return ['task', stateOf(payload.value)];
  if (payload?.$case === 'statusUpdate') {
    const { state, message: said } = payload.value.status ?? assert.fail();
    return ['status', TaskState[state], ...partsOf(said?.parts)];
  }
  if (payload?.$case === 'artifactUpdate') return ['artifact', ...partsOf(payload.value.artifact?.parts)];
  return [payload?.$case];
};

onEngines('streams and pushes of the A2A interface', (database) => {
  const a2a = a2aWorld(database);
  const { world, call, codeOf, send, newAgent } = a2a;

  it('streams a task from its message to its result, and to whoever subscribes later', async () => {
    const agent = await newAgent('slow');
    const request = message([{ text: 'go' }], { metadata: { skill: 'slow' } });
    const stream = a2a.client.sendMessageStream(request, by(world.owner.jwtToken))[Symbol.asyncIterator]();
    assert.deepEqual(await next(stream), ['task', 'TASK_STATE_SUBMITTED']);
    assert.deepEqual(await next(stream), ['status', 'TASK_STATE_SUBMITTED']);
    const { taskId, token } = await agent.claim();
    await agent.asks(`POST /tasks/${taskId}/heartbeat`, { token, progress: 10, message: 'begun' });
    assert.deepEqual(await next(stream), ['status', 'TASK_STATE_SUBMITTED']);
    assert.deepEqual(await next(stream), ['status', 'TASK_STATE_WORKING', 'begun']);
    const late = a2a.client
      .resubscribeTask({ tenant: '', id: taskId }, by(world.owner.jwtToken))
      [Symbol.asyncIterator]();
    assert.deepEqual(await next(late), ['task', 'TASK_STATE_WORKING']);
    await agent.asks(`POST /tasks/${taskId}/complete`, { token, result: { done: true } });
    for (const one of [stream, late]) {
      assert.deepEqual(await next(one), ['artifact', { done: true }]);
      assert.deepEqual(await next(one), ['status', 'TASK_STATE_COMPLETED']);
      assert.deepEqual(await next(one), [undefined]);
    }
    const over = a2a.client
      .resubscribeTask({ tenant: '', id: taskId }, by(world.owner.jwtToken))
      [Symbol.asyncIterator]();
    assert.equal(await reasonOf(over.next()), 'UNSUPPORTED_OPERATION');
  });

  it('continues a broken stream after Last-Event-ID', async () => {
    const agent = await newAgent('long');
    const { id } = await send([{ text: 'go' }], { metadata: { skill: 'long' } });
    const { token } = await agent.claim();
    const trace = await ask(world.api, `/api/agents/tasks/${id}/trace`, undefined, { token: world.owner.jwtToken });
    const from = by(world.owner.jwtToken, { 'last-event-id': String(trace.result[0].seq) });
    const stream = a2a.client.resubscribeTask({ tenant: '', id }, from)[Symbol.asyncIterator]();
    assert.deepEqual(await next(stream), ['task', 'TASK_STATE_SUBMITTED']);
    assert.deepEqual(await next(stream), ['status', 'TASK_STATE_SUBMITTED']);
    await agent.asks(`POST /tasks/${id}/reject`, { token, message: 'not today' });
    assert.deepEqual(await next(stream), ['status', 'TASK_STATE_REJECTED', 'not today']);
  });

  it('frees the Idempotency-Key of a call that was answered by a stream', async () => {
    const request = message([{ text: 'go' }], { metadata: { skill: 'keyed' } });
    const keyed = by(world.owner.jwtToken, { 'idempotency-key': 'stream-1' });
    const first = a2a.client.sendMessageStream(request, keyed)[Symbol.asyncIterator]();
    assert.deepEqual(await next(first), ['task', 'TASK_STATE_SUBMITTED']);
    const { tasks } = (await call('ListTasks', { pageSize: 1 })).result;
    await a2a.client.cancelTask({ tenant: '', id: tasks[0].id, metadata: undefined }, by(world.owner.jwtToken));
    for (let more = await next(first); more[0] !== undefined; ) more = await next(first);
    // The key is freed just after the client has the end of the stream.
    const again = async (): Promise<unknown> => {
      const stream = a2a.client.sendMessageStream(request, keyed)[Symbol.asyncIterator]();
      return next(stream).catch((error: Error) => (/IDEMPOTENCY_IN_FLIGHT/.test(error.message) ? again() : error));
    };
    assert.deepEqual(await again(), ['task', 'TASK_STATE_SUBMITTED'], 'a new task: the first one has ended');
  });

  it('pushes each new state of a task, with the client’s credentials, until the configuration is deleted', async () => {
    const receiver = await new Receiver().open();
    const agent = await newAgent('pushed');
    const push = {
      ...{ id: 'mine', url: receiver.url('/a2a'), token: 'notification-token' },
      authentication: { scheme: 'Bearer', credentials: 'push-credentials' },
    };
    const configuration = { returnImmediately: true, taskPushNotificationConfig: push };
    const { id } = await send([{ text: 'go' }], { metadata: { skill: 'pushed' } }, configuration);
    const one = { tenant: '', taskId: id, id: 'mine' };
    const mine = by(world.owner.jwtToken);
    const known = await a2a.client.getTaskPushNotificationConfig(one, mine);
    assert.deepEqual([known.url, known.token, known.authentication], [push.url, push.token, push.authentication]);
    const second = { url: receiver.url('/second'), tenant: '', id: '', token: '', authentication: undefined };
    const added = await a2a.client.createTaskPushNotificationConfig({ ...second, taskId: id }, mine);
    const list = async () =>
      (await a2a.client.listTaskPushNotificationConfig({ tenant: '', taskId: id, pageSize: 0, pageToken: '' }, mine))
        .configs;
    assert.deepEqual(columns(await list(), 'id'), ['mine', added.id]);
    await a2a.client.deleteTaskPushNotificationConfig({ ...one, id: added.id }, mine);
    const { token } = await agent.claim();
    const { sender } = world.api.areas.use(agents);
    await sender.flush();
    await agent.asks(`POST /tasks/${id}/complete`, { token, result: { done: true } });
    await sender.flush();
    assert.deepEqual(await list(), [], 'its receiver was told of the end');
    assert.deepEqual(await agentStorage(world.api.storage.agents).pushes.secrets(), []);
    await a2a.client.deleteTaskPushNotificationConfig(one, mine);
    await receiver.close();
    const bodies = receiver.received.map(({ body }) => JSON.parse(body).task);
    assert.deepEqual(
      bodies.map((task) => [task.id, task.status.state, task.artifacts?.[0]?.parts]),
      [
        [id, 'TASK_STATE_SUBMITTED', undefined],
        [id, 'TASK_STATE_COMPLETED', [{ data: { done: true } }]],
      ],
    );
    for (const { headers } of receiver.received) {
      assert.deepEqual(
        [headers['content-type'], headers['x-a2a-notification-token'], headers.authorization],
        ['application/a2a+json', 'notification-token', 'Bearer push-credentials'],
      );
    }
    const late = { ...second, taskId: id, token: 'late' };
    assert.equal((await a2a.client.createTaskPushNotificationConfig(late, mine)).taskId, id);
    assert.deepEqual(columns(await list(), 'token'), ['late'], 'it is kept');
    await sender.flush();
    assert.equal(receiver.received.length, 2, 'and nothing more is told');
  });

  it('keeps push configurations from everybody but the submitter, and URLs from where webhooks may not go', async () => {
    const { id } = await send([{ text: 'go' }], { metadata: { skill: 'guarded' } });
    const config = { taskId: id, url: 'http://127.0.0.1:9/x' };
    assert.equal(await codeOf('CreateTaskPushNotificationConfig', config, { token: world.other.jwtToken }), -32001);
    assert.equal(
      await codeOf('ListTaskPushNotificationConfigs', { taskId: id }, { token: world.other.jwtToken }),
      -32001,
    );
    assert.equal(await codeOf('CreateTaskPushNotificationConfig', { ...config, url: 'http://10.0.0.1/x' }), -32602);
    assert.equal(await codeOf('CreateTaskPushNotificationConfig', { ...config, token: 'a\r\nb: c' }), -32602);
    assert.equal(await codeOf('GetTaskPushNotificationConfig', { taskId: id, id: 'none' }), -32001);
    for (let n = 0; n < 10; n += 1) assert.equal(await codeOf('CreateTaskPushNotificationConfig', config), undefined);
    assert.equal(await codeOf('CreateTaskPushNotificationConfig', config), -32602);
  });

  it('has the agent’s artifacts before the result, also in a stream', async () => {
    const agent = await newAgent('parts');
    const { id } = await send([{ text: 'go' }], { metadata: { skill: 'parts' } });
    const { token } = await agent.claim();
    const stream = a2a.client.resubscribeTask({ tenant: '', id }, by(world.owner.jwtToken))[Symbol.asyncIterator]();
    assert.deepEqual(await next(stream), ['task', 'TASK_STATE_SUBMITTED']);
    await agent.asks(`POST /tasks/${id}/artifacts`, { token, name: 'sketch', content: { lines: 3 } });
    assert.deepEqual(await next(stream), ['artifact', { lines: 3 }]);
    await agent.asks(`POST /tasks/${id}/complete`, { token, result: 'drawn' });
    assert.deepEqual(await next(stream), ['artifact', 'drawn']);
    const { artifacts } = await a2a.client.getTask({ tenant: '', id }, by(world.owner.jwtToken));
    assert.deepEqual(
      artifacts.map(({ artifactId, parts }) => [artifactId, ...partsOf(parts)]),
      [
        ['sketch', { lines: 3 }],
        ['result', 'drawn'],
      ],
    );
  });
});
