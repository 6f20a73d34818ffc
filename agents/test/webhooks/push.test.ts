import assert from 'node:assert/strict';
import { jsonText } from '@causeway/protocol';
import { clockAt } from '@causeway/runtime/test-support';
import type { PlatformStorage } from '@causeway/storage';
import { agentStorage, assignmentForm, PermittedAddresses, type TaskEngine, WebhookSender } from '../../src/index.ts';
import { register, submission, TestEngines } from '../support/engine.ts';
import { Receiver } from '../support/receiver.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('tasks by webhook', function describePush() {
  this.timeout(30_000);
  let engines: TestEngines;
  let engine: TaskEngine;
  let storage: PlatformStorage;
  let sender: WebhookSender;
  let receivers: Receiver[];
  beforeEach(async () => {
    engines = new TestEngines();
    ({ engine, storage } = await engines.open());
    receivers = [await new Receiver().open(), await new Receiver().open()];
    sender = new WebhookSender({
      deliveries: agentStorage(storage.agents).deliveries,
      events: storage.events,
      forms: new Map([['task.assigned', assignmentForm(storage.agents.tasks)]]),
      secretsOf: async () => [SECRET],
      permitted: new PermittedAddresses({ allowedNetworks: ['127.0.0.1/32'] }),
      resolve: async () => [],
      clock: clockAt(() => engines.nowMs),
      random: () => 0,
      onError: (error) => engines.errors.push(error),
    });
  });
  afterEach(async () => {
    for (const receiver of receivers) await receiver.close();
    await sender.close();
    await engines.close();
  });

  const at = (index: number): Receiver => receivers[index] ?? assert.fail();
  const agent = (id: string, index: number, more = {}) =>
    register(storage, id, { endpoints: { webhook: at(index).url() }, ...more });
  const submit = async (more = {}) => {
    const submitted = await engine.submit(submission(more));
    assert.ok(submitted.ok);
    return submitted.value.task;
  };
  const answering = (receiver: Receiver, status: number, body: string): void => {
    receiver.answer = (_received, response) => response.writeHead(status).end(body);
  };
  const task = async (id: string) => (await agentStorage(storage.agents).tasks.get(id)) ?? assert.fail();

  it('come to the agent that fits best, with the reason in the result, and are done by what it brought', async () => {
    await agent('slow', 0);
    await agent('good', 1);
    const done = await submit({ requirement: { capability: 'draw', model: null, resolution: null, agentId: 'good' } });
    assert.ok(
      (
        await engine.end(
          { taskId: done.id, agentId: 'good', token: 1 },
          { kind: 'completed', result: jsonText(1), costMicros: 0 },
        )
      ).ok,
    );
    const row = await submit({ taskId: 't' });
    assert.deepEqual([row.state, row.agentId], ['assigned', 'good']);
    assert.match(row.routingReason ?? '', /^it fits best of 2 available agents/);
    await sender.flush();
    const { data } = JSON.parse(at(1).received.at(-1)?.body ?? '');
    const hold = { taskId: data.taskId, agentId: 'good', token: data.token };
    assert.ok((await engine.end(hold, { kind: 'completed', result: jsonText(2), costMicros: 0 })).ok);
    assert.equal((await task('t')).state, 'completed');
  });

  it('bring the input to the agent while it holds the task by this assignment, and nothing afterwards', async () => {
    await agent('a', 0);
    at(0).answer = (_received, response) => response.writeHead(500).end();
    const { id } = await submit({ taskId: 't', input: '{"secret":1}' });
    await sender.flush();
    const { data } = JSON.parse(at(0).received.at(-1)?.body ?? '');
    assert.deepEqual([data.taskId, data.token, data.input, data.questions], ['t', 1, { secret: 1 }, []]);
    assert.ok((await engine.end({ taskId: id, agentId: 'a', token: 1 }, { kind: 'released' })).ok);
    // The retry of the first one, and the delivery sent once more, come after the end of the lease.
    engines.nowMs += 5_000;
    await sender.flush();
    const [delivery] = (await agentStorage(storage.agents).deliveries.list({ avatarId: 'a' }, null, 1)).items;
    assert.equal(delivery?.endedAtMs === null, false);
    assert.ok((await agentStorage(storage.agents).deliveries.replay(delivery?.id ?? '')).ok);
    await sender.flush();
    assert.equal(at(0).received.length, 1);
  });

  it('go from an agent that says no, or nothing, to the next one, and are no failures', async () => {
    answering(at(0), 200, '{"accept":false}');
    at(1).answer = () => {};
    await agent('a', 0);
    await agent('b', 1);
    const row = await submit({ taskId: 't', strategy: 'first_available', answerMs: 5_000 });
    assert.equal(row.agentId, 'a');
    await sender.flush();
    assert.equal((await task('t')).state, 'queued');
    assert.equal(await engine.route(), 1);
    assert.equal((await task('t')).agentId, 'b');
    sender.start();
    await at(1).got(1);
    engines.nowMs += 5_000;
    await engine.sweep();
    const { state, failures, routingReason } = await task('t');
    assert.deepEqual([state, failures, routingReason], ['queued', 0, null]);
  });

  it('stay with an agent whose answer is too long, too slow, or no JSON', async () => {
    for (const body of ['x'.repeat(100_000), 'no JSON', '']) {
      answering(at(0), 202, body);
      await agent(`agent ${body.length}`, 0);
      const { id } = await submit({ requirement: { capability: 'draw', model: null, resolution: null } });
      await sender.flush();
      const { state, reservedUntilMs } = await task(id);
      assert.deepEqual([state, reservedUntilMs], ['assigned', null]);
    }
  });

  it('wait for an agent with a webhook until its heartbeat says that it is there', async () => {
    await agent('a', 0);
    engines.nowMs += 3_600_000;
    assert.equal((await submit({ taskId: 't' })).state, 'queued');
    assert.equal(await engine.route(), 0);
    await storage.agents.registry.seen('a');
    assert.equal(await engine.route(), 1);
    assert.equal((await task('t')).agentId, 'a');
  });
});
