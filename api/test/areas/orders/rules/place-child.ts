import { openPlatformStorage } from '@causeway/storage';
import { bytes32, newOrder } from '@causeway/storage/test-support/rows';
import { orderStorage } from '../../../../src/areas/orders/rules/order-storage.ts';
import { fundsOf } from '../../../support/spends.ts';

/** Tries to create `count` orders at once, while their wallet owes at most 100. Prints the number that was created. */
const [database = '', name = '', count = '0'] = process.argv.slice(2);
const storage = await openPlatformStorage(database);
const limits = { maxOpen: 1_000, funds: fundsOf(bytes32(0xaa), 100n) };
const wallet = { sender: bytes32(0xaa), custody: 'service', wireAmount: 7n } as const;
const placed = await Promise.all(
  Array.from({ length: Number(count) }, (_, at) => {
    const reference = bytes32((BigInt(name) << 64n) | BigInt(at + 1));
    return orderStorage(storage).createWithin(limits, newOrder({ ...wallet, reference }));
  }),
);
console.log(placed.filter(({ ok }) => ok).length);
await storage.close();
