import assert from 'node:assert/strict';
import { jsonText } from '@causeway/protocol';
import { cases, SEED, timeLimit } from '@causeway/protocol/test-support/cases';
import { clockAt } from '@causeway/runtime/test-support';
import type { PlatformStorage, TaskRow, WorkflowStep } from '@causeway/storage';
import { forAll } from '@causeway/storage/test-support/takers';
import fc from 'fast-check';
import { agentStorage, MAX_CLAIM, type TaskEngine, WorkflowEngine } from '../../src/index.ts';
import { register, TestEngines } from '../support/engine.ts';
import { sharedPostgres } from '../support/postgres.ts';
import { contradictions, type PlannedWorkflow, plannedWorkflow } from '../support/workflows.ts';
import '../support/arbitraries.ts';

const OWNER = 'owner';
const never = new AbortController().signal;

/** Engines of tasks and workflows over one database, as two processes have them. */
class Processes {
  readonly engines: TestEngines;
  readonly all: {
    readonly tasks: TaskEngine;
    readonly workflows: WorkflowEngine;
    readonly storage: PlatformStorage;
  }[] = [];

  constructor(database?: string) {
    this.engines = new TestEngines(database);
  }

  async open(count: number): Promise<void> {
    for (let number = 0; number < count; number += 1) {
      const { engine, storage } = await this.engines.open();
      const clock = clockAt(() => this.engines.nowMs);
      const onError = (error: unknown) => this.engines.errors.push(error);
      this.all.push({
        tasks: engine,
        workflows: new WorkflowEngine({ agents: agentStorage(storage.agents), clock, onError }),
        storage,
      });
    }
  }

  process(pick: number) {
    return this.all[pick % this.all.length] ?? assert.fail('nothing is open');
  }

  async execute(pick: number, id: string, steps: readonly WorkflowStep[]): Promise<string> {
    const { storage, workflows } = this.process(pick);
    const created = await storage.agents.workflows.create({ id, ownerId: OWNER, definition: { steps } });
    assert.ok(created.ok);
    const begun = await workflows.execute(created.value, { submitterId: OWNER, rule: forAll(), input: '{}' });
    assert.ok(begun.ok);
    return begun.value.id;
  }

  async claim(pick: number, agentId: string, limit = MAX_CLAIM): Promise<readonly TaskRow[]> {
    const claimed = await this.process(pick).tasks.claim(agentId, { limit, leaseMs: 30_000, waitMs: 0 }, never);
    assert.ok(claimed.ok, JSON.stringify(claimed));
    return claimed.value;
  }

  /** Ends the agent's attempt at a task. */
  async end(pick: number, { id: taskId, agentId, token }: TaskRow, fails: boolean): Promise<void> {
    const hold = { taskId, agentId: agentId ?? '', token };
    const failure = { code: 'BROKE', message: 'broke' };
    const { tasks } = this.process(pick);
    const ended = fails
      ? await tasks.end(hold, { kind: 'failed', failure, retryable: true })
      : await tasks.end(hold, { kind: 'completed', result: jsonText(taskId), costMicros: 0 });
    assert.ok(ended.ok || ended.error.code === 'TOKEN_STALE', JSON.stringify(ended));
  }

  async close(): Promise<void> {
    for (const { workflows } of this.all) await workflows.close();
    await this.engines.close();
  }
}

const stepOf = ({ id }: TaskRow): string => id.split(':').at(-1) ?? '';

let named = 0;
const newName = (): string => {
  named += 1;
  return `w${process.pid}-${named}`;
};

