import { strict as assert } from 'node:assert';
import { numberOption } from '@causeway/config';

describe('a numeric option', () => {
  const whole = numberOption({ least: 1, most: 100 });
  const seconds = numberOption({ least: 0.05, most: 60, fraction: true });

  it('is a number within its range', () => {
    assert.deepEqual(['1', '007', '100'].map(whole), [1, 7, 100]);
    assert.deepEqual(['0.05', '1', '60'].map(seconds), [0.05, 1, 60]);
  });

  for (const text of ['', ' ', 'abc', '0', '101', '-1', '1.5', '1e1', '0x10', 'Infinity', '1n', ' 1']) {
    it(`is refused as "${text}", with the range`, () => {
      assert.throws(() => whole(text), { name: 'UsageError', message: 'It must be a whole number from 1 to 100.' });
    });
  }

  it('is refused outside of a range with fractions', () => {
    for (const text of ['0', '0.049', '60.1', '.5', '5.'])
      assert.throws(() => seconds(text), { message: 'It must be a number from 0.05 to 60.' });
  });
});
