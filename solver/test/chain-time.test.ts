import { strict as assert } from 'node:assert';
import { ChainTime } from '../src/chain-time.ts';

describe('the time of a chain', () => {
  const BLOCK = { hash: '0x01', timeMs: 1_000_000 };
  const watched = (finalityRule: 'depth' | 'atOnce', seconds: number) => {
    let now = 50_000;
    const time = new ChainTime({ finalityRule }, { monotonic: () => now });
    time.at(BLOCK);
    now += seconds * 1_000;
    return time;
  };

  it('is that of its newest block', () => {
    assert.equal(watched('depth', 0).at(BLOCK), 1_000n);
    assert.equal(watched('depth', 60).at(BLOCK), 1_000n);
  });

  it('passes without blocks where only transactions make them, and is never ahead of its rounds', () => {
    assert.equal(watched('atOnce', 0).at(BLOCK), 1_000n);
    assert.equal(watched('atOnce', 2).at(BLOCK), 1_000n);
    assert.equal(watched('atOnce', 62).at(BLOCK), 1_060n);
    assert.equal(watched('atOnce', 62).at({ hash: '0x02', timeMs: 1_062_000 }), 1_062n);
  });
});
