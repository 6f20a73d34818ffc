import { strict as assert } from 'node:assert';
import { systemClock } from '@causeway/runtime';
import { Readiness } from '../src/readiness.ts';

/** What a test decides of one write. */
type Write = PromiseWithResolvers<void>;

describe('Readiness', () => {
  let writes: Write[];
  let nowMs: number;
  const over = (more: { readonly answerMs?: number } = {}) =>
    new Readiness({
      probe: () => {
        const write = Promise.withResolvers<void>();
        writes.push(write);
        return write.promise;
      },
      clock: { ...systemClock, monotonic: () => nowMs },
      ...more,
    });
  beforeEach(() => {
    writes = [];
    nowMs = 0;
  });

  it('writes once for all who ask, and again after three seconds only', async () => {
    const readiness = over();
    const asked = Promise.all([readiness.isWritable(), readiness.isWritable()]);
    writes[0]?.resolve();
    assert.deepEqual(await asked, [true, true]);
    nowMs = 2_999;
    assert.equal(await readiness.isWritable(), true);
    assert.equal(writes.length, 1);
    nowMs = 3_000;
    const again = readiness.isWritable();
    writes[1]?.reject(new Error('full'));
    assert.equal(await again, false);
    assert.equal(await readiness.isWritable(), false);
    nowMs = 6_000;
    const mended = readiness.isWritable();
    writes[2]?.resolve();
    assert.equal(await mended, true);
  });

  it('is not ready while a write has no answer, without another one, until it has', async () => {
    const readiness = over({ answerMs: 1 });
    assert.equal(await readiness.isWritable(), false);
    nowMs = 60_000;
    assert.equal(await readiness.isWritable(), false);
    assert.equal(writes.length, 1);
    writes[0]?.resolve();
    await writes[0]?.promise;
    await new Promise(setImmediate);
    assert.equal(await readiness.isWritable(), true);
  });
});
