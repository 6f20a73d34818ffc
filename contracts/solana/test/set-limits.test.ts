import assert from 'node:assert/strict';
import { KIND } from '@causeway/protocol';
import { useBridge } from './support/bridge.ts';
import { withAccounts } from './support/call.ts';
import { GUARDIAN, LIMITS, type Limits, OTHER, REMOTE, STRANGER, USER } from './support/setting.ts';

const { maxAmount, capacity, refillPerSecond } = LIMITS;

describe('setLimits', () => {
  const bridge = useBridge();
  const { calls, chain } = bridge;
  type Side = 'canonical' | 'bridged';
  const bucket = (side: Side, remote = REMOTE) =>
    bridge.remote(remote)[side] as { limits: Limits; level: bigint; updatedAt: bigint; largestMaxAmount: bigint };
  const set = (side: Side, limits: Partial<Limits>, remote = REMOTE) =>
    bridge.run(calls.setLimits(remote, side, { ...LIMITS, ...limits }));
  const refuse = (side: Side, limits: Partial<Limits>, remote = REMOTE) =>
    bridge.refuse(calls.setLimits(remote, side, { ...LIMITS, ...limits }), 'InvalidLimits');

  it('sets one side and leaves the other', () => {
    const limits = { minAmount: 1n, maxAmount: 2n ** 63n, capacity: 2n ** 64n - 1n, refillPerSecond: 7n };
    const event = { domain: REMOTE.domain, side: 'bridged', limits };
    bridge.runEmitting(calls.setLimits(REMOTE, 'bridged', limits), 'limitsSet', event);
    assert.deepEqual(bucket('bridged').limits, limits);
    assert.equal(bucket('bridged').level, capacity);
    assert.deepEqual(bucket('canonical').limits, LIMITS);
  });

  it('fills the bucket the first time', () => {
    bridge.run(calls.setRemote(OTHER));
    set('canonical', {}, OTHER);
    assert.deepEqual(bucket('canonical', OTHER), {
      limits: LIMITS,
      level: capacity,
      updatedAt: chain.time,
      largestMaxAmount: maxAmount,
    });
    assert.equal(bucket('bridged', OTHER).level, 0n);
  });

  it('keeps the level afterwards', () => {
    bridge.giveBridged(capacity);
    chain.setTime(chain.time + 100n);
    // The amount restored by the old refill stays; a larger capacity does not fill the bucket.
    set('bridged', { capacity: 10n * capacity, refillPerSecond: 2n * refillPerSecond });
    assert.equal(bucket('bridged').level, 100n * refillPerSecond);
    chain.setTime(chain.time + 10n);
    set('bridged', { capacity: 10n * capacity });
    assert.equal(bucket('bridged').level, 120n * refillPerSecond);
    chain.setTime(chain.time + 10n ** 6n);
    set('bridged', { capacity: maxAmount });
    assert.equal(bucket('bridged').level, maxAmount);
  });

  it('refills over any time without overflow', () => {
    set('bridged', { capacity: 2n ** 64n - 1n, refillPerSecond: 2n ** 64n - 1n });
    chain.setTime(2n ** 62n);
    bridge.giveBridged(1n);
    assert.equal(bucket('bridged').level, 2n ** 64n - 2n);
  });

  it('never fills a bucket above its capacity', () => {
    set('bridged', { minAmount: 1n, refillPerSecond: 3n });
    bridge.giveBridged(10n);
    // Four seconds would restore twelve.
    chain.setTime(chain.time + 4n);
    set('bridged', { minAmount: 1n, refillPerSecond: 3n, capacity: 2n * capacity });
    assert.equal(bucket('bridged').level, capacity);
  });

  it('takes nothing for time that went backwards', () => {
    bridge.giveBridged(capacity);
    chain.setTime(chain.time - 1_000n);
    const message = bridge.inbound(KIND.lock, { wireAmount: 1n });
    bridge.refuse(calls.mint(bridge.commitAround(message), 2), 'RateLimited');
  });

  it('is refused for a minimum above the maximum', () => {
    refuse('canonical', { minAmount: 101n, maxAmount: 100n });
    set('canonical', { minAmount: 100n, maxAmount: 100n });
  });

  it('is refused for a capacity below the maximum', () => {
    refuse('canonical', { maxAmount: 2n * maxAmount, capacity: 2n * maxAmount - 1n });
    set('canonical', { maxAmount, capacity: maxAmount });
  });

  it('is refused for a capacity below the largest maximum since the opening, so that every refund fits', () => {
    set('canonical', { maxAmount: 2n * maxAmount });
    set('canonical', { minAmount: 1n, maxAmount: 10n });
    set('canonical', { minAmount: 1n, maxAmount: 20n });
    refuse('canonical', { minAmount: 1n, maxAmount: 20n, capacity: 2n * maxAmount - 1n });
    set('canonical', { minAmount: 1n, maxAmount: 20n, capacity: 2n * maxAmount });
    // The other side has its own limits and level.
    set('bridged', { capacity: maxAmount });
    refuse('bridged', { minAmount: 1n, maxAmount: 1n, capacity: maxAmount - 1n });
  });

  it('can shrink before the opening, where nothing could be locked', () => {
    bridge.run(calls.setRemote(OTHER));
    set('canonical', {}, OTHER);
    const small = { minAmount: 1n, maxAmount: 20n, capacity: 20n };
    set('canonical', small, OTHER);
    bridge.run(calls.openRemote(OTHER));
    // The limits at the time of opening count.
    refuse('canonical', { ...small, maxAmount: 10n, capacity: 10n }, OTHER);
  });

  it('is refused for an unknown remote', () => {
    bridge.refuse(calls.setLimits(OTHER, 'canonical', LIMITS), 'UnknownRemote');
  });

  it('is refused for anyone but the admin', () => {
    for (const admin of [STRANGER, GUARDIAN, USER])
      bridge.refuse(withAccounts(calls.setLimits(REMOTE, 'canonical', LIMITS), { admin }), 'NotAdmin');
  });
});
