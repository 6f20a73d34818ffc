import { strict as assert } from 'node:assert';
import { Role, SendMessageRequest, type StreamResponse, type Task, TaskState } from '@a2a-js/sdk';
import { type Client, ClientFactory } from '@a2a-js/sdk/client';
import { A2AError } from '@a2a-js/sdk/errors';
import { Receiver } from '@causeway/agents/test-support/receiver';
import { TaskWaits } from '../../../src/areas/a2a/waits.ts';
import { agents } from '../../../src/areas/agents/index.ts';
import { type TestApi, testApi } from '../../support/api.ts';
import { AVATAR_SETTINGS, ask, signedUp } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';

/** A JSON-RPC answer. */
interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: tests read any member of an answer
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: readonly object[] };
}

onEngines('the A2A interface', (database) => {
  let api: TestApi;
  let url: string;
  let owner: { readonly id: string; readonly jwtToken: string };
  let other: { readonly id: string; readonly jwtToken: string };
  let client: Client;
  before(async () => {
    const path = database();
    api = await testApi({
      api: { avatars: AVATAR_SETTINGS, a2a: { waitMs: 60_000 }, webhooks: { allowedNetworks: ['127.0.0.0/8'] } },
      ...(path !== undefined && { databasePath: path }),
    });
    url = await api.app.listen({ port: 0, host: '127.0.0.1' });
    owner = await signedUp(api, 'owner');
    other = await signedUp(api, 'other');
    client = await new ClientFactory().createFromUrl(url);
  });
  after(() => api.close());

  const by = (token: string, more: Readonly<Record<string, string>> = {}) => ({
    serviceParameters: { authorization: `Bearer ${token}`, ...more },
  });
  let messages = 0;
  const message = (
    parts: readonly object[],
    more: object = {},
    configuration: object = { returnImmediately: true },
  ) => {
    messages += 1;
    const own = { messageId: `message-${messages}`, role: 'ROLE_USER', parts, ...more };
    return SendMessageRequest.fromJSON({ message: own, configuration });
  };
  const send = async (...args: Parameters<typeof message>): Promise<Task> => {
    const sent = await client.sendMessage(message(...args), by(owner.jwtToken));
    assert.ok('status' in sent, 'a task');
    return sent;
  };
  /** What the client throws for a refusal: the reason in A2A's words. */
  const reasonOf = (refused: Promise<unknown>) =>
    refused.then(
      () => assert.fail('it was not refused'),
      (error: unknown) => (error instanceof A2AError ? error.reason : assert.fail(String(error))),
    );

  /** A new agent of the owner's that claims by the platform's own interface. */
  const newAgent = async (type: string) => {
    const facts = { name: `The ${type}`, agentId: `${type}-${Math.random()}`, capabilities: [{ type }] };
    const { agentId, apiKey } = (await ask(api, '/api/agents/register', facts, { token: owner.jwtToken })).result;
    const asks = async (route: string, body: object) => {
      const reply = await ask(api, `POST /api/agents/${route}`, body, { token: apiKey });
      assert.equal(reply.status, 200, reply.body);
      return reply.result;
    };
    const claim = async () => {
      const [task] = await asks(`${agentId}/tasks/claim`, { waitMs: 10_000 });
      assert.ok(task, 'a task');
      return task as { taskId: string; token: number; input: object; questions: readonly object[] };
    };
    return { agentId: agentId as string, asks, claim };
  };
  const stateOf = (task: Task) => task.status && TaskState[task.status.state];
  const partsOf = (parts: readonly { readonly content?: { $case: string; value: unknown } | undefined }[] = []) =>
    parts.map(({ content }) => content?.value);

  /** A call as any program may send it. */
  const call = async (method: string, params: object, { token = owner.jwtToken, version = '1.0', path = '' } = {}) => {
    const reply = await ask(
      api,
      `/api/a2a${path}`,
      { jsonrpc: '2.0', id: 7, method, params },
      { token, ...(version !== '' && { headers: { 'a2a-version': version } }) },
    );
    assert.equal(reply.status, 200, reply.body);
    return JSON.parse(reply.body) as Answer;
  };
  const codeOf = async (...args: Parameters<typeof call>) => (await call(...args)).error?.code;

  it('shows the card of the platform, with the capabilities of all agents, and of each agent', async () => {
    const { agentId } = await newAgent('paint');
    const card = await ask(api, '/.well-known/agent-card.json', undefined, { headers: { host: 'agents.example' } });
    assert.equal(card.status, 200, card.body);
    const platform = JSON.parse(card.body);
    assert.deepEqual(platform.supportedInterfaces, [
      { url: 'http://agents.example/api/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ]);
    assert.deepEqual(platform.capabilities, { streaming: true, pushNotifications: true, extendedAgentCard: false });
    assert.equal(platform.securitySchemes.bearer.httpAuthSecurityScheme.scheme, 'Bearer');
    const skills = platform.skills.map(({ id }: { id: string }) => id);
    assert.ok(skills.includes('paint') && skills.includes('*'), String(skills));
    assert.match(String(card.headers['cache-control']), /max-age=60/);
    const again = { headers: { host: 'agents.example', 'if-none-match': String(card.headers.etag) } };
    assert.equal((await ask(api, '/.well-known/agent-card.json', undefined, again)).status, 304);

    const own = await new ClientFactory().createFromUrl(
      `${url}/api/a2a/agents/${agentId}/`,
      '.well-known/agent-card.json',
    );
    const { name, version, skills: theirs, supportedInterfaces } = await own.getAgentCard();
    assert.deepEqual([name, version, theirs.map(({ id }) => id)], ['The paint', '1', ['paint']]);
    assert.equal(supportedInterfaces[0]?.url, `${url}/api/a2a/agents/${agentId}`);
    const unknown = await ask(api, '/api/a2a/agents/nobody/.well-known/agent-card.json');
    assert.deepEqual([unknown.status, unknown.code], [404, 'AGENT_NOT_FOUND']);
  });

  it('lets an unmodified client send a message, follow its task and get the result', async () => {
    const agent = await newAgent('sum');
    const sent = await send([{ data: { of: [1, 2] } }, { text: 'add them' }], { metadata: { skill: 'sum' } });
    assert.deepEqual([stateOf(sent), sent.contextId], ['TASK_STATE_SUBMITTED', sent.id]);
    const { taskId, token, input } = await agent.claim();
    assert.deepEqual([taskId, input], [sent.id, { of: [1, 2], text: 'add them' }]);
    await agent.asks(`tasks/${taskId}/heartbeat`, { token, progress: 50, message: 'half' });
    const working = await client.getTask({ tenant: '', id: taskId, historyLength: 1 }, by(owner.jwtToken));
    assert.deepEqual(
      [stateOf(working), partsOf(working.status?.message?.parts), working.metadata?.progress],
      ['TASK_STATE_WORKING', ['half'], 50],
    );
    assert.deepEqual(
      working.history.map(({ messageId, role, parts }) => [messageId, role, partsOf(parts)]),
      [[`message-${messages}`, Role.ROLE_USER, ['add them', { of: [1, 2] }]]],
    );
    await agent.asks(`tasks/${taskId}/complete`, { token, result: { sum: 3 } });
    const done = await client.getTask({ tenant: '', id: taskId }, by(owner.jwtToken));
    assert.deepEqual(
      [stateOf(done), done.artifacts.map(({ artifactId, parts }) => [artifactId, partsOf(parts)])],
      ['TASK_STATE_COMPLETED', [['result', [{ sum: 3 }]]]],
    );
    const hidden = client.getTask({ tenant: '', id: taskId }, by(other.jwtToken));
    assert.equal(await reasonOf(hidden), 'TASK_NOT_FOUND');
  });

  it('waits for the end of the task unless the message says otherwise', async () => {
    const agent = await newAgent('echo');
    const request = message([{ text: 'hello' }], { metadata: { skill: 'echo' } }, {});
    const waiting = client.sendMessage(request, by(owner.jwtToken));
    const { taskId, token } = await agent.claim();
    await agent.asks(`tasks/${taskId}/complete`, { token, result: 'hello' });
    const done = (await waiting) as Task;
    assert.deepEqual([stateOf(done), partsOf(done.artifacts[0]?.parts)], ['TASK_STATE_COMPLETED', ['hello']]);
  });

  it('waits no longer than the service allows, the client stays, and the service runs', async () => {
    const { id } = await send([{ text: 'hello' }], { metadata: { skill: 'nobody-does-this' } });
    const read = async () => (await api.storage.agents.tasks.get(id)) ?? assert.fail();
    const short = new TaskWaits(api.storage.events, 1);
    const long = new TaskWaits(api.storage.events, 60_000);
    const never = new AbortController();
    const gone = new AbortController();
    const waits = [short.settled(id, read, never.signal), long.settled(id, read, gone.signal)];
    gone.abort();
    const stopped = long.settled(id, read, never.signal);
    long.stop();
    for (const row of await Promise.all([...waits, stopped])) assert.equal(row.state, 'queued');
    for (const one of [short, long]) one.close();
  });

  it('takes the same message for the same task, and refuses its id for another one', async () => {
    const first = message([{ text: 'once' }], { metadata: { skill: 'once' } });
    const [sent, again] = [
      await client.sendMessage(first, by(owner.jwtToken)),
      await client.sendMessage(first, by(owner.jwtToken)),
    ];
    assert.deepEqual((again as Task).id, (sent as Task).id);
    const { messageId } = first.message ?? assert.fail();
    const changed = message([{ text: 'twice' }], { messageId, metadata: { skill: 'once' } });
    assert.equal(await reasonOf(client.sendMessage(changed, by(owner.jwtToken))), 'INVALID_PARAMS');
    const theirs = (await client.sendMessage(changed, by(other.jwtToken))) as Task;
    assert.notEqual(theirs.id, (sent as Task).id);
  });

  it('reserves the messages of an agent’s interface to it', async () => {
    const [mine, rival] = [await newAgent('same'), await newAgent('same')];
    const own = await new ClientFactory().createFromUrl(
      `${url}/api/a2a/agents/${mine.agentId}/`,
      '.well-known/agent-card.json',
    );
    const sent = (await own.sendMessage(message([{ text: 'for you' }]), by(owner.jwtToken))) as Task;
    assert.deepEqual(await rival.asks(`${rival.agentId}/tasks/claim`, {}), []);
    assert.equal((await mine.claim()).taskId, sent.id);
    const gone = await ask(
      api,
      '/api/a2a/agents/nobody',
      { jsonrpc: '2.0', id: 1, method: 'GetTask', params: {} },
      { token: owner.jwtToken, headers: { 'a2a-version': '1.0' } },
    );
    assert.deepEqual([gone.status, gone.code], [404, 'AGENT_NOT_FOUND']);
  });

  it('asks for input and takes a further message as the answer', async () => {
    const agent = await newAgent('guess');
    const sent = await send([{ text: 'choose' }], { contextId: 'talk-1', metadata: { skill: 'guess' } });
    const asked = await agent.claim();
    await agent.asks(`tasks/${sent.id}/input-required`, { token: asked.token, question: 'which colour?' });
    const waiting = await client.getTask({ tenant: '', id: sent.id }, by(owner.jwtToken));
    assert.deepEqual(
      [stateOf(waiting), partsOf(waiting.status?.message?.parts), waiting.contextId],
      ['TASK_STATE_INPUT_REQUIRED', ['which colour?'], 'talk-1'],
    );
    const wrong = message([{ text: 'blue' }], { taskId: sent.id, contextId: 'talk-2' });
    assert.equal(await reasonOf(client.sendMessage(wrong, by(owner.jwtToken))), 'INVALID_PARAMS');
    await send([{ text: 'blue' }], { taskId: sent.id, contextId: 'talk-1' });
    assert.deepEqual((await agent.claim()).questions, [{ question: 'which colour?', answer: 'blue' }]);
    const late = message([{ text: 'red' }], { taskId: sent.id });
    assert.equal(await reasonOf(client.sendMessage(late, by(owner.jwtToken))), 'UNSUPPORTED_OPERATION');
    const { history } = await client.getTask({ tenant: '', id: sent.id }, by(owner.jwtToken));
    assert.deepEqual(
      history.map(({ role, parts }) => [Role[role], ...partsOf(parts)]),
      [
        ['ROLE_USER', 'choose'],
        ['ROLE_AGENT', 'which colour?'],
        ['ROLE_USER', 'blue'],
      ],
    );
    const unknown = message([{ text: 'blue' }], { taskId: 'nothing' });
    assert.equal(await reasonOf(client.sendMessage(unknown, by(owner.jwtToken))), 'TASK_NOT_FOUND');
  });

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

  it('streams a task from its message to its result, and to whoever subscribes later', async () => {
    const agent = await newAgent('slow');
    const request = message([{ text: 'go' }], { metadata: { skill: 'slow' } });
    const stream = client.sendMessageStream(request, by(owner.jwtToken))[Symbol.asyncIterator]();
    assert.deepEqual(await next(stream), ['task', 'TASK_STATE_SUBMITTED']);
    assert.deepEqual(await next(stream), ['status', 'TASK_STATE_SUBMITTED']);
    const { taskId, token } = await agent.claim();
    await agent.asks(`tasks/${taskId}/heartbeat`, { token, progress: 10, message: 'begun' });
    assert.deepEqual(await next(stream), ['status', 'TASK_STATE_SUBMITTED']);
    assert.deepEqual(await next(stream), ['status', 'TASK_STATE_WORKING', 'begun']);
    const late = client.resubscribeTask({ tenant: '', id: taskId }, by(owner.jwtToken))[Symbol.asyncIterator]();
    assert.deepEqual(await next(late), ['task', 'TASK_STATE_WORKING']);
    await agent.asks(`tasks/${taskId}/complete`, { token, result: { done: true } });
    for (const one of [stream, late]) {
      assert.deepEqual(await next(one), ['artifact', { done: true }]);
      assert.deepEqual(await next(one), ['status', 'TASK_STATE_COMPLETED']);
      assert.deepEqual(await next(one), [undefined]);
    }
    const over = client.resubscribeTask({ tenant: '', id: taskId }, by(owner.jwtToken))[Symbol.asyncIterator]();
    assert.equal(await reasonOf(over.next()), 'UNSUPPORTED_OPERATION');
  });

  it('continues a broken stream after Last-Event-ID', async () => {
    const agent = await newAgent('long');
    const { id } = await send([{ text: 'go' }], { metadata: { skill: 'long' } });
    const { token } = await agent.claim();
    const trace = await ask(api, `/api/agents/tasks/${id}/trace`, undefined, { token: owner.jwtToken });
    const from = by(owner.jwtToken, { 'last-event-id': String(trace.result[0].seq) });
    const stream = client.resubscribeTask({ tenant: '', id }, from)[Symbol.asyncIterator]();
    assert.deepEqual(await next(stream), ['task', 'TASK_STATE_SUBMITTED']);
    assert.deepEqual(await next(stream), ['status', 'TASK_STATE_SUBMITTED']);
    await agent.asks(`tasks/${id}/reject`, { token, message: 'not today' });
    assert.deepEqual(await next(stream), ['status', 'TASK_STATE_REJECTED', 'not today']);
  });

  it('frees the Idempotency-Key of a call that was answered by a stream', async () => {
    const request = message([{ text: 'go' }], { metadata: { skill: 'keyed' } });
    const keyed = by(owner.jwtToken, { 'idempotency-key': 'stream-1' });
    const first = client.sendMessageStream(request, keyed)[Symbol.asyncIterator]();
    assert.deepEqual(await next(first), ['task', 'TASK_STATE_SUBMITTED']);
    const { tasks } = (await call('ListTasks', { pageSize: 1 })).result;
    await client.cancelTask({ tenant: '', id: tasks[0].id, metadata: undefined }, by(owner.jwtToken));
    for (let more = await next(first); more[0] !== undefined; ) more = await next(first);
    // The key is freed just after the client has the end of the stream.
    const again = async (): Promise<unknown> => {
      const stream = client.sendMessageStream(request, keyed)[Symbol.asyncIterator]();
      return next(stream).catch((error: Error) => (/IDEMPOTENCY_IN_FLIGHT/.test(error.message) ? again() : error));
    };
    assert.deepEqual(await again(), ['task', 'TASK_STATE_CANCELED']);
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
    const mine = by(owner.jwtToken);
    const known = await client.getTaskPushNotificationConfig(one, mine);
    assert.deepEqual([known.url, known.token, known.authentication], [push.url, push.token, push.authentication]);
    const second = { url: receiver.url('/second'), tenant: '', id: '', token: '', authentication: undefined };
    const added = await client.createTaskPushNotificationConfig({ ...second, taskId: id }, mine);
    const list = async () =>
      (await client.listTaskPushNotificationConfig({ tenant: '', taskId: id, pageSize: 0, pageToken: '' }, mine))
        .configs;
    assert.deepEqual(
      (await list()).map((config) => config.id),
      ['mine', added.id],
    );
    await client.deleteTaskPushNotificationConfig({ ...one, id: added.id }, mine);
    const { token } = await agent.claim();
    await agent.asks(`tasks/${id}/complete`, { token, result: { done: true } });
    const { sender } = api.areas.use(agents);
    await sender.flush();
    await client.deleteTaskPushNotificationConfig(one, mine);
    await receiver.close();
    const bodies = receiver.received.map(({ body }) => JSON.parse(body).task);
    // A push tells the task as it is when it is sent, so an earlier one may tell a later state.
    assert.deepEqual(
      bodies.map((task) => [task.id, task.status.state, task.artifacts[0].parts]),
      [1, 2].map(() => [id, 'TASK_STATE_COMPLETED', [{ data: { done: true } }]]),
    );
    for (const { headers } of receiver.received) {
      assert.deepEqual(
        [headers['content-type'], headers['x-a2a-notification-token'], headers.authorization],
        ['application/a2a+json', 'notification-token', 'Bearer push-credentials'],
      );
    }
    assert.deepEqual(await list(), []);
    assert.ok((await api.storage.sealedSecrets.list()).every(({ name }) => !name.includes(id)));
  });

  it('keeps push configurations from everybody but the submitter, and URLs from where webhooks may not go', async () => {
    const { id } = await send([{ text: 'go' }], { metadata: { skill: 'guarded' } });
    const config = { taskId: id, url: 'http://127.0.0.1:9/x' };
    assert.equal(await codeOf('CreateTaskPushNotificationConfig', config, { token: other.jwtToken }), -32001);
    assert.equal(await codeOf('ListTaskPushNotificationConfigs', { taskId: id }, { token: other.jwtToken }), -32001);
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
    const stream = client.resubscribeTask({ tenant: '', id }, by(owner.jwtToken))[Symbol.asyncIterator]();
    assert.deepEqual(await next(stream), ['task', 'TASK_STATE_SUBMITTED']);
    await agent.asks(`tasks/${id}/artifacts`, { token, name: 'sketch', content: { lines: 3 } });
    assert.deepEqual(await next(stream), ['artifact', { lines: 3 }]);
    await agent.asks(`tasks/${id}/complete`, { token, result: 'drawn' });
    assert.deepEqual(await next(stream), ['artifact', 'drawn']);
    const { artifacts } = await client.getTask({ tenant: '', id }, by(owner.jwtToken));
    assert.deepEqual(
      artifacts.map(({ artifactId, parts }) => [artifactId, ...partsOf(parts)]),
      [
        ['sketch', { lines: 3 }],
        ['result', 'drawn'],
      ],
    );
  });

  it('cancels a task once', async () => {
    const { id } = await send([{ text: 'go' }], { metadata: { skill: 'cancelled' } });
    const cancelled = await client.cancelTask({ tenant: '', id, metadata: undefined }, by(owner.jwtToken));
    assert.equal(stateOf(cancelled), 'TASK_STATE_CANCELED');
    const again = client.cancelTask({ tenant: '', id, metadata: undefined }, by(owner.jwtToken));
    assert.equal(await reasonOf(again), 'TASK_NOT_CANCELABLE');
  });

  it('lists the caller’s tasks in pages, by conversation, state and time', async () => {
    const sent = [];
    for (const contextId of ['list-1', 'list-1', 'list-2']) {
      sent.push((await send([{ text: 'go' }], { contextId, metadata: { skill: 'listed' } })).id);
    }
    const [first, second, third] = sent;
    const list = async (params: object) => (await call('ListTasks', params)).result;
    const ids = ({ tasks }: { readonly tasks: readonly { readonly id: string }[] }) => tasks.map(({ id }) => id);
    const whole = await list({ contextId: 'list-1' });
    assert.deepEqual([ids(whole), whole.totalSize, whole.nextPageToken], [[second, first], 2, '']);
    assert.ok(!('artifacts' in whole.tasks[0]) && !('history' in whole.tasks[0]));
    const page = await list({ pageSize: 1, includeArtifacts: true, historyLength: 1 });
    assert.deepEqual([ids(page), page.pageSize, page.tasks[0].artifacts], [[third], 1, []]);
    assert.equal(page.tasks[0].history.length, 1);
    const following = await list({
      pageSize: 1,
      pageToken: page.nextPageToken,
      includeArtifacts: true,
      historyLength: 1,
    });
    assert.deepEqual(ids(following), [second]);
    await call('CancelTask', { id: first });
    assert.deepEqual(ids(await list({ contextId: 'list-1', status: 'TASK_STATE_CANCELED' })), [first]);
    const later = new Date(api.clock.nowMs + 60_000).toISOString();
    assert.deepEqual((await list({ statusTimestampAfter: later })).tasks, []);
    assert.deepEqual((await call('ListTasks', {}, { token: other.jwtToken })).result.tasks.map(() => 1).length, 1);
    assert.equal(await codeOf('ListTasks', { pageToken: 'forged' }), -32602);
    assert.equal(await codeOf('ListTasks', { pageSize: 101 }), -32602);
  });

  it('answers the codes of A2A and of JSON-RPC', async () => {
    assert.equal(await codeOf('GetTask', { id: 'nothing' }), -32001);
    const withoutSkill = { message: { messageId: 'p', role: 'ROLE_USER', parts: [{ text: 'x' }] } };
    assert.equal(await codeOf('GetExtendedAgentCard', {}), -32004);
    assert.equal(await codeOf('GetTask', { id: 't' }, { version: '0.3' }), -32009);
    assert.equal(await codeOf('GetTask', { id: 't' }, { version: '' }), -32009);
    assert.equal(await codeOf('GetTask', { id: 'nothing' }, { version: '', path: '?A2A-Version=1.0' }), -32001);
    assert.equal(await codeOf('tasks/get', { id: 't' }), -32601);
    assert.equal(await codeOf('toString', {}), -32601);
    assert.equal(await codeOf('SendMessage', withoutSkill), -32602, 'without a skill');
    const { error } = await call('SendMessage', { message: { messageId: 'm', role: 'ROLE_USER', parts: [] } });
    assert.deepEqual([error?.code, JSON.stringify(error?.data).includes('message.parts')], [-32602, true]);
    for (const parts of [[{}], [{ text: 'a', data: {} }], [{ data: [1] }]]) {
      const params = { message: { messageId: 'm', role: 'ROLE_USER', parts }, metadata: { skill: 'x' } };
      assert.equal(await codeOf('SendMessage', params), -32602, JSON.stringify(parts));
    }
  });

  it('answers a body that is no call as a problem and as a JSON-RPC error', async () => {
    const post = (payload: string) =>
      api.app.inject({
        ...{ method: 'POST', url: '/api/a2a', payload },
        headers: { authorization: `Bearer ${owner.jwtToken}`, 'content-type': 'application/json' },
      });
    for (const [payload, code] of [
      ['{', -32700],
      ['[]', -32600],
      ['{"jsonrpc":"1.0","id":1,"method":"GetTask"}', -32600],
    ] as const) {
      const reply = await post(payload);
      const { errorCode, error, id } = reply.json();
      assert.deepEqual([reply.statusCode, errorCode, error.code, id], [400, 'MALFORMED_REQUEST', code, null]);
    }
  });

  it('asks for a token, and for the scope of the method', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'CancelTask', params: { id: 't' } };
    const headers = { 'a2a-version': '1.0' };
    assert.equal((await ask(api, '/api/a2a', body, { headers })).status, 401);
    const key = { name: 'reader', scopes: ['tasks:read'] };
    const made = await ask(api, `/api/avatar/${owner.id}/api-keys`, key, { token: owner.jwtToken });
    const reader = made.result.apiKey;
    const refused = await ask(api, '/api/a2a', body, { token: reader, headers });
    assert.deepEqual([refused.status, refused.code], [403, 'FORBIDDEN']);
    assert.ok((await call('ListTasks', {}, { token: reader })).result.tasks.length > 0);
  });
});
