import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { AREAS, openSlices, PLATFORM_SCHEMA } from '@causeway/storage/slices';
import { newAgent } from '@causeway/storage/test-support/agents';
import { onEngines } from '@causeway/storage/test-support/engines';
import { type Recorded, recording } from '@causeway/storage/test-support/recorded';
import { agentStorage } from '../../src/index.ts';
import { claim, completed, holdOf, LEASE_MS, newTask, RANDOM } from '../support/tasks.ts';

const FILL = fileURLToPath(new URL('../../../bench/storage/fill-agents.ts', import.meta.url));
const TASKS = 20_000;

/** Reads a table whole, builds an index for one query, or sorts. */
const COSTLY = /\bSCAN\b|AUTOMATIC|Seq Scan|TEMP B-TREE|\bSort\b/;

onEngines('the statements of tasks', (engine) => {
  it('find the next task, and all that follows, by indexes, however many wait', async () => {
    const database = await engine.newPlatform();
    await promisify(execFile)(process.execPath, [FILL, database, 'tasks', String(TASKS)]);
    const queries: Recorded[] = [];
    const areas = { ...AREAS, agents: recording(AREAS.agents, queries) };
    const storage = await openSlices(database, { areas, schemas: [PLATFORM_SCHEMA] });
    const { registry, tasks } = agentStorage(storage.agents);

    /** Runs `work`, whose queries must read and sort nothing but what they return. */
    async function planned<T>(title: string, work: Promise<T>, ...indexes: readonly RegExp[]): Promise<T> {
      const result = await work;
      const plans = await Promise.all(queries.splice(0).map((query) => engine.plan(database, query)));
      assert.ok(plans.length > 0, `${title} asks nothing`);
      for (const plan of plans) assert.doesNotMatch(plan, COSTLY, `${title}: ${plan}`);
      for (const index of indexes) assert.match(plans.join('\n'), index, title);
      return result;
    }

    await registry.register(newAgent('a', { capabilities: [{ type: 'work-7' }] }));
    queries.splice(0);
    const order = { agentId: 'a', limit: 1, leaseMs: LEASE_MS };
    const [first] = await planned(
      'the first claim',
      claim(storage, 'a', order),
      /agent_tasks_queue/,
      /agent_queues_restricted/,
    );
    assert.equal(first?.id, 'waiting-7');
    await planned('a report', tasks.report(holdOf(first)));
    await planned('a completion', tasks.end(holdOf(first), completed));
    const task = newTask('t', Date.now() + 60_000, { submitterId: 'bench-1' });
    await planned('a submission', tasks.submit(task), /agent_tasks_fair/);
    await planned('a cancellation', tasks.cancel('t'));
    await planned('the sweeper', tasks.sweep(10, RANDOM), /agent_tasks_wake/);
    const byMessage = { submitterId: 'bench-1', byMessage: true } as const;
    await planned('a list by the last change', tasks.list(byMessage, null, 10), /agent_tasks_messages/);
    await storage.close();
  }).timeout(120_000);
});
