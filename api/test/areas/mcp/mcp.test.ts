import { strict as assert } from 'node:assert';
import { columns } from '@causeway/storage/test-support/columns';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { TOOLS, Tool } from '../../../src/areas/mcp/tools.ts';
import type { Scope } from '../../../src/http/callers.ts';
import { apiForAll, fund } from '../../support/api.ts';
import { ask, signedUp, signedUpForAll } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';
import { ALICE } from '../../support/people.ts';

onEngines('the tools of the Model Context Protocol', (database) => {
  let url: string;
  const clients: Client[] = [];
  after(async () => {
    for (const client of clients) await client.close();
  });
  const api = apiForAll({ database });
  const [owner] = signedUpForAll(api, 'owner');
  before(async () => {
    url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  });

  /** An unmodified client over HTTP, as the caller of `token`. */
  const connect = async (token: string): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
    clients.push(client);
    return client;
  };
  const keyOf = async (scopes: readonly Scope[]): Promise<string> => {
    const body = { name: 'test', scopes };
    return (await ask(api, `/api/avatar/${owner.id}/api-keys`, body, { token: owner.jwtToken })).result.apiKey;
  };
  const call = async (client: Client, name: string, args: Record<string, unknown> = {}) => {
    const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
    const [first] = content as readonly { readonly type: string; readonly text: string }[];
    assert.deepEqual(JSON.parse(first?.text ?? ''), structuredContent);
    // biome-ignore lint/suspicious/noExplicitAny: tests read any member of an answer
    return { isError, ...(structuredContent as any) };
  };
  const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

  it('are operations of the API, with its schemas', async () => {
    const client = await connect(owner.jwtToken);
    assert.deepEqual(client.getServerVersion()?.name, 'causeway');
    await client.ping();
    const { tools } = await client.listTools();
    assert.deepEqual(columns(tools, 'name'), TOOLS);
    const submit = tools.find(({ name }) => name === 'submitTask') ?? assert.fail();
    assert.deepEqual(submit.inputSchema.required, ['type']);
    assert.ok(!JSON.stringify(tools).includes('x-name'));
    assert.deepEqual(
      tools
        .filter(({ annotations }) => annotations?.readOnlyHint)
        .every(({ name }) => /^(get|list|discover|trace|search|load|check)/.test(name)),
      true,
    );
  });

  it('let a model find an agent, submit a task, answer its question and read the result', async () => {
    const client = await connect(owner.jwtToken);
    const facts = { name: 'painter', capabilities: [{ type: 'paint' }] };
    const agent = (await ask(api, '/api/agents/register', facts, { token: owner.jwtToken })).result;
    const found = await call(client, 'discoverAgents', { capability: 'paint', limit: 5 });
    assert.deepEqual(columns(found.result, 'agentId'), [agent.agentId]);
    const submitted = await call(client, 'submitTask', { type: 'paint', input: { text: 'a bridge' }, taskId: 'mcp-1' });
    assert.deepEqual([submitted.isError, submitted.result.taskId], [false, 'mcp-1']);
    const asAgent = async (route: string, body: object) =>
      (await ask(api, `POST /api/agents/${route}`, body, { token: agent.apiKey })).result;
    const claim = async () => (await asAgent(`${agent.agentId}/tasks/claim`, { waitMs: 5_000 }))[0];
    const { token } = await claim();
    await asAgent('tasks/mcp-1/input-required', { token, question: 'which colour?' });
    assert.equal((await call(client, 'getTask', { taskId: 'mcp-1' })).result.result.status, 'input_required');
    assert.equal((await call(client, 'answerTask', { taskId: 'mcp-1', answer: 'blue' })).isError, false);
    await asAgent('tasks/mcp-1/complete', { token: (await claim()).token, result: { picture: 1 } });
    assert.deepEqual((await call(client, 'getTask', { taskId: 'mcp-1' })).result.result.result, { picture: 1 });
    const listed = await call(client, 'listTasks', { status: 'completed' });
    assert.equal(listed.resultsCount, 1);
  });

  it('execute a workflow, keep memories, and send messages', async () => {
    const client = await connect(owner.jwtToken);
    const steps = [{ stepId: 'only', type: 'paint', input: {} }];
    const made = await ask(api, '/api/agents/workflows/create', { steps }, { token: owner.jwtToken });
    assert.equal(made.status, 201, made.body);
    const run = await call(client, 'executeWorkflow', { workflowId: made.result.workflowId, input: {} });
    assert.equal(run.isError, false, JSON.stringify(run));
    const { runId } = run.result;
    assert.equal((await call(client, 'getWorkflowRun', { runId })).isError, false);
    assert.equal((await call(client, 'cancelWorkflowRun', { runId })).isError, false);
    const metadata = { agentId: 'painter', knowledge: { seen: 'a bridge' }, timestamp: '2026-01-05T12:00:00Z' };
    const saved = await call(client, 'saveHolon', { name: 'seen', holonType: 'AgentMemory', metadata });
    assert.equal(saved.isError, false, JSON.stringify(saved));
    assert.equal((await call(client, 'loadHolon', { id: saved.result.id })).result.name, 'seen');
    const other = await signedUp(api, 'other');
    const sent = await call(client, 'sendMessage', { toAvatarId: other.id, message: 'hello' });
    assert.equal(sent.isError, false, JSON.stringify(sent));
    const missions = await call(client, 'searchMissions', { query: 'bridge' });
    assert.equal(missions.isError, false, JSON.stringify(missions));
  });

  it('quote and place orders, once for one key', async () => {
    fund(api, 'ethereum', 100);
    const client = await connect(ALICE);
    const wanted = { from: 'ETH', to: 'polygon', amount: '0.5' };
    assert.equal((await call(client, 'getQuote', wanted)).isError, false);
    const order = { ...wanted, idempotencyKey: 'mcp-order' };
    const [first, again] = [await call(client, 'createOrder', order), await call(client, 'createOrder', order)];
    assert.equal(first.isError, false, JSON.stringify(first));
    assert.equal(again.orderId, first.orderId);
    assert.equal((await call(client, 'getOrder', { id: first.orderId })).result.orderId, first.orderId);
  });

  it('answer a refusal as the problem of the operation', async () => {
    const client = await connect(owner.jwtToken);
    const refused = await call(client, 'getTask', { taskId: 'nothing' });
    assert.deepEqual([refused.isError, refused.errorCode], [true, 'TASK_NOT_FOUND']);
    const wrong = await call(client, 'submitTask', { type: '' });
    assert.deepEqual([wrong.isError, wrong.errorCode], [true, 'MALFORMED_REQUEST']);
    for (const [name, args] of Object.entries({
      submitTask: { type: 'paint', isAdmin: true },
      listTasks: { idempotencyKey: 'none for reads' },
      cancelTask: { taskId: 'x', reason: 'undeclared' },
    })) {
      const unknown = await call(client, name, args);
      assert.match(unknown.message, /^(body|query): (isAdmin|idempotencyKey|reason) is unknown/, name);
    }
    const slashed = await call(client, 'getTask', { taskId: '../../avatar' });
    assert.equal(slashed.isError, true);
  });

  it('are those of the caller’s scopes alone', async () => {
    const reader = await connect(await keyOf(['tasks:read']));
    const own = await names(reader);
    assert.ok(own.includes('getTask') && own.includes('discoverAgents'));
    for (const hidden of ['submitTask', 'cancelTask', 'createOrder', 'loadHolon'])
      assert.ok(!own.includes(hidden), hidden);
    const refused = await reader.callTool({ name: 'submitTask', arguments: { type: 'paint' } }).catch((error) => error);
    assert.ok(refused instanceof McpError);
    assert.match(refused.message, /no tool of yours is submitTask/);
    const unknown = await reader.callTool({ name: 'deleteEverything' }).catch((error) => error);
    assert.ok(unknown instanceof McpError);
  });

  it('hide from agents what agents may not do', () => {
    const caller = { agentId: 'a', scopes: new Set(['admin']) } as never;
    for (const name of TOOLS) {
      const operation =
        api.app.operations.find(({ declaration }) => declaration.operationId === name) ?? assert.fail(name);
      assert.equal(new Tool(operation).isFor(caller), operation.access.agents, name);
    }
  });

  it('need a token, speak known versions, and offer no stream', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    assert.equal((await ask(api, '/mcp', body)).status, 401);
    const asking = { token: owner.jwtToken };
    const old = await ask(api, '/mcp', body, { ...asking, headers: { 'mcp-protocol-version': '2020-01-01' } });
    assert.deepEqual([old.status, old.code], [400, 'MALFORMED_REQUEST']);
    assert.equal((await ask(api, 'GET /mcp', undefined, asking)).status, 405);
    const noted = await ask(api, '/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' }, asking);
    assert.deepEqual([noted.status, noted.body], [202, '']);
    const rpc = async (method: string, params = {}) =>
      JSON.parse((await ask(api, '/mcp', { jsonrpc: '2.0', id: 'x', method, params }, asking)).body);
    assert.equal((await rpc('resources/list')).error.code, -32601);
    assert.equal((await rpc('tools/call', { name: 'getTask', arguments: [] })).error.code, -32602);
    assert.equal((await rpc('initialize', { protocolVersion: '2025-06-18' })).result.protocolVersion, '2025-06-18');
    assert.equal((await rpc('initialize', { protocolVersion: '1999-01-01' })).result.protocolVersion, '2025-11-25');
  });
});
