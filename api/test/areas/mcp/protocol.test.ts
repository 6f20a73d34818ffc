import { strict as assert } from 'node:assert';
import { request as httpRequest } from 'node:http';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ask, signedUp } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';
import { mcpWorld } from './support.ts';

const BODY = { jsonrpc: '2.0', id: 1, method: 'ping' };

/** The status and errorCode of a ping with headers that no client lets one choose. */
const pingOf = (world: ReturnType<typeof mcpWorld>) => (headers: Readonly<Record<string, string>>) =>
  new Promise<string>((resolve, reject) => {
    const all = { 'content-type': 'application/json', authorization: `Bearer ${world.owner.jwtToken}`, ...headers };
    const sent = httpRequest(`${world.url}/mcp`, { method: 'POST', headers: all }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      reply.on('end', () => resolve(`${reply.statusCode} ${JSON.parse(text).errorCode ?? ''}`.trim()));
    });
    sent.on('error', reject).end(JSON.stringify(BODY));
  });

onEngines('the Model Context Protocol', (database) => {
  const world = mcpWorld(database, { cors: { origins: ['https://app.example'] } });
  const { api, owner, connect } = world;

  const ping = pingOf(world);

  it('takes calls of its own pages and of allowed origins alone', async () => {
    assert.equal(await ping({}), '200');
    assert.equal(await ping({ origin: world.url }), '200');
    assert.equal(await ping({ origin: 'https://app.example' }), '200');
    for (const origin of ['http://evil.example', 'null', 'https://app.example.evil.example', 'http://127.0.0.1:1']) {
      assert.equal(await ping({ origin }), '403 ORIGIN_NOT_ALLOWED', origin);
    }
  });

  it('takes calls to names that are its own alone', async () => {
    const port = new URL(world.url).port;
    for (const host of [`localhost:${port}`, '127.0.0.1', `[::1]:${port}`])
      assert.equal(await ping({ host }), '200', host);
    for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example']) {
      assert.equal(await ping({ host }), '403 HOST_NOT_ALLOWED', host);
      assert.equal(await ping({ host, origin: `http://${host}` }), '403 HOST_NOT_ALLOWED', host);
    }
    const written = { host: 'evil.example', 'x-forwarded-for': '203.0.113.7' };
    assert.equal(await ping(written), '403 HOST_NOT_ALLOWED', 'a page can write this header');
  });

  const listAll = async (client: Client) => {
    const uris: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listResources(cursor === undefined ? {} : { cursor });
      uris.push(...page.resources.map(({ uri }) => uri));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return uris;
  };
  const textOf = async (client: Client, uri: string) => {
    const [content] = (await client.readResource({ uri })).contents;
    return JSON.parse(String(content && 'text' in content ? content.text : assert.fail()));
  };

  it('has orders, missions and holons as resources, each for those who may read it', async () => {
    const asOwner = { token: owner.jwtToken };
    const saved = [];
    for (let at = 0; at < 60; at += 1) {
      const holon = { name: `note ${at}`, holonType: 'Note', metadata: { at } };
      saved.push((await ask(api, '/api/data/save-holon', holon, asOwner)).result.id as string);
    }
    const mission = { name: 'Cross', description: 'the bridge' };
    const made = await ask(api, '/api/missions', mission, asOwner);
    assert.equal(made.status, 201, made.body);
    const client = await connect(owner.jwtToken);
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.deepEqual(
      resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      ['causeway://orders/{id}', 'causeway://missions/{id}', 'causeway://holons/{id}'],
    );
    const uris = await listAll(client);
    assert.equal(new Set(uris).size, uris.length);
    assert.ok(uris.includes(`causeway://missions/${made.result.id}`));
    for (const id of saved) assert.ok(uris.includes(`causeway://holons/${id}`));
    assert.equal((await textOf(client, `causeway://holons/${saved[7]}`)).name, 'note 7');
    assert.equal((await textOf(client, `causeway://missions/${made.result.id}`)).name, 'Cross');

    const stranger = await connect((await signedUp(api, 'stranger')).jwtToken);
    const refused = [
      `causeway://holons/${saved[7]}`,
      'causeway://holons/x',
      'causeway://agents/x',
      'file:///etc/passwd',
    ];
    for (const uri of refused) {
      const error = await stranger.readResource({ uri }).catch((one) => one);
      assert.equal(error.code, -32002, uri);
    }
    assert.deepEqual(
      (await listAll(stranger)).filter((uri) => uri.startsWith('causeway://holons/')),
      [],
    );
    const { apiKey } = (
      await ask(api, `/api/avatar/${owner.id}/api-keys`, { name: 'orders', scopes: ['orders:read'] }, asOwner)
    ).result;
    const narrow = await connect(apiKey);
    assert.deepEqual(
      (await listAll(narrow)).filter((uri) => uri.startsWith('causeway://holons/')),
      [],
      'without the scope',
    );
    const hidden = await narrow.readResource({ uri: `causeway://holons/${saved[0]}` }).catch((one) => one);
    assert.equal(hidden.code, -32002);
    for (const cursor of ['!', Buffer.from('[9,null]').toString('base64url')]) {
      const error = await client.listResources({ cursor }).catch((one) => one);
      assert.equal(error.code, -32602);
    }
  });

  it('has three prompts that name their arguments', async () => {
    const client = await connect(owner.jwtToken);
    const { prompts } = await client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['bridge_asset', 'delegate_task', 'take_mission'],
    );
    const tools = (await (await connect(owner.jwtToken, 'all')).listTools()).tools.map(({ name }) => name);
    for (const { name, arguments: wanted = [] } of prompts) {
      const args = Object.fromEntries(wanted.map((one) => [one.name, `<${one.name}>`]));
      const { messages } = await client.getPrompt({ name, arguments: args });
      const [{ content } = assert.fail()] = messages;
      assert.ok(content.type === 'text');
      for (const one of wanted) assert.ok(content.text.includes(`<${one.name}>`), name);
      const named =
        content.text.match(/\b(?:list|get|create|await|discover|submit|answer|search|start)[A-Z]\w+/g) ?? [];
      assert.ok(named.length > 0 && named.every((tool) => tools.includes(tool)), String(named));
      const [first] = wanted;
      const missing = await client.getPrompt({ name, arguments: {} }).catch((error) => error);
      assert.match(missing.message, new RegExp(`arguments.${first?.name} must be a text`));
    }
    assert.equal((await client.getPrompt({ name: 'none' }).catch((error) => error)).code, -32602);
  });

  /** A task for an agent that has not claimed it yet, and the agent's reports. */
  const newTask = async () => {
    const asOwner = { token: owner.jwtToken };
    const type = `wait-${Math.random()}`;
    const agent = (await ask(api, '/api/agents/register', { name: type, capabilities: [{ type }] }, asOwner)).result;
    const { taskId } = (await ask(api, '/api/agents/tasks/submit', { type }, asOwner)).result;
    const asks = async (route: string, body: object) =>
      (await ask(api, `POST /api/agents/${route}`, body, { token: agent.apiKey })).result;
    return {
      taskId: taskId as string,
      claim: async () => (await asks(`${agent.agentId}/tasks/claim`, { waitMs: 5_000 }))[0].token,
      report: (route: string, body: object) => asks(`tasks/${taskId}/${route}`, body),
    };
  };
  const awaitTask = async (client: Client, args: object, options: object = {}) => {
    const { isError, structuredContent } = await client.callTool(
      { name: 'awaitTask', arguments: { ...args } },
      undefined,
      options,
    );
    // biome-ignore lint/suspicious/noExplicitAny: tests read any member of an answer
    return { isError, ...(structuredContent as any) };
  };

  it('waits for the end of a task, and tells its progress to who asks for it', async () => {
    const client = await connect(owner.jwtToken);
    const { taskId, claim, report } = await newTask();
    const told: { progress: number; message?: string | undefined }[] = [];
    let heard = (): void => {};
    const until = (pattern: RegExp) =>
      new Promise<void>((resolve) => {
        heard = () => told.some(({ message = '' }) => pattern.test(message)) && resolve();
        heard();
      });
    const onprogress = (one: (typeof told)[number]): void => {
      told.push(one);
      heard();
    };
    const waiting = awaitTask(client, { taskId, waitSeconds: 60 }, { onprogress });
    await until(/^queued|^pending|^submitted/);
    const token = await claim();
    await report('heartbeat', { token, progress: 40, message: 'drawing' });
    await until(/working, 40 %: drawing/);
    await report('complete', { token, result: { picture: 1 } });
    const { status, result } = await waiting;
    assert.deepEqual([status, result], ['completed', { picture: 1 }]);
    const numbers = told.map(({ progress }) => progress);
    assert.deepEqual(
      numbers,
      [...new Set(numbers)].sort((a, b) => a - b),
      'progress rises',
    );
    assert.equal((await awaitTask(client, { taskId })).status, 'completed', 'at once when it is over');
  });

  it('answers a wait that is over with what is, and refuses one for what is nobody’s', async () => {
    const client = await connect(owner.jwtToken);
    const { taskId } = await newTask();
    assert.equal((await awaitTask(client, { taskId, waitSeconds: 0 })).isFinished, false);
    const stranger = await connect((await signedUp(api, 'waiter')).jwtToken);
    const refused = await awaitTask(stranger, { taskId, waitSeconds: 60 });
    assert.equal(refused.isError, true);
    const wrong = await awaitTask(client, { taskId, waitSeconds: 1e9 }).catch((error) => error);
    assert.match(wrong.message, /waitSeconds must be a number from 0 to 300/);
  });

  for (const progress of [true, false]) {
    it(`ends a wait that its caller cancels, ${progress ? 'with' : 'without'} progress, and nobody else’s`, async () => {
      const client = await connect(owner.jwtToken);
      const other = await connect(owner.jwtToken);
      const { taskId, claim, report } = await newTask();
      const gone = new AbortController();
      let begun = (): void => {};
      const isWaiting = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const options = (signal?: AbortSignal) => ({
        ...(signal && { signal }),
        ...(progress && { onprogress: () => begun() }),
      });
      const cancelled = awaitTask(client, { taskId, waitSeconds: 60 }, options(gone.signal)).catch((error) => error);
      // Both clients number their calls alike.
      const kept = awaitTask(other, { taskId, waitSeconds: 60 }, options());
      if (progress) await isWaiting;
      gone.abort(new Error('enough'));
      assert.match(String(await cancelled), /enough/);
      await report('complete', { token: await claim(), result: null });
      assert.equal((await kept).status, 'completed');
    });
  }

  it('waits for as few things at once as somebody may have streams', async () => {
    const { jwtToken: token } = await signedUp(api, 'patient');
    const { taskId } = (await ask(api, '/api/agents/tasks/submit', { type: 'nothing' }, { token })).result;
    const wait = (id: number) => {
      const params = { name: 'awaitTask', arguments: { taskId, waitSeconds: 60 } };
      return ask(api, '/mcp', { jsonrpc: '2.0', id, method: 'tools/call', params }, { token });
    };
    const refused = Promise.withResolvers<string>();
    const waits = Array.from({ length: 21 }, async (_, id) => {
      const reply = await wait(id);
      if (reply.status !== 200) refused.resolve(`${reply.status} ${reply.code}`);
    });
    assert.equal(await refused.promise, '429 CALLER_STREAMS_EXCEEDED');
    await ask(api, `POST /api/agents/tasks/${taskId}/cancel`, {}, { token });
    await Promise.all(waits);
  });

  it('answers nothing to a call that was cancelled', async () => {
    const { taskId } = await newTask();
    const asking = { token: owner.jwtToken, headers: { 'mcp-session-id': 'mine' } };
    const params = { name: 'awaitTask', arguments: { taskId, waitSeconds: 60 } };
    const waiting = ask(api, '/mcp', { jsonrpc: '2.0', id: 'w', method: 'tools/call', params }, asking);
    const cancel = (requestId: string, headers: Readonly<Record<string, string>>) =>
      ask(
        api,
        '/mcp',
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } },
        { ...asking, headers },
      );
    const settled = waiting.then(({ status, body }) => `${status} ${body}`.trim());
    let answer: string | undefined;
    void settled.then((one) => {
      answer = one;
    });
    await cancel('w', { 'mcp-session-id': 'another' });
    await cancel('v', { 'mcp-session-id': 'mine' });
    assert.equal(answer, undefined);
    // The wait may not have begun when the first cancellation comes.
    while (answer === undefined) await cancel('w', { 'mcp-session-id': 'mine' });
    assert.equal(answer, '202');
  });
});

describe('the hosts of /mcp', () => {
  describe('behind a trusted proxy', () => {
    const ping = pingOf(mcpWorld(() => undefined, { trustProxy: ['loopback'] }));

    it('are those that it names', async () => {
      assert.equal(await ping({ host: 'bridge.example', 'x-forwarded-for': '203.0.113.7' }), '200');
      assert.equal(await ping({ host: 'bridge.example' }), '403 HOST_NOT_ALLOWED', 'not through the proxy');
    });
  });

  describe('that the configuration names', () => {
    const settings = { trustProxy: ['loopback'], mcp: { hosts: ['Bridge.example'] } };
    const ping = pingOf(mcpWorld(() => undefined, settings));

    it('are the only names, whoever sends them', async () => {
      const proxied = { 'x-forwarded-for': '203.0.113.7' };
      assert.equal(await ping({ host: 'bridge.example', ...proxied }), '200');
      assert.equal(await ping({ host: 'bridge.example' }), '200');
      assert.equal(await ping({ host: 'evil.example', ...proxied }), '403 HOST_NOT_ALLOWED');
    });
  });
});