for (const engine of ['SQLite', 'PostgreSQL'] as const) {
  describe(`runs of workflows, on ${engine}`, function describeRuns() {
    this.timeout(timeLimit(120_000));
    let processes: Processes;
    beforeEach(async () => {
      processes = new Processes(engine === 'PostgreSQL' ? await sharedPostgres() : undefined);
      await processes.open(2);
    });
    afterEach(() => processes.close());

    /** Lets two processes drive the runs of `plans` in the order of `picks`, then to their ends. */
    async function drive(plans: readonly PlannedWorkflow[], picks: readonly number[]): Promise<void> {
      const agentId = newName();
      const { storage } = processes.process(0);
      // Each case has a kind of work of its own, so that no task of another case is claimed.
      await register(storage, agentId, { capabilities: [{ type: agentId }], maxConcurrentTasks: 100 });
      const runs: { readonly plan: PlannedWorkflow; readonly id: string }[] = [];
      for (const [at, { steps, failing }] of plans.entries()) {
        const own = steps.map((step) => ({ ...step, type: agentId }));
        runs.push({ plan: { steps: own, failing }, id: await processes.execute(at, newName(), own) });
      }
      const failingTasks = new Set(
        runs.flatMap(({ id, plan }) => [...plan.failing].map((stepId) => `${id}:${stepId}`)),
      );
      const held: TaskRow[] = [];
      const turn = async (pick: number) => {
        held.push(...(await processes.claim(pick, agentId, 1 + (pick % 3))));
        const ending = held.splice(0, pick % 4);
        await Promise.all(ending.map((task, at) => processes.end(pick + at, task, failingTasks.has(task.id))));
        if (pick % 3 > 0) await Promise.all(processes.all.map(({ workflows }) => workflows.advanceDue()));
        else if (pick % 2 > 0) await processes.process(pick).workflows.advanceDue();
      };
      for (const pick of picks) await turn(pick);
      const isOpen = async ({ id }: { readonly id: string }) =>
        (await agentStorage(storage.agents).runs.get(id))?.state === 'running';
      // As many turns as all steps need that end one by one, and each starts the next.
      for (let left = plans.length * 10; left > 0; left -= 1) await turn(7);
      for (const run of runs) {
        assert.equal(await isOpen(run), false, 'every run has ended');
        await assertSound(storage, run.id, run.plan);
      }
    }

    async function assertSound({ agents }: PlatformStorage, id: string, plan: PlannedWorkflow): Promise<void> {
      const [run, steps] = [await agents.runs.get(id), await agents.runs.steps(id)];
      const states = new Map(steps.map(({ stepId, state }) => [stepId, state]));
      assert.deepEqual(contradictions(plan, run?.state ?? '', states), []);
      assert.equal(run?.wakeAtMs, null);
      for (const { stepId, state, taskId, result } of steps) {
        const attempts = taskId === null ? [] : await agents.tasks.attemptsAt(taskId);
        const outcomes = attempts.map(({ outcome }) => outcome);
        if (state === 'completed') assert.deepEqual([outcomes, result], [['completed'], JSON.stringify(taskId)]);
        if (state === 'failed') assert.deepEqual(outcomes, ['failed']);
        if (state === 'skipped') assert.equal(taskId, null, `${stepId} has not begun`);
      }
      const events = await agents.runs.history(id, 0, 1_000);
      const last = events.at(-1);
      assert.equal(last?.type, `run.${run?.state}`, 'nothing happens after the end');
      const ends = events.filter(({ type }) => /^step\.(completed|failed|cancelled|skipped)$/.test(type));
      assert.equal(ends.length, steps.length, 'every step ends once');
    }

    it('end as a model says, driven by two processes at once', async () => {
      const plans = fc.array(plannedWorkflow('own'), { minLength: 1, maxLength: 3 });
      const picks = fc.array(fc.nat(11), { maxLength: 12 });
      await fc.assert(fc.asyncProperty(plans, picks, drive), cases(10, 1_000));
    });

    it('go on where they were when a process ends between any two steps', async () => {
      const agentId = newName();
      const steps = ['a', 'b', 'c'].map((stepId, at, all) => ({
        ...{ stepId, type: agentId },
        ...(at > 0 && { dependsOn: [all[at - 1] ?? ''] }),
      }));
      await register(processes.process(0).storage, agentId, { capabilities: [{ type: agentId }] });
      const id = await processes.execute(0, newName(), steps);
      for (const { stepId } of steps) {
        // Another process claims, ends and advances than before, and each that did something is gone.
        const [task] = await processes.claim(0, agentId);
        assert.equal(task && stepOf(task), stepId);
        await processes.open(1);
        if (task) await processes.end(processes.all.length - 1, task, false);
        await processes.open(1);
        await processes.process(processes.all.length - 1).workflows.advanceDue();
      }
      const plan = { steps, failing: new Set<string>() };
      await assertSound(processes.process(0).storage, id, plan);
    });

    it('advance at once in the process in which a task has ended', async () => {
      const agentId = newName();
      const { storage, workflows } = processes.process(0);
      await register(storage, agentId, { capabilities: [{ type: agentId }] });
      const steps = [{ stepId: 'a', type: agentId }];
      const id = await processes.execute(0, newName(), steps);
      const [task] = await processes.claim(0, agentId);
      if (task) await processes.end(0, task, false);
      workflows.wake();
      while ((await agentStorage(storage.agents).runs.get(id))?.state === 'running') await new Promise(setImmediate);
      await assertSound(storage, id, { steps, failing: new Set() });
    });

    it('let others go on when one of them cannot be advanced', async () => {
      const agentId = newName();
      const { storage, tasks } = processes.process(0);
      await register(storage, agentId, { capabilities: [{ type: agentId }] });
      const ids: string[] = [];
      for (const stepId of ['a', 'b']) ids.push(await processes.execute(0, newName(), [{ stepId, type: agentId }]));
      for (const task of await processes.claim(0, agentId)) await processes.end(0, task, false);
      const errors: unknown[] = [];
      const { runs } = agentStorage(storage.agents);
      const broken = {
        ...runs,
        advance: (id: string) => (id === ids[0] ? Promise.reject(new Error('a defect')) : runs.advance(id)),
      };
      const clock = clockAt(() => processes.engines.nowMs);
      const workflows = new WorkflowEngine({ agents: { runs: broken }, clock, onError: (error) => errors.push(error) });
      await workflows.advanceDue();
      const states = async () =>
        Promise.all(ids.map(async (id) => (await agentStorage(storage.agents).runs.get(id))?.state));
      assert.deepEqual([await states(), errors.length], [['running', 'completed'], 1]);
      assert.equal(await processes.process(0).workflows.advanceDue(), 0, 'it waits');
      processes.engines.nowMs += 30_000;
      await tasks.sweep();
      await processes.process(0).workflows.advanceDue();
      assert.deepEqual(await states(), ['completed', 'completed']);
    });
  });
}

