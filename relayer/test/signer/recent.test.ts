import { strict as assert } from 'node:assert';
import { Recent } from '../../src/signer/recent.ts';

describe('recent values', () => {
  it('are the newest, as many as are kept, and a renewed one is new', () => {
    const recent = new Recent<number>(2);
    for (const [key, value] of [
      ['a', 1],
      ['b', 2],
      ['a', 3],
      ['c', 4],
    ] as const)
      recent.set(key, value);
    assert.deepEqual(
      ['a', 'b', 'c'].map((key) => recent.get(key)),
      [3, undefined, 4],
    );
  });
});
