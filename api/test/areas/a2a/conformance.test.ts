import { strict as assert } from 'node:assert';
import { Receiver } from '@causeway/agents/test-support/receiver';
import { columns } from '@causeway/storage/test-support/columns';
import { agents } from '../../../src/areas/agents/index.ts';
import { ask } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';
import { ActingAgent } from './acting-agent.ts';
import { a2aWorld } from './support.ts';

/** A message of the kit: one id for all messages of a scenario, whatever their text. */
const messageOf = (scenario: string, text: string, more: object = {}) => ({
  messageId: `tck-${scenario}-session`,
  role: 'ROLE_USER',
  parts: [{ text }],
  ...more,
});

// The scenarios of A2A's compatibility kit (a2aproject/a2a-tck, 1.0-dev), by its requirement ids, at the interface of
// an agent.
onEngines('the requirements of A2A', (database) => {
  // Before the service closes, whose hook is the next one.
  after(() => agent.stop());
  const a2a = a2aWorld(database);
  const { world } = a2a;
  const agent = new ActingAgent(a2a);
  before(() => agent.start());

  const call = (method: string, params: object, more: object = {}) =>
    a2a.call(method, params, { path: agent.path, ...more });
  const result = async (...args: Parameters<typeof call>) => {
    const { result, error } = await call(...args);
    assert.equal(error, undefined, JSON.stringify(error));
    return result;
  };
  const codeOf = async (...args: Parameters<typeof call>) => (await call(...args)).error?.code;
  const send = async (scenario: string, text = scenario, more: object = {}, configuration: object = {}) =>
    (await result('SendMessage', { message: messageOf(scenario, text, more), configuration })).task;
  const stateOf = (task: { readonly status: { readonly state: string } }) => task.status.state;
  const get = (id: string, more: object = {}) => result('GetTask', { id, ...more });
  /** The results of a stream's frames until it ends. */
  const stream = async (
    method: string,
    params: object,
    onFrame = async (_frame: object, _at: number): Promise<void> => {},
  ) => {
    const reply = await fetch(`${a2a.url}/api/a2a${agent.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${world.owner.jwtToken}`,
        'content-type': 'application/json',
        'a2a-version': '1.0',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 'stream', method, params }),
    });
    assert.match(String(reply.headers.get('content-type')), /^text\/event-stream/);
    // biome-ignore lint/suspicious/noExplicitAny: tests read any member of a frame
    const frames: any[] = [];
    let rest = '';
    for await (const chunk of reply.body ?? assert.fail()) {
      rest += Buffer.from(chunk).toString();
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines.filter((one) => one.startsWith('data: '))) {
        const frame = JSON.parse(line.slice(6));
        assert.deepEqual([frame.jsonrpc, frame.id], ['2.0', 'stream']);
        frames.push(frame.result);
        await onFrame(frame.result, frames.length - 1);
      }
    }
    return frames;
  };
  const kindsOf = (frames: readonly object[]) => frames.map((frame) => Object.keys(frame).join());
  const last = (frames: readonly { readonly statusUpdate?: { readonly status: { readonly state: string } } }[]) =>
    frames.at(-1)?.statusUpdate?.status.state;

  it('CORE-SEND-001 CORE-EXECUTION-MODE-001: a message is answered by its task, once that has ended or asks', async () => {
    assert.equal(stateOf(await send('complete-task', 'blocking')), 'TASK_STATE_COMPLETED');
    assert.equal(stateOf(await send('reject-task')), 'TASK_STATE_REJECTED');
  });

  it('CORE-SEND-002 CORE-CANCEL-002 STREAM-SUB-003: a task that has ended takes no message, cancellation or stream', async () => {
    const { id: taskId } = await send('complete-task', 'to end');
    const message = messageOf('terminal', 'follow-up', { taskId });
    assert.equal(await codeOf('SendMessage', { message }), -32004);
    assert.equal(await codeOf('CancelTask', { id: taskId }), -32002);
    assert.equal(await codeOf('SubscribeToTask', { id: taskId }), -32004);
  });

  it('CORE-EXECUTION-MODE-002: a message that does not wait is answered at once', async () => {
    const task = await send('complete-task', 'not blocking', {}, { returnImmediately: true });
    assert.match(stateOf(task), /SUBMITTED|WORKING|COMPLETED/);
  });

  it('CORE-MULTI-001 CORE-MULTI-001a CORE-MULTI-003: each message makes a new task, with an id and a context of its own', async () => {
    const tasks = [
      await send('complete-task', 'same'),
      await send('complete-task', 'same'),
      await send('complete-task', 'other'),
    ];
    assert.equal(new Set(columns(tasks, 'id')).size, 3);
    assert.ok(tasks.every(({ contextId }) => contextId.length > 0));
    assert.equal(new Set(columns(tasks, 'contextId')).size, 3);
  });

  it('CORE-MULTI-002 CORE-MULTI-002a: a context of the client is kept, and one that cannot be is refused', async () => {
    const contextId = 'tck-client-context';
    assert.equal((await send('complete-task', 'in a context', { contextId })).contextId, contextId);
    const message = messageOf('complete-task', 'in a context', { contextId: 'x'.repeat(101) });
    assert.equal(await codeOf('SendMessage', { message }), -32602);
  });

  it('CORE-MULTI-004 CORE-GET-002 CORE-CANCEL-003 STREAM-SUB-004: no task has an id that nobody gave', async () => {
    const message = messageOf('multi-004', 'to nobody', { taskId: 'tck-nonexistent' });
    assert.equal(await codeOf('SendMessage', { message }), -32001);
    for (const method of ['GetTask', 'CancelTask', 'SubscribeToTask']) {
      assert.equal(await codeOf(method, { id: 'tck-nonexistent' }), -32001);
    }
  });

  it('CORE-MULTI-005 CORE-MULTI-006: a message takes the context of its task, and no other one', async () => {
    const { id: taskId, contextId } = await send('input-required', 'open');
    const wrong = messageOf('mismatch', 'elsewhere', { taskId, contextId: 'tck-wrong-context' });
    assert.equal(await codeOf('SendMessage', { message: wrong }), -32602);
    const answered = await send('complete-task', 'follow-up', { taskId });
    assert.deepEqual([answered.id, answered.contextId, stateOf(answered)], [taskId, contextId, 'TASK_STATE_COMPLETED']);
  });

  it('CORE-HIST-001 to CORE-HIST-006: the history has the messages as they were sent, in order, and as many as asked', async () => {
    const { id: taskId } = await send('input-required', 'first');
    for (const text of ['second', 'third']) await send('input-required', text, { taskId });
    const done = await send('complete-task', 'fourth', { taskId }, { historyLength: 0 });
    assert.deepEqual([stateOf(done), done.history], ['TASK_STATE_COMPLETED', undefined]);
    const { history } = await get(taskId);
    const users = history.filter(({ role }: { role: string }) => role === 'ROLE_USER');
    assert.deepEqual(
      users.map(({ messageId, parts, taskId: of }: { messageId: string; parts: object[]; taskId: string }) => [
        messageId,
        parts,
        of,
      ]),
      [
        ['tck-input-required-session', [{ text: 'first' }], taskId],
        ['tck-input-required-session', [{ text: 'second' }], taskId],
        ['tck-input-required-session', [{ text: 'third' }], taskId],
        ['tck-complete-task-session', [{ text: 'fourth' }], taskId],
      ],
    );
    assert.deepEqual((await get(taskId, { historyLength: 1 })).history, history.slice(-1));
    assert.equal((await get(taskId, { history_length: 0 })).history, undefined);
  });

  it('CORE-GET-001 CORE-CANCEL-001: a task is read as it is, and cancelled', async () => {
    const { id } = await send('input-required', 'to cancel');
    assert.equal(stateOf(await get(id)), 'TASK_STATE_INPUT_REQUIRED');
    assert.equal(stateOf(await result('CancelTask', { id })), 'TASK_STATE_CANCELED');
    assert.equal(stateOf(await get(id)), 'TASK_STATE_CANCELED');
  });

  it('CORE-LIST-001 to CORE-LIST-005: tasks are listed to their submitter, newest first, in pages, without artifacts', async () => {
    const contextId = 'tck-list';
    const ids: string[] = [];
    for (const text of ['a', 'b', 'c']) ids.unshift((await send('complete-task', text, { contextId })).id);
    const page = await result('ListTasks', { contextId, page_size: 2 });
    assert.deepEqual([columns(page.tasks, 'id'), page.totalSize], [ids.slice(0, 2), 3]);
    assert.equal(page.tasks[0].artifacts, undefined);
    const rest = await result('ListTasks', { contextId, pageSize: 2, pageToken: page.nextPageToken });
    assert.deepEqual([columns(rest.tasks, 'id'), rest.nextPageToken], [ids.slice(2), '']);
    const theirs = await result('ListTasks', { contextId }, { token: world.other.jwtToken });
    assert.deepEqual(theirs.tasks, []);
  });

  it('CORE-STREAM-001 to CORE-STREAM-003 STREAM-ORDER-001: a stream has the task, then its updates in order, and ends with it', async () => {
    const frames = await stream('SendStreamingMessage', { message: messageOf('stream-001', 'go') });
    const kinds = kindsOf(frames);
    assert.equal(kinds[0], 'task');
    assert.ok(kinds.indexOf('artifactUpdate') > 0, kinds.join(' '));
    assert.equal(last(frames), 'TASK_STATE_COMPLETED');
  });

  it('ends the stream of a message when the agent asks, and that of a subscription only with the task', async () => {
    const message = messageOf('input-required', 'streamed');
    const frames = await stream('SendStreamingMessage', { message });
    assert.equal(last(frames), 'TASK_STATE_INPUT_REQUIRED');
    const { id: taskId } = frames[0].task;
    const again = await stream('SendStreamingMessage', { message });
    assert.deepEqual([kindsOf(again), again[0].task.id], [['task'], taskId], 'the same message, which asks already');
    const followed = await stream('SubscribeToTask', { id: taskId }, async (_frame, at) => {
      if (at === 0) await send('complete-task', 'the answer', { taskId }, { returnImmediately: true });
    });
    assert.equal(last(followed), 'TASK_STATE_COMPLETED');
  });

  it('STREAM-SUB-001 STREAM-SUB-002 STREAM-ORDER-002 to STREAM-ORDER-004: subscriptions begin with the task and end with it, all alike', async () => {
    const { id: taskId } = await send('input-required', 'subscribed');
    let open = 0;
    const both = async () => {
      open += 1;
      if (open === 2) await send('complete-task', 'the answer', { taskId });
    };
    const streams = await Promise.all(
      [1, 2].map(() =>
        stream('SubscribeToTask', { id: taskId }, async (_frame, at) => (at === 0 ? both() : undefined)),
      ),
    );
    for (const frames of streams) {
      assert.deepEqual([frames[0].task.id, last(frames)], [taskId, 'TASK_STATE_COMPLETED']);
      assert.deepEqual(frames.slice(1), streams[0]?.slice(1));
    }
  });

  it('PUSH-CREATE-001 to PUSH-DEL-002: configurations are made, read, listed and removed by either spelling, also after the end', async () => {
    const { id } = await send('complete-task', 'pushed');
    const config = { id: 'tck-push', url: 'https://example.com/tck-push-webhook' };
    const made = await result('CreateTaskPushNotificationConfig', { task_id: id, ...config });
    assert.deepEqual([made.taskId, made.id, made.url], [id, config.id, config.url]);
    const one = { task_id: id, id: config.id };
    assert.equal((await result('GetTaskPushNotificationConfig', one)).url, config.url);
    assert.deepEqual(columns((await result('ListTaskPushNotificationConfigs', { taskId: id })).configs, 'id'), [
      config.id,
    ]);
    for (let time = 0; time < 2; time += 1) await result('DeleteTaskPushNotificationConfig', one);
    assert.equal(await codeOf('GetTaskPushNotificationConfig', one), -32001);
  });

  it('PUSH-DELIVER-001 to PUSH-DELIVER-003: a configuration that comes with a message gets its task, with the credentials', async () => {
    const receiver = await new Receiver().open();
    const authentication = { scheme: 'Bearer', credentials: 'tck-credentials' };
    const taskPushNotificationConfig = { id: 'tck-push', url: receiver.url('/tck'), authentication };
    const { id: taskId } = await send('input-required', 'told', {}, { taskPushNotificationConfig });
    await send('complete-task', 'the end', { taskId });
    await world.api.areas.use(agents).sender.flush();
    await receiver.close();
    assert.ok(receiver.received.length > 0);
    for (const { headers, body } of receiver.received) {
      assert.equal(headers.authorization, 'Bearer tck-credentials');
      assert.deepEqual(Object.keys(JSON.parse(body)), ['task']);
    }
  });

  it('DM-ART-001 DM-PART-001: artifacts have text, file and data parts', async () => {
    const partsOf = async (scenario: string) => (await send(scenario)).artifacts[0].parts;
    assert.deepEqual(await partsOf('artifact-text'), [{ text: 'Generated text content', mediaType: 'text/plain' }]);
    const file = { filename: 'output.txt', mediaType: 'text/plain' };
    assert.deepEqual(await partsOf('artifact-file'), [{ raw: 'YSBmaWxl', ...file }]);
    assert.deepEqual(await partsOf('artifact-file-url'), [{ url: 'https://example.com/output.txt', ...file }]);
    assert.deepEqual(await partsOf('artifact-data'), [
      { data: { key: 'value', count: 42 }, mediaType: 'application/json' },
    ]);
  });

  it('DM-MSG-001: an agent answers by a message in place of a task, which stays readable', async () => {
    const answered = await result('SendMessage', { message: messageOf('message-response', 'hello') });
    assert.deepEqual(Object.keys(answered), ['message']);
    const { role, parts, taskId, contextId, messageId } = answered.message;
    assert.deepEqual([role, parts], ['ROLE_AGENT', [{ text: 'Direct message response' }]]);
    const task = await get(taskId);
    assert.deepEqual([stateOf(task), task.contextId], ['TASK_STATE_COMPLETED', contextId]);
    assert.ok(messageId);
  });

  it('DM-SERIAL-005: members that nobody declared are ignored, and one in two spellings is refused', async () => {
    const { id } = await send('complete-task', 'unknown members', { later: { taskId: 1 } });
    assert.equal(await codeOf('GetTask', { id, historyLength: 0, history_length: 0 }), -32602);
  });

  it('CARD-CACHE-001 to CARD-CACHE-003: cards have Cache-Control, ETag and Last-Modified, with and without a slash at the end', async () => {
    const card = (path: string, headers: Readonly<Record<string, string>> = {}) =>
      ask(world.api, path, undefined, { headers });
    for (const base of ['', `/api/a2a${agent.path}`]) {
      for (const slash of ['', '/']) {
        const path = `${base}/.well-known/agent-card.json${slash}`;
        const { status, headers } = await card(path);
        assert.equal(status, 200);
        const [modified, etag] = [String(headers['last-modified']), String(headers.etag)];
        assert.match(modified, /^\w{3}, \d{2} \w{3} \d{4} [\d:]{8} GMT$/);
        assert.match(String(headers['cache-control']), /max-age/);
        assert.equal((await card(path, { 'if-modified-since': modified })).status, 304);
        assert.equal((await card(path, { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).status, 200);
        assert.equal((await card(path, { 'if-modified-since': modified, 'if-none-match': '"x"' })).status, 200);
        assert.equal((await card(path, { 'if-none-match': etag })).status, 304);
      }
    }
    const { body } = await card(`/api/a2a${agent.path}/.well-known/agent-card.json`);
    assert.match(JSON.parse(body).supportedInterfaces[0].url, /\/$/);
    for (const slash of ['', '/']) {
      assert.equal(await codeOf('GetTask', { id: 'none' }, { path: `${agent.path}${slash}` }), -32001);
    }
  });

  it('a message that is sent again while its task is open, or under an Idempotency-Key after that, is one task', async () => {
    const open = await Promise.all(['x', 'x', 'x'].map((text) => send('input-required', `once ${text}`)));
    assert.equal(new Set(columns(open, 'id')).size, 1);
    const params = { message: messageOf('complete-task', 'keyed'), configuration: {} };
    const body = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params };
    const headers = { 'a2a-version': '1.0', 'idempotency-key': 'tck-key' };
    const keyed = async () => {
      const reply = await ask(world.api, `/api/a2a${agent.path}`, body, { token: world.owner.jwtToken, headers });
      return JSON.parse(reply.body).result.task;
    };
    const first = await keyed();
    assert.equal(stateOf(first), 'TASK_STATE_COMPLETED');
    assert.equal((await keyed()).id, first.id);
    assert.notEqual((await send('complete-task', 'keyed')).id, first.id);
  });
});
