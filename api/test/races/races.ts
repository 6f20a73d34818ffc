import assert from 'node:assert/strict';
import type { PlatformStorage } from '@causeway/storage';
import { block, FAMILY, SOURCE, scan } from '@causeway/storage/test-support/rows';
import { AGENT_RACES } from './agent-races.ts';
import { MONEY_RACES } from './money-races.ts';
import { PEOPLE_RACES } from './people-races.ts';
import { type AnyRace, race } from './race.ts';

/** Every pair of jobs, by what must not happen. */
export const RACES: Readonly<Record<string, AnyRace>> = {
  'get a lease one at a time': race({
    locks: ['lease'],
    prepare: async () => {},
    first: ({ leases }) => leases.acquire('job', 'one', 60_000),
    second: ({ leases }) => leases.acquire('job', 'other', 60_000),
    check: (ends) => assert.equal(ends.filter((end) => end !== undefined).length, 1),
  }),
  'keep no more idempotency keys of an account than it may have': race({
    locks: ['idempotency'],
    prepare: async () => {},
    first: (storage) => begin(storage, 'one'),
    second: (storage) => begin(storage, 'other'),
    check: (ends) => assert.deepEqual(ends.toSorted(), ['full', 'new']),
  }),
  'land no guarded write after the lease of the next holder': race({
    locks: ['lease'],
    prepare: async ({ leases }) => (await leases.acquire('job', 'one', 1)) ?? assert.fail(),
    first: ({ chainView }, fence) => chainView.recordScan(scan(SOURCE, block(1)), { fence }),
    second: async ({ leases, chainView }) => {
      assert.equal((await leases.acquire('job', 'other', 60_000))?.token, 2);
      return chainView.cursor(FAMILY, SOURCE);
    },
    check: ([, cursor]) => assert.equal((cursor as { readonly number: number } | undefined)?.number, 1),
  }),
  ...MONEY_RACES,
  ...PEOPLE_RACES,
  ...AGENT_RACES,
};

const begin = ({ idempotency }: PlatformStorage, key: string) =>
  idempotency.begin('ann', 'POST /x', key, 'hash', { account: 'ann', most: 1 });
