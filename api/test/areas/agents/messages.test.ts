import { strict as assert } from 'node:assert';
import { agents } from '../../../src/areas/agents/index.ts';
import { agentWorld, expect } from '../../support/agents.ts';
import { onEngines } from '../../support/engines.ts';
import { openStream } from '../../support/event-stream.ts';

const TIMEOUT_MS = 1_000;

onEngines('messages to agents and broadcasts', (database) => {
  const world = agentWorld(database);
  const { as, newAgent } = world;
  let url: string;
  const streams: Awaited<ReturnType<typeof openStream>>[] = [];
  before(async () => {
    url = await world.api.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(async () => {
    for (const stream of streams.splice(0)) await stream.close();
  });

  const follow = async (token: string, lastEventId?: string, route = '/api/agents/events?since=now') => {
    const headers = { authorization: `Bearer ${token}`, ...(lastEventId && { 'last-event-id': lastEventId }) };
    const stream = await openStream(`${url}${route}`, headers);
    streams.push(stream);
    await stream.until(() => stream.text().includes('retry'));
    return stream;
  };
  const send = (capability: string, more: object = {}, token = world.other.jwtToken) =>
    as(token)('POST /messages/send-by-capability', {
      capability,
      message: { type: 'hello', taskId: 'task-1', input: { n: 1 } },
      routing: { strategy: 'first_available', timeout: TIMEOUT_MS },
      ...more,
    });
  const sweep = () => world.api.areas.use(agents).messages.messenger.sweep();

  it('deliver a message to an agent that follows its stream and acknowledges', async () => {
    const agent = await newAgent('follow');
    const stream = await follow(agent.apiKey);
    const sent = send('follow');
    await stream.until(() => stream.seen.length === 1);
    const [{ id, event, data } = assert.fail()] = stream.seen;
    assert.deepEqual(
      [event, data.type, data.from, data.input, data.seq],
      ['message.received', 'hello', world.other.id, { n: 1 }, Number(id)],
    );
    const ack = (by = agent.asks) => by(`POST /messages/${data.messageId}/ack`, {});
    await expect(ack(as(world.owner.jwtToken)), 404, 'AGENT_MESSAGE_NOT_FOUND');
    await expect(ack(as(world.other.jwtToken)), 409, 'MESSAGE_PASSED_ON');
    const acked = await expect(ack(), 200);
    assert.deepEqual([acked.status, acked.ackedBy], ['acknowledged', 'ack']);
    assert.deepEqual(await expect(ack(), 200), acked);
    assert.deepEqual(await expect(sent, 200), {
      ...{ messageId: data.messageId, deliveredTo: agent.agentId, status: 'acknowledged' },
      ...{ strategy: 'first_available', reason: 'it is the first of 1 available agents', tried: [agent.agentId] },
      requirements: { agents: 'any' },
    });
  });

  it('deliver a message to an agent that claims its messages', async () => {
    const agent = await newAgent('claim');
    const claiming = agent.asks(`POST /${agent.agentId}/messages/claim`, { waitMs: 15_000 });
    const sent = await expect(send('claim', { message: { type: 'ping' } }), 200);
    const [message] = await expect(claiming, 200);
    assert.deepEqual(
      [message.messageId, message.type, message.taskId, message.input, message.ackedBy],
      [sent.messageId, 'ping', null, {}, 'claim'],
    );
    assert.equal(sent.deliveredTo, agent.agentId);
    await expect(as(world.owner.jwtToken)(`POST /${agent.agentId}/messages/claim`, {}), 404, 'AVATAR_NOT_FOUND');
  });

  it('go to the next agent on silence, and name all of them when every one was silent', async () => {
    const silent = [await newAgent('silent'), await newAgent('silent')];
    const agentIds = silent.map(({ agentId }) => agentId);
    const first = await expect(send('silent', { waitMs: 0 }), 200);
    assert.deepEqual([first.status, first.deliveredTo, first.tried], ['offered', null, agentIds.slice(0, 1)]);
    const read = (token = world.other.jwtToken) => as(token)(`GET /messages/${first.messageId}`);
    await expect(read(world.owner.jwtToken), 404, 'AGENT_MESSAGE_NOT_FOUND');
    const silence = async () => {
      world.api.clock.nowMs += TIMEOUT_MS;
      await sweep();
    };
    await silence();
    const passedOn = await expect(read(), 200);
    assert.deepEqual([passedOn.status, passedOn.tried], ['offered', agentIds]);
    await silence();
    assert.equal((await expect(read(), 200)).status, 'undelivered');
    const late = send('silent');
    for (const { apiKey } of silent) {
      const stream = await follow(apiKey, undefined, '/api/agents/events');
      await stream.until(() => stream.seen.length === 2);
      await silence();
    }
    const refused = await late;
    assert.deepEqual([refused.status, refused.code], [409, 'MESSAGE_UNDELIVERED'], refused.body);
    assert.deepEqual(JSON.parse(refused.body).tried, agentIds);
  });

  it('need an available agent with the capability', async () => {
    await newAgent('away', { availability: 'busy' });
    await expect(send('away'), 409, 'NO_AGENT_AVAILABLE');
    await expect(send('nobody'), 409, 'NO_AGENT_AVAILABLE');
  });

  it('reach the agents that a broadcast names, or everyone, on streams that resume', async () => {
    const [one, two] = [await newAgent('cast'), await newAgent('cast')];
    const [first, second] = [await follow(one.apiKey), await follow(two.apiKey)];
    const broadcast = (body: object, by = one.asks) => by('POST /events/broadcast', { event: 'done', ...body });
    const named = await expect(broadcast({ subscribers: [two.agentId.toUpperCase()], data: { n: 1 } }), 200);
    const toAll = await expect(broadcast({ subscribers: 'all', agentId: two.agentId }, as(world.owner.jwtToken)), 200);
    assert.deepEqual([named.recipients, toAll.recipients > 2], [1, true]);
    await second.until(() => second.seen.length === 2);
    assert.deepEqual(
      second.seen.map(({ id, event, data }) => [id, event, data.eventId, data.agentId, data.data]),
      [
        [String(named.seq), 'event.broadcast', named.eventId, one.agentId, { n: 1 }],
        [String(toAll.seq), 'event.broadcast', toAll.eventId, two.agentId, {}],
      ],
    );
    await first.until(() => first.seen.length === 1);
    assert.equal(first.seen[0]?.data.eventId, toAll.eventId, 'nobody sees what is for others');
    const again = await follow(two.apiKey, String(named.seq));
    await again.until(() => again.seen.length === 1);
    assert.deepEqual(again.seen, second.seen.slice(1));
    const unknown = await broadcast({ subscribers: [two.agentId, 'nobody', 'none'] });
    assert.deepEqual(
      [unknown.status, unknown.code, JSON.parse(unknown.body).unknown],
      [422, 'AGENTS_UNKNOWN', ['nobody', 'none']],
    );
    await expect(
      broadcast({ subscribers: 'all', agentId: one.agentId }, as(world.other.jwtToken)),
      404,
      'AGENT_NOT_FOUND',
    );
    await expect(broadcast({ subscribers: [], data: {} }), 400, 'MALFORMED_REQUEST');
    await expect(broadcast({ subscribers: 'some' }), 400, 'MALFORMED_REQUEST');
    await expect(broadcast({ subscribers: 'all', data: { text: 'x'.repeat(17_000) } }), 413, 'BODY_TOO_LARGE');
    assert.equal(first.seen.length, 1, 'a refused broadcast reaches nobody');
  });

  it('limit the broadcasts of an owner with its agents', async () => {
    // The window of the test before has ended.
    world.api.clock.nowMs += 60_000;
    const [agent, sibling] = [await newAgent('spam'), await newAgent('spam')];
    const broadcast = ({ asks } = agent) => asks('POST /events/broadcast', { event: 'e', subscribers: 'all' });
    for (let sent = 0; sent < 10; sent += 1) await expect(broadcast(), 200);
    const refused = await broadcast();
    assert.deepEqual([refused.status, refused.code, refused.headers['retry-after']], [429, 'RATE_LIMITED', '60']);
    assert.equal((await broadcast(sibling)).code, 'RATE_LIMITED', 'another agent of the owner has no count of its own');
    const more = { event: 'e', subscribers: [agent.agentId] };
    await expect(agent.asks('POST /events/broadcast', more), 200);
  });

  it('show the caller’s tasks on the same stream, and messages on the stream of everything', async () => {
    const agent = await newAgent('mine');
    const [own, everything] = [
      await follow(world.owner.jwtToken),
      await follow(world.owner.jwtToken, undefined, '/api/events?since=now&topics=agents,tasks'),
    ];
    await expect(as(world.other.jwtToken)('POST /tasks/submit', { type: 'else' }), 201);
    const { taskId } = await expect(as(world.owner.jwtToken)('POST /tasks/submit', { type: 'mine' }), 201);
    const sent = send('mine', {}, world.owner.jwtToken);
    await expect(agent.asks(`POST /${agent.agentId}/messages/claim`, { waitMs: 15_000 }), 200);
    await sent;
    const types = ({ seen }: typeof own) =>
      seen.map(({ event, data }) => [event, data.taskId ?? data.deliveredTo ?? data.agentId]);
    await own.until(() => own.seen.length === 2);
    assert.deepEqual(types(own), [
      ['task.queued', taskId],
      ['message.acknowledged', agent.agentId],
    ]);
    await everything.until(() => everything.seen.length === 3);
    assert.deepEqual(types(everything).slice(1), types(own));
  });
});
