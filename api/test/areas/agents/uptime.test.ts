import { strict as assert } from 'node:assert';
import { agents } from '../../../src/areas/agents/index.ts';
import { type TestApi, testApi } from '../../support/api.ts';
import { ask, signedUp } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';

const MINUTE_MS = 60_000;

onEngines('the uptime of agents', (database) => {
  let api: TestApi;
  afterEach(() => api.close());

  const figures = async (agentId: string) => {
    const [status, performance] = await Promise.all([
      ask(api, `/api/agents/${agentId}/status`),
      ask(api, `/api/agents/${agentId}/performance`),
    ]);
    assert.deepEqual(status.result.performance, performance.result);
    return [status.result.online, performance.result.uptime30d];
  };

  it('is told against its target, and a restart of the service counts nobody offline', async () => {
    api = await testApi({ database });
    const owner = await signedUp(api, 'owner');
    const made = await ask(api, '/api/agents/register', { name: 'Beating' }, { token: owner.jwtToken });
    const { agentId, apiKey } = made.result;
    const beat = () => ask(api, `/api/agents/${agentId}/heartbeat`, {}, { token: apiKey });
    assert.deepEqual(await figures(agentId), [true, null]);
    api.clock.nowMs += MINUTE_MS;
    await beat();
    assert.deepEqual(await figures(agentId), [true, 1]);

    // The service ends a moment before the next heartbeat, and is back after five seconds.
    api.clock.nowMs += 54_000;
    const { nowMs } = api.clock;
    await api.areas.use(agents).presence.record();
    const before = api;
    api = await testApi({ databasePath: before.databasePath });
    await before.close();
    api.clock.nowMs = nowMs + 5_000;
    assert.deepEqual(await figures(agentId), [true, 1], 'nobody is offline after the restart');
    await beat();
    assert.deepEqual(await figures(agentId), [true, 1]);

    api.clock.nowMs += 2 * MINUTE_MS;
    const [online, uptime] = await figures(agentId);
    assert.deepEqual([online, uptime < 0.999, uptime > 0.3], [false, true, true], 'a silent agent is offline');
  });
});
