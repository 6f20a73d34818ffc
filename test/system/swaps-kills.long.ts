// Many swaps over all lanes while solver, API and relayer are killed again and again. SWAPS=N changes how many.
import { strict as assert } from 'node:assert';
import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '@causeway/client';
import { ORDER_OUTCOMES } from '@causeway/protocol';
import { SWAP_WAYS, SwapMarket, type SwapWay } from '../support/swap-market.ts';

/** Chooses lanes, moments and processes. */
const SEED = Number(process.env.CAUSEWAY_SEED ?? 28);
const SWAPS = Number(process.env.SWAPS ?? 300);
/** A kill for so many swaps. */
const SWAPS_A_KILL = 5;
/** Swaps under way at once. */
const AT_ONCE = 24;
/** Seconds after which the oracle cancels: longer than the test takes, so that every swap can be filled. */
const CANCEL_AFTER = 7_200;
/** The longest time between two kills, milliseconds, and between two readings of the orders. */
const LIFE_MS = 6_000;
const LOOK_MS = 1_000;
const TALK_MS = 20_000;
/** Milliseconds in which all that is under way ends, once nothing is killed any more. */
const END_MS = 300_000;
const MUCH = '1000000';

/** Numbers from 0 to 1 that follow from `seed` (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('swaps whose processes are killed', function () {
  this.timeout(2_400_000);
  let market: SwapMarket;
  const random = randomFrom(SEED);
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;

  before(async () => {
    market = await SwapMarket.start(CANCEL_AFTER, Math.max(1, Math.ceil(SWAPS / 100)));
    const early = { confirmations: 0, cap: MUCH, leastSeconds: 60 };
    // Half of the lanes, in every direction.
    await market.restartSolver(({ from, to }) => (from < to ? { early } : {}));
  });
  after(() => market?.stop());

  it(`are all filled once, ${SWAPS} of them, and the books are right`, async () => {
    const { stack, solver } = market;
    const { client } = stack.as('alice');
    const wanted = Math.ceil(SWAPS / SWAPS_A_KILL);
    const killed = new Map<string, number>();
    const kills = () => [...killed.values()].reduce((sum, of) => sum + of, 0);
    const refused = new Map<string, number>();
    let ordered = 0;
    console.log(`    CAUSEWAY_SEED=${SEED}, ${SWAPS} swaps, ${wanted} kills`);

    const orders = async (): Promise<readonly Order[]> => {
      const found: Order[] = [];
      for await (const order of client.orders.list({ limit: 200 })) found.push(order);
      return found;
    };
    /** The orders so far; undefined while the API does not answer. */
    const look = () => orders().catch(() => undefined);
    const isOpen = ({ status }: Order) => !ORDER_OUTCOMES[status].isFinished;

    const killAll = async () => {
      while (kills() < wanted) {
        await pause(random() * LIFE_MS);
        // The last kills are no sooner than the last swaps.
        if (kills() * SWAPS_A_KILL > ordered + AT_ONCE) continue;
        const [name, process] = one([
          ['solver', solver],
          ['api', stack.api],
          ['relayer', stack.relayer],
        ] as const);
        await process.kill();
        killed.set(name, (killed.get(name) ?? 0) + 1);
        await process.start();
      }
    };
    const orderAll = async () => {
      let said = performance.now();
      for (;;) {
        const known = await look();
        ordered = known?.length ?? ordered;
        if (known !== undefined && known.length >= SWAPS) return;
        const open = known?.filter(isOpen).length ?? AT_ONCE;
        if (performance.now() - said > TALK_MS) {
          said = performance.now();
          console.log(`    ${known?.length ?? '?'} swaps ordered, ${open} under way, ${kills()} kills`);
        }
        const more = Math.min(AT_ONCE - open, SWAPS - (known?.length ?? SWAPS));
        const ways: SwapWay[] = Array.from({ length: Math.max(0, more) }, () => one(SWAP_WAYS));
        // What the API refuses, or does not answer, is ordered anew.
        await Promise.all(
          ways.map((way) =>
            market.order(way).catch(({ code, message }: { readonly code?: string; readonly message: string }) => {
              const why = code ?? message;
              refused.set(why, (refused.get(why) ?? 0) + 1);
            }),
          ),
        );
        await pause(LOOK_MS);
      }
    };
    await Promise.all([orderAll(), killAll()]);
    console.log(
      `    killed ${JSON.stringify(Object.fromEntries(killed))}, refused ${JSON.stringify(Object.fromEntries(refused))}`,
    );

    const endAt = performance.now() + END_MS;
    let left = await look();
    for (; left === undefined || left.some(isOpen); left = await look()) {
      const open = left
        ?.filter(isOpen)
        .map(({ orderId, status, fromChain, toChain }) => `${orderId} ${fromChain} ${toChain} ${status}`);
      assert.ok(performance.now() < endAt, `still under way: ${open?.join(', ')}`);
      await pause(LOOK_MS);
    }
    const unpaid = async () => (await market.status()).stages;
    for (let stages = await unpaid(); ; stages = await unpaid()) {
      const { seen = 0, filling = 0, filled = 0, settling = 0, finishing = 0 } = stages;
      if (seen + filling + filled + settling + finishing === 0) break;
      assert.ok(performance.now() < endAt, `the solver is not done: ${JSON.stringify(stages)}`);
      await pause(LOOK_MS);
    }
    await market.isBalanced();
    const ended = await Promise.all((left ?? []).map(({ orderId }) => client.orders.get(orderId)));
    await market.assertSound(ended);
    const by = Object.groupBy(ended, ({ status }) => status);
    console.log(
      `    ${Object.entries(by)
        .map(([status, of]) => `${of?.length} ${status}`)
        .join(', ')}`,
    );
  });
});
