import assert from 'node:assert/strict';
import { clockAt } from '@causeway/runtime/test-support';
import { type BridgeStorage, type Lease, LeaseLost, type MessageRow, openBridgeStorage } from '@causeway/storage';
import { fenced } from '../src/fenced.ts';

/** Repositories whose writes a lease guards, and their writes. The other members read, or are for other processes. */
const WRITES = {
  chainView: ['recordScan', 'rollback', 'readAgain', 'finalize', 'markBroken'],
  orders: ['transition', 'update', 'matchLock'],
  submissions: ['reserve', 'addVersion', 'setState'],
  deliveryFees: ['note'],
} as const;

type Write = (...given: unknown[]) => Promise<unknown>;

describe('storage for the holder of a lease', () => {
  let storage: BridgeStorage;
  let old: Lease;
  beforeEach(async () => {
    storage = await openBridgeStorage(':memory:', { clock: clockAt(() => 0) });
    const acquired = await storage.leases.acquire('chain', 'one', 0);
    assert.ok(acquired && (await storage.leases.acquire('chain', 'other', 60_000)));
    old = acquired;
  });
  afterEach(() => storage.close());

  const block = { number: 1, hash: `0x${'01'.repeat(32)}`, timeMs: 1 } as const;
  const found = { messages: [], outcomes: [], roots: [] };
  const submission = { purpose: 'oracle', domain: 1, family: 'F', payer: 'p', sequence: 1, versions: [], orderIds: [] };
  const given: Readonly<Record<string, readonly unknown[]>> = {
    recordScan: [{ family: 'F', domain: 1, to: block, ...found }],
    rollback: ['F', 1, 0, {}],
    readAgain: ['F', 1, block],
    finalize: ['F', 1, 1, { mends: true }],
    markBroken: [{ family: 'F', domain: 1, code: 'DEEP_REORG', reason: 'why' }],
    transition: ['id', 'expired', {}, {}],
    update: ['id', {}],
    matchLock: [{ messageId: block.hash, message: { source: 1, destination: 2 } } as unknown as MessageRow, 1, 1],
    reserve: [{ ...submission, details: {} }],
    addVersion: ['id', {}],
    setState: ['id', 'included'],
    note: [{ family: 'F', source: 1, destination: 2 }, 1n, 1],
  };

  for (const [repository, names] of Object.entries(WRITES)) {
    for (const name of names) {
      it(`refuses ${repository}.${name} once another holder has the lease`, async () => {
        const guarded = fenced(storage, old)[repository as keyof typeof WRITES] as unknown as Record<string, Write>;
        await assert.rejects(guarded[name]?.(...(given[name] ?? [])) ?? Promise.resolve(), LeaseLost);
      });
    }
  }
});
