import assert from 'node:assert/strict';
import type { WorkflowStep } from '@causeway/storage';
import { forAll } from '@causeway/storage/test-support/takers';
import { sourcesOf, taskOf } from '../../src/workflows/step-task.ts';

const step = (more: Partial<WorkflowStep> = {}): WorkflowStep => ({ stepId: 'one', type: 'draw', ...more });
const values = { input: { n: 3, long: 'x'.repeat(60_000) }, results: new Map<string, unknown>([['a', { b: null }]]) };
/** The task of a step in a workflow of `count` steps. */
const of = (more: Partial<WorkflowStep>, count = 1) =>
  taskOf(step(more), values, { steps: Array.from({ length: count }, () => step()) }, forAll());
const task = (more: Partial<WorkflowStep>) => {
  const made = of(more);
  assert.ok(made.ok, JSON.stringify(made));
  return made.value;
};
const refused = (more: Partial<WorkflowStep>, count?: number) => {
  const made = of(more, count);
  assert.ok(!made.ok);
  return made.error;
};

describe('the task of a step', () => {
  it('has the input with its values, and three attempts unless the step says otherwise', () => {
    const { input, maxAttempts, requirement } = task({ input: { n: '{{input.n}}', b: '{{a.result.b}}' } });
    assert.deepEqual([JSON.parse(input), maxAttempts], [{ n: 3, b: null }, 3]);
    assert.deepEqual(requirement, { capability: 'draw', model: null, resolution: null });
    assert.deepEqual([task({}).input, task({ maxAttempts: 7 }).maxAttempts], ['{}', 7]);
  });

  it('is in the queue of the step’s agent when it names one', () => {
    assert.equal(task({ agent: 'ann' }).requirement.agentId, 'ann');
    assert.notEqual(task({ agent: 'ann' }).queue, task({}).queue);
  });

  it('is for the takers that the step names, or else for those of its run', () => {
    const rule = (more: Partial<WorkflowStep>) => {
      const { takers, principalId, queue } = task(more);
      return { takers, principalId, queue };
    };
    assert.deepEqual(rule({}), { takers: 'any', principalId: 'submitter', queue: task({}).queue });
    const own = rule({ requirements: { agents: 'own' } });
    assert.deepEqual([own.takers, own.principalId], ['own', 'submitter']);
    assert.notEqual(own.queue, task({}).queue);
  });

  it('needs the results to which its input refers, each once', () => {
    assert.deepEqual(sourcesOf(step({ input: ['{{b.result}} {{a.result.x}}', { c: '{{b.result.y}} {{input.z}}' }] })), [
      'b',
      'a',
    ]);
    assert.deepEqual(sourcesOf(step()), []);
  });

  it('cannot be made without a value, and the failure names the place in a text that every database holds', () => {
    assert.deepEqual(refused({ input: { 'a\ud800': ['{{a.result.c}}'] } }), {
      code: 'TEMPLATE_UNRESOLVABLE',
      message: 'a\ufffd.0: {{a.result.c}}: it has no value',
    });
    assert.equal(refused({ input: { ['x'.repeat(5_000)]: '{{input.none}}' } }).message.length, 1_000);
    assert.equal(refused({ input: '{{input.__proto__}}' }).code, 'TEMPLATE_UNRESOLVABLE');
  });

  it('has a bounded input, also together with all others of its run', () => {
    const times = (count: number) => Array.from({ length: count }, () => '{{input.long}}');
    assert.ok(of({ input: times(4) }).ok);
    assert.match(refused({ input: times(5) }).message, /^4: {{input.long}}: the input would be longer than 262144 /);
    assert.ok(of({ input: times(1) }, 10).ok);
    assert.match(refused({ input: times(1) }, 100).message, /longer than 41943 characters$/);
    assert.equal(refused({ input: 'x'.repeat(50_000) }, 100).code, 'INPUT_TOO_LONG');
  });
});
