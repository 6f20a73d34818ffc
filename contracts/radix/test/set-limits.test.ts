import assert from 'node:assert/strict';
import { KIND, MAX_WIRE_AMOUNT } from '@causeway/protocol';
import { signedBy } from './support/call.ts';
import { type Side, unitOf } from './support/calls.ts';
import { GUARDIAN, LIMITS, type Limits, MEMBERS, OTHER, REMOTE, STRANGER, USER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';

const { maxAmount, capacity, refillPerSecond } = LIMITS;

describe('setLimits', () => {
  const bridge = useBridge();
  const { calls, chain } = bridge;
  const set = (side: Side, limits: Partial<Limits>, remote = REMOTE) =>
    bridge.run(calls.setLimits(remote, side, { ...LIMITS, ...limits }));
  const refuse = (side: Side, limits: Partial<Limits>, remote = REMOTE) =>
    bridge.refuse(calls.setLimits(remote, side, { ...LIMITS, ...limits }), 'InvalidLimits');

  it('sets one side and leaves the other', () => {
    const limits = { minAmount: 1n, maxAmount: 2n ** 127n, capacity: MAX_WIRE_AMOUNT, refillPerSecond: 7n };
    const event = { domain: REMOTE.domain, side: 'bridged', limits };
    bridge.runEmitting(calls.setLimits(REMOTE, 'bridged', limits), 'LimitsSet', event);
    assert.deepEqual(bridge.limits('bridged'), { ...limits, available: capacity });
    assert.deepEqual(bridge.limits('canonical'), { ...LIMITS, available: capacity });
  });

  it('fills the bucket the first time', () => {
    bridge.run(calls.setRemote(OTHER));
    set('canonical', {}, OTHER);
    assert.deepEqual(bridge.limits('canonical', OTHER), { ...LIMITS, available: capacity });
    assert.equal(bridge.level('bridged', OTHER), 0n);
  });

  it('keeps the level afterwards', () => {
    bridge.giveBridged(capacity);
    chain.setTime(chain.time + 100n);
    // The amount restored by the old refill stays; a larger capacity does not fill the bucket.
    set('bridged', { capacity: 10n * capacity, refillPerSecond: 2n * refillPerSecond });
    assert.equal(bridge.level('bridged'), 100n * refillPerSecond);
    chain.setTime(chain.time + 10n);
    set('bridged', { capacity: 10n * capacity });
    assert.equal(bridge.level('bridged'), 120n * refillPerSecond);
    chain.setTime(chain.time + 10n ** 6n);
    set('bridged', { capacity: maxAmount });
    assert.equal(bridge.level('bridged'), maxAmount);
    // The amount cut off does not come back.
    set('bridged', { capacity: 10n * capacity });
    assert.equal(bridge.level('bridged'), maxAmount);
  });

  it('binds locks by the canonical side, and burns by the bridged one', () => {
    bridge.giveBridged(10_000n);
    set('canonical', { minAmount: 200n, maxAmount: 300n });
    set('bridged', { minAmount: 400n, maxAmount: 500n });
    const lock = (wireAmount: bigint) => calls.lock({ amount: wireAmount * bridge.unit });
    const burn = (wireAmount: bigint) => calls.burn({ amount: wireAmount * unitOf(REMOTE) });
    bridge.refuse(lock(199n), 'BelowMinimum');
    bridge.refuse(lock(301n), 'AboveMaximum');
    bridge.refuse(burn(399n), 'BelowMinimum');
    bridge.refuse(burn(501n), 'AboveMaximum');
    bridge.run(lock(200n), lock(300n), burn(400n), burn(500n));
  });

  it('refills over any time without overflow', () => {
    set('bridged', { capacity: MAX_WIRE_AMOUNT, refillPerSecond: MAX_WIRE_AMOUNT });
    chain.setTime(chain.time + 10n ** 9n);
    bridge.giveBridged(1n);
    assert.equal(bridge.level('bridged'), MAX_WIRE_AMOUNT - 1n);
  });

  it('never fills a bucket above its capacity', () => {
    set('bridged', { minAmount: 1n, refillPerSecond: 3n });
    bridge.giveBridged(10n);
    // Four seconds would restore twelve.
    chain.setTime(chain.time + 4n);
    set('bridged', { minAmount: 1n, refillPerSecond: 3n, capacity: 2n * capacity });
    assert.equal(bridge.level('bridged'), capacity);
  });

  it('keeps the level over a new registration', () => {
    bridge.run(calls.setRemote(OTHER));
    set('canonical', { minAmount: 7n }, OTHER);
    bridge.run(calls.setRemote(OTHER));
    assert.deepEqual(bridge.limits('canonical', OTHER), { ...LIMITS, minAmount: 7n, available: capacity });
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

  it('allows an amount that fits the bucket after a refill', () => {
    set('bridged', { minAmount: 1n, maxAmount: 1n, capacity: maxAmount, refillPerSecond: 1n });
    bridge.giveBridged(maxAmount);
    const next = calls.mint(bridge.commitAround(bridge.inbound(KIND.lock, { wireAmount: 1n })), 2);
    bridge.refuse(next, 'RateLimited');
    chain.setTime(chain.time + 1n);
    bridge.run(next);
  });

  it('is refused for an unknown remote', () => {
    bridge.refuse(calls.setLimits(OTHER, 'canonical', LIMITS), 'UnknownRemote');
    assert.deepEqual(bridge.limits('canonical', OTHER), {
      minAmount: 0n,
      maxAmount: 0n,
      capacity: 0n,
      refillPerSecond: 0n,
      available: 0n,
    });
  });

  it('is refused for anyone but the admin', () => {
    for (const signers of [[], [STRANGER, USER], [GUARDIAN], MEMBERS])
      bridge.refuse(signedBy(calls.setLimits(REMOTE, 'canonical', LIMITS), signers), 'NotAdmin');
  });
});
