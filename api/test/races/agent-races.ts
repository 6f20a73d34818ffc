import assert from 'node:assert/strict';
import { agentStorage } from '@causeway/agents';
import { claim, claimOne, completed, holdOf, newTask, submit } from '@causeway/agents/test-support/tasks';
import type { PlatformStorage } from '@causeway/storage';
import { newAgent, register } from '@causeway/storage/test-support/agents';
import { columns } from '@causeway/storage/test-support/columns';
import { type AnyRace, race } from './race.ts';

const URL = 'https://receiver.example/hook';

const HOUR_MS = 3_600_000;
const tasksOf = ({ agents }: PlatformStorage) => agentStorage(agents).tasks;
const add = (storage: PlatformStorage, id: string, more: Parameters<typeof newTask>[2] = {}) =>
  submit(storage, newTask(id, Date.now() + HOUR_MS, more));

/** A task that an agent holds for an hour. */
const held = async (storage: PlatformStorage, more: Parameters<typeof newTask>[2] = {}) => {
  await register(storage, newAgent('a'));
  await add(storage, 't', more);
  const [task] = await claim(storage, 'a', { leaseMs: HOUR_MS });
  return task ?? assert.fail();
};

/** A run of one step, which an agent holds. */
const running = async (storage: PlatformStorage) => {
  await register(storage, newAgent('a'));
  const steps = ['one', 'two'].map((stepId) => ({ stepId, type: 'draw', maxAttempts: 1 }));
  const made = await storage.agents.workflows.create({ id: 'w', ownerId: 'owner', definition: { steps } });
  if (!made.ok) assert.fail(made.error.code);
  const facts = { submitterId: 'owner', takers: 'any', principalId: 'owner', input: '{}', traceparent: '' } as const;
  const begun = await agentStorage(storage.agents).runs.execute(made.value, { ...facts, lifeMs: HOUR_MS });
  if (!begun.ok) assert.fail(begun.error.code);
  const [task, other] = await claim(storage, 'a', { leaseMs: HOUR_MS });
  await tasksOf(storage).end(holdOf(task ?? assert.fail()), completed);
  return { runId: begun.value.id, hold: holdOf(other ?? assert.fail()) };
};

export const AGENT_RACES: Readonly<Record<string, AnyRace>> = {
  'give an agent no more tasks than it may hold': race({
    locks: ['agent'],
    prepare: async (storage) => {
      await register(storage, newAgent('a', { maxConcurrentTasks: 1 }));
      for (const id of ['t', 'u']) await add(storage, id);
    },
    first: (storage) => claim(storage, 'a'),
    second: (storage) => claim(storage, 'a'),
    check: (ends) =>
      assert.equal(
        (ends as readonly (readonly unknown[])[]).reduce((sum, { length }) => sum + length, 0),
        1,
      ),
  }),
  'end a task once': race({
    locks: ['task', 'agent'],
    prepare: held,
    first: (storage, task) => tasksOf(storage).end(holdOf(task), completed),
    second: (storage, { id }) => tasksOf(storage).cancel(id),
    check: async (ends, { events }) => {
      assert.equal(ends.filter((end) => (end as { readonly ok: boolean }).ok).length, 1);
      assert.equal((await events.after('task:t', 0, 10)).length, 3);
    },
  }),
  'let no owner have more open tasks than its quota': race({
    locks: ['usage'],
    stop: 1,
    quotas: { tasks: 1 },
    prepare: async () => {},
    first: (storage) => tasksOf(storage).submit(newTask('t', Date.now() + HOUR_MS)),
    second: (storage) => tasksOf(storage).submit(newTask('u', Date.now() + HOUR_MS)),
    check: (ends) => assert.equal(ends.filter((end) => (end as { readonly ok: boolean }).ok).length, 1),
  }),
  'lose no end of a run’s task': race({
    locks: ['run'],
    prepare: running,
    first: (storage, { runId }) => agentStorage(storage.agents).runs.advance(runId),
    second: (storage, { hold }) => tasksOf(storage).end(hold, completed),
    check: async (_, storage, { runId }) => {
      const { runs } = agentStorage(storage.agents);
      for (const id of await runs.due(10)) await runs.advance(id);
      assert.equal((await runs.get(runId))?.state, 'completed');
    },
  }),
  'number the versions of a workflow': race({
    locks: ['workflow'],
    prepare: async () => {},
    first: ({ agents }) => agents.workflows.create({ id: 'w', ownerId: 'owner', definition: { steps: [] } }),
    second: ({ agents }) => agents.workflows.create({ id: 'w', ownerId: 'other', definition: { steps: [] } }),
    check: (ends) =>
      assert.deepEqual(
        ends.map((end) => (end as { readonly ok: boolean }).ok),
        [true, false],
      ),
  }),
  'leave no delivery open at a disabled endpoint': race({
    locks: ['endpoint'],
    prepare: async (storage) => {
      const task = await held(storage, { callback: URL });
      const endpoint = await storage.agents.endpoints.addCallback('submitter', URL);
      return { task, endpointId: endpoint.ok ? endpoint.value.id : assert.fail() };
    },
    stop: 'end',
    first: (storage, { endpointId }) => storage.agents.endpoints.setEnabled(endpointId, false),
    second: (storage, { task }) => tasksOf(storage).end(holdOf(task), completed),
    check: async (_, storage) => {
      const { items } = await agentStorage(storage.agents).deliveries.list({ avatarId: 'submitter' }, null, 10);
      assert.deepEqual(columns(items, 'state'), ['dropped']);
    },
  }),
  'remove no queue into which a task comes': race({
    locks: ['queue'],
    prepare: async (storage) => {
      await register(storage, newAgent('a'));
      await add(storage, 't');
      await tasksOf(storage).cancel('t');
    },
    stop: 'end',
    first: (storage) => add(storage, 'u'),
    second: (storage) => tasksOf(storage).removeEmptyQueues(10),
    check: async (_, storage) => assert.equal((await claimOne(storage, 'a')).id, 'u'),
  }),
};
