import { strict as assert } from 'node:assert';
import { openPlatformStorage, type PlatformStorage } from '@causeway/storage';
import { SharedDuty } from '../src/shared-duty.ts';
import { databaseForAll } from './support/engines.ts';

describe('a duty that processes share', function describeDuty() {
  this.timeout(20_000);
  const LEASE_MS = 60_000;
  const database = databaseForAll();
  const opened: PlatformStorage[] = [];
  let nowMs = 0;

  beforeEach(async () => {
    nowMs = 0;
    for (let number = 0; number < 2; number += 1) opened.push(await openPlatformStorage(database()));
  });
  afterEach(async () => {
    for (const storage of opened.splice(0)) await storage.close();
  });

  /** The same duty in two processes. */
  const duties = (name: string, leaseMs: number) =>
    opened.map(
      ({ leases, clock }) =>
        new SharedDuty({ storage: { leases, clock: { ...clock, now: () => nowMs } }, name, leaseMs }),
    ) as [SharedDuty, SharedDuty];

  it('is with one of them, and with another one once that one gives it back', async () => {
    const [one, other] = duties('given back', LEASE_MS);
    assert.deepEqual([await one.isOurs(), await other.isOurs(), await one.isOurs()], [true, false, true]);
    await one.release();
    assert.equal(await other.isOurs(), false, 'an answer holds for half of the lease');
    nowMs += LEASE_MS / 2;
    assert.deepEqual([await other.isOurs(), await one.isOurs()], [true, false]);
  });

  it('goes to another one when its process ends without a word', async () => {
    const [gone, other] = duties('left', 1);
    assert.equal(await gone.isOurs(), true);
    do nowMs += 1;
    while (!(await other.isOurs()));
  });
});
