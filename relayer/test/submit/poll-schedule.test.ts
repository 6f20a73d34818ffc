import { strict as assert } from 'node:assert';
import { PollSchedule } from '../../src/submit/poll-schedule.ts';
import { FakeClock } from '../support/fake-clock.ts';

describe('schedule for an outcome', () => {
  let clock: FakeClock;
  let schedule: PollSchedule;

  beforeEach(() => {
    clock = new FakeClock();
    schedule = new PollSchedule(clock);
  });

  it('come soon after a transaction was sent, and ever rarer, until heads alone prompt them', () => {
    const pauses: (number | undefined)[] = [schedule.sent()];
    for (let pause = pauses[0]; pause !== undefined; pause = pauses.at(-1)) {
      clock.tick(pause);
      pauses.push(schedule.looked());
    }
    assert.deepEqual(pauses, [50, 100, 200, 400, 800, undefined]);
    assert.equal(schedule.sent(), 50);
    clock.tick(50);
    assert.equal(schedule.looked(), 100);
  });

  it('that a head prompts postpone none', () => {
    schedule.sent();
    assert.equal(schedule.looked(), 50);
    clock.tick(50);
    assert.equal(schedule.looked(), 100);
    clock.tick(60);
    assert.equal(schedule.looked(), 40);
    clock.tick(40);
    assert.equal(schedule.looked(), 200);
  });
});
