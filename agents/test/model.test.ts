import assert from 'node:assert/strict';
import { isTaskEnd, isTaskHeld, jsonText, type TaskState } from '@causeway/protocol';
import { cases, timeLimit } from '@causeway/protocol/test-support/cases';
import { backoffMs } from '@causeway/runtime';
import fc from 'fast-check';
import { agentStorage } from '../src/index.ts';
import { DEFAULT_BACKOFF } from '../src/tasks/backoff.ts';
import { toDraw } from './support/agent.ts';
import { register, submission, TestEngines } from './support/engine.ts';

const never = new AbortController().signal;
type Process = Awaited<ReturnType<TestEngines['open']>>;

/** What the model knows of a task. */
interface ModelTask {
  readonly id: string;
  readonly writes: boolean;
  readonly rankMs: number;
  readonly deadlineAtMs: number;
  readonly maxAttempts: number;
  state: TaskState;
  token: number;
  agent: Name | null;
  leaseMs: number;
  leaseEndsAtMs: number;
  dueAtMs: number;
  failures: number;
}

/** Everyone draws, only c writes. */
const NAMES = ['a', 'b', 'c'] as const;
type Name = (typeof NAMES)[number];
interface Given {
  readonly task: ModelTask;
  readonly agent: Name;
  readonly token: number;
}

interface Model {
  readonly run: number;
  readonly limits: Record<Name, number>;
  readonly tasks: ModelTask[];
  /** Every claim that was ever given. */
  readonly given: Given[];
}

interface Real {
  readonly engines: TestEngines;
  readonly processes: [Process, Process];
}

const agentId = ({ run }: Model, name: Name): string => `${run}-${name}`;
const heldBy = ({ tasks }: Model, name: Name): readonly ModelTask[] =>
  tasks.filter(({ state, agent }) => isTaskHeld(state) && agent === name);

/** Ends the attempt of `task` by a failure, as the rules say. */
function fail(task: ModelTask, nowMs: number, again: boolean): void {
  task.failures += 1;
  task.dueAtMs = nowMs + backoffMs(task.failures, 0.5, DEFAULT_BACKOFF);
  task.state = again && task.failures < task.maxAttempts && task.dueAtMs < task.deadlineAtMs ? 'pending' : 'failed';
}

/** The time at which something happens to the task by itself. */
function wakeAtMs({ state, deadlineAtMs, dueAtMs, leaseEndsAtMs }: ModelTask): number {
  if (state === 'pending') return Math.min(deadlineAtMs, dueAtMs);
  return isTaskHeld(state) ? Math.min(deadlineAtMs, leaseEndsAtMs) : deadlineAtMs;
}

/** What the passing of time does. */
function elapse({ tasks }: Model, nowMs: number): void {
  for (const task of tasks) {
    if (isTaskEnd(task.state) || wakeAtMs(task) > nowMs) continue;
    if (task.deadlineAtMs <= nowMs) task.state = 'expired';
    else if (task.state === 'pending') task.state = 'queued';
    else fail(task, nowMs, true);
  }
}

/** Compares every task and every count with the model. */
async function assertSame(model: Model, { processes: [{ storage }] }: Real): Promise<void> {
  for (const { id, state, token, agent } of model.tasks) {
    const row = await agentStorage(storage.agents).tasks.get(id);
    const holder = agent === null ? null : agentId(model, agent);
    assert.deepEqual([row?.state, row?.token, row?.agentId], [state, token, holder], id);
  }
  for (const name of NAMES) {
    const held = heldBy(model, name).length;
    assert.equal((await storage.agents.registry.get(agentId(model, name)))?.active, held, `tasks of ${name}`);
  }
}

type Command = fc.AsyncCommand<Model, Real>;
const command = (name: string, run: (model: Model, real: Real) => Promise<unknown>): Command => ({
  check: () => true,
  async run(model, real) {
    await run(model, real);
    await assertSame(model, real);
  },
  toString: () => name,
});

const process = fc.constantFrom<(0 | 1)[]>(0, 1);
const pick = fc.nat({ max: 11 });
const picked = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(all.length, 1)];

