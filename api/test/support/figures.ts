import { strict as assert } from 'node:assert';
import { type Hex, type OrderTrigger, uintToHex } from '@causeway/protocol';
import { explorer } from '../../src/areas/explorer/index.ts';
import { ALICE, postOrder, RECIPIENT, type TestApi } from './api.ts';

const DAY_MS = 86_400_000;

/** A trigger, and the seconds that pass before it. */
export type Step = readonly [trigger: OrderTrigger, seconds: number];

/** Counts what orders did until now, as the service does by itself within a second. */
export const countOrders = (api: TestApi): Promise<void> => api.areas.use(explorer).roller.turns.run();

/**
 * Orders of alice's that move as a test says. A database of a description has the orders of the tests before, so each
 * test has days of its own, which begin at midnight.
 */
export function useMovingOrders(api: TestApi) {
  let day = 0;
  let count = 0;
  beforeEach(() => {
    day += 10;
    api.clock.nowMs += day * DAY_MS - (api.clock.nowMs % DAY_MS);
  });
  const word = (): Hex => {
    count += 1;
    return uintToHex(BigInt(api.clock.nowMs) * 1_000n + BigInt(count), 32);
  };
  return {
    order: async (amount = '1'): Promise<string> =>
      (await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount, destinationAddress: RECIPIENT })).json()
        .orderId,
    /** Applies triggers, each so many seconds after the one before. */
    async play(id: string, ...steps: readonly Step[]): Promise<void> {
      for (const [trigger, seconds] of steps) {
        api.clock.nowMs += seconds * 1_000;
        const facts = trigger === 'lockSeen' ? { messageId: word(), lockTransaction: word() } : {};
        assert.ok(await api.storage.orders.transition(id, trigger, facts), trigger);
      }
    },
  };
}
