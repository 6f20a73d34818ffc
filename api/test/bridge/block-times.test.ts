import { strict as assert } from 'node:assert';
import type { ChainReader } from '@causeway/chains';
import { systemClock } from '@causeway/runtime';
import { BlockTimes } from '../../src/bridge/block-times.ts';

describe('the pace of a chain', () => {
  /** A chain at block `head`, whose block `number` has the time `timeOf(number)`, milliseconds. */
  const paceOf = (head: number, timeOf: (number: number) => number) => {
    const block = (number: number) => ({ number, hash: `0x${number}`, timeMs: timeOf(number) });
    const reader = {
      finalityBlocks: 32,
      finalityRule: 'depth',
      head: async () => ({ ok: true, value: block(head) }),
      block: async (number: number) => ({ ok: true, value: number < 0 ? null : block(number) }),
    };
    return new BlockTimes(systemClock).pace(reader as unknown as ChainReader);
  };

  it('is that of its newest blocks', async () => {
    assert.equal((await paceOf(1_000, (number) => number * 200))?.secondsPerBlock, 0.2);
    assert.equal((await paceOf(2, (number) => number * 200))?.secondsPerBlock, 0.2);
    assert.equal(await paceOf(0, () => 0), null);
  });

  for (const at of [990, 970, 945]) {
    it(`stays when the chain once stood still for an hour, at block ${at} of 1000`, async () => {
      const pace = await paceOf(1_000, (number) => number * 200 + (number >= at ? 3_600_000 : 0));
      assert.equal(pace?.secondsPerBlock, 0.2);
    });
  }
});
