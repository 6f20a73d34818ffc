import { strict as assert } from 'node:assert';
import { type BridgeEvent, fail, ok, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { RpcFailure } from '../src/failures.ts';
import type { Head } from '../src/provider/provider.ts';
import { HeadFeed, HeadSubscriptions } from '../src/rpc/head-feed.ts';

const POLL_MS = 1_000;
const BUSY_POLLS = 30;
const HEAD = ok({ number: 1, hash: '0x01', timeMs: 0 });
const NONE = fail('NO_QUORUM', 'no endpoint answers', true);

describe('a feed of heads', () => {
  it('reads a third as often while no scan finds events', async () => {
    let now = 0;
    let timer: { readonly ms: number; readonly task: () => void } | undefined;
    const clock: Clock = {
      now: () => now,
      monotonic: () => now,
      after(ms, task) {
        timer = { ms, task };
        return () => {};
      },
    };
    const subscriptions = new HeadSubscriptions(new HeadFeed(async () => HEAD, { pollMs: POLL_MS, clock }));
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
      subscriptions.noting(Promise.resolve(ok({ events, to: HEAD.value })));
    const often = Array.from({ length: BUSY_POLLS }, () => 1);
    subscriptions.add(() => {});
    assert.deepEqual(await pauses(BUSY_POLLS + 2), [...often, 3, 3]);
    await scanned();
    assert.deepEqual(await pauses(2), [3, 3]);
    await scanned({ type: 'message' } as BridgeEvent);
    assert.deepEqual(await pauses(BUSY_POLLS + 1), [3, ...often.slice(3), 3, 3, 3]);
    subscriptions.close();
  });

  it('tells each time that no head can be read', async () => {
    const heads: Result<Head, RpcFailure>[] = [HEAD, NONE, NONE, { ...HEAD, value: { ...HEAD.value, hash: '0x02' } }];
    const told: string[] = [];
    await new Promise<void>((resolve) => {
      const feed = new HeadFeed(async () => heads.shift() ?? NONE, { pollMs: 1 });
      const unsubscribe = feed.subscribe(
        ({ hash }) => {
          told.push(hash);
          if (heads.length > 0) return;
          unsubscribe();
          resolve();
        },
        () => told.push('none'),
      );
    });
    assert.deepEqual(told, ['0x01', 'none', 'none', '0x02']);
  });
});
