import assert from 'node:assert/strict';
import { KIND } from '@causeway/protocol';
import { cases } from '@causeway/protocol/test-support/cases';
import fc from 'fast-check';
import { DELAY_WINDOW_MS, delayAboveSection, delayOf, isDelayed, type SentAmount } from '../src/config/delay-above.ts';

const LANE = { family: 'main', source: 'ethereum', destination: 'solana' };

describe('the delay of large amounts', () => {
  it('is the lane’s own, of its family before that of all, in wire units of the asset', () => {
    const delays = delayAboveSection.parse({
      'ethereum:solana': { amount: '0.5', seconds: 60 },
      'arb/ethereum:solana': { amount: 7, burnAmount: '9', seconds: 30 },
    });
    const of = (lane: Partial<typeof LANE>, kind: 1 | 2 | 3 = KIND.lock) => {
      const delay = delayOf(delays, { ...LANE, ...lane }, kind, 9);
      return delay.ok ? delay.value : delay.error.message;
    };
    assert.deepEqual(of({}), { above: 500_000_000n, ms: 60_000 });
    assert.deepEqual(of({}, KIND.burn), { above: 500_000_000n, ms: 60_000 });
    assert.deepEqual(of({ family: 'arb' }), { above: 7_000_000_000n, ms: 30_000 });
    assert.deepEqual(of({ family: 'arb' }, KIND.burn), { above: 9_000_000_000n, ms: 30_000 });
    assert.equal(of({}, KIND.cancel), undefined, 'a refund never waits');
    assert.equal(of({ source: 'solana', destination: 'ethereum' }), undefined);
  });

  it('is refused for an amount that is none, and for one with more decimals than the asset', () => {
    const problem = (amount: unknown) =>
      delayAboveSection.safeParse({ 'ethereum:solana': { amount, seconds: 1 } }).error?.issues[0]?.message;
    for (const amount of ['-1', 'much', '1e3', '']) assert.match(String(problem(amount)), /is no amount/);
    assert.match(
      String(delayAboveSection.safeParse({ ethereum: { amount: 1, seconds: 1 } }).error?.issues[0]?.message),
      /a lane is|[Ii]nvalid key/,
    );
    const delays = delayAboveSection.parse({ 'ethereum:solana': { amount: '0.0001', seconds: 1 } });
    const refused = delayOf(delays, LANE, KIND.lock, 3);
    assert.ok(!refused.ok);
    assert.match(refused.error.message, /^delayAbove\.ethereum:solana\.amount: .* more than 3 decimals/);
  });

  const amounts = fc.array(
    fc.record({
      wireAmount: fc.bigInt({ min: 1n, max: 60n }),
      timeMs: fc.integer({ min: 0, max: 3 * DELAY_WINDOW_MS }),
    }),
    { minLength: 1, maxLength: 12 },
  );
  const delay = { above: 100n, ms: 1 };
  const withoutOne = (all: readonly SentAmount[], index: number) => all.filter((_, other) => other !== index);
  const total = (sent: readonly SentAmount[]) => sent.reduce((sum, { wireAmount }) => sum + wireAmount, 0n);

  it('catches every split: what is not delayed is never more than the amount within any hour', () => {
    fc.assert(
      fc.property(amounts, (sent) => {
        const free = sent.filter((one, index) => !isDelayed(delay, one, withoutOne(sent, index)));
        for (const { timeMs } of free) {
          const hour = free.filter((one) => one.timeMs >= timeMs && one.timeMs - timeMs <= DELAY_WINDOW_MS);
          assert.ok(total(hour) <= delay.above);
        }
      }),
      cases(500, 20_000),
    );
  });

  it('delays exactly what lies in an hour with more than the amount, in whatever order it is told', () => {
    fc.assert(
      fc.property(amounts, (sent) => {
        for (const [index, message] of sent.entries()) {
          const starts = sent.map(({ timeMs }) => timeMs);
          const crowded = starts.some((start) => {
            const holds = ({ timeMs }: SentAmount) => timeMs >= start && timeMs - start <= DELAY_WINDOW_MS;
            return holds(message) && total(sent.filter(holds)) > delay.above;
          });
          assert.equal(isDelayed(delay, message, withoutOne(sent, index)), crowded);
          assert.equal(isDelayed(delay, message, withoutOne(sent, index).toReversed()), crowded);
        }
      }),
      cases(500, 20_000),
    );
  });

  it('begins above the amount, and counts up to the hour and no millisecond longer', () => {
    const at = (timeMs: number, wireAmount = 50n) => ({ timeMs, wireAmount });
    assert.equal(isDelayed(delay, at(0, 100n), []), false);
    assert.equal(isDelayed(delay, at(0, 101n), []), true);
    assert.equal(isDelayed(delay, at(0, 51n), [at(DELAY_WINDOW_MS)]), true);
    assert.equal(isDelayed(delay, at(0, 51n), [at(DELAY_WINDOW_MS + 1)]), false);
    assert.equal(isDelayed(delay, at(DELAY_WINDOW_MS), [at(0, 51n)]), true);
  });
});
