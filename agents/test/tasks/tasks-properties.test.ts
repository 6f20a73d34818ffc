import assert from 'node:assert/strict';
import { isTaskEnd, isTaskHeld, nextTaskState, type TaskState, type TaskTrigger } from '@causeway/protocol';
import { cases, timeLimit } from '@causeway/protocol/test-support/cases';
import { runText } from '@causeway/storage/jobs';
import { newAgent, register } from '@causeway/storage/test-support/agents';
import { onEngines, removeTemporary, type TestEngine } from '@causeway/storage/test-support/engines';
import { type TemporaryStorage, temporaryStorage } from '@causeway/storage/test-support/temporary';
import fc from 'fast-check';
import type { AttemptEnd, Hold } from '../../src/index.ts';
import { agentStorage } from '../../src/index.ts';
import { claim, completed, failedAgain, holdOf, newTask, RANDOM, submit } from '../support/tasks.ts';

/** Sequences of operations on each engine. */
const RUNS = cases(20, 5_000);

const AGENTS = ['a', 'b', 'c'] as const;
const LIMITS = { a: 1, b: 2, c: 4 } as const;
/** The capabilities of the agents: everyone draws, only c writes. */
const CAPABILITIES = { a: ['draw'], b: ['draw'], c: ['draw', 'write'] } as const;

interface Model {
  submitted: number;
  /** Every hold that was ever given. */
  readonly holds: Hold[];
  /** Tasks that ended, with their state: they must stay as they are. */
  readonly ended: Map<string, TaskState>;
}
interface Real extends TemporaryStorage {
  readonly raw: Awaited<ReturnType<TestEngine['open']>>;
}
type Command = fc.AsyncCommand<Model, Real>;

const command = (name: string, run: (model: Model, real: Real) => Promise<unknown>): Command => ({
  check: () => true,
  async run(model, real) {
    await run(model, real);
    await assertSound(model, real);
  },
  toString: () => name,
});

const submitOne = (writes: boolean, lifeMs: number) =>
  command(`submit ${writes} ${lifeMs}`, async (model, { storage, nowMs }) => {
    const capability = writes ? 'write' : 'draw';
    const requirement = { capability, model: null, resolution: null };
    const task = newTask(`t${model.submitted}`, nowMs + lifeMs, { requirement, queue: capability });
    model.submitted += 1;
    await submit(storage, task);
  });

const claimSome = (agentId: (typeof AGENTS)[number], limit: number) =>
  command(`claim ${agentId} ${limit}`, async ({ holds }, { storage }) => {
    const tasks = await claim(storage, agentId, { limit });
    assert.ok(tasks.length <= limit);
    for (const task of tasks) {
      assert.ok((CAPABILITIES[agentId] as readonly string[]).includes(task.requirement.capability));
    }
    holds.push(...tasks.map(holdOf));
  });

const ENDS: readonly AttemptEnd[] = [
  completed,
  failedAgain,
  { ...failedAgain, retry: null },
  { kind: 'rejected', failure: failedAgain.failure },
  { kind: 'released' },
  { kind: 'inputRequested', question: 'what?' },
];

const picked = (holds: readonly Hold[], pick: number): Hold =>
  holds[pick % Math.max(holds.length, 1)] ?? { taskId: 't0', agentId: 'a', token: 1 };

const end = (pick: number, ending: AttemptEnd) =>
  command(`${ending.kind} by hold ${pick}`, async ({ holds }, { storage }) => {
    const hold = picked(holds, pick);
    const before = await agentStorage(storage.agents).tasks.get(hold.taskId);
    const result = await agentStorage(storage.agents).tasks.end(hold, ending);
    const isHolder = before?.token === hold.token && before.agentId === hold.agentId;
    if (result.ok) assert.ok(isHolder, 'only the newest holder ends a task');
  });

const report = (pick: number) =>
  command(`report by hold ${pick}`, ({ holds }, { storage }) =>
    agentStorage(storage.agents).tasks.report(picked(holds, pick)),
  );

const cancel = (pick: number) =>
  command(`cancel t${pick}`, (_model, { storage }) => agentStorage(storage.agents).tasks.cancel(`t${pick}`));

const answer = (pick: number) =>
  command(`answer t${pick}`, (_model, { storage }) => agentStorage(storage.agents).tasks.answer(`t${pick}`, pick));

const wait = (ms: number) =>
  command(`wait ${ms}`, async (_model, real) => {
    real.nowMs += ms;
    await sweep(real);
  });

const reopen = () => command('reopen', (_model, real) => real.reopen());

async function sweep({ storage }: Real): Promise<void> {
  while ((await agentStorage(storage.agents).tasks.sweep(3, RANDOM)) === 3);
}

interface Stored {
  readonly id: string;
  readonly state: TaskState;
  readonly agent_id: string | null;
  readonly wake_at_ms: number | string | null;
  readonly due_at_ms: number | string | null;
  readonly lease_ends_at_ms: number | string | null;
  readonly deadline_at_ms: number | string;
  readonly queue: string;
  readonly token: number | string;
}

