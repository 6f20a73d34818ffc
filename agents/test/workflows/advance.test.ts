import assert from 'node:assert/strict';
import { nextStepState, STEP_STATES, type StepState } from '@causeway/protocol';
import type { WorkflowStep } from '@causeway/storage';
import fc from 'fast-check';
import { advance, type Moves } from '../../src/workflows/advance.ts';
import { workflowProblems } from '../../src/workflows/definition.ts';
import { contradictions, type PlannedWorkflow, plannedWorkflow } from '../support/workflows.ts';
import '../support/arbitraries.ts';

const step = (stepId: string, more: Partial<WorkflowStep> = {}): WorkflowStep => ({ stepId, type: 'work', ...more });

/** The moves for `steps` with the given states; a step without one waits. */
const moves = (steps: readonly WorkflowStep[], given: Readonly<Record<string, StepState>>, ...ended: string[]): Moves =>
  advance(steps, new Map(steps.map(({ stepId }) => [stepId, given[stepId] ?? 'waiting'])), ended);

/** Runs a plan to its end; `pick` chooses the next step to end, and how many end at once. */
function simulate({ steps, failing }: PlannedWorkflow, picks: readonly (readonly [number, number])[]) {
  const states = new Map<string, StepState>(steps.map(({ stepId }) => [stepId, 'waiting']));
  const change = (stepId: string, trigger: 'started' | 'completed' | 'failed' | 'skipped' | 'cancelled') => {
    states.set(
      stepId,
      nextStepState(states.get(stepId) ?? assert.fail(), trigger) ?? assert.fail(`${stepId} ${trigger}`),
    );
  };
  let ended: readonly string[] = [];
  for (let turn = 0; turn <= steps.length; turn += 1) {
    const { start, skip, end } = advance(steps, states, ended);
    if (end) {
      for (const [stepId, state] of states) {
        if (state === 'waiting') change(stepId, 'skipped');
        if (state === 'running') change(stepId, 'cancelled');
      }
      return { state: end.trigger, states };
    }
    for (const stepId of skip) change(stepId, 'skipped');
    for (const stepId of start) change(stepId, 'started');
    const running = [...states].flatMap(([stepId, state]) => (state === 'running' ? [stepId] : []));
    assert.ok(running.length > 0, 'an open run has a step that is to end');
    const [pick = 0, count = 1] = picks[turn] ?? [];
    ended = Array.from(
      { length: Math.min(count, running.length) },
      (_, at) => running[(pick + at) % running.length] ?? '',
    );
    for (const stepId of ended) change(stepId, failing.has(stepId) ? 'failed' : 'completed');
  }
  return assert.fail('the run has not ended');
}

describe('the advance of a run', () => {
  it('starts the steps that wait for none and that nothing names, together', () => {
    const steps = [step('a'), step('b'), step('c', { dependsOn: ['a'], onFailure: 'd' }), step('d')];
    assert.deepEqual(moves(steps, {}), { start: ['a', 'b'], skip: [] });
  });

  it('starts a join when all of its dependsOn have succeeded', () => {
    const steps = [step('a'), step('b'), step('c', { dependsOn: ['a', 'b'] })];
    assert.deepEqual(moves(steps, { a: 'completed', b: 'running' }, 'a'), { start: [], skip: [] });
    assert.deepEqual(moves(steps, { a: 'completed', b: 'completed' }, 'b'), { start: ['c'], skip: [] });
  });

  it('starts a named step only by the end that names it, once its dependsOn have succeeded, too', () => {
    const steps = [
      step('a', { onSuccess: 'good', onFailure: 'bad' }),
      step('b'),
      step('good', { dependsOn: ['b'] }),
      step('bad'),
    ];
    assert.deepEqual(moves(steps, { a: 'completed', b: 'running' }, 'a'), { start: [], skip: ['bad'] });
    const next = moves(steps, { a: 'completed', b: 'completed', bad: 'skipped' }, 'b');
    assert.deepEqual(next, { start: ['good'], skip: [] });
    assert.deepEqual(moves(steps, { a: 'failed', b: 'running' }, 'a'), { start: ['bad'], skip: ['good'] });
  });

  it('skips what can no longer start, in whatever order the steps stand', () => {
    const steps = [
      step('z', { dependsOn: ['y'] }),
      step('y', { dependsOn: ['a'] }),
      step('a', { onFailure: 'r' }),
      step('r'),
    ];
    assert.deepEqual(moves(steps, { a: 'failed' }, 'a'), { start: ['r'], skip: ['y', 'z'] });
  });

  it('ends the run with the first end that decides', () => {
    const steps = [
      step('a', { onSuccess: 'complete' }),
      step('b'),
      step('c', { onFailure: 'complete' }),
      step('d', { dependsOn: ['a'] }),
    ];
    const end = (...ended: string[]) => moves(steps, { a: 'completed', b: 'failed', c: 'failed' }, ...ended).end;
    assert.deepEqual(end('a', 'b'), { trigger: 'completed' });
    assert.deepEqual(end('b', 'a'), { trigger: 'failed', stepId: 'b' });
    assert.deepEqual(end('c', 'b'), { trigger: 'completed' });
  });

  it('completes the run when no step is left', () => {
    const steps = [step('a'), step('b', { dependsOn: ['a'] })];
    assert.deepEqual(moves(steps, { a: 'completed', b: 'completed' }, 'b'), {
      ...{ start: [], skip: [], end: { trigger: 'completed' } },
    });
  });

  it('answers for any states of any steps, and moves only waiting ones', () => {
    const any = plannedWorkflow('work').chain(({ steps }) => {
      const states = fc.tuple(...steps.map(() => fc.constantFrom(...STEP_STATES)));
      const ended = fc.array(fc.constantFrom(...steps.map(({ stepId }) => stepId), 'unknown'), { maxLength: 3 });
      return fc.tuple(fc.constant(steps), states, ended);
    });
    fc.assert(
      fc.property(any, ([steps, given, ended]) => {
        const states = new Map(steps.map(({ stepId }, at) => [stepId, given[at] ?? 'waiting']));
        const { start, skip, end } = advance(steps, states, ended);
        const moved = [...start, ...skip];
        assert.equal(new Set(moved).size, moved.length);
        for (const stepId of moved) assert.equal(states.get(stepId), 'waiting');
        if (end) assert.deepEqual(start, []);
        const left = steps.filter(({ stepId }) => ['waiting', 'running'].includes(states.get(stepId) ?? ''));
        const isStuck = end === undefined && moved.length === 0 && left.length > 0;
        // Steps wait only for steps that run, so that every run ends.
        if (isStuck) assert.ok(left.some(({ stepId }) => states.get(stepId) === 'running'));
      }),
    );
  });

  it('runs exactly the steps that the rules name, whatever the order of the ends', () => {
    const picks = fc.array(fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 3 })), { maxLength: 8 });
    fc.assert(
      fc.property(plannedWorkflow('work'), picks, (plan, order) => {
        assert.deepEqual(workflowProblems(plan.steps), []);
        const { state, states } = simulate(plan, order);
        assert.deepEqual(contradictions(plan, state, states), []);
      }),
    );
  });
});
