import { strict as assert } from 'node:assert';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agent, Causeway, type RunningAgent, TaskError } from '@causeway/client';
import { drawRun } from '../../lib/client/run-drawing.ts';
import { describeService } from './service.ts';

const STEPS = [
  { stepId: 'left', type: 'double', input: { of: '{{input.of}}' } },
  { stepId: 'right', type: 'double', input: { of: 10 } },
  { stepId: 'sum', type: 'add', input: { of: ['{{left.result}}', '{{right.result}}'] }, dependsOn: ['left', 'right'] },
  { stepId: 'check', type: 'check', input: { of: '{{sum.result}}' }, dependsOn: ['sum'], onFailure: 'mend' },
  { stepId: 'mend', type: 'double', input: { of: 0 }, onSuccess: 'complete' },
];

describeService('causeway workflow', 'ann', (service) => {
  let file: string;
  let worker: RunningAgent;
  before(async () => {
    file = join(service.settings, 'workflow.json');
    writeFileSync(file, JSON.stringify({ workflowId: 'sums', steps: STEPS }));
    const [made] = await service.json('agent', 'register', 'Calculator', '--can', 'any');
    const work: Record<string, (of: never) => unknown> = {
      double: (of: number) => 2 * of,
      add: (of: readonly number[]) => of.reduce((a, b) => a + b),
      check: (of: number) => {
        throw new TaskError(`${of} is wrong`, { code: 'WRONG', retryable: false });
      },
    };
    worker = await agent<{ of: never }>({
      causeway: new Causeway({ baseUrl: service.url, apiKey: String(made?.apiKey) }),
      name: 'Calculator',
      capabilities: Object.keys(work).map((type) => ({ type })),
      concurrency: 4,
      run: ({ type, input }) => work[type]?.(input.of),
    });
  });
  after(async () => {
    await worker.stop();
  });
  const one = (...args: readonly string[]) => service.one('workflow', ...args);
  const text = async (...args: readonly string[]) => (await service.causeway(['workflow', ...args])).stdout;

  it('creates a workflow and its next version, and names the places of what is wrong', async () => {
    assert.deepEqual(await one('create', file), { workflowId: 'sums', version: 1 });
    assert.deepEqual(await one('create', file), { workflowId: 'sums', version: 1 }, 'the same is the same version');
    writeFileSync(file, JSON.stringify({ workflowId: 'sums', steps: STEPS, timeoutMs: 3_600_000 }));
    assert.deepEqual(await one('create', file), { workflowId: 'sums', version: 2 });
    const wrong = [
      { stepId: 'a', type: 'x', dependsOn: ['b'] },
      { stepId: 'c', type: 'x', onSuccess: 'd' },
    ];
    const input = JSON.stringify({ steps: wrong });
    const refused = await service.causeway(['workflow', 'create', '-'], { input });
    assert.match(
      refused.stderr,
      /step a, dependsOn\.0: no step is named b; step c, onSuccess: no step is named d \(WORKFLOW_INVALID\)/,
    );
    assert.equal(refused.status, 1);
    assert.match(await text('list'), /^WORKFLOW +VERSION +CREATED\nsums +2 /);
    assert.match(await text('definition', 'sums@1'), /^sums version 1\n.*\n(?:.*\n){2}sum +add +any +left, right/);
  });

  it('runs it, shows every step as it changes, and draws the run', async () => {
    const ran = await service.causeway(['workflow', 'execute', 'sums@2', '--input', '{"of":1}', '--watch']);
    assert.match(ran.stdout, /^Run \S+: running\nrun running\n/);
    assert.match(ran.stdout, /\nfailed +check +\S+ +WRONG: 22 is wrong\n/);
    assert.match(ran.stdout, /\nresult \{"left":2,"right":20,"sum":22,"mend":0\}\n$/);
    assert.equal(ran.status, 0);
    const [run] = await service.json('workflow', 'runs');
    const id = String(run?.runId);
    assert.match(await text('show', id), /^status +completed\n(?:.*\n)*step check +failed, task \S+$/m);
    const drawn = await text('draw', id);
    assert.equal(
      drawn.replace(/^.*\n/, '').replaceAll(/, \d+\.\d s/g, ''),
      [
        '├─ ✔ left   double  completed',
        '│  └─ ✔ sum    add  completed, after right',
        '│     └─ ✘ check  check  failed, WRONG: 22 is wrong',
        '│        └─ ✔ mend   double  completed, when check fails, success ends the run',
        '└─ ✔ right  double  completed',
        '',
      ].join('\n'),
    );
    assert.match(await text('draw', id, '--mermaid'), /^flowchart TD\n/);
  });

  it('cancels a run, and tells that it did not complete', async () => {
    const steps = [{ stepId: 'wait', type: 'nobody' }];
    const made = await service.causeway(['workflow', 'create', '-', '--json'], { input: JSON.stringify({ steps }) });
    const { runId } = await one('execute', String(JSON.parse(made.stdout).workflowId));
    assert.equal((await one('cancel', String(runId))).status, 'cancelled');
    const watched = await service.causeway(['workflow', 'watch', String(runId)]);
    assert.match(watched.stdout, /\nrun cancelled\n└─ – wait {2}nobody {2}cancelled, \d\.\d s\nresult \{\}\n$/);
    assert.equal(watched.status, 1);
    const unknown = await service.causeway(['workflow', 'show', 'none']);
    assert.match(unknown.stderr, /\(RUN_NOT_FOUND\)\n {2}causeway workflow runs shows your runs\n$/);
    assert.equal(unknown.status, 4);
  });

  it('draws a run before it begins: a step waits below the first one before it', () => {
    const steps = STEPS.slice(0, 3);
    assert.deepEqual(drawRun({ steps }, { steps: [] }), [
      '├─ ○ left   double',
      '│  └─ ○ sum    add  after right',
      '└─ ○ right  double',
    ]);
  });
});