describe('the share of workflows that complete', function describeShare() {
  this.timeout(timeLimit(120_000));

  /** Numbers in [0, 1) that depend on the seed alone. */
  function numbers(seed: number): () => number {
    let state = seed >>> 0;
    return () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
  }

  /**
   * Runs `count` workflows of five steps whose attempts fail with a probability of 5 %. Returns the share that
   * completes.
   */
  async function share(count: number, maxAttempts: number): Promise<number> {
    const processes = new Processes();
    try {
      await processes.open(1);
      const { storage, tasks, workflows } = processes.process(0);
      const agentIds = Array.from({ length: 8 }, (_, at) => `a${at}`);
      for (const agentId of agentIds) await register(storage, agentId, { maxConcurrentTasks: MAX_CLAIM });
      const step = (stepId: string, ...dependsOn: string[]) => ({ stepId, type: 'draw', maxAttempts, dependsOn });
      const steps = [step('a'), step('b', 'a'), step('c', 'a'), step('d', 'b', 'c'), step('e', 'd')];
      const ids = await Promise.all(
        Array.from({ length: count }, (_, at) => processes.execute(0, `w${at % 10}`, steps)),
      );
      const random = numbers(SEED);
      // A pause before another attempt is at most two seconds.
      for (let idle = 0; idle < 4; ) {
        const claimed = (await Promise.all(agentIds.map((agentId) => processes.claim(0, agentId)))).flat();
        await Promise.all(claimed.map((task) => processes.end(0, task, random() < 0.05)));
        const advanced = await workflows.advanceDue();
        idle = claimed.length + advanced > 0 ? 0 : idle + 1;
        if (idle > 0) {
          processes.engines.nowMs += 1_000;
          await tasks.sweep();
        }
      }
      const states = await Promise.all(ids.map(async (id) => (await agentStorage(storage.agents).runs.get(id))?.state));
      assert.ok(states.every((state) => state === 'completed' || state === 'failed'));
      return states.filter((state) => state === 'completed').length / count;
    } finally {
      await processes.close();
    }
  }

  it('is at least 95 % of 1,000 when 5 % of the attempts fail, with three attempts for each step', async () => {
    const completed = await share(1_000, 3);
    assert.ok(completed >= 0.95, `${completed}`);
  });

  it('is smaller without further attempts', async () => {
    const completed = await share(200, 1);
    assert.ok(completed < 0.9, `${completed}`);
  });
});
