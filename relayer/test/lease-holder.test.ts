import assert from 'node:assert/strict';
import { fenced, LeaseHolder } from '@causeway/outbox';
import type { Clock } from '@causeway/runtime';
import { type BridgeStorage, type Lease, LeaseLost, openBridgeStorage } from '@causeway/storage';
import { FakeClock, settled } from './support/fake-clock.ts';
import { SILENT } from './support/world.ts';

const TTL_MS = 6_000;

/** A process that asks for one lease. While `frozen`, none of its timers fires, like after SIGSTOP. */
interface Holder {
  readonly keeper: LeaseHolder;
  readonly log: string[];
  lease: Lease | undefined;
  lost: (() => void) | undefined;
  frozen: boolean;
  thaw(): void;
}

/** True while the holder does its duty. */
const works = ({ log }: Holder): boolean => log.at(-1) === 'begins';

describe('a lease keeper', () => {
  let clock: FakeClock;
  let storage: BridgeStorage;
  let one: Holder;
  let other: Holder;

  function holder(name: string, leases = storage.leases, begin: () => Promise<void> = async () => {}): Holder {
    const missed: (() => void)[] = [];
    const own: Clock = {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      after: (ms, task) => clock.after(ms, () => (made.frozen ? missed.push(task) : task())),
    };
    const made: Holder = {
      log: [],
      lease: undefined,
      lost: undefined,
      frozen: false,
      thaw() {
        made.frozen = false;
        for (const task of missed.splice(0)) task();
      },
      keeper: new LeaseHolder({
        name: 'chain alpha',
        holder: name,
        leases,
        ttlMs: TTL_MS,
        clock: own,
        log: SILENT,
        begin: async (lease, lost) => {
          made.log.push('begins');
          await begin();
          Object.assign(made, { lease, lost });
          return {
            async stop() {
              made.log.push('stops');
            },
          };
        },
      }),
    };
    return made;
  }

  beforeEach(async () => {
    clock = new FakeClock();
    storage = await openBridgeStorage(':memory:', { clock: clock });
    one = holder('one');
    other = holder('other');
    await one.keeper.start();
    await other.keeper.start();
  });
  afterEach(async () => {
    for (const { keeper } of [one, other]) await keeper.stop();
    await storage.close();
  });

  it('asks for the lease again at its next turn when the duty could not begin', async () => {
    await one.keeper.stop();
    await other.keeper.stop();
    let failures = 1;
    const failing = holder('failing', storage.leases, async () => {
      if (failures-- > 0) throw new Error('it cannot begin');
    });
    await assert.rejects(failing.keeper.start(), /it cannot begin/);
    await clock.advance(TTL_MS / 4);
    await settled();
    assert.deepEqual(failing.log, ['begins', 'begins']);
    assert.notEqual(failing.lease, undefined);
    await failing.keeper.stop();
  });

  it('does the duty alone for as long as it renews the lease', async () => {
    await clock.advance(60_000);
    assert.deepEqual([one.log, other.log], [['begins'], []]);
    assert.ok(works(one) && !works(other));
  });

  it('takes over at its next turn from one that ends cleanly', async () => {
    await one.keeper.stop();
    await clock.advance(TTL_MS / 4);
    assert.deepEqual([one.log, other.log], [['begins', 'stops'], ['begins']]);
  });

  it('leaves no lease behind when it is stopped while it asks for one', async () => {
    await one.keeper.stop();
    const asking = clock.advance(TTL_MS / 4);
    await other.keeper.stop();
    await asking;
    await settled();
    assert.ok(await storage.leases.acquire('chain alpha', 'somebody', TTL_MS));
    assert.deepEqual(other.log, []);
    assert.equal(clock.pending, 0, 'it asks no more');
  });

  it('ends cleanly when the database cannot be reached any more: the lease expires by itself', async () => {
    const { release } = storage.leases;
    Object.assign(storage.leases, {
      release: async () => {
        throw new Error('the database cannot be reached');
      },
    });
    await one.keeper.stop();
    assert.deepEqual(one.log, ['begins', 'stops']);
    Object.assign(storage.leases, { release });
  });

  it('takes over within ten seconds from one that is dead or held, whose writes are refused from then on', async () => {
    one.frozen = true;
    await clock.advance(10_000);
    assert.ok(works(other));
    assert.ok(one.lease && other.lease && other.lease.token > one.lease.token);
    const write = (by: Lease) => fenced(storage, by).chainView.finalize('main', 1, 0);
    await assert.rejects(write(one.lease), LeaseLost);
    await write(other.lease);
    one.thaw();
    await settled();
    assert.deepEqual(one.log, ['begins', 'stops']);
    assert.ok(!works(one));
    await clock.advance(60_000);
    assert.deepEqual(other.log, ['begins']);
  });

  it('ends its duty before another may have the lease where it cannot renew it', async () => {
    const unreachable = async () => {
      throw new Error('the database cannot be reached');
    };
    Object.assign(storage.leases, { renew: unreachable, acquire: unreachable });
    await clock.advance(TTL_MS - 1);
    assert.ok(works(one));
    await clock.advance(1);
    assert.deepEqual(one.log, ['begins', 'stops']);
  });

  it('counts the lease from the request of a renewal, however late the answer comes', async () => {
    const { renew } = storage.leases;
    const unreachable = async () => {
      throw new Error('the database cannot be reached');
    };
    storage.leases.renew = async (...given) => {
      Object.assign(storage.leases, { renew: unreachable, acquire: unreachable });
      const answer = await renew(...given);
      await new Promise<void>((resolve) => {
        clock.after(TTL_MS / 2, resolve);
      });
      return answer;
    };
    await clock.advance(TTL_MS / 4 + TTL_MS - 1);
    assert.ok(works(one));
    await clock.advance(1);
    assert.deepEqual(one.log, ['begins', 'stops']);
  });

  it('ends its duty at its next turn when it learns that the lease has passed on', async () => {
    assert.ok(one.lease);
    await storage.leases.release(one.lease);
    assert.ok(await storage.leases.acquire('chain alpha', 'somebody', 10 * TTL_MS));
    await clock.advance(TTL_MS / 4);
    assert.deepEqual(one.log, ['begins', 'stops']);
  });

  it('ends its duty at once when a write was refused, and asks for the lease anew', async () => {
    one.lost?.();
    await settled();
    assert.deepEqual(one.log, ['begins', 'stops']);
    await clock.advance(2 * TTL_MS);
    assert.equal([one, other].filter(works).length, 1);
  });

  it('keeps the lease while the duty takes long to begin, and ends the duty if it was lost meanwhile', async () => {
    await one.keeper.stop();
    await other.keeper.stop();
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = holder('slow', storage.leases, () => held);
    const started = slow.keeper.start();
    await settled();
    await clock.advance(5 * TTL_MS);
    assert.equal(await storage.leases.acquire('chain alpha', 'somebody', 1), undefined);
    slow.frozen = true;
    await clock.advance(TTL_MS + 1);
    const taken = await storage.leases.acquire('chain alpha', 'somebody', 10 * TTL_MS);
    assert.ok(taken);
    slow.thaw();
    await settled();
    release();
    await started;
    assert.deepEqual(slow.log, ['begins', 'stops']);
    await slow.keeper.stop();
  });

  it('begins again later where the duty could not begin', async () => {
    await one.keeper.stop();
    await other.keeper.stop();
    let failures = 2;
    const trying = holder('trying', storage.leases, async () => {
      if (failures-- > 0) throw new Error('not now');
    });
    await assert.rejects(trying.keeper.start(), /not now/);
    await clock.advance(TTL_MS);
    assert.ok(works(trying));
    await trying.keeper.stop();
  });
});
