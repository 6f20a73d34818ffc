import { strict as assert } from 'node:assert';
import { Receiver } from '@causeway/agents/test-support/receiver';
import { agents } from '../../../src/areas/agents/index.ts';
import { agentWorld, expect } from '../../support/agents.ts';
import { onEngines } from '../../support/engines.ts';
import { makeKey } from '../../support/resources.ts';

onEngines('the webhook of an agent', (database) => {
  const world = agentWorld(database, { webhooks: { allowedNetworks: ['127.0.0.1/32'] } });
  const { api, owner, other, as, mine } = world;
  let receiver: Receiver;
  before('open a receiver', async () => {
    receiver = await new Receiver().open();
  });
  after(() => receiver.close());
  let types = 0;

  /** An agent of the owner's with a webhook, to which a broadcast and a message have gone. */
  async function called() {
    types += 1;
    const type = `call-${types}`;
    const agent = await world.newAgent(type, { endpoints: { webhook: receiver.url(`/${type}`) } });
    const subscribers = [agent.agentId];
    await expect(
      as(other.jwtToken)('POST /events/broadcast', { event: 'e', data: { text: 'canary' }, subscribers }),
      200,
    );
    const message = { type: 'm', input: { text: 'canary' } };
    const sent = as(other.jwtToken)('POST /messages/send-by-capability', { capability: type, message, waitMs: 0 });
    await expect(sent, 200);
    await api.areas.use(agents).sender.flush();
    return agent;
  }

  it('is listed for its owner with its deliveries, whose bodies lack what others wrote to the agent', async () => {
    const { agentId, asks } = await called();
    const [webhook] = await expect(mine(`GET /webhooks?agentId=${agentId.toUpperCase()}`), 200);
    assert.deepEqual([webhook.webhookId, webhook.kind, webhook.enabled], [agentId, 'agent', true]);
    const deliveries = await expect(mine(`GET /webhooks/deliveries?agentId=${agentId}`), 200);
    assert.deepEqual(deliveries.map(({ type }: { readonly type: string }) => type).sort(), [
      'event.broadcast',
      'message.received',
    ]);
    for (const { deliveryId } of deliveries) {
      const owners = await mine(`GET /webhooks/deliveries/${deliveryId}`);
      assert.equal(owners.status, 200);
      assert.ok(!JSON.stringify(owners.result).includes('canary'), 'the content is for the agent alone');
      assert.ok(JSON.stringify(await asks(`GET /webhooks/deliveries/${deliveryId}`)).includes('canary'));
    }
    assert.deepEqual(await expect(mine('GET /webhooks'), 200), [], 'the owner’s own list has none of the agent’s');
  });

  it('gets a delivery once more when its owner asks, and is disabled and enabled by its owner', async () => {
    const { agentId } = await called();
    const [{ deliveryId }] = await expect(
      mine(`GET /webhooks/deliveries?agentId=${agentId}&type=event.broadcast`),
      200,
    );
    const before = receiver.received.length;
    assert.equal((await expect(mine(`POST /webhooks/deliveries/${deliveryId}/replay`, {}), 200)).status, 'pending');
    await api.areas.use(agents).sender.flush();
    assert.deepEqual(
      receiver.received.slice(before).map(({ id }) => id),
      [deliveryId],
    );
    assert.equal((await expect(mine(`POST /webhooks/${agentId}/disable`, {}), 200)).disabledReason, 'owner');
    assert.equal((await expect(mine(`POST /webhooks/${agentId}/enable`, {}), 200)).enabled, true);
  });

  it('is not there for another person, for an agent of another person, and for another agent of its owner', async () => {
    const { agentId } = await called();
    const [{ deliveryId }] = await expect(mine(`GET /webhooks/deliveries?agentId=${agentId}`), 200);
    const sibling = await world.newAgent('sibling');
    const theirs = await expect(as(other.jwtToken)('POST /register', { name: 'theirs' }), 201);
    for (const asks of [as(other.jwtToken), as(theirs.apiKey), sibling.asks]) {
      for (const list of ['GET /webhooks', 'GET /webhooks/deliveries'])
        await expect(asks(`${list}?agentId=${agentId}`), 404, 'AGENT_NOT_FOUND');
      for (const route of [`GET /webhooks/${agentId}`, `DELETE /webhooks/${agentId}`])
        await expect(asks(route), 404, 'WEBHOOK_NOT_FOUND');
      for (const verb of ['enable', 'disable'])
        await expect(asks(`POST /webhooks/${agentId}/${verb}`, {}), 404, 'WEBHOOK_NOT_FOUND');
      await expect(asks(`GET /webhooks/deliveries/${deliveryId}`), 404, 'DELIVERY_NOT_FOUND');
      await expect(asks(`POST /webhooks/deliveries/${deliveryId}/replay`, {}), 404, 'DELIVERY_NOT_FOUND');
    }
    await expect(mine(`GET /webhooks?agentId=${owner.id}`), 404, 'AGENT_NOT_FOUND');
  });

  it('is seen by keys that may read agents, changed by those that may write tasks, removed by those that may change agents', async () => {
    const { agentId } = await called();
    const keyFor = async (...scopes: Parameters<typeof makeKey>[2]) =>
      as((await makeKey(api, { id: owner.id, token: owner.jwtToken }, scopes)).apiKey);
    for (const blind of [await keyFor('tasks:read'), await keyFor('tasks:read', 'tasks:write')]) {
      await expect(blind(`GET /webhooks?agentId=${agentId}`), 404, 'AGENT_NOT_FOUND');
      await expect(blind(`GET /webhooks/${agentId}`), 404, 'WEBHOOK_NOT_FOUND');
    }
    await expect((await keyFor('agents:read'))(`GET /webhooks?agentId=${agentId}`), 403, 'FORBIDDEN');
    const reads = await keyFor('tasks:read', 'agents:read');
    await expect(reads(`GET /webhooks?agentId=${agentId}`), 200);
    await expect(reads(`POST /webhooks/${agentId}/disable`, {}), 403, 'FORBIDDEN');
    const writes = await keyFor('tasks:write', 'agents:read');
    await expect(writes(`POST /webhooks/${agentId}/disable`, {}), 200);
    await expect(writes(`DELETE /webhooks/${agentId}`), 403, 'FORBIDDEN');
    await expect((await keyFor('tasks:write', 'agents:write'))(`DELETE /webhooks/${agentId}`), 200);
    assert.deepEqual((await mine(`GET /${agentId}`)).result.endpoints, {});
  });
});
