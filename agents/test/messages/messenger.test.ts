import assert from 'node:assert/strict';
import { clockAt } from '@causeway/runtime/test-support';
import { EventFeed, type PlatformStorage } from '@causeway/storage';
import { forAll } from '@causeway/storage/test-support/takers';
import { agentStorage, DEFAULT_ACK_MS, Messenger, type Sending } from '../../src/index.ts';
import { toDraw } from '../support/agent.ts';
import { register, TestEngines } from '../support/engine.ts';

const never = new AbortController().signal;

describe('messages to an agent with a capability', function describeMessages() {
  this.timeout(20_000);
  let engines: TestEngines;
  let storage: PlatformStorage;
  let messenger: Messenger;
  const opened: Messenger[] = [];
  const open = async () => {
    const one = await engines.open();
    const options = {
      agents: agentStorage(one.storage.agents),
      feed: new EventFeed(one.storage.events),
      clock: clockAt(() => engines.nowMs),
    };
    const own = new Messenger({ ...options, onError: (error) => engines.errors.push(error) });
    opened.push(own);
    return { storage: one.storage, messenger: own };
  };
  beforeEach(async () => {
    engines = new TestEngines();
    ({ storage, messenger } = await open());
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
    await engines.close();
  });

  const sending = (more: Partial<Sending> = {}): Sending => ({
    ...forAll('sender'),
    ...{ senderId: 'sender', requirement: toDraw(), strategy: 'first_available', timeoutMs: DEFAULT_ACK_MS },
    ...{ type: 'hello', taskId: null, input: '{}', ...more },
  });
  const send = async (more: Partial<Sending> = {}) => {
    const sent = await messenger.send(sending(more));
    return sent.ok ? sent.value : assert.fail(sent.error.code);
  };
  const silence = async (by = messenger) => {
    engines.nowMs += DEFAULT_ACK_MS;
    return by.sweep();
  };

  it('chooses by the strategy, with the reason, and never the sender', async () => {
    await register(storage, 'a');
    await register(storage, 'b', { maxConcurrentTasks: 40 });
    await register(storage, 'c', { capabilities: [{ type: 'write' }] });
    const first = await send();
    assert.deepEqual([first.agentId, first.offers[0]?.reason], ['a', 'it is the first of 2 available agents']);
    assert.equal((await send({ senderId: 'a' })).agentId, 'b');
    assert.match((await send({ strategy: 'load_balanced' })).offers[0]?.reason ?? '', /least loaded of 2/);
    assert.match((await send({ strategy: 'best_match' })).offers[0]?.reason ?? '', /fits best of 2/);
    const none = await messenger.send(sending({ requirement: toDraw({ capability: 'sing' }) }));
    assert.deepEqual(none, { ok: false, error: { code: 'NO_AGENT_AVAILABLE' } });
  });

  it('goes to the next agent on silence, until none is left', async () => {
    for (const id of ['a', 'b', 'c']) await register(storage, id);
    const { id } = await send();
    const state = async () => {
      const row = (await agentStorage(storage.agents).messages.get(id)) ?? assert.fail();
      return [row.state, row.agentId];
    };
    assert.deepEqual([await silence(), await state()], [1, ['offered', 'b']]);
    await storage.agents.registry.update('c', { availability: 'busy' }, undefined);
    assert.deepEqual([await silence(), await state()], [1, ['undelivered', 'b']]);
    assert.equal(await silence(), 0);
  });

  it('goes on in another process, and tells the sender that waits', async () => {
    for (const id of ['a', 'b']) await register(storage, id);
    const { id } = await send();
    const waiting = messenger.outcome(id, 15_000, never);
    const other = await open();
    assert.equal(await silence(other.messenger), 1);
    const acknowledged = await agentStorage(other.storage.agents).messages.acknowledge(id, 'b', 'ack');
    assert.ok(acknowledged.ok);
    assert.deepEqual(await waiting, acknowledged.value);
  });

  it('answers a sender that waits no longer with the message as it is', async () => {
    await register(storage, 'a');
    const { id } = await send();
    assert.equal((await messenger.outcome(id, 20, never))?.state, 'offered');
    const gone = new AbortController();
    const waiting = messenger.outcome(id, 15_000, gone.signal);
    gone.abort();
    assert.equal((await waiting)?.state, 'offered');
    const stopped = messenger.outcome(id, 15_000, never);
    messenger.stop();
    assert.equal((await stopped)?.state, 'offered');
    assert.equal(await messenger.outcome('none', 15_000, never), undefined);
  });

  it('gives a waiting agent its message the moment it is sent', async () => {
    await register(storage, 'a');
    const waiting = messenger.take('a', { limit: 5, waitMs: 15_000 }, never);
    const { id } = await send();
    assert.deepEqual(
      (await waiting).map((row) => [row.id, row.ackedBy]),
      [[id, 'claim']],
    );
    assert.deepEqual(await messenger.take('a', { limit: 5, waitMs: 0 }, never), []);
  });
});
