import { strict as assert } from 'node:assert';
import { Receiver } from '@causeway/agents/test-support/receiver';
import { verifyWebhook } from '@causeway/client';
import { columns } from '@causeway/storage/test-support/columns';
import { agents } from '../../../src/areas/agents/index.ts';
import { asksOf, expect } from '../../support/agents.ts';
import { apiForEach } from '../../support/api.ts';
import { signedUpForEach } from '../../support/avatars.ts';

/** The body of a `task.assigned`. */
interface Brought {
  readonly data: { readonly taskId: string; readonly token: number; readonly input: unknown };
}

const webhooks = { allowedNetworks: ['127.0.0.1/32'] };

describe('webhooks of the API', function describeWebhooks() {
  this.timeout(30_000);
  let receiver: Receiver;
  const api = apiForEach({ api: { webhooks } });
  beforeEach(async () => {
    // The library of receivers compares times with its own clock.
    api.clock.nowMs = Date.now();
    receiver = await new Receiver().open();
  });
  afterEach(() => receiver.close());
  const [owner, other] = signedUpForEach(api, 'owner', 'other');

  const as = (token: string) => asksOf(api, token);
  const mine = (route: string, body?: object, status = 200) => expect(as(owner.jwtToken)(route, body), status);
  const flush = () => api.areas.use(agents).sender.flush();
  let count = 0;
  /** A task of the owner's with a callback, which ends at once. */
  const ended = async (callback = receiver.url()) => {
    count += 1;
    const body = { taskId: `t${count}`, type: 'none', callback };
    const submitted = await mine('POST /tasks/submit', body, 201);
    await mine(`POST /tasks/t${count}/cancel`, {});
    return submitted;
  };
  const signedBy = (secret: string, index: number): unknown => {
    const { headers, body } = receiver.received[index] ?? assert.fail('no webhook came');
    return verifyWebhook(secret, headers, body);
  };

  it('call a submitter back, signed with the secret that came with the first callback', async () => {
    const first = await ended();
    assert.match(first.webhookSecret, /^whsec_/);
    const second = await ended();
    assert.equal(second.webhookSecret, null);
    await flush();
    assert.equal(receiver.received.length, 2);
    for (const index of [0, 1]) signedBy(first.webhookSecret, index);
    const [delivery] = await mine('GET /webhooks/deliveries');
    assert.deepEqual([delivery.status, delivery.type, delivery.lastStatus], ['delivered', 'task.cancelled', 204]);
    const whole = await mine(`GET /webhooks/deliveries/${delivery.deliveryId}`);
    assert.equal(whole.payload.data.taskId, 't2');
  });

  it('show a secret once, take one of the submitter’s, and sign with both for a while', async () => {
    const { webhookSecret } = await mine('POST /webhooks', { url: receiver.url() }, 201);
    const given = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const rotated = await mine('POST /webhooks/secret', { secret: given, overlapSeconds: 60 });
    assert.equal(rotated.webhookSecret, given);
    await ended();
    await flush();
    for (const secret of [webhookSecret, given]) signedBy(secret, 0);
    const newest = await mine('POST /webhooks/secret', { overlapSeconds: 0 });
    await ended();
    await flush();
    signedBy(newest.webhookSecret, 1);
    assert.throws(() => signedBy(given, 1));
    const invalid = as(owner.jwtToken)('POST /webhooks/secret', { secret: 'whsec_short' });
    await expect(invalid, 422, 'WEBHOOK_SECRET_INVALID');
  });

  it('give an agent the secret of its webhooks with its registration, and keep its webhook as its profile', async () => {
    const facts = { name: 'a', capabilities: [{ type: 'draw' }], endpoints: { webhook: receiver.url('/agent') } };
    const agent = await mine('POST /register', facts, 201);
    assert.match(agent.webhookSecret, /^whsec_/);
    const asks = as(agent.apiKey);
    const [own] = await expect(asks('GET /webhooks'), 200);
    assert.deepEqual([own.webhookId, own.kind, own.url], [agent.agentId, 'agent', receiver.url('/agent')]);
    await expect(asks(`DELETE /webhooks/${own.webhookId}`), 200);
    assert.deepEqual(await expect(asks('GET /webhooks'), 200), []);
    assert.deepEqual((await mine(`GET /${agent.agentId}`)).endpoints, {});
  });

  it('bring a task to an agent with the reason in the answer, also a task that waited for one', async () => {
    const { taskId } = await mine('POST /tasks/submit', { type: 'draw' }, 201);
    const endpoints = { webhook: receiver.url('/agent') };
    const facts = { name: 'a', capabilities: [{ type: 'draw' }], endpoints, maxConcurrentTasks: 2 };
    const agent = await mine('POST /register', facts, 201);
    await api.areas.use(agents).tasks.engine.route();
    const routing = { strategy: 'first_available', timeout: 5_000 };
    const second = await mine('POST /tasks/submit', { type: 'draw', input: { of: 1 }, routing }, 201);
    assert.deepEqual([second.status, second.assignedAgent], ['assigned', agent.agentId]);
    assert.deepEqual(second.routing, {
      ...{ strategy: 'first_available' },
      reason: 'it is the first of 1 available agents',
    });
    const third = await mine('POST /tasks/submit', { type: 'draw' }, 201);
    assert.deepEqual([third.status, third.routing.reason], ['queued', null], 'the agent has no place left');
    await flush();
    const brought = receiver.received.map((_received, index) => signedBy(agent.webhookSecret, index) as Brought);
    assert.deepEqual(brought.map(({ data }) => data.taskId).sort(), [taskId, second.taskId].sort());
    const { data } = brought.find(({ data }) => data.taskId === second.taskId) ?? assert.fail();
    assert.deepEqual(data.input, { of: 1 });
    const done = { token: data.token, result: 'drawn' };
    await expect(as(agent.apiKey)(`POST /tasks/${data.taskId}/complete`, done), 200);
    await api.areas.use(agents).tasks.engine.route();
    assert.equal((await mine(`GET /tasks/${third.taskId}`)).result.assignedAgent, agent.agentId);
  });

  it('have no URL with credentials, of another scheme, or at an address that is not allowed', async () => {
    const refused = ['http://10.0.0.1/', 'https://169.254.169.254/', 'ftp://receiver.example', 'https://u:p@x.example'];
    for (const url of refused) {
      await expect(as(owner.jwtToken)('POST /webhooks', { url }), 422, 'WEBHOOK_URL_INVALID');
      const task = { type: 'none', callback: url };
      await expect(as(owner.jwtToken)('POST /tasks/submit', task), 422, 'WEBHOOK_URL_INVALID');
      const agent = { name: 'a', endpoints: { webhook: url } };
      await expect(as(owner.jwtToken)('POST /register', agent), 422, 'WEBHOOK_URL_INVALID');
    }
    const { agentId } = await mine('POST /register', { name: 'a' }, 201);
    const change = as(owner.jwtToken)(`PUT /${agentId}`, { endpoints: { webhook: refused[0] } });
    await expect(change, 422, 'WEBHOOK_URL_INVALID');
  });

  it('are disabled by 410 until their owner enables them, and dropped deliveries can be replayed', async () => {
    receiver.answer = (_received, response) => response.writeHead(410).end();
    await ended();
    await flush();
    const [gone] = await mine('GET /webhooks');
    assert.deepEqual([gone.enabled, gone.disabledReason], [false, 'gone']);
    await ended();
    const [dropped, failed] = await mine('GET /webhooks/deliveries');
    assert.deepEqual([dropped.status, failed.status, failed.lastStatus], ['dropped', 'failed', 410]);
    const replay = `POST /webhooks/deliveries/${dropped.deliveryId}/replay`;
    await expect(as(owner.jwtToken)(replay, {}), 409, 'DELIVERY_NOT_REPLAYABLE');
    receiver.answer = (_received, response) => response.writeHead(204).end();
    assert.equal((await mine(`POST /webhooks/${gone.webhookId}/enable`, {})).enabled, true);
    assert.equal((await mine(replay, {})).status, 'pending');
    await flush();
    assert.deepEqual(columns(receiver.received, 'id'), [failed.deliveryId, dropped.deliveryId]);
    assert.equal((await mine(`POST /webhooks/${gone.webhookId}/disable`, {})).disabledReason, 'owner');
    assert.equal((await mine('GET /webhooks/deliveries?status=delivered')).length, 1);
  });

  it('belong to one avatar: others find neither them nor their deliveries', async () => {
    await ended();
    const [webhook] = await mine('GET /webhooks');
    const [delivery] = await mine('GET /webhooks/deliveries');
    const theirs = as(other.jwtToken);
    for (const route of ['GET ', 'DELETE ', 'POST /enable', 'POST /disable']) {
      const [method, tail] = route.split(' ');
      const asked = theirs(`${method} /webhooks/${webhook.webhookId}${tail}`, method === 'POST' ? {} : undefined);
      await expect(asked, 404, 'WEBHOOK_NOT_FOUND');
    }
    const path = `/webhooks/deliveries/${delivery.deliveryId}`;
    await expect(theirs(`GET ${path}`), 404, 'DELIVERY_NOT_FOUND');
    await expect(theirs(`POST ${path}/replay`, {}), 404, 'DELIVERY_NOT_FOUND');
    for (const list of ['GET /webhooks', 'GET /webhooks/deliveries'])
      assert.deepEqual(await expect(theirs(list), 200), []);
  });

  it('have their secret in no row of the database', async () => {
    const { webhookSecret } = await ended();
    const secret = Buffer.from(webhookSecret.slice('whsec_'.length), 'base64');
    const [row] = await api.storage.agents.webhookSecrets.list();
    for (const form of [webhookSecret, secret.toString('base64'), secret.toString('hex')]) {
      assert.equal(JSON.stringify(row).includes(form), false);
    }
  });
});
