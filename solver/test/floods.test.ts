import { strict as assert } from 'node:assert';
import { setImmediate } from 'node:timers/promises';
import type { ChainProvider } from '@causeway/chains';
import type { Causeway } from '@causeway/client';
import {
  type BlockRef,
  type BridgeEvent,
  encodeTerms,
  FALLBACK,
  fail,
  type Hex,
  KIND,
  ok,
  padLeft,
  TERMS_VERSION,
  type Terms,
  termsIdOf,
  ZERO_32,
} from '@causeway/protocol';
import { type Clock, systemClock } from '@causeway/runtime';
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
  it('hears of each of them, however many stay on the list', async () => {
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
      while (feed.readAtMs === before && failure === undefined) await setImmediate();
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

  /**
   * A desk whose settler has nothing of any swap but its input, and the number of questions to it. `rows`: swaps that
   * it knows already, each with a transaction under way.
   */
  function desk(rows: readonly { readonly swapId: string }[] = []) {
    const clock = new HandClock();
    const counts = { turns: 0, fees: 0, states: 0 };
    const provider = {
      ...{ domain: 2, family: 'main', kind: 'evm', finalNumber: async () => ok(0), onHead: () => () => {} },
      // Whatever was sent is still unknown.
      outcome: async () => fail('RPC_UNAVAILABLE', 'silent'),
      head: async () => {
        counts.turns += 1;
        return ok({ number: counts.turns, hash: '', timeMs: HOUR_MS });
      },
      scan: async () => ok({ events: [] }),
    };
    const settler = {
      ...{ address: word('9'), seesDeliveries: true, scan: provider.scan, held: async () => ok(1n) },
      swap: async () => {
        counts.states += 1;
        return ok({ stage: 'none', filler: null });
      },
    };
    const seen: { readonly swapId: string }[] = [];
    const see = async (row: { readonly swapId: string }) => {
      seen.push(row);
      return row;
    };
    const ofFinish = async () => {
      counts.fees += 1;
      return false;
    };
    const made = new Desk({
      ...{ here: { provider, since: 0 }, settler, key: { address: 'k' }, account: word('5'), lanes: [], others: [] },
      ...{ locks: new Map(), treasury: {}, worth: { ofFinish }, finishes: true, turnMs: HOUR_MS, clock },
      storage: {
        solver: { inStages: async () => rows, see, change: async () => {} },
        submissions: {
          open: async () =>
            rows.map(({ swapId }) => ({ orderIds: [swapId], family: 'main', details: {}, versions: [{}] })),
        },
      },
      ...{ random: () => 0, onFailure: assert.fail, log: { warn: () => {} } },
    } as unknown as DeskDeps);
    return { desk: made, clock, counts, seen };
  }

  /** Terms of a swap whose deadline has passed. */
  const overdue = (salt: string) =>
    encodeTerms({
      ...{
        version: TERMS_VERSION,
        domain: 2,
        settler: word('9'),
        assetIn: word('7'),
        amountIn: 1n,
        assetOut: word('8'),
      },
      ...{ quotedOut: 1n, minOut: 1n, recipient: word('4'), solver: ZERO_32, exclusiveUntil: 0n, deadline: 1n },
      ...{ fallback: FALLBACK.token, home: 0, homeAddress: ZERO_32, finishFee: 0n, salt: word(salt) },
    });

  it('asks once, and not in each turn, whether the fee of an overdue swap pays', async () => {
    const { desk: one, clock, counts } = desk();
    one.tell({ orderId: 'order', terms: overdue('1'), fromChain: 'ethereum' });
    const turns = async (count: number) => {
      const before = counts.turns;
      while (counts.turns < before + count) {
        one.wake();
        await setImmediate();
      }
    };
    await one.start();
    await turns(4);
    assert.equal(counts.fees, 1);
    clock.nowMs += 60_000;
    await turns(4);
    await one.stop();
    assert.equal(counts.fees, 2);
  });

  it('asks nothing of a swap whose call is under way', async () => {
    const row = { swapId: termsIdOf(overdue('1')), terms: overdue('1'), stage: 'filling', domain: 2, family: 'main' };
    const { desk: one, counts } = desk([row]);
    await one.start();
    while (counts.turns < 4) {
      one.wake();
      await setImmediate();
    }
    await one.stop();
    assert.equal(counts.states, 0);
  });

  it('asks and stores nothing of an order that is not locked, where it fills after the delivery', async () => {
    const { desk: one, counts, seen } = desk();
    await one.start();
    const order = { orderId: 'order', fromChain: 'ethereum', deliveredTransaction: null };
    one.tell({ ...order, terms: overdue('1'), lockTransaction: null });
    one.tell({ ...order, terms: overdue('2'), lockTransaction: '0x01' });
    while (counts.states === 0) await setImmediate();
    one.tell({ ...order, terms: overdue('1'), lockTransaction: '0x02' });
    while (counts.states === 1) await setImmediate();
    await one.stop();
    assert.deepEqual(
      seen.map(({ swapId }) => swapId),
      ['2', '1'].map((salt) => termsIdOf(overdue(salt))),
    );
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
