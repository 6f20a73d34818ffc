import assert from 'node:assert/strict';
import { cancelAfterMs } from '../src/index.ts';

describe('the delivery time of a lane', () => {
  it('is the lane’s own time if set, else the default', () => {
    const [alpha, beta] = [{ name: 'alpha' }, { name: 'beta' }];
    const rule = { default: 600, lanes: { 'alpha:beta': 5 } };
    assert.equal(cancelAfterMs(rule, alpha, beta), 5_000);
    assert.equal(cancelAfterMs(rule, beta, alpha), 600_000);
  });
});
