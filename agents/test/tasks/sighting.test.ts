import assert from 'node:assert/strict';
import { OFFLINE_AFTER_MS } from '@causeway/protocol';
import { newAgent, register } from '@causeway/storage/test-support/agents';
import { onStorages } from '@causeway/storage/test-support/engines';
import { agentStorage } from '../../src/index.ts';
import { claim, newTask, submit } from '../support/tasks.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

onStorages('UptimeRepository', (temporary) => {
  beforeEach(async () => {
    await register(temporary.storage, newAgent('a'));
  });
  const observed = async (sinceMs = 0) => {
    const seen = (await agentStorage(temporary.storage.agents).uptime.observed('a', sinceMs)) ?? assert.fail();
    return [seen.observedMs, seen.onlineMs];
  };
  const beat = (id = 'a') => temporary.storage.agents.registry.seen(id);
  const beatFor = async (ms: number, everyMs = 30_000) => {
    for (let past = 0; past < ms; past += everyMs) {
      temporary.nowMs += everyMs;
      await beat();
    }
  };
  /** The service is away for `ms`, after it had recorded that it runs. */
  const restart = async (ms: number) => {
    await agentStorage(temporary.storage.agents).uptime.serviceRuns();
    temporary.nowMs += ms;
    await temporary.reopen();
  };

  it('counts an agent as online while no silence is longer than a minute', async () => {
    assert.deepEqual(await observed(), [0, 0]);
    await beatFor(HOUR_MS, OFFLINE_AFTER_MS);
    assert.deepEqual(await observed(), [HOUR_MS, HOUR_MS]);
    temporary.nowMs += OFFLINE_AFTER_MS;
    assert.deepEqual(await observed(), [HOUR_MS + MINUTE_MS, HOUR_MS + MINUTE_MS]);
  });

  it('counts a longer silence from the last heartbeat on, while it lasts and afterwards', async () => {
    await beatFor(HOUR_MS);
    temporary.nowMs += OFFLINE_AFTER_MS + 1;
    assert.deepEqual(await observed(), [HOUR_MS + OFFLINE_AFTER_MS + 1, HOUR_MS]);
    await beat();
    await beatFor(HOUR_MS);
    assert.deepEqual(await observed(), [2 * HOUR_MS + OFFLINE_AFTER_MS + 1, 2 * HOUR_MS]);
  });

  it('counts nobody offline when the service restarts, and does not count the time in which it was away', async () => {
    await beatFor(HOUR_MS, 55_000);
    const [before] = await observed();
    await restart(5_000);
    temporary.nowMs += 55_000;
    await beat();
    assert.deepEqual(await observed(), [(before ?? 0) + 55_000, (before ?? 0) + 55_000]);
    await restart(3 * HOUR_MS);
    temporary.nowMs += OFFLINE_AFTER_MS;
    const online = (before ?? 0) + 55_000 + OFFLINE_AFTER_MS;
    assert.deepEqual(await observed(), [online, online], 'the agent has a minute to come back');
    await beat();
    assert.deepEqual(await observed(), [online, online]);
  });

  it('counts an agent offline that does not come back after a restart', async () => {
    await beatFor(HOUR_MS);
    await restart(5_000);
    temporary.nowMs += OFFLINE_AFTER_MS + 1;
    assert.deepEqual(await observed(), [HOUR_MS + OFFLINE_AFTER_MS + 1, HOUR_MS]);
  });

  it('counts from a time on, and not a deregistered agent', async () => {
    await beatFor(HOUR_MS);
    assert.deepEqual(await observed(temporary.nowMs - MINUTE_MS), [MINUTE_MS, MINUTE_MS]);
    const { uptime, registry } = agentStorage(temporary.storage.agents);
    assert.equal(await uptime.observed('b', 0), undefined);
    await registry.update('a', 'hide', undefined);
    assert.equal(await uptime.observed('a', 0), undefined);
    temporary.nowMs += HOUR_MS;
    await register(temporary.storage, newAgent('a'));
    assert.deepEqual(await observed(), [2 * HOUR_MS, HOUR_MS], 'it was away between its registrations');
  });

  it('takes a report on a task for a heartbeat', async () => {
    const task = newTask('t', temporary.nowMs + 2 * HOUR_MS);
    await submit(temporary.storage, task);
    const [held] = await claim(temporary.storage, 'a', { leaseMs: 2 * HOUR_MS });
    temporary.nowMs += HOUR_MS;
    const report = (token = held?.token ?? 0) =>
      agentStorage(temporary.storage.agents).tasks.report({ taskId: 't', agentId: 'a', token });
    await report(2);
    assert.deepEqual(await observed(), [HOUR_MS, 0], 'a report that does not count is no heartbeat');
    await report();
    temporary.nowMs += MINUTE_MS;
    assert.deepEqual(await observed(), [HOUR_MS + MINUTE_MS, MINUTE_MS]);
  });

  it('deletes times that ended long ago', async () => {
    const { uptime } = agentStorage(temporary.storage.agents);
    await uptime.serviceRuns();
    temporary.nowMs += HOUR_MS;
    await beat();
    const endMs = temporary.nowMs - HOUR_MS;
    assert.deepEqual(
      [await uptime.purge(endMs), await uptime.purge(endMs + 1), await uptime.purge(endMs + 1)],
      [0, 2, 0],
    );
  });
});
