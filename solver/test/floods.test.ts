import { strict as assert } from 'node:assert';
import type { ChainProvider } from '@causeway/chains';
import type { Causeway } from '@causeway/client';
import {
  type BlockRef,
  type BridgeEvent,
  encodeTerms,
  FALLBACK,
  type Hex,
  KIND,
  ok,
  padLeft,
  TERMS_VERSION,
  type Terms,
  ZERO_32,
} from '@causeway/protocol';
import { type Clock, systemClock } from '@causeway/runtime';
import { until } from '../../test/support/wait.ts';
import { Desk, type DeskDeps } from '../src/desk.ts';
import { OrderFeed } from '../src/feed.ts';
import type { Lane } from '../src/lanes.ts';
import { isLockFor, LockWatch } from '../src/locks.ts';
import type { Quotes } from '../src/quotes.ts';
import { Worth } from '../src/worth.ts';

const TERMS = `0x${'01'.repeat(314)}` as const;
const HOUR_MS = 3_600_000;
const word = (digit: string): Hex => padLeft(`0x${digit.repeat(40)}`);

/** A client whose API lists `count` swaps, and ends every stream. */
const listing = (count: number) => {
  const GET = async (_path: string, { params }: { params: { query: { limit: number; cursor?: string } } }) => {
    const { limit, cursor = '0' } = params.query;
    const from = Number(cursor);
    const result = Array.from({ length: Math.min(limit, count - from) }, (_, at) => ({
      ...{ orderId: String(from + at), terms: TERMS, fromChain: 'ethereum' },
    }));
    const next = from + limit;
    return { data: { result, nextCursor: next < count ? String(next) : null }, response: { ok: true } };
  };
  return { http: { GET }, events: { follow: async function* follow() {} } } as unknown as Causeway;
};

/** A clock whose timers a test lets pass. */
class HandClock implements Clock {
  nowMs = 0;
  /** Never the same twice. */
  readonly now = (): number => {
    this.nowMs += 1;
    return this.nowMs;
  };
  readonly monotonic = systemClock.monotonic;
  readonly #timers = new Set<() => void>();
  after = (_ms: number, call: () => void) => {
    this.#timers.add(call);
    return () => void this.#timers.delete(call);
  };

