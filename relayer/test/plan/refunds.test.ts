import assert from 'node:assert/strict';
import { type Bridge, Bridges } from '../../src/bridges.ts';
import { unknownLanes } from '../../src/plan/refunds.ts';
import { bridgeOf, World } from '../support/world.ts';

describe('the delivery times of lanes', () => {
  let alpha: Bridge;
  let beta: Bridge;
  let bridges: Bridges;

  before(async () => {
    const world = await World.create();
    [alpha, beta] = world.chains.map((chain) => bridgeOf(chain)) as [Bridge, Bridge];
    bridges = new Bridges([alpha, beta]);
    await world.close();
  });

  it('can be set only for lanes between configured chains', () => {
    const named = (...lanes: string[]) =>
      unknownLanes({ default: 1, lanes: Object.fromEntries(lanes.map((lane) => [lane, 1])) }, bridges);
    assert.deepEqual(named('alpha:beta', 'beta:alpha'), []);
    for (const lane of ['alpha:gamma', 'gamma:alpha', 'alpha', 'alpha:', ':beta', 'alpha:beta:alpha']) {
      assert.deepEqual(named(lane), [lane]);
    }
  });
});
