import { strict as assert } from 'node:assert';
import type { MemoryChain } from '@causeway/chains/test-support';
import type { Hex } from '@causeway/protocol';
import type { OrderRow } from '@causeway/storage';
import { ALICE, apiForEach, jsonOf, postOrder } from '../../../support/api.ts';

/** `n` as 32 bytes. */
export const bytes32 = (n: number): Hex => `0x${n.toString(16).padStart(64, '0')}`;

/** From now on `chain` refuses every lock when a block includes it. */
export const refuseLocks = (chain: MemoryChain): void => {
  for (const limit of chain.settings.limits.values()) limit.available = 0n;
};

/** An API for each test, on which alice has coins in a custodial wallet on Ethereum. */
export function locksWorld() {
  const api = apiForEach({ coins: 100 });

  return {
    api,
    /** Places an order as alice. Returns its id. */
    async create(amount = '1', from = 'ETH'): Promise<string> {
      const to = from === 'ETH' ? 'polygon' : 'ethereum';
      return (await jsonOf(postOrder(api, ALICE, { from, to, amount }), 201)).orderId;
    },
    async state(id: string): Promise<OrderRow> {
      return (await api.storage.orders.get(id)) ?? assert.fail(`there is no order ${id}`);
    },
    /** The open submissions of locks. */
    reserved: () => api.storage.submissions.open(['lock', 'burn']),
    /** Number of different transactions that were sent. */
    distinct: (): number => new Set(api.ethereum.broadcasts.map(({ raw }) => raw)).size,
  };
}
