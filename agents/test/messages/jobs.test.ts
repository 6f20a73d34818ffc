import assert from 'node:assert/strict';
import { EVERYONE } from '@causeway/storage';
import { newAgent, register } from '@causeway/storage/test-support/agents';
import { columns } from '@causeway/storage/test-support/columns';
import { onStorages } from '@causeway/storage/test-support/engines';
import { forAll } from '@causeway/storage/test-support/takers';
import { agentStorage } from '../../src/index.ts';

const NEVER = { kind: 'never' } as const;

const TIMEOUT_MS = 1_000;

onStorages('AgentMessageRepository', (temporary) => {
  beforeEach(async () => {
    for (const id of ['a', 'b', 'c']) await register(temporary.storage, newAgent(id));
  });
  const messages = () => agentStorage(temporary.storage.agents).messages;
  const send = async (agentId = 'a', more: object = {}) => {
    const sent = await messages().send(
      {
        senderId: 'sender',
        ...forAll('sender'),
        requirement: { capability: 'draw', model: null, resolution: null },
        ...{ strategy: 'best_match', timeoutMs: TIMEOUT_MS, type: 'hello', taskId: null, input: '{"n":1}', ...more },
      },
      { agentId, reason: 'it is there' },
    );
    assert.ok(sent?.ok, 'the agent may not be given the message');
    return sent.value;
  };
  const events = async (avatarId: string) =>
    (await temporary.storage.events.afterFor({ avatarId, topics: ['agents'] }, 0, 100)).map(({ type, data }) => [
      type,
      data.messageId,
    ]);

  it('keeps a message over a restart and tells its agent and its sender', async () => {
    const row = await send('a', { taskId: 't' });
    await temporary.reopen();
    assert.deepEqual(await messages().get(row.id), row);
    assert.deepEqual([row.state, row.agentId, row.wakeAtMs], ['offered', 'a', temporary.nowMs + TIMEOUT_MS]);
    assert.deepEqual(await events('a'), [['message.received', row.id]]);
    const acked = await messages().acknowledge(row.id, 'a', 'ack');
    assert.ok(acked.ok);
    assert.deepEqual([acked.value.state, acked.value.ackedBy, acked.value.wakeAtMs], ['acknowledged', 'ack', null]);
    assert.deepEqual(await messages().acknowledge(row.id, 'a', 'claim'), acked, 'a repetition changes nothing');
    assert.deepEqual(await events('sender'), [['message.acknowledged', row.id]]);
  });

  it('passes a message on once, whoever does it, and only when its agent was silent', async () => {
    const row = await send();
    assert.deepEqual(await messages().due(10), []);
    assert.equal(await messages().passOn(row, { agentId: 'b', reason: 'r' }), undefined, 'it is not due');
    temporary.nowMs += TIMEOUT_MS;
    assert.deepEqual(await messages().due(10), [row]);
    const all = await Promise.all(['b', 'c'].map((agentId) => messages().passOn(row, { agentId, reason: 'r' })));
    assert.deepEqual(
      all.map((one) => one?.agentId),
      ['b', undefined],
    );
    assert.deepEqual(columns((await messages().get(row.id))?.offers ?? [], 'agentId'), ['a', 'b']);
    assert.deepEqual(await events('b'), [['message.received', row.id]]);
    assert.deepEqual(await events('c'), []);
  });

  it('takes an acknowledgement only from the agent that has the message, and only in time', async () => {
    const row = await send();
    const ack = async (agentId: string) => {
      const result = await messages().acknowledge(row.id, agentId, 'ack');
      return result.ok ? result.value.state : result.error.code;
    };
    assert.equal(await ack('b'), 'MESSAGE_NOT_FOUND');
    temporary.nowMs += TIMEOUT_MS;
    assert.equal(await ack('a'), 'MESSAGE_PASSED_ON', 'its time is over, also before the sweeper comes');
    await messages().passOn(row, { agentId: 'b', reason: 'r' });
    assert.deepEqual([await ack('a'), await ack('b')], ['MESSAGE_PASSED_ON', 'acknowledged']);
    assert.equal(await ack('a'), 'MESSAGE_PASSED_ON');
  });

  it('gives up a message when no agent is left', async () => {
    const row = await send();
    temporary.nowMs += TIMEOUT_MS;
    const ended = await messages().passOn(row, null);
    assert.deepEqual([ended?.state, ended?.endedAtMs], ['undelivered', temporary.nowMs]);
    assert.deepEqual(await events('sender'), [['message.undelivered', row.id]]);
    assert.deepEqual(await messages().due(10), []);
    assert.deepEqual(await messages().acknowledge(row.id, 'a', 'ack'), {
      ok: false,
      error: { code: 'MESSAGE_PASSED_ON' },
    });
  });

  it('gives an agent its messages once, the oldest first, and none that is too late', async () => {
    const rows = [await send(), await send(), await send('b'), await send()];
    const taken = (await messages().take('a', 2)).map(({ id, ackedBy }) => [id, ackedBy]);
    assert.deepEqual(taken, [
      [rows[0]?.id, 'claim'],
      [rows[1]?.id, 'claim'],
    ]);
    temporary.nowMs += TIMEOUT_MS;
    assert.deepEqual(await messages().take('a', 2), []);
  });

  it('tells an agent with a webhook, whose 2xx acknowledges the message in time', async () => {
    const webhook = 'https://hooked.example/in';
    await register(temporary.storage, newAgent('hooked', { endpoints: { webhook } }));
    const { deliveries } = agentStorage(temporary.storage.agents);
    const deliver = async (result: 'delivered' | 'failed') => {
      const [taken] = await deliveries.take({ limit: 1, perEndpoint: 4, leaseMs: 10_000 });
      assert.ok(taken);
      const outcome = { kind: 'failed', status: 500, error: 'no', gone: false, retry: NEVER } as const;
      await deliveries.settle(taken, result === 'failed' ? outcome : { kind: 'delivered', status: 204, answer: null });
      return JSON.parse(taken.delivery.payload);
    };
    const state = async (id: string) => {
      const row = await messages().get(id);
      return [row?.state, row?.ackedBy];
    };
    const first = await send('hooked', { taskId: 't' });
    const { type, data } = await deliver('delivered');
    assert.deepEqual(
      [type, data.messageId, data.from, data.taskId, data.input],
      ['message.received', first.id, 'sender', 't', { n: 1 }],
    );
    assert.deepEqual(await state(first.id), ['acknowledged', 'webhook']);
    assert.deepEqual(await events('sender'), [['message.acknowledged', first.id]]);
    const refused = await send('hooked');
    await deliver('failed');
    assert.deepEqual(await state(refused.id), ['offered', null]);
    const passed = await send('hooked');
    const [late] = await deliveries.take({ limit: 1, perEndpoint: 4, leaseMs: 10_000 });
    temporary.nowMs += TIMEOUT_MS;
    assert.ok(late);
    await messages().passOn(passed, { agentId: 'b', reason: 'r' });
    await deliveries.settle(late, { kind: 'delivered', status: 204, answer: null });
    assert.deepEqual(await state(passed.id), ['offered', null], 'another agent has it meanwhile');
    const named = { senderId: 's', agentId: 'a', event: 'done', data: {}, subscribers: ['hooked', 'a'] };
    assert.ok((await messages().broadcast(named)).ok);
    assert.ok((await messages().broadcast({ ...named, subscribers: 'all' })).ok);
    assert.equal((await deliver('delivered')).type, 'event.broadcast');
    assert.deepEqual(await deliveries.take({ limit: 1, perEndpoint: 4, leaseMs: 10_000 }), [], 'all is no webhook');
  });

  it('deletes messages that ended long ago', async () => {
    const row = await send();
    await messages().acknowledge(row.id, 'a', 'ack');
    await send();
    assert.deepEqual([await messages().purge(temporary.nowMs), await messages().purge(temporary.nowMs + 1)], [0, 1]);
    assert.equal(await messages().get(row.id), undefined);
  });

  it('writes a broadcast for each agent that it names, and one event for all of them', async () => {
    const broadcast = (subscribers: readonly string[] | 'all') =>
      messages().broadcast({ senderId: 's', agentId: 'a', event: 'done', data: { n: 1 }, subscribers });
    const named = await broadcast(['b', 'c']);
    const toAll = await broadcast('all');
    assert.ok(named.ok && toAll.ok);
    assert.deepEqual([named.value.recipients, toAll.value.recipients], [2, 3]);
    const of = (avatarId: string) =>
      temporary.storage.events.afterFor({ avatarId, topics: ['agents'], sharedTopics: ['agents'] }, 0, 100);
    const ids = async (avatarId: string) => (await of(avatarId)).map(({ data }) => data.eventId);
    assert.deepEqual(await ids('a'), [toAll.value.eventId]);
    assert.deepEqual(await ids('c'), [named.value.eventId, toAll.value.eventId]);
    const seqs = (await of('c')).map(({ seq }) => seq);
    assert.deepEqual(seqs, [named.value.seq, toAll.value.seq]);
    const everyone = await temporary.storage.events.afterFor({ avatarId: EVERYONE, topics: ['agents'] }, 0, 100);
    assert.equal(everyone.length, 1);
    await temporary.storage.agents.registry.update('c', 'hide', undefined);
    assert.deepEqual(await broadcast(['b', 'c', 'd']), {
      ok: false,
      error: { code: 'AGENTS_UNKNOWN', unknown: ['c', 'd'] },
    });
    assert.deepEqual(await ids('b'), [named.value.eventId, toAll.value.eventId], 'nobody gets a refused broadcast');
  });
});
