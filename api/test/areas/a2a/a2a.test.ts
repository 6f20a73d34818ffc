import { strict as assert } from 'node:assert';
import { Role, SendMessageRequest, type Task } from '@a2a-js/sdk';
import { ClientFactory } from '@a2a-js/sdk/client';
import { columns } from '@causeway/storage/test-support/columns';
import { a2a as area } from '../../../src/areas/a2a/index.ts';
import { TaskWaits } from '../../../src/areas/a2a/waits.ts';
import { EventWaits } from '../../../src/http/events/event-waits.ts';
import { ask } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';
import { a2aWorld, by, lastMessageId, message, partsOf, reasonOf, stateOf } from './support.ts';

onEngines('the A2A interface', (database) => {
  const a2a = a2aWorld(database);
  const { world, call, codeOf, send, newAgent } = a2a;

  it('shows the card of the platform, with the capabilities of all agents, and of each agent', async () => {
    const { agentId } = await newAgent('paint');
    const card = await ask(world.api, '/.well-known/agent-card.json', undefined, {
      headers: { host: 'agents.example' },
    });
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
    assert.equal((await ask(world.api, '/.well-known/agent-card.json', undefined, again)).status, 304);

    const own = await new ClientFactory().createFromUrl(
      `${a2a.url}/api/a2a/agents/${agentId}/`,
      '.well-known/agent-card.json',
    );
    const { name, version, skills: theirs, supportedInterfaces } = await own.getAgentCard();
    assert.deepEqual([name, version, columns(theirs, 'id')], ['The paint', '1', ['paint']]);
    assert.equal(supportedInterfaces[0]?.url, `${a2a.url}/api/a2a/agents/${agentId}/`);
    const unknown = await ask(world.api, '/api/a2a/agents/nobody/.well-known/agent-card.json');
    assert.deepEqual([unknown.status, unknown.code], [404, 'AGENT_NOT_FOUND']);
  });

  it('lets an unmodified client send a message, follow its task and get the result', async () => {
    const agent = await newAgent('sum');
    const sent = await send([{ data: { of: [1, 2] } }, { text: 'add them' }], { metadata: { skill: 'sum' } });
    assert.deepEqual([stateOf(sent), sent.contextId], ['TASK_STATE_SUBMITTED', sent.id]);
    const { taskId, token, input } = await agent.claim();
    assert.deepEqual([taskId, input], [sent.id, { of: [1, 2], text: 'add them' }]);
    await agent.asks(`POST /tasks/${taskId}/heartbeat`, { token, progress: 50, message: 'half' });
    const working = await a2a.client.getTask({ tenant: '', id: taskId, historyLength: 1 }, by(world.owner.jwtToken));
    assert.deepEqual(
      [stateOf(working), partsOf(working.status?.message?.parts), working.metadata?.progress],
      ['TASK_STATE_WORKING', ['half'], 50],
    );
    assert.deepEqual(
      working.history.map(({ messageId, role, parts }) => [messageId, role, partsOf(parts)]),
      [[lastMessageId(), Role.ROLE_USER, ['add them', { of: [1, 2] }]]],
    );
    await agent.asks(`POST /tasks/${taskId}/complete`, { token, result: { sum: 3 } });
    const done = await a2a.client.getTask({ tenant: '', id: taskId }, by(world.owner.jwtToken));
    assert.deepEqual(
      [stateOf(done), done.artifacts.map(({ artifactId, parts }) => [artifactId, partsOf(parts)])],
      ['TASK_STATE_COMPLETED', [['result', [{ sum: 3 }]]]],
    );
    const hidden = a2a.client.getTask({ tenant: '', id: taskId }, by(world.other.jwtToken));
    assert.equal(await reasonOf(hidden), 'TASK_NOT_FOUND');
  });

  it('waits for the end of the task unless the message says otherwise', async () => {
    const agent = await newAgent('echo');
    const request = message([{ text: 'hello' }], { metadata: { skill: 'echo' } }, {});
    const waiting = a2a.client.sendMessage(request, by(world.owner.jwtToken));
    const { taskId, token } = await agent.claim();
    await agent.asks(`POST /tasks/${taskId}/complete`, { token, result: 'hello' });
    const done = (await waiting) as Task;
    assert.deepEqual([stateOf(done), partsOf(done.artifacts[0]?.parts)], ['TASK_STATE_COMPLETED', ['hello']]);
  });

  it('waits no longer than the service allows, the client stays, and the service runs', async () => {
    const { id } = await send([{ text: 'hello' }], { metadata: { skill: 'nobody-does-this' } });
    const read = async () => (await world.api.storage.agents.tasks.get(id)) ?? assert.fail();
    const [few, many] = [new EventWaits(world.api.storage.events), new EventWaits(world.api.storage.events)];
    const short = new TaskWaits(few, 1);
    const long = new TaskWaits(many, 60_000);
    const never = new AbortController();
    const gone = new AbortController();
    const waits = [short.whenNotWorking(id, read, never.signal), long.whenNotWorking(id, read, gone.signal)];
    gone.abort();
    const stopped = long.whenNotWorking(id, read, never.signal);
    many.stop();
    for (const row of await Promise.all([...waits, stopped])) assert.equal(row.state, 'queued');
    for (const one of [few, many]) one.close();
  });

  it('takes the same message for the same task while that is open, and its id with another content for another one', async () => {
    const first = message([{ text: 'once' }], { metadata: { skill: 'once' } });
    const [sent, again] = [
      await a2a.client.sendMessage(first, by(world.owner.jwtToken)),
      await a2a.client.sendMessage(first, by(world.owner.jwtToken)),
    ];
    assert.deepEqual((again as Task).id, (sent as Task).id);
    const { messageId } = first.message ?? assert.fail();
    const changed = message([{ text: 'twice' }], { messageId, metadata: { skill: 'once' } });
    const other = (await a2a.client.sendMessage(changed, by(world.owner.jwtToken))) as Task;
    const theirs = (await a2a.client.sendMessage(first, by(world.other.jwtToken))) as Task;
    assert.equal(new Set([(sent as Task).id, other.id, theirs.id]).size, 3);
    for (let time = 0; time < 6; time += 1) {
      await a2a.client.cancelTask({ tenant: '', id: (sent as Task).id, metadata: {} }, by(world.owner.jwtToken));
      const [next, retried] = await Promise.all(
        [1, 2].map(() => a2a.client.sendMessage(first, by(world.owner.jwtToken)) as Promise<Task>),
      );
      assert.ok(next && retried);
      assert.equal(next.id, retried.id);
      assert.notEqual(next.id, (sent as Task).id);
      Object.assign(sent, { id: next.id });
    }
  });

  it('reserves the messages of an agent’s interface to it', async () => {
    const [mine, rival] = [await newAgent('same'), await newAgent('same')];
    const own = await new ClientFactory().createFromUrl(
      `${a2a.url}/api/a2a/agents/${mine.agentId}/`,
      '.well-known/agent-card.json',
    );
    const sent = (await own.sendMessage(message([{ text: 'for you' }]), by(world.owner.jwtToken))) as Task;
    assert.deepEqual(await rival.asks(`POST /${rival.agentId}/tasks/claim`, {}), []);
    assert.equal((await mine.claim()).taskId, sent.id);
    const gone = await ask(
      world.api,
      '/api/a2a/agents/nobody',
      { jsonrpc: '2.0', id: 1, method: 'GetTask', params: {} },
      { token: world.owner.jwtToken, headers: { 'a2a-version': '1.0' } },
    );
    assert.deepEqual([gone.status, gone.code], [404, 'AGENT_NOT_FOUND']);
  });

  it('asks for input and takes a further message as the answer', async () => {
    const agent = await newAgent('guess');
    const sent = await send([{ text: 'choose' }], { contextId: 'talk-1', metadata: { skill: 'guess' } });
    const asked = await agent.claim();
    await agent.asks(`POST /tasks/${sent.id}/input-required`, { token: asked.token, question: 'which colour?' });
    const waiting = await a2a.client.getTask({ tenant: '', id: sent.id }, by(world.owner.jwtToken));
    assert.deepEqual(
      [stateOf(waiting), partsOf(waiting.status?.message?.parts), waiting.contextId],
      ['TASK_STATE_INPUT_REQUIRED', ['which colour?'], 'talk-1'],
    );
    const wrong = message([{ text: 'blue' }], { taskId: sent.id, contextId: 'talk-2' });
    assert.equal(await reasonOf(a2a.client.sendMessage(wrong, by(world.owner.jwtToken))), 'INVALID_PARAMS');
    await send([{ text: 'blue' }], { taskId: sent.id, contextId: 'talk-1' });
    assert.deepEqual((await agent.claim()).questions, [{ question: 'which colour?', answer: 'blue' }]);
    const late = message([{ text: 'red' }], { taskId: sent.id });
    assert.equal(await reasonOf(a2a.client.sendMessage(late, by(world.owner.jwtToken))), 'UNSUPPORTED_OPERATION');
    const { history } = await a2a.client.getTask({ tenant: '', id: sent.id }, by(world.owner.jwtToken));
    assert.deepEqual(
      history.map(({ role, parts }) => [Role[role], ...partsOf(parts)]),
      [
        ['ROLE_USER', 'choose'],
        ['ROLE_AGENT', 'which colour?'],
        ['ROLE_USER', 'blue'],
      ],
    );
    const unknown = message([{ text: 'blue' }], { taskId: 'nothing' });
    assert.equal(await reasonOf(a2a.client.sendMessage(unknown, by(world.owner.jwtToken))), 'TASK_NOT_FOUND');
  });

  it('cancels a task once', async () => {
    const { id } = await send([{ text: 'go' }], { metadata: { skill: 'cancelled' } });
    const cancelled = await a2a.client.cancelTask({ tenant: '', id, metadata: undefined }, by(world.owner.jwtToken));
    assert.equal(stateOf(cancelled), 'TASK_STATE_CANCELED');
    const again = a2a.client.cancelTask({ tenant: '', id, metadata: undefined }, by(world.owner.jwtToken));
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
    world.api.clock.nowMs += 1;
    await call('CancelTask', { id: first });
    assert.deepEqual(
      ids(await list({ contextId: 'list-1' })),
      [first, second],
      'the one that changed last is the first',
    );
    assert.deepEqual(ids(await list({ contextId: 'list-1', status: 'TASK_STATE_CANCELED' })), [first]);
    const later = new Date(world.api.clock.nowMs + 60_000).toISOString();
    assert.deepEqual((await list({ statusTimestampAfter: later })).tasks, []);
    assert.deepEqual(
      (await call('ListTasks', {}, { token: world.other.jwtToken })).result.tasks.map(() => 1).length,
      1,
    );
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
      world.api.app.inject({
        ...{ method: 'POST', url: '/api/a2a', payload },
        headers: { authorization: `Bearer ${world.owner.jwtToken}`, 'content-type': 'application/json' },
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
    assert.equal((await ask(world.api, '/api/a2a', body, { headers })).status, 401);
    const key = { name: 'reader', scopes: ['tasks:read'] };
    const made = await ask(world.api, `/api/avatar/${world.owner.id}/api-keys`, key, { token: world.owner.jwtToken });
    const reader = made.result.apiKey;
    const refused = await ask(world.api, '/api/a2a', body, { token: reader, headers });
    assert.deepEqual([refused.status, refused.code], [403, 'FORBIDDEN']);
    assert.ok((await call('ListTasks', {}, { token: reader })).result.tasks.length > 0);
  });
});

describe('a call of A2A that waits', () => {
  const { world, call } = a2aWorld(() => undefined);

  it('is answered when the service stops', async () => {
    const request = message([{ text: 'hello' }], { metadata: { skill: 'nobody-does-this' } }, {});
    const waiting = call('SendMessage', SendMessageRequest.toJSON(request) as object);
    while ((await call('ListTasks', {})).result.tasks.length === 0);
    area.stop?.(world.api.areas.use(area));
    assert.equal((await waiting).result.task.status.state, 'TASK_STATE_SUBMITTED');
  });
});
