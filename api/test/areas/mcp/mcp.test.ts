import { strict as assert } from 'node:assert';
import { columns } from '@causeway/storage/test-support/columns';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { Ajv } from 'ajv';
import { DEFAULT_TOOLS, whyNoTool } from '../../../src/areas/mcp/catalog.ts';
import { resultOf } from '../../../src/areas/mcp/results.ts';
import { Tool } from '../../../src/areas/mcp/tools.ts';
import type { Scope } from '../../../src/http/callers/callers.ts';
import { fund } from '../../support/api.ts';
import { ask, signedUp } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';
import { ALICE } from '../../support/people.ts';
import { mcpWorld } from './support.ts';

interface ExampleSchema {
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, ExampleSchema>>;
  readonly items?: ExampleSchema;
}

/** The examples of an answer's schema, or of the wrapped schema. */
function examplesOf({ examples, properties, items }: ExampleSchema): readonly unknown[] {
  if (examples) return examples;
  if (items) return examplesOf(items).map((item) => [item]);
  const { result } = properties ?? {};
  return result ? examplesOf(result).map((one) => ({ result: one, isError: false, message: 'OK' })) : [];
}

onEngines('the tools of the Model Context Protocol', (database) => {
  const { api, owner, connect } = mcpWorld(database);
  const keyOf = async (scopes: readonly Scope[]): Promise<string> => {
    const body = { name: 'test', scopes };
    return (await ask(api, `/api/avatar/${owner.id}/api-keys`, body, { token: owner.jwtToken })).result.apiKey;
  };
  const call = async (client: Client, name: string, args: Record<string, unknown> = {}) => {
    const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
    const [first] = content as readonly { readonly type: string; readonly text: string }[];
    const shown = JSON.parse(first?.text ?? '');
    assert.deepEqual(structuredContent, isError ? undefined : shown);
    return { isError, ...shown };
  };
  const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

  it('are operations of the API, with its schemas', async () => {
    const client = await connect(owner.jwtToken);
    assert.deepEqual(client.getServerVersion()?.name, 'causeway');
    await client.ping();
    const { tools } = await client.listTools();
    assert.deepEqual(columns(tools, 'name'), DEFAULT_TOOLS);
    assert.ok(JSON.stringify(tools).length <= 13_300, 'a short list');
    const submit = tools.find(({ name }) => name === 'submitTask') ?? assert.fail();
    assert.deepEqual(submit.inputSchema.required, ['type']);
    assert.ok('taskId' in (submit.outputSchema?.properties ?? {}));
    const all = await connect(owner.jwtToken, 'all');
    const { tools: every } = await all.listTools();
    assert.ok(!JSON.stringify(every).includes('"x-'));
    const reading = every.filter(({ annotations }) => annotations?.readOnlyHint);
    assert.ok(
      reading.every(({ name }) => /^(get|list|discover|trace|search|load|check|count|find|export|await)/.test(name)),
    );
  });

  it('are every operation but those with a reason, each in one area', async () => {
    const client = await connect(owner.jwtToken);
    const areas = /\?tools=AREA: (.*)\.$/.exec(client.getInstructions() ?? '')?.[1]?.split(', ') ?? assert.fail();
    const listed = await Promise.all(
      areas.map(async (area) => [area, await names(await connect(owner.jwtToken, area))] as const),
    );
    const { all = [], ...byArea } = Object.fromEntries(listed);
    assert.deepEqual(Object.values(byArea).flat().sort(), [...all].sort());
    const operations = api.app.operations
      .filter((one) => whyNoTool(one) === undefined)
      .map(({ declaration }) => declaration.operationId);
    assert.deepEqual(all.filter((name) => !operations.includes(name)).sort(), [
      'awaitOrder',
      'awaitTask',
      'awaitWorkflowRun',
    ]);
    assert.deepEqual(
      operations.filter((name) => !all.includes(name)),
      [],
    );
    assert.ok(all.length > 150, `${all.length} tools`);
    for (const name of DEFAULT_TOOLS) assert.ok(all.includes(name), name);
    const none = await connect(owner.jwtToken, 'nothing').catch((error) => error);
    assert.match(String(none), /the areas are orders,/);
    const orders = await connect(owner.jwtToken, 'orders,wallets');
    const elsewhere = await orders.callTool({ name: 'getTask', arguments: {} }).catch((error) => error);
    assert.match(String(elsewhere), /is one of \?tools=agents/);
  });

  it('show results as their schemas say', () => {
    const ajv = new Ajv({ strict: false });
    let checked = 0;
    for (const operation of api.app.operations.filter((one) => whyNoTool(one) === undefined)) {
      const { operationId, success } = operation.declaration;
      for (const extent of ['whole', 'brief'] as const) {
        const schema = new Tool(operation).view(extent).outputSchema;
        assert.equal(schema.type, 'object', operationId);
        assert.ok(!Object.hasOwn(schema.properties ?? {}, 'isError'), operationId);
        for (const example of examplesOf(success.schema as ExampleSchema)) {
          const result = resultOf(example);
          assert.ok(ajv.validate(schema, result), `${operationId}: ${ajv.errorsText()}`);
          const untold = Object.keys(result).filter((name) => !Object.hasOwn(schema.properties ?? {}, name));
          assert.deepEqual(untold, [], operationId);
          checked += 1;
        }
      }
    }
    assert.ok(checked > 200, `${checked} examples`);
  });

  it('let a model find an agent, submit a task, answer its question and read the result', async () => {
    const client = await connect(owner.jwtToken);
    const facts = { name: 'painter', capabilities: [{ type: 'paint' }] };
    const agent = (await ask(api, '/api/agents/register', facts, { token: owner.jwtToken })).result;
    const found = await call(client, 'discoverAgents', { capability: 'paint', limit: 5 });
    assert.deepEqual(columns(found.items, 'agentId'), [agent.agentId]);
    const submitted = await call(client, 'submitTask', { type: 'paint', input: { text: 'a bridge' }, taskId: 'mcp-1' });
    assert.deepEqual([submitted.isError, submitted.taskId], [false, 'mcp-1']);
    const asAgent = async (route: string, body: object) =>
      (await ask(api, `POST /api/agents/${route}`, body, { token: agent.apiKey })).result;
    const claim = async () => (await asAgent(`${agent.agentId}/tasks/claim`, { waitMs: 5_000 }))[0];
    const { token } = await claim();
    await asAgent('tasks/mcp-1/input-required', { token, question: 'which colour?' });
    assert.equal((await call(client, 'getTask', { taskId: 'mcp-1' })).status, 'input_required');
    assert.equal((await call(client, 'answerTask', { taskId: 'mcp-1', answer: 'blue' })).isError, false);
    await asAgent('tasks/mcp-1/complete', { token: (await claim()).token, result: { picture: 1 } });
    assert.deepEqual((await call(client, 'getTask', { taskId: 'mcp-1' })).result, { picture: 1 });
    const listed = await call(client, 'listTasks', { status: 'completed' });
    assert.equal(listed.items.length, 1);
  });

  it('execute a workflow, keep memories, and send messages', async () => {
    const client = await connect(owner.jwtToken);
    const steps = [{ stepId: 'only', type: 'paint', input: {} }];
    const made = await ask(api, '/api/agents/workflows/create', { steps }, { token: owner.jwtToken });
    assert.equal(made.status, 201, made.body);
    const run = await call(client, 'executeWorkflow', { workflowId: made.result.workflowId, input: {} });
    assert.equal(run.isError, false, JSON.stringify(run));
    const { runId } = run;
    assert.equal((await call(client, 'getWorkflowRun', { runId })).isError, false);
    assert.equal((await call(client, 'cancelWorkflowRun', { runId })).isError, false);
    const metadata = { agentId: 'painter', knowledge: { seen: 'a bridge' }, timestamp: '2026-01-05T12:00:00Z' };
    const saved = await call(client, 'saveHolon', { name: 'seen', holonType: 'AgentMemory', metadata });
    assert.equal(saved.isError, false, JSON.stringify(saved));
    assert.equal((await call(client, 'loadHolon', { id: saved.id })).name, 'seen');
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
    assert.equal((await call(client, 'getOrder', { id: first.orderId })).orderId, first.orderId);
    const { resources } = await client.listResources();
    assert.deepEqual(
      [resources[0]?.uri, resources[0]?.title],
      [`causeway://orders/${first.orderId}`, '0.5 ETH from ethereum to polygon'],
    );
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
    const reader = await connect(await keyOf(['tasks:read']), 'all');
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
    for (const operation of api.app.operations) {
      assert.equal(new Tool(operation).isFor(caller), operation.access.agents, operation.declaration.operationId);
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
    assert.equal((await rpc('logging/setLevel')).error.code, -32601);
    assert.equal((await rpc('tools/call', { name: 'getTask', arguments: [] })).error.code, -32602);
    assert.equal((await rpc('initialize', { protocolVersion: '2025-06-18' })).result.protocolVersion, '2025-06-18');
    assert.equal((await rpc('initialize', { protocolVersion: '1999-01-01' })).result.protocolVersion, '2025-11-25');
  });
});