const submit = fc
  .record({
    by: process,
    writes: fc.boolean(),
    lifeMs: fc.constantFrom(500, 20_000, 90_000, 600_000),
    maxAttempts: fc.integer({ min: 1, max: 3 }),
    priority: fc.constantFrom('low', 'normal', 'urgent'),
  })
  .map(({ by, writes, lifeMs, maxAttempts, priority }) =>
    command(`submit ${writes ? 'writing' : 'drawing'} for ${lifeMs} ms`, async (model, { processes, engines }) => {
      const deadlineAtMs = engines.nowMs + lifeMs;
      const requirement = toDraw({ capability: `${writes ? 'write' : 'draw'}-${model.run}` });
      const taskId = `${model.run}-${model.tasks.length}`;
      const more = { taskId, requirement, deadlineAtMs, maxAttempts, priority } as const;
      const submitted = await processes[by].engine.submit(submission(more));
      assert.ok(submitted.ok);
      const { id, rankMs } = submitted.value.task;
      const attempt = { token: 0, agent: null, leaseMs: 0, leaseEndsAtMs: 0, dueAtMs: 0, failures: 0 };
      model.tasks.push({ id, writes, rankMs, deadlineAtMs, maxAttempts, state: 'queued', ...attempt });
    }),
  );

const claim = fc
  .record({
    by: process,
    name: fc.constantFrom(...NAMES),
    limit: fc.integer({ min: 1, max: 5 }),
    leaseMs: fc.constantFrom(1_000, 30_000),
  })
  .map(({ by, name, limit, leaseMs }) =>
    command(`${name} claims ${limit} for ${leaseMs} ms`, async (model, { processes, engines: { nowMs } }) => {
      const { tasks, limits } = model;
      const waiting = tasks.filter(({ state, writes }) => state === 'queued' && (name === 'c' || !writes));
      const room = Math.max(0, Math.min(limit, limits[name] - heldBy(model, name).length));
      const claimed = await processes[by].engine.claim(agentId(model, name), { limit, leaseMs, waitMs: 0 }, never);
      assert.ok(claimed.ok);
      const got = claimed.value.map(({ id, token }) => {
        const task = waiting.find((one) => one.id === id) ?? assert.fail(`${id} does not wait for ${name}`);
        assert.ok(task.deadlineAtMs > nowMs, `${id} is too late`);
        assert.equal(token, task.token + 1);
        return task;
      });
      const late = waiting.filter(({ deadlineAtMs }) => deadlineAtMs <= nowMs).length;
      assert.ok(
        got.length <= room && got.length >= Math.min(room, waiting.length) - late,
        'as many as there is room for',
      );
      const left = waiting.filter((task) => !got.includes(task) && task.deadlineAtMs > nowMs);
      for (const { rankMs } of got)
        assert.ok(late > 0 || left.every((task) => task.rankMs >= rankMs), 'the least first');
      for (const task of got) {
        Object.assign(task, {
          state: 'assigned',
          token: task.token + 1,
          agent: name,
          leaseMs,
          leaseEndsAtMs: nowMs + leaseMs,
        });
        model.given.push({ task, agent: name, token: task.token });
      }
    }),
  );

const ENDS = {
  completed: { kind: 'completed', result: jsonText(1), costMicros: undefined },
  failed: { kind: 'failed', failure: { code: 'X', message: 'x' }, retryable: true },
  dead: { kind: 'failed', failure: { code: 'X', message: 'x' }, retryable: false },
  rejected: { kind: 'rejected', failure: { code: 'X', message: 'x' } },
  released: { kind: 'released' },
  inputRequested: { kind: 'inputRequested', question: 'what?' },
} as const;
type End = keyof typeof ENDS;

/** True when the report of `given` counts: the newest claim of a held task before its deadline. */
const counts = ({ task, agent, token }: Given, nowMs: number): boolean =>
  isTaskHeld(task.state) && task.agent === agent && task.token === token && task.deadlineAtMs > nowMs;

const end = fc
  .record({ by: process, at: pick, kind: fc.constantFrom(...(Object.keys(ENDS) as End[])) })
  .map(({ by, at, kind }) =>
    command(`claim ${at} ends ${kind}`, async (model, { processes, engines: { nowMs } }) => {
      const given = picked(model.given, at);
      if (given === undefined) return;
      const { task, agent, token } = given;
      const hold = { taskId: task.id, agentId: agentId(model, agent), token };
      const ended = await processes[by].engine.end(hold, ENDS[kind]);
      const state = { completed: 'completed', rejected: 'rejected', dead: 'failed', failed: 'failed' }[kind as string];
      const repeated = task.agent === agent && task.token === token && task.state === state;
      assert.equal(ended.ok, counts(given, nowMs) || repeated, `the report counts in ${task.state}`);
      if (!counts(given, nowMs)) return;
      if (kind === 'failed' || kind === 'dead') fail(task, nowMs, kind === 'failed');
      else if (kind === 'released') task.state = 'queued';
      else task.state = kind === 'inputRequested' ? 'input_required' : kind;
    }),
  );