/** Compares the counts, wake-ups, attempts and events with the tasks. */
async function assertSound({ ended }: Model, { storage, raw }: Real): Promise<void> {
  const query = <Row>(text: string): Promise<Row[]> => raw.read(() => runText<Row>(text));
  const tasks = await query<Stored>('select * from agent_tasks order by id');
  for (const agentId of AGENTS) {
    const active = tasks.filter(({ state, agent_id }) => isTaskHeld(state) && agent_id === agentId).length;
    assert.equal((await storage.agents.registry.get(agentId))?.active, active, `the count of ${agentId}`);
    assert.ok(active <= LIMITS[agentId], `${agentId} holds ${active} tasks`);
  }
  const queuesNow = async () => {
    const rows = await query<{ readonly queue: string }>('select queue from agent_queues');
    return new Set(rows.map(({ queue }) => queue));
  };
  const waiting = new Set(tasks.filter(({ state }) => state === 'queued').map(({ queue }) => queue));
  const found = await queuesNow();
  assert.ok(
    [...waiting].every((queue) => found.has(queue)),
    'every waiting task is found by its queue',
  );
  await agentStorage(storage.agents).tasks.removeEmptyQueues(1_000);
  assert.deepEqual(await queuesNow(), waiting, 'a queue without tasks is removed, and no other');
  const open = await query<{ readonly task_id: string; readonly token: number | string }>(
    'select task_id, token from agent_attempts where ended_at_ms is null order by task_id',
  );
  assert.deepEqual(
    open.map(({ task_id, token }) => [task_id, Number(token)]),
    tasks.filter(({ state }) => isTaskHeld(state)).map(({ id, token }) => [id, Number(token)]),
    'exactly the held tasks have an attempt under way',
  );
  for (const task of tasks) {
    const { id, state, wake_at_ms } = task;
    const times = [task.deadline_at_ms];
    if (state === 'pending') times.push(task.due_at_ms ?? assert.fail());
    if (isTaskHeld(state)) times.push(task.lease_ends_at_ms ?? assert.fail());
    const wake = isTaskEnd(state) ? null : Math.min(...times.map(Number));
    assert.equal(wake_at_ms === null ? null : Number(wake_at_ms), wake, `the next wake-up of ${id} in ${state}`);
    assert.equal(ended.get(id) ?? state, state, `${id} has ended`);
    if (isTaskEnd(state)) ended.set(id, state);
  }
}

/** The task's events lead from its submission to its state by the table. */
async function assertHistory(id: string, { storage }: Real): Promise<void> {
  let state: TaskState | null = null;
  let token = 0;
  for (const { type, data } of await agentStorage(storage.agents).tasks.history(id, 0, 1_000)) {
    if (type === 'task.progress') continue;
    const next: TaskState | undefined = state === null ? 'queued' : nextTaskState(state, data.trigger as TaskTrigger);
    assert.deepEqual([data.from, type], [state, `task.${next}`]);
    assert.ok(Number(data.token) === token + (data.trigger === 'claimed' ? 1 : 0), 'a token rises with every claim');
    token = Number(data.token);
    state = next ?? assert.fail();
  }
  assert.equal(state, (await agentStorage(storage.agents).tasks.get(id))?.state);
}

onEngines('tasks, by random operations', (engine) => {
  it('keep their counts, limits and history, and end as time goes on', async () => {
    const pick = fc.nat({ max: 9 });
    const commands = fc.commands(
      [
        ...[1, 2].map(() =>
          fc.tuple(fc.boolean(), fc.constantFrom(500, 50_000, 50_000)).map((args) => submitOne(...args)),
        ),
        ...[1, 2].map(() =>
          fc.tuple(fc.constantFrom(...AGENTS), fc.integer({ min: 1, max: 5 })).map((args) => claimSome(...args)),
        ),
        ...[1, 2].map(() => fc.tuple(pick, fc.constantFrom(...ENDS)).map((args) => end(...args))),
        pick.map(report),
        pick.map(cancel),
        pick.map(answer),
        fc.constantFrom(1, 900, 1_100, 6_000).map(wait),
        fc.constant(reopen()),
      ],
      { maxCommands: 60, size: '+1' },
    );
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        const temporary = await temporaryStorage(engine);
        const raw = await engine.open(temporary.database);
        const real: Real = Object.assign(temporary, { raw });
        for (const id of AGENTS)
          await register(
            real.storage,
            newAgent(id, { maxConcurrentTasks: LIMITS[id], capabilities: CAPABILITIES[id].map((type) => ({ type })) }),
          );
        const model: Model = { submitted: 0, holds: [], ended: new Map() };
        try {
          await fc.asyncModelRun(() => ({ model, real }), sequence);
          for (let number = 0; number < model.submitted; number += 1) await assertHistory(`t${number}`, real);
          real.nowMs += 60_000;
          await sweep(real);
          await assertSound(model, real);
          assert.equal(model.ended.size, model.submitted, 'every task has ended');
        } finally {
          await raw.close();
        }
        await removeTemporary();
      }),
      RUNS,
    );
  }).timeout(timeLimit(120_000));
});
