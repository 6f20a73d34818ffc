import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { agentStorage } from '@causeway/agents';
import { as, testApi } from '../../support/api.ts';
import { ask, signedUp } from '../../support/avatars.ts';

describe('a claim whose connection ends', function () {
  this.timeout(20_000);

  it('leaves the task to others, also when it was claimed already', async () => {
    const api = await testApi();
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const { jwtToken: token } = await signedUp(api, 'owner');
    const facts = { name: 'Gone', capabilities: [{ type: 'gone' }] };
    const { agentId, apiKey } = (await ask(api, '/api/agents/register', facts, { token })).result;
    const { taskId } = (await ask(api, '/api/agents/tasks/submit', { type: 'gone' }, { token })).result;

    const { tasks } = agentStorage(api.storage.agents);
    const { claim } = tasks;
    const closed = once(api.app.server, 'connection').then(([socket]) => once(socket as Socket, 'close'));
    const { port } = api.app.server.address() as AddressInfo;
    const headers = { ...as(apiKey), 'content-type': 'application/json' };
    const path = `/api/agents/${agentId}/tasks/claim`;
    const sent = request({ port, host: '127.0.0.1', agent: false, method: 'POST', path, headers }).end('{}');
    sent.on('error', () => {});
    Object.assign(tasks, {
      claim: async (...args: Parameters<typeof claim>) => {
        const claimed = await claim(...args);
        sent.destroy();
        await closed;
        return claimed;
      },
    });
    await closed;
    const released = async () => (await tasks.attemptsAt(taskId)).at(0)?.outcome === 'released';
    while (!(await released())) await new Promise((resolve) => setImmediate(resolve));
    const { state, failures } = (await tasks.get(taskId)) ?? assert.fail();
    assert.deepEqual([state, failures], ['queued', 0]);
    await api.close();
  });
});
