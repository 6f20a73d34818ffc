import assert from 'node:assert/strict';
import type { WorkflowStep } from '@causeway/storage';
import fc from 'fast-check';
import { MAX_STEPS, namedSteps, workflowProblems } from '../../src/workflows/definition.ts';
import '../support/arbitraries.ts';

const step = (stepId: string, more: Partial<WorkflowStep> = {}): WorkflowStep => ({ stepId, type: 'work', ...more });
const codes = (...steps: readonly WorkflowStep[]) =>
  workflowProblems(steps).map(({ code, stepId, at }) => [code, stepId, at]);

describe('the validation of a workflow', () => {
  it('accepts branches, joins and templates of steps that have ended', () => {
    const steps = [
      step('a', { input: '{{input.topic}}' }),
      step('b', { dependsOn: ['a'], input: { x: '{{a.result.text}}' } }),
      step('c', { dependsOn: ['a'], onFailure: 'repair' }),
      step('d', { dependsOn: ['b', 'c'], input: ['{{a.result}} {{b.result.n}}'], onSuccess: 'complete' }),
      step('repair', { input: '{{c.result}} {{a.result}}' }),
    ];
    assert.deepEqual(workflowProblems(steps), []);
    assert.deepEqual([...namedSteps(steps)], ['repair']);
  });

  it('refuses no steps, names taken or reserved, and unknown steps, with the place', () => {
    assert.deepEqual(codes(), [['NO_STEPS', null, 'steps']]);
    assert.deepEqual(codes(step('a'), step('a')), [['STEP_ID_TAKEN', 'a', 'stepId']]);
    for (const id of ['', 'a.b', 'input', 'complete', 'a b', '__proto__', 'constructor', 'x'.repeat(64)]) {
      assert.deepEqual(codes(step(id)), [['STEP_ID_INVALID', id, 'stepId']]);
    }
    assert.deepEqual(codes(step('a', { dependsOn: ['a2'], onSuccess: 'x', onFailure: 'y' })), [
      ['STEP_UNKNOWN', 'a', 'dependsOn.0'],
      ['STEP_UNKNOWN', 'a', 'onSuccess'],
      ['STEP_UNKNOWN', 'a', 'onFailure'],
    ]);
  });

  it('refuses cycles over dependsOn, onSuccess and onFailure, with the path', () => {
    const path = (...steps: readonly WorkflowStep[]) => workflowProblems(steps)[0]?.path;
    assert.deepEqual(path(step('a', { dependsOn: ['a'] })), ['a', 'a']);
    assert.deepEqual(path(step('x'), step('a', { dependsOn: ['b'] }), step('b', { dependsOn: ['a'] })), [
      'a',
      'b',
      'a',
    ]);
    assert.deepEqual(path(step('a', { onSuccess: 'b' }), step('b', { onFailure: 'a' })), ['a', 'b', 'a']);
    assert.deepEqual(path(step('a', { onSuccess: 'b', dependsOn: ['b'] }), step('b')), ['a', 'b', 'a']);
  });

  it('refuses templates of steps that have not ended by then, and other forms', () => {
    assert.deepEqual(codes(step('a', { input: { x: ['{{b.result.y}}'] } }), step('b')), [
      ['TEMPLATE_UNRESOLVABLE', 'a', 'input.x.0'],
    ]);
    assert.deepEqual(codes(step('a', { input: '{{none.result}}' })), [['TEMPLATE_UNRESOLVABLE', 'a', 'input']]);
    assert.deepEqual(codes(step('a', { input: '{{a.result}}' })), [['TEMPLATE_UNRESOLVABLE', 'a', 'input']]);
    assert.deepEqual(codes(step('a', { input: { t: '{{oops}}' } })), [['TEMPLATE_INVALID', 'a', 'input.t']]);
  });

  it('finds a cycle exactly when there is no order of the steps', () => {
    const graph = fc.integer({ min: 1, max: 7 }).chain((size) => {
      const edge = fc.tuple(fc.nat(size - 1), fc.nat(size - 1));
      return fc.tuple(fc.constant(size), fc.array(edge, { maxLength: 10 }));
    });
    fc.assert(
      fc.property(graph, ([size, edges]) => {
        const steps = Array.from({ length: size }, (_, at) =>
          step(`s${at}`, { dependsOn: edges.filter(([to]) => to === at).map(([, from]) => `s${from}`) }),
        );
        // Steps whose dependencies have all run are taken away, until none is left or none can go.
        const left = new Set(steps);
        const ran = new Set<string>();
        for (let went = true; went; ) {
          const ready = [...left].filter(({ dependsOn = [] }) => dependsOn.every((id) => ran.has(id)));
          for (const one of ready) {
            left.delete(one);
            ran.add(one.stepId);
          }
          went = ready.length > 0;
        }
        const [problem] = workflowProblems(steps);
        assert.equal(problem?.code === 'CYCLE', left.size > 0);
        for (const [at, id] of problem?.path?.entries() ?? []) {
          const next = problem?.path?.[at + 1];
          if (next !== undefined) assert.ok(steps.find(({ stepId }) => stepId === id)?.dependsOn?.includes(next));
        }
      }),
    );
  });

  it('refuses more steps than a run may have, and tells few of many problems', () => {
    const chain = (length: number) =>
      Array.from({ length }, (_, at) => step(`s${at}`, at > 0 ? { dependsOn: [`s${at - 1}`] } : {}));
    assert.deepEqual(workflowProblems(chain(MAX_STEPS).toReversed()), []);
    assert.deepEqual(codes(...chain(MAX_STEPS + 1)), [['TOO_MANY_STEPS', null, 'steps']]);
    assert.equal(codes(step('a', { input: '{{x}}'.repeat(50_000) })).length, 20);
    assert.equal(codes(step('a', { dependsOn: Array.from({ length: 100 }, (_, at) => `x${at}`) })).length, 20);
  });
});
