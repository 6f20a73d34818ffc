import { ORDER_TRIGGERS } from '@causeway/protocol';
import { openPlatformStorage } from '../../src/index.ts';
import { bytes32, DESTINATION, FAMILY, newOrder, signed } from './rows.ts';
import { oracleDetails } from './submission-details.ts';

/** Writes as fast as it can until it is killed. Prints a line for every acknowledged write. */
const [database = '', seed = '0', workers = '1'] = process.argv.slice(2);
const storage = await openPlatformStorage(database);
let made = 0;

async function work(): Promise<never> {
  for (;;) {
    made += 1;
    const reference = bytes32((BigInt(seed) << 64n) | BigInt(made));
    const order = await storage.orders.create(newOrder({ reference }));
    console.log(`order ${order.id} ${order.version}`);
    for (const trigger of ORDER_TRIGGERS) {
      const after = await storage.orders.transition(order.id, trigger, { lockBlock: made });
      if (after) console.log(`order ${after.id} ${after.version}`);
    }
    const submission = await storage.submissions.reserve({
      purpose: 'oracle',
      domain: DESTINATION,
      family: FAMILY,
      payer: '0x01',
      sequence: made,
      versions: [signed()],
      orderIds: [order.id],
      details: oracleDetails(),
    });
    console.log(`submission ${submission.id} 1`);
    await storage.submissions.addVersion(submission.id, signed({ raw: '0x03' }));
    console.log(`submission ${submission.id} 2`);
  }
}

await Promise.all(Array.from({ length: Number(workers) }, work));
