import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LONG, sayProgress, timeLimit } from '@causeway/protocol/test-support/cases';
import { columns } from '@causeway/storage/test-support/columns';
import { type ApiProcess, askedPort, signUpAt, startApiProcess } from '../../support/api-process.ts';
import { onEngines } from '../../support/engines.ts';

/** Moments of a run at which its process is killed. */
const BOUNDARIES = ['executed', 'claimed', 'completing', 'completed'] as const;
type Boundary = (typeof BOUNDARIES)[number];
/** A moment of one step; `executed` is before the first. */
type Moment = `${string} ${Boundary}`;

const STEPS = [
  { stepId: 'plan', type: 'work', input: '{{input.n}}' },
  { stepId: 'left', type: 'work', dependsOn: ['plan'], input: ['{{plan.result}}'] },
  { stepId: 'right', type: 'work', dependsOn: ['plan'], input: ['{{plan.result}}'] },
  { stepId: 'join', type: 'work', dependsOn: ['left', 'right'], input: ['{{left.result}}', '{{right.result}}'] },
];
const EVERY_MOMENT: readonly Moment[] = [
  'run executed',
  ...STEPS.flatMap(({ stepId }) =>
    BOUNDARIES.filter((boundary) => boundary !== 'executed').map((boundary): Moment => `${stepId} ${boundary}`),
  ),
];
/**
 * The moments of `npm test`, as many as processes can start in its time; the long mode has all of them, several times.
 */
const SOME_MOMENTS: readonly Moment[] = ['plan completing', 'join completed'];

interface Claimed {
  readonly taskId: string;
  readonly token: number;
  readonly input: unknown;
}

onEngines('a run of a workflow over kill -9', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-workflow-crashes-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** API processes over one database, of which the first is killed; another one replaces it if further kills follow. */
  async function runOver(moments: readonly Moment[], processes: number): Promise<void> {
    const path = database() ?? join(folder, `${randomUUID()}.sqlite`);
    const all: ApiProcess[] = [];
    for (let number = 0; number < processes; number += 1) all.push(await startApiProcess(path));
    const port = (at = 0) => all[at % all.length]?.port ?? assert.fail('nothing runs');
    let kills = 0;
    const at = async (moment: Moment) => {
      if (!moments.includes(moment)) return;
      await all.shift()?.kill();
      kills += 1;
      // The last kill of several processes leaves the others alone with the run.
      if (all.length === 0 || kills < moments.length) all.push(await startApiProcess(path));
    };
    try {
      const owner = await signUpAt(port(), `owner-${randomUUID()}`);
      const type = `work-${randomUUID()}`;
      const agent = await askedPort<{ readonly agentId: string; readonly apiKey: string }>(
        port(),
        '/api/agents/register',
        { name: 'worker', capabilities: [{ type }] },
        owner,
      );
      const steps = STEPS.map((step) => ({ ...step, type }));
      const { workflowId } = await askedPort<{ readonly workflowId: string }>(
        ...[port(), '/api/agents/workflows/create', { steps }, owner],
      );
      const { runId } = await askedPort<{ readonly runId: string }>(
        ...[port(), `/api/agents/workflows/${workflowId}/execute`, { input: { n: 7 } }, owner],
      );
      await at('run executed');
      const worked: string[] = [];
      while (worked.length < STEPS.length) {
        // Longer than the start of several processes takes.
        const claim = { waitMs: 20_000, limit: 1, leaseMs: 600_000 };
        const path = `/api/agents/${agent.agentId}/tasks/claim`;
        const [task] = await askedPort<readonly Claimed[]>(port(worked.length), path, claim, agent.apiKey);
        assert.ok(task, `a step follows ${worked.join(', ')}`);
        const stepId = task.taskId.split(':')[1] ?? '';
        worked.push(stepId);
        await at(`${stepId} claimed`);
        const report = { token: task.token, result: { [stepId]: task.input } };
        const complete = () => askedPort(port(), `/api/agents/tasks/${task.taskId}/complete`, report, agent.apiKey);
        // The answer is lost when the process dies first; the agent reports once more.
        const reported = complete().catch(() => undefined);
        await at(`${stepId} completing`);
        await reported;
        await complete();
        await at(`${stepId} completed`);
      }
      await assertEnded(port(), runId, worked, owner);
    } finally {
      for (const process of all) await process.stop();
    }
  }

  async function assertEnded(port: number, runId: string, worked: readonly string[], token: string): Promise<void> {
    const path = `/api/agents/workflows/runs/${runId}`;
    // The stream ends with the run.
    const stream = await fetch(`http://127.0.0.1:${port}${path}/events`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const types = [...(await stream.text()).matchAll(/^event: (.*)$/gm)].map(([, type]) => type);
    assert.equal(types.at(-1), 'run.completed');
    assert.equal(types.filter((type) => type === 'step.completed').length, STEPS.length);
    assert.equal(types.filter((type) => type === 'step.running').length, STEPS.length);
    assert.deepEqual(worked.toSorted(), columns(STEPS, 'stepId').toSorted(), 'each step is done once');
    const { result: run } = await askedPort<{ readonly result: { readonly result: unknown } }>(
      port,
      path,
      undefined,
      token,
    );
    const [plan, left, right] = [{ plan: 7 }, { left: [{ plan: 7 }] }, { right: [{ plan: 7 }] }];
    assert.deepEqual(run.result, { plan, left, right, join: { join: [left, right] } });
  }

  it('completes, does no step twice, and goes on in another process at once where there is one', async () => {
    const others = database() === undefined ? 1 : 2;
    if (!LONG) return runOver(SOME_MOMENTS.slice(0, 3 - others), others);
    let kills = 0;
    const run = async (moments: readonly Moment[], processes: number): Promise<void> => {
      await runOver(moments, processes);
      kills += moments.length;
      sayProgress(() => `${kills} kills of ${3 * 3 * EVERY_MOMENT.length}`);
    };
    for (let round = 0; round < 3; round += 1) {
      for (const moment of EVERY_MOMENT) await run([moment], others);
      for (const processes of [1, 2]) await run(EVERY_MOMENT, processes);
    }
  }).timeout(timeLimit(120_000));
});