  pass(): void {
    const due = [...this.#timers];
    this.#timers.clear();
    for (const call of due) call();
  }
}

describe('a solver among more swaps than it reads at once', () => {
  it('hears of each of them, however many stay on the list for ever', async () => {
    const [clock, heard, count] = [new HandClock(), new Set<string>(), 12_345];
    let failure: unknown;
    const feed = new OrderFeed({
      ...{ client: listing(count), clock, listMs: HOUR_MS },
      onSwap: ({ orderId }) => heard.add(orderId),
      onFailure: (error) => {
        failure = error;
      },
    });
    feed.start();
    for (let readings = 0; readings < 4; readings += 1) {
      const before = feed.readAtMs;
      clock.pass();
      while (feed.readAtMs === before && failure === undefined) await new Promise((resolve) => setImmediate(resolve));
    }
    await feed.stop();
    assert.equal(failure, undefined);
    assert.equal(heard.size, count);
  });

  it('asks the chain for no fee of a return whose own fee pays not even for the call', async () => {
    let asked = 0;
    const fee = async () => {
      asked += 1;
      return ok(1n);
    };
    const provider = { domain: 2, family: 'main', fee } as unknown as ChainProvider;
    const coin = { symbol: 'COIN', decimals: 0 };
    const quotes = { dollars: async () => 10n ** 18n } as unknown as Quotes;
    const worth = new Worth(quotes, new Map([[2, coin]]), new Map([[2, 10n]]), () => coin);
    const pays = (finishFee: bigint, fallback: 0 | 1) =>
      worth.ofFinish(
        provider,
        null as Lane | null,
        { finishFee, fallback, home: 1, assetIn: '0x' } as unknown as Terms,
      );
    assert.deepEqual([await pays(10n, FALLBACK.home), await pays(10n, FALLBACK.token), asked], [false, false, 0]);
    assert.deepEqual([await pays(11n, FALLBACK.home), asked], [false, 1]);
    assert.deepEqual([await pays(12n, FALLBACK.home), await pays(11n, FALLBACK.token)], [true, true]);
  });

  it('asks once, and not in each turn, whether the fee of an overdue swap pays', async () => {
    const clock = new HandClock();
    const [asset, wanted, user] = [word('7'), word('8'), word('4')];
    const terms = encodeTerms({
      ...{ version: TERMS_VERSION, domain: 2, settler: word('9'), assetIn: asset, amountIn: 1n, assetOut: wanted },
      ...{ quotedOut: 1n, minOut: 1n, recipient: user, solver: ZERO_32, exclusiveUntil: 0n, deadline: 1n },
      ...{ fallback: FALLBACK.token, home: 0, homeAddress: ZERO_32, finishFee: 0n, salt: word('1') },
    });
    let [asked, turns] = [0, 0];
    const provider = {
      ...{ domain: 2, family: 'main', kind: 'evm', finalNumber: async () => ok(0), onHead: () => () => {} },
      head: async () => {
        turns += 1;
        return ok({ number: turns, hash: '', timeMs: HOUR_MS });
      },
      scan: async () => ok({ events: [] }),
    };
    const settler = {
      ...{ address: word('9'), seesDeliveries: true, scan: provider.scan, held: async () => ok(1n) },
      swap: async () => ok({ stage: 'none', filler: null }),
    };
    const rows = { inStages: async () => [], see: async (row: object) => row, change: async () => {} };
    const ofFinish = async () => {
      asked += 1;
      return false;
    };
    const desk = new Desk({
      ...{ here: { provider, since: 0 }, settler, key: { address: 'k' }, account: word('5'), lanes: [], others: [] },
      ...{ locks: new Map(), storage: { solver: rows, submissions: { open: async () => [] } }, finishes: true },
      ...{ treasury: {}, worth: { ofFinish }, turnMs: HOUR_MS, clock, random: () => 0 },
      onFailure: assert.fail,
    } as unknown as DeskDeps);
    desk.tell({ orderId: 'order', terms, fromChain: 'ethereum' });
    const turn = async (number: number) => {
      desk.wake();
      await until(`turn ${number}`, async () => turns >= number || undefined);
    };
    await desk.start();
    for (const number of [1, 2, 3, 4]) await turn(number);
    assert.equal(asked, 1);
    clock.nowMs += 60_000;
    for (const number of [5, 6]) await turn(number);
    await desk.stop();
    assert.equal(asked, 2);
  });

  it('finds the lock of a swap behind what others locked under its id', async () => {
    const id = word('1');
    const wanted = { destination: 2, bridge: word('2'), vault: word('3'), home: 1, amountIn: 1_000n, unit: 10n };
    const message = {
      ...{ kind: KIND.lock, source: 1, destination: 2, sourceBridge: word('4'), destinationBridge: word('2') },
      ...{ assetHome: 1, sender: word('5'), recipient: word('3'), reference: id },
    };
    const block = (number: number): BlockRef => ({ number, hash: `${number}`, timeMs: 0 });
    const events = [1n, 2n, 100n].map((wireAmount, index): BridgeEvent => {
      const at = { block: block(15 + index), transaction: 't', index };
      return { type: 'message', messageId: word(`${6 + index}`), message: { ...message, nonce: 0n, wireAmount }, at };
    });
    const watch = new LockWatch({
      ...{ head: async () => ok(block(20)), block: async (number: number) => ok(block(number)) },
      scan: async () => ok({ events, to: block(20) }),
    } as unknown as ChainProvider);
    const lockOf = () => {
      let lock = watch.lockOf(id);
      while (lock && !isLockFor(lock, id, wanted)) lock = watch.passOver(id, lock);
      return lock;
    };
    watch.want(id);
    await watch.read();
    assert.equal(lockOf()?.message.wireAmount, 100n);
    assert.equal(await watch.depthOf(id, 20), 3);
    // Blocks that are read again, for another swap, bring nothing back that was passed over.
    watch.want(word('9'));
    await watch.read();
    assert.equal(watch.lockOf(id)?.message.wireAmount, 100n);
  });
});
