import assert from 'node:assert/strict';
import {
  nextRunState,
  nextStepState,
  RUN_STATES,
  RUN_TRIGGERS,
  STEP_STATES,
  STEP_TRIGGERS,
  type StepState,
} from '../src/index.ts';

/** For each trigger, the states where it can happen and the next state, written by hand. */
const STEPS = {
  started: 'waiting>running',
  completed: 'running>completed',
  failed: 'waiting>failed running>failed',
  skipped: 'waiting>skipped',
  cancelled: 'running>cancelled',
} as const;

describe('the states of workflow runs', () => {
  it('lead from running to one end, which nothing leaves', () => {
    for (const state of RUN_STATES) {
      for (const trigger of RUN_TRIGGERS) {
        assert.equal(nextRunState(state, trigger), state === 'running' ? trigger : undefined, `${state} ${trigger}`);
      }
    }
  });

  for (const trigger of STEP_TRIGGERS) {
    it(`a step’s ${trigger}: exactly where it can happen`, () => {
      const expected = new Map(STEPS[trigger].split(' ').map((pair) => pair.split('>') as [string, string]));
      for (const state of STEP_STATES) assert.equal(nextStepState(state, trigger), expected.get(state), state);
    });
  }

  it('of a step are all reached from waiting, and a completed step is never run again', () => {
    const seen = new Set<StepState>(['waiting']);
    for (const state of seen) {
      for (const trigger of STEP_TRIGGERS) {
        const next = nextStepState(state, trigger);
        if (next !== undefined) seen.add(next);
      }
    }
    assert.deepEqual([...seen].sort(), [...STEP_STATES].sort());
    for (const trigger of STEP_TRIGGERS) assert.equal(nextStepState('completed', trigger), undefined);
  });
});
