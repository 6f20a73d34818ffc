import assert from 'node:assert/strict';
import {
  isTaskEnd,
  isTaskHeld,
  nextTaskState,
  TASK_STATES,
  TASK_TRIGGERS,
  type TaskState,
  type TaskTrigger,
} from '../src/index.ts';

/** For each trigger, the states where it can happen and the next state: the inverse of the table, written by hand. */
const EXPECTED: Readonly<Record<TaskTrigger, string>> = {
  due: 'pending>queued',
  claimed: 'queued>assigned',
  started: 'assigned>working',
  inputRequested: 'assigned>input_required working>input_required',
  inputGiven: 'input_required>queued',
  released: 'assigned>queued working>queued',
  retried: 'assigned>pending working>pending',
  completed: 'assigned>completed working>completed',
  failed: 'assigned>failed working>failed',
  rejected: 'assigned>rejected working>rejected',
  cancelled: 'pending>cancelled queued>cancelled assigned>cancelled working>cancelled input_required>cancelled',
  expired: 'pending>expired queued>expired assigned>expired working>expired input_required>expired',
};

function reachable(start: TaskState): Set<TaskState> {
  const seen = new Set([start]);
  for (const state of seen) {
    for (const trigger of TASK_TRIGGERS) {
      const next = nextTaskState(state, trigger);
      if (next !== undefined) seen.add(next);
    }
  }
  return seen;
}

describe('task states', () => {
  for (const trigger of TASK_TRIGGERS) {
    it(`${trigger}: exactly where it can happen`, () => {
      const expected = new Map(EXPECTED[trigger].split(' ').map((pair) => pair.split('>') as [string, string]));
      for (const state of TASK_STATES) assert.equal(nextTaskState(state, trigger), expected.get(state), state);
    });
  }

  it('are all reached from queued', () => {
    assert.deepEqual([...reachable('queued')].sort(), [...TASK_STATES].sort());
  });

  it('end where no trigger leads on, and expire from everywhere else', () => {
    const ends = TASK_STATES.filter(isTaskEnd);
    assert.deepEqual(ends, ['completed', 'failed', 'cancelled', 'expired', 'rejected']);
    for (const state of TASK_STATES) {
      assert.equal(nextTaskState(state, 'expired'), ends.includes(state) ? undefined : 'expired', state);
    }
  });

  it('have a holder exactly between a claim and its end', () => {
    assert.deepEqual(TASK_STATES.filter(isTaskHeld), ['assigned', 'working']);
  });
});
