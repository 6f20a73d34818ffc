import assert from 'node:assert/strict';
import { OFFLINE_AFTER_MS } from '@causeway/protocol';
import { STRATEGIES } from '@causeway/storage';
import { chooseAgent } from '../src/routing.ts';
import { agentRow, toDraw } from './support/agent.ts';

const good = { completed: 100, responseMs: 1_000 };
const agents = [
  agentRow({ id: 'b', active: 1, ...good }),
  agentRow({ id: 'a', active: 3 }),
  agentRow({ id: 'c', active: 1, maxConcurrentTasks: 8 }),
  agentRow({ id: '0-full', active: 4, ...good }),
  agentRow({ id: '0-other', capabilities: [{ type: 'write' }] }),
];

describe('routing', () => {
  it('chooses by its strategy, and says why', () => {
    const chosen = STRATEGIES.map((strategy) => chooseAgent(agents, toDraw(), strategy, 0));
    assert.deepEqual(
      chosen.map((choice) => choice?.agent.id),
      ['a', 'b', 'c'],
    );
    assert.deepEqual(
      chosen.map((choice) => choice?.reason),
      [
        'it is the first of 3 available agents',
        'it fits best of 3 available agents: 99 % success',
        'it is the least loaded of 3 available agents: 1 of 8 tasks',
      ],
    );
  });

  it('chooses nobody when no agent is available', () => {
    for (const strategy of STRATEGIES) {
      assert.equal(chooseAgent(agents, toDraw({ model: 'm' }), strategy, 0), undefined);
      assert.equal(chooseAgent(agents, toDraw(), strategy, OFFLINE_AFTER_MS + 1), undefined);
      assert.equal(chooseAgent([], toDraw(), strategy, 0), undefined);
    }
  });
});
