import { strict as assert } from 'node:assert';
import { Looks } from '../../src/submit/looks.ts';
import { FakeClock } from '../support/fake-clock.ts';

describe('looks for an outcome', () => {
  let clock: FakeClock;
  let looks: Looks;

  beforeEach(() => {
    clock = new FakeClock();
    looks = new Looks(clock);
  });

  it('come soon after a transaction was sent, and ever rarer, until heads alone prompt them', () => {
    const pauses: (number | undefined)[] = [looks.sent()];
    for (let pause = pauses[0]; pause !== undefined; pause = pauses.at(-1)) {
      clock.tick(pause);
      pauses.push(looks.looked());
    }
    assert.deepEqual(pauses, [50, 100, 200, 400, 800, undefined]);
    assert.equal(looks.sent(), 50);
    clock.tick(50);
    assert.equal(looks.looked(), 100);
  });

  it('that a head prompts postpone none', () => {
    looks.sent();
    assert.equal(looks.looked(), 50);
    clock.tick(50);
    assert.equal(looks.looked(), 100);
    clock.tick(60);
    assert.equal(looks.looked(), 40);
    clock.tick(40);
    assert.equal(looks.looked(), 200);
  });
});