const report = fc.record({ by: process, at: pick }).map(({ by, at }) =>
  command(`claim ${at} reports`, async (model, { processes, engines: { nowMs } }) => {
    const given = picked(model.given, at);
    if (given === undefined) return;
    const { task, agent, token } = given;
    const hold = { taskId: task.id, agentId: agentId(model, agent), token };
    const reported = await agentStorage(processes[by].storage.agents).tasks.report(hold);
    assert.equal(reported.ok, counts(given, nowMs));
    if (reported.ok) Object.assign(task, { state: 'working', leaseEndsAtMs: nowMs + task.leaseMs });
  }),
);

const cancel = fc.record({ by: process, at: pick }).map(({ by, at }) =>
  command(`cancel ${at}`, async ({ tasks }, { processes }) => {
    const task = picked(tasks, at);
    if (task === undefined) return;
    assert.equal((await processes[by].engine.cancel(task.id)).ok, !isTaskEnd(task.state));
    if (!isTaskEnd(task.state)) task.state = 'cancelled';
  }),
);

const answer = fc.record({ by: process, at: pick }).map(({ by, at }) =>
  command(`answer ${at}`, async ({ tasks }, { processes, engines: { nowMs } }) => {
    const task = picked(tasks, at);
    if (task === undefined) return;
    const answered = task.state === 'input_required' && task.deadlineAtMs > nowMs;
    assert.equal((await agentStorage(processes[by].storage.agents).tasks.answer(task.id, 'this')).ok, answered);
    if (answered) task.state = 'queued';
  }),
);

const limit = fc.tuple(fc.constantFrom(...NAMES), fc.nat({ max: 4 })).map(([name, most]) =>
  command(`${name} may hold ${most}`, async (model, { processes: [{ storage }] }) => {
    await storage.agents.registry.update(agentId(model, name), { maxConcurrentTasks: most }, undefined);
    model.limits[name] = most;
  }),
);

const wait = fc.constantFrom(1, 900, 1_100, 31_000).map((ms) =>
  command(`wait ${ms}`, async (_model, { engines }) => {
    engines.nowMs += ms;
  }),
);

const sweep = process.map((by) =>
  command('sweep', async (model, { processes, engines: { nowMs } }) => {
    await processes[by].engine.sweep();
    elapse(model, nowMs);
  }),
);

const restart = process.map((by) =>
  command('restart', async (_model, { engines, processes }) => {
    processes[by] = await engines.reopen(processes[by]);
  }),
);

/** Lets the time pass until nothing is left that could happen by itself. */
async function toTheEnd(model: Model, real: Real): Promise<void> {
  const { engines, processes } = real;
  for (let turn = 0; ; turn += 1) {
    const open = model.tasks.filter(({ state }) => !isTaskEnd(state));
    if (open.length === 0) return;
    // Each task needs a turn for every end of a lease and of a pause, and one for its deadline.
    assert.ok(turn <= model.tasks.length * 8, `tasks stay open: ${JSON.stringify(open)}`);
    engines.nowMs = Math.max(engines.nowMs, Math.min(...open.map(wakeAtMs)));
    await (processes[turn % 2] as Process).engine.sweep();
    elapse(model, engines.nowMs);
    await assertSame(model, real);
  }
}

describe('the life of tasks, by a model', () => {
  let engines: TestEngines;
  before(() => {
    engines = new TestEngines();
  });
  after(() => engines.close());

  it('is as the rules say over two processes, whatever agents do, and ends for every task as time goes on', async () => {
    const processes: Real['processes'] = [await engines.open(), await engines.open()];
    let run = 0;
    const commands = fc.commands(
      [submit, submit, claim, claim, end, end, report, cancel, answer, limit, wait, sweep, restart],
      { maxCommands: 80, size: 'max' },
    );
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        run += 1;
        const model: Model = { run, limits: { a: 1, b: 2, c: 4 }, tasks: [], given: [] };
        const real: Real = { engines, processes };
        for (const name of NAMES) {
          const capabilities = [{ type: `draw-${run}` }, ...(name === 'c' ? [{ type: `write-${run}` }] : [])];
          const more = { capabilities, maxConcurrentTasks: model.limits[name] };
          await register(processes[0].storage, agentId(model, name), more);
        }
        await fc.asyncModelRun(() => ({ model, real }), sequence);
        await toTheEnd(model, real);
        for (const { id } of model.tasks) {
          const types = (await processes[0].storage.agents.tasks.history(id, 0, 1_000)).map(({ type }) => type);
          const ends = types.filter((type) => isTaskEnd(type.replace('task.', '') as TaskState));
          assert.deepEqual(ends, types.slice(-1), `${id} ends once`);
        }
      }),
      cases(100, 10_000),
    );
  }).timeout(timeLimit(120_000));
});
