import { strict as assert } from 'node:assert';
import { type BridgeEvent, ok } from '@causeway/protocol';
import type { Clock } from '../src/clock.ts';
import { HeadFeed, HeadSubscriptions } from '../src/head-feed.ts';

const POLL_MS = 1_000;
const BUSY_POLLS = 30;

describe('a feed of heads', () => {
  it('reads a third as often while no scan finds events', async () => {
    let now = 0;
    let timer: { readonly ms: number; readonly task: () => void } | undefined;
    const clock: Clock = {
      now: () => now,
      after(ms, task) {
        timer = { ms, task };
        return () => {};
      },
    };
    const head = { number: 1, hash: '0x01', timeMs: 0 };
    const subscriptions = new HeadSubscriptions(new HeadFeed(async () => ok(head), { pollMs: POLL_MS, clock }));
    /** The pauses before the next `reads`, in polls. */
    const pauses = async (reads: number): Promise<readonly number[]> => {
      const seen: number[] = [];
      while (seen.length < reads) {
        await new Promise(setImmediate);
        const { ms, task } = timer as NonNullable<typeof timer>;
        seen.push(ms / POLL_MS);
        now += ms;
        task();
      }
      return seen;
    };
    const scanned = (...events: readonly BridgeEvent[]) =>
      subscriptions.noting(Promise.resolve(ok({ events, to: head })));
    const often = Array.from({ length: BUSY_POLLS }, () => 1);
    subscriptions.add(() => {});
    assert.deepEqual(await pauses(BUSY_POLLS + 2), [...often, 3, 3]);
    await scanned();
    assert.deepEqual(await pauses(2), [3, 3]);
    await scanned({ type: 'message' } as BridgeEvent);
    assert.deepEqual(await pauses(BUSY_POLLS + 1), [3, ...often.slice(3), 3, 3, 3]);
    subscriptions.close();
  });
});
