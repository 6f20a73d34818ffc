import assert from 'node:assert/strict';
import { OFFLINE_AFTER_MS } from '@causeway/protocol';
import { columns } from '@causeway/storage/test-support/columns';
import { availabilityOf, averageResponseOf, byFit, fitOf, isAvailable, loadOf, successRateOf } from '../src/fit.ts';
import { agentRow, toDraw } from './support/agent.ts';

describe('the fit of agents', () => {
  it('counts an agent as offline when it is silent, and not before', () => {
    const agent = agentRow({ lastSeenAtMs: 1_000 });
    assert.equal(availabilityOf(agent, 1_000 + OFFLINE_AFTER_MS), 'online');
    assert.equal(availabilityOf(agent, 1_001 + OFFLINE_AFTER_MS), 'offline');
    assert.equal(availabilityOf(agentRow({ availability: 'busy' }), 0), 'busy');
    // A service that restarts within five seconds has heard of every agent recently enough.
    assert.ok(OFFLINE_AFTER_MS >= 12 * 5_000);
  });

  it('calls an agent available that is online and below its limit', () => {
    assert.equal(isAvailable(agentRow({ active: 3 }), 0), true);
    assert.equal(isAvailable(agentRow({ active: 4 }), 0), false);
    assert.equal(isAvailable(agentRow({ maxConcurrentTasks: 0 }), 0), false);
    for (const availability of ['busy', 'offline', 'maintenance'] as const) {
      assert.equal(isAvailable(agentRow({ availability }), 0), false);
    }
    assert.equal(isAvailable(agentRow(), OFFLINE_AFTER_MS + 1), false);
  });

  it('knows nothing of an agent without attempts', () => {
    assert.deepEqual([successRateOf(agentRow()), averageResponseOf(agentRow())], [0.5, null]);
    assert.deepEqual([loadOf(agentRow({ active: 1 })), loadOf(agentRow({ maxConcurrentTasks: 0 }))], [0.25, 1]);
  });

  it('rises with success, speed and free places, and falls with the price', () => {
    const draws = { type: 'draw' };
    const base = agentRow({ completed: 10, failed: 10, responseMs: 100_000, active: 2 });
    const fit = fitOf(base, draws);
    assert.ok(fitOf({ ...base, failed: 5 }, draws) > fit, 'success');
    assert.ok(fitOf({ ...base, responseMs: 50_000 }, draws) > fit, 'speed');
    assert.ok(fitOf({ ...base, active: 1 }, draws) > fit, 'free places');
    const priced = (costMicros: number) => fitOf(base, { ...draws, costMicros });
    assert.ok(priced(10) > priced(2_000_000), 'price');
    for (const value of [fit, priced(0)]) assert.ok(value >= 0 && value <= 1);
  });

  it('sorts available agents first, then by fit, then by id, and leaves out those that do not meet', () => {
    const good = { completed: 100, responseMs: 1_000 };
    const agents = [
      agentRow({ id: 'full', ...good, active: 4 }),
      agentRow({ id: 'c' }),
      agentRow({ id: 'b' }),
      agentRow({ id: 'good', ...good }),
      agentRow({ id: 'writes', capabilities: [{ type: 'write' }] }),
    ];
    assert.deepEqual(columns(byFit(agents, toDraw(), 0), 'id'), ['good', 'b', 'c', 'full']);
  });
});
