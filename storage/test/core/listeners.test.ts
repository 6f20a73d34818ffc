import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Listeners } from '../../src/core/listeners.ts';

describe('listeners', () => {
  let polls = 0;
  let listeners: Listeners;
  beforeEach(() => {
    polls = 0;
    mock.timers.enable({ apis: ['setInterval'] });
    listeners = new Listeners(() => {
      polls += 1;
    });
  });
  afterEach(() => {
    listeners.close();
    mock.timers.reset();
  });

  it('poll at the shortest requested period, and not without a listener', () => {
    const slow = listeners.add(() => {}, 1_000);
    const quick = listeners.add(() => {}, 100);
    mock.timers.tick(1_000);
    assert.equal(polls, 10);
    quick();
    mock.timers.tick(1_000);
    assert.equal(polls, 11);
    slow();
    mock.timers.tick(10_000);
    assert.equal(polls, 11);
  });

  it('poll however often others come and go', () => {
    listeners.add(() => {}, 100);
    for (let turn = 0; turn < 20; turn++) {
      mock.timers.tick(50);
      listeners.add(() => {}, 5_000)();
    }
    assert.equal(polls, 10);
  });
});
