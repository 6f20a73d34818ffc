import { strict as assert } from 'node:assert';
import { Causeway } from '@causeway/client';
import { describeService } from './service.ts';

describeService('causeway webhook, broadcast and agent send', 'ann', (service) => {
  let agentId: string;
  let listener: Causeway;
  before(async () => {
    const [made] = await service.json('agent', 'register', 'Listener', '--can', 'listen');
    agentId = String(made?.agentId);
    listener = new Causeway({ baseUrl: service.url, apiKey: String(made?.apiKey) });
  });
  const text = async (...args: readonly string[]) => (await service.causeway(args)).stdout;

  it('manage webhooks, whose secret is shown once, and show what would be sent', async () => {
    const url = 'https://receiver.example/hook';
    const added = await text('webhook', 'add', url);
    assert.match(added, /^secret, shown once +whsec_\S+$/m);
    const id = /^webhook +(\S+)$/m.exec(added)?.[1] ?? assert.fail(added);
    assert.match(await text('webhook', 'list'), new RegExp(`^WEBHOOK.*\\n${id} +callback +yes +${url}\\n$`));
    const [task] = await service.json('task', 'submit', 'nobody', '--callback', url);
    await service.json('task', 'cancel', String(task?.taskId));
    const [delivery] = await service.json('webhook', 'deliveries');
    assert.deepEqual([delivery?.type, delivery?.subject], ['task.cancelled', `task:${task?.taskId}`]);
    assert.match(await text('webhook', 'show', String(delivery?.deliveryId)), /^body +\{"type":"task\.cancelled",/m);
    assert.match(await text('webhook', 'disable', id), /^enabled +no$/m);
    const rotated = await text('webhook', 'rotate', '--overlap', '60');
    assert.match(rotated, /^secret, shown once +whsec_\S+\nthe old one signs until +\d{4}-/);
    const local = await service.causeway(['webhook', 'add', 'http://127.0.0.1/hook']);
    assert.equal(local.status, 1, local.stdout);
    assert.equal((await service.json('webhook', 'remove', id))[0]?.webhookId, id);
    assert.deepEqual(await service.json('webhook', 'list'), []);
    const [agent] = await service.json('agent', 'register', 'Called', '--can', 'be-called', '--webhook', url);
    const called = String(agent?.agentId);
    assert.equal((await service.json('webhook', 'list', '--agent', called))[0]?.webhookId, called);
    assert.deepEqual(await service.json('webhook', 'deliveries', '--agent', called), []);
  });

  it('broadcast to an agent, and give a message to whoever has the capability', async () => {
    const sent = await text('broadcast', 'hello', agentId, '--data', '{"n":1}');
    assert.match(sent, /^event +\S+\nrecipients +1\n$/);
    const taking = listener.dispatch.claim(agentId, { waitMs: 20_000 });
    const shown = await service.causeway(['agent', 'send', 'listen', 'ping', '--input', '{"n":2}']);
    const [message] = await taking;
    assert.deepEqual([message?.type, message?.input], ['ping', { n: 2 }]);
    assert.match(shown.stdout, new RegExp(`^status +acknowledged\\ndelivered to +${agentId}\\nwhy +\\S`, 'm'));
    assert.equal(shown.status, 0);
    const nobody = await service.causeway(['agent', 'send', 'sing', 'ping']);
    assert.notEqual(nobody.status, 0);
  });
});
