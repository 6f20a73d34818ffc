import { strict as assert } from 'node:assert';
import { agentStorage } from '@causeway/agents';
import { columns } from '@causeway/storage/test-support/columns';
import { agentWorld, asksOf, type ClaimedTask, expect, type TestAgent } from '../../support/agents.ts';
import { as as headersOf } from '../../support/api.ts';
import { ask, makeAdmin, signedUpForAll, signIn } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';

/** What a task holds; each path is searched for all of them. */
const CONTENT = {
  ...{ input: 'the-input', answer: 'the-answer', progress: 'the-progress', artifact: 'the-artifact' },
  result: 'the-result',
};
type Content = keyof typeof CONTENT;

onEngines('the content of a task', (database) => {
  const world = agentWorld(database, { webhooks: { allowedNetworks: ['127.0.0.0/8'] } });
  const [boss, root] = signedUpForAll(world.api, 'boss', 'root');
  let admin = '';
  before('make an admin', async () => {
    await makeAdmin(world.api, root.id);
    admin = (await signIn(world.api, root.username)).jwtToken;
  });
  const { as, mine } = world;
  let types = 0;

  /** An agent that fits, of the other person's or of another one's. */
  const agentOf = async (type: string, more: object = {}, owner = world.other): Promise<TestAgent> => {
    const facts = { name: type, capabilities: [{ type }], ...more };
    const { agentId, apiKey } = await expect(as(owner.jwtToken)('POST /register', facts), 201);
    const asks = as(apiKey);
    return {
      agentId,
      apiKey,
      asks,
      claim: (request = {}) => expect(asks(`POST /${agentId}/tasks/claim`, request), 200),
    };
  };
  const rpc = (token: string, method: string, params: object) =>
    ask(world.api, '/api/a2a', { jsonrpc: '2.0', id: 1, method, params }, { token, headers: { 'a2a-version': '1.0' } });
  const streamed = (path: string, token: string) =>
    world.api.app.inject({ url: `/api/agents${path}`, headers: headersOf(token) });
  const mcp = (token: string, name: string, args: object) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    return ask(world.api, '/mcp', body, { token });
  };

  /**
   * Every way to read something of a task, as the holder of `token`; `agentId` is an agent of the caller's, or the
   * caller.
   */
  const PATHS: Readonly<Record<string, (taskId: string, token: string, agentId: string) => Promise<{ body: string }>>> =
    {
      getTask: (id, token) => as(token)(`GET /tasks/${id}`),
      traceTask: (id, token) => as(token)(`GET /tasks/${id}/trace`),
      listTaskArtifacts: (id, token) => as(token)(`GET /tasks/${id}/artifacts`),
      'listTasks as submitter': (_id, token) => as(token)('GET /tasks?limit=100'),
      'listTasks as agent': (_id, token) => as(token)('GET /tasks?role=agent&limit=100'),
      getAgentLogs: (_id, token, agentId) => as(token)(`GET /${agentId}/logs`),
      'debugAgent trace': (taskId, token, agentId) => as(token)(`POST /${agentId}/debug`, { taskId, action: 'trace' }),
      'debugAgent inspect': (taskId, token, agentId) => {
        const options = { includeState: true, includeMessages: true };
        return as(token)(`POST /${agentId}/debug`, { taskId, action: 'inspect', options });
      },
      deliveries: async (_id, token) => {
        const listed = await expect(as(token)('GET /webhooks/deliveries'), 200);
        const bodies = await Promise.all(
          columns(listed, 'deliveryId').map((id) => as(token)(`GET /webhooks/deliveries/${id}`)),
        );
        return { body: JSON.stringify(bodies.map(({ body }) => body)) };
      },
      'its own stream': async (_id, token) => {
        const { id } = (await ask(world.api, '/api/avatar/me', undefined, { token })).result;
        const topics = ['tasks', 'agents', 'workflows'];
        return { body: JSON.stringify(await world.api.storage.events.afterFor({ avatarId: id, topics }, 0, 1_000)) };
      },
      'A2A GetTask': (id, token) => rpc(token, 'GetTask', { id }),
      'A2A ListTasks': (_id, token) => rpc(token, 'ListTasks', { historyLength: 9, includeArtifacts: true }),
      'MCP getTask': (taskId, token) => mcp(token, 'getTask', { taskId }),
      'MCP listTaskArtifacts': (taskId, token) => mcp(token, 'listTaskArtifacts', { taskId }),
    };

  /** The content that is in the answers of all paths, by the paths. */
  const shown = async (taskId: string, token: string, agentId: string) => {
    const found: Partial<Record<Content, string[]>> = {};
    for (const [path, read] of Object.entries(PATHS)) {
      const { body } = await read(taskId, token, agentId);
      for (const [name, text] of Object.entries(CONTENT)) {
        if (body.includes(text)) found[name as Content] = [...(found[name as Content] ?? []), path];
      }
    }
    return found;
  };
  const nothing = async (who: string, taskId: string, token: string, agentId: string): Promise<void> =>
    assert.deepEqual(await shown(taskId, token, agentId), {}, who);

  const submit = async (more: object = {}, asks = mine) => {
    types += 1;
    const type = `seen-${types}`;
    const body = { type, taskId: `task-${type}`, input: { of: CONTENT.input }, ...more };
    const { taskId } = await expect(asks('POST /tasks/submit', body), 201);
    return { type, taskId };
  };
  /** Does the whole work with the task: each kind of content is in it then. */
  const work = async (agent: TestAgent, task: ClaimedTask | undefined): Promise<void> => {
    const { taskId, token } = task ?? assert.fail('no task came');
    await expect(agent.asks(`POST /tasks/${taskId}/heartbeat`, { token, message: CONTENT.progress }), 200);
    const artifact = { token, name: 'part', content: CONTENT.artifact };
    await expect(agent.asks(`POST /tasks/${taskId}/artifacts`, artifact), 200);
    await expect(agent.asks(`POST /tasks/${taskId}/complete`, { token, result: CONTENT.result }), 200);
  };

  it('is nobody’s but the submitter’s while the task waits, also for agents that could take it', async () => {
    const { type, taskId } = await submit();
    const could = await agentOf(type);
    await nothing('an agent that could take it', taskId, could.apiKey, could.agentId);
    await nothing('its owner', taskId, world.other.jwtToken, could.agentId);
    const seen = await shown(taskId, world.owner.jwtToken, could.agentId);
    assert.deepEqual(Object.keys(seen), ['input']);
    const found = await ask(world.api, `/api/agents/discover?capability=${type}`);
    assert.ok(!found.body.includes(CONTENT.input));
    assert.equal((await could.claim())[0]?.input.of, CONTENT.input, 'the claim gives it');
  });

  it('is the holder’s and its owner’s while it holds the task, and what it made stays theirs', async () => {
    const { type, taskId } = await submit();
    const [agent, second] = [await agentOf(type), await agentOf(type)];
    const [task] = await agent.claim();
    const held = await shown(taskId, agent.apiKey, agent.agentId);
    assert.deepEqual(held, { input: ['getTask', 'debugAgent inspect', 'A2A GetTask', 'MCP getTask'] });
    await nothing('another agent', taskId, second.apiKey, second.agentId);
    await work(agent, task);
    for (const token of [agent.apiKey, world.other.jwtToken]) {
      assert.deepEqual(Object.keys(await shown(taskId, token, agent.agentId)).sort(), [
        ...['artifact', 'input', 'progress', 'result'],
      ]);
    }
    await nothing('another agent', taskId, second.apiKey, second.agentId);
  });

  /** Ways in which an agent loses a task that it holds. */
  const LOSSES: Readonly<Record<string, (agent: TestAgent, task: ClaimedTask) => Promise<unknown>>> = {
    'it released it': (agent, { taskId, token }) => expect(agent.asks(`POST /tasks/${taskId}/release`, { token }), 200),
    'it asked a question': async (agent, { taskId, token }) => {
      await expect(agent.asks(`POST /tasks/${taskId}/input-required`, { token, question: 'which?' }), 200);
      return expect(mine(`POST /tasks/${taskId}/input`, { answer: CONTENT.answer }), 200);
    },
    'its attempt failed': async (agent, { taskId, token }) => {
      await expect(agent.asks(`POST /tasks/${taskId}/fail`, { token, message: 'broke' }), 200);
      world.api.clock.nowMs += 60_000;
      return agentStorage(world.api.storage.agents).tasks.sweep(100, 0);
    },
    'its lease ended': async () => {
      world.api.clock.nowMs += 60_000;
      await agentStorage(world.api.storage.agents).tasks.sweep(100, 0);
      world.api.clock.nowMs += 60_000;
      return agentStorage(world.api.storage.agents).tasks.sweep(100, 0);
    },
  };

  for (const [loss, lose] of Object.entries(LOSSES)) {
    it(`is not the earlier holder’s any more: ${loss}`, async () => {
      const { type, taskId } = await submit({ maxAttempts: 5 });
      const [agent, second] = [await agentOf(type), await agentOf(type, {}, boss)];
      const [task] = await agent.claim();
      assert.ok(task);
      // Streams that were opened while it held the task, in both forms.
      const streams = [
        streamed(`/tasks/${taskId}/events`, agent.apiKey),
        streamed(`/tasks/${taskId}/events`, world.other.jwtToken),
        rpc(agent.apiKey, 'SubscribeToTask', { id: taskId }),
      ];
      await new Promise(setImmediate);
      await lose(agent, task);
      await nothing('before another agent has it', taskId, agent.apiKey, agent.agentId);
      await work(second, (await second.claim())[0]);
      await nothing('the agent', taskId, agent.apiKey, agent.agentId);
      await nothing('its owner', taskId, world.other.jwtToken, agent.agentId);
      for (const { body } of await Promise.all(streams)) {
        const later = Object.entries(CONTENT).filter(([name]) => name !== 'input');
        for (const [name, text] of later) assert.ok(!body.includes(text), `${name} is on a stream: ${body}`);
      }
      await expect(agent.asks(`GET /tasks/${taskId}`), 404, 'TASK_NOT_FOUND');
      await expect(agent.asks(`POST /tasks/${taskId}/replay`, {}), 404, 'TASK_NOT_FOUND');
      const debug = (action: string) => agent.asks(`POST /${agent.agentId}/debug`, { taskId, action });
      for (const action of ['inspect', 'replay']) await expect(debug(action), 422, 'TASK_UNKNOWN');
      const { history } = await expect(debug('trace'), 200);
      assert.equal(history.at(-1).token, task.token, 'its own part of the history is there');
      const whole = await shown(taskId, world.owner.jwtToken, agent.agentId);
      for (const name of ['input', 'artifact', 'progress', 'result'] as const) assert.ok(whole[name], name);
    });
  }

  it('is in no webhook that is stored, nor shown to an agent whose reservation is over', async () => {
    types += 1;
    const type = `seen-${types}`;
    const webhook = 'http://127.0.0.1:9/never';
    const agent = await agentOf(type, { endpoints: { webhook } });
    const task = { type, taskId: `task-${type}`, input: { of: CONTENT.input }, routing: { timeout: 1_000 } };
    const { status, taskId } = await expect(mine('POST /tasks/submit', task), 201);
    assert.equal(status, 'assigned');
    const { items } = await world.api.storage.agents.deliveries.list({ avatarId: agent.agentId }, null, 10);
    assert.equal(items.length, 1);
    assert.ok(!JSON.stringify(items).includes(CONTENT.input));
    world.api.clock.nowMs += 2_000;
    await agentStorage(world.api.storage.agents).tasks.sweep(100, 0);
    await nothing('the agent', taskId, agent.apiKey, agent.agentId);
  });

  it('is also the owner’s of an agent that submitted the task, and an admin’s to read and not to change', async () => {
    const { agentId, apiKey } = await expect(as(boss.jwtToken)('POST /register', { name: 'submitter' }), 201);
    const { type, taskId } = await submit({}, asksOf(world.api, apiKey));
    const agent = await agentOf(type);
    await work(agent, (await agent.claim())[0]);
    for (const token of [apiKey, boss.jwtToken, admin]) {
      assert.deepEqual(Object.keys(await shown(taskId, token, agentId)).sort(), [
        ...['artifact', 'input', 'progress', 'result'],
      ]);
    }
    const asAdmin = as(admin);
    const { taskId: open } = await submit();
    const { workflowId } = await expect(mine('POST /workflows/create', { steps: [{ stepId: 'a', type: 'x' }] }), 201);
    const { runId } = await expect(mine(`POST /workflows/${workflowId}/execute`, {}), 201);
    const { webhookId } = await expect(mine('POST /webhooks', { url: 'http://127.0.0.1:9/mine' }), 201);
    for (const read of [
      `/tasks/${open}`,
      `/workflows/${workflowId}`,
      `/workflows/runs/${runId}`,
      `/webhooks/${webhookId}`,
    ]) {
      assert.equal((await asAdmin(`GET ${read}`)).status, 200, read);
    }
    const changes: readonly (readonly [string, object?])[] = [
      ...[[`POST /tasks/${open}/cancel`, {}] as const, [`POST /tasks/${taskId}/replay`, {}] as const],
      ...[
        [`POST /workflows/${workflowId}/execute`, {}] as const,
        [`POST /workflows/runs/${runId}/cancel`, {}] as const,
      ],
      ...[[`DELETE /webhooks/${webhookId}`] as const, [`POST /${agent.agentId}/tasks/claim`, {}] as const],
      ...[[`POST /${agent.agentId}/heartbeat`, {}] as const],
      [`POST /${agent.agentId}/debug`, { taskId, action: 'replay' }],
    ];
    for (const [route, body] of changes) assert.equal((await asAdmin(route, body)).status, 404, route);
    for (const [route, body] of [[`PUT /${agent.agentId}`, { name: 'x' }], [`DELETE /${agent.agentId}`]] as const) {
      assert.equal((await asAdmin(route, body)).status, 403, route);
    }
    const refused = await rpc(admin, 'CancelTask', { id: open });
    assert.match(refused.body, /"code":-32001/);
    assert.match((await rpc(admin, 'GetTask', { id: open })).body, /"result"/);
  });
});
