import assert from 'node:assert/strict';
import { KIND } from '@causeway/protocol';
import { useBridge } from '../bridge.ts';
import type { Kind, Side } from '../bridge-under-test.ts';
import { LIMITS, type Limits, OTHER, REMOTE } from '../setting.ts';

const { maxAmount, capacity, refillPerSecond } = LIMITS;
/** A difference of capacities that every kind can express. */
const STEP = 10n ** 9n;

export const setLimits = (kind: Kind) =>
  describe('setLimits', () => {
    const bridge = useBridge(kind);
    const call = (side: Side, limits: Partial<Limits>, remote = REMOTE) =>
      bridge.setLimits(remote, side, { ...LIMITS, ...limits });
    const set = (...args: Parameters<typeof call>) => bridge.run(call(...args));
    const refuse = (...args: Parameters<typeof call>) => bridge.refuses(call(...args), 'InvalidLimits');
    const mintOf = async (wireAmount: bigint) =>
      bridge.mint(await bridge.commitAround(bridge.inbound(KIND.lock, { wireAmount })), 2);

    it('sets one side and leaves the other', async () => {
      const limits = { minAmount: 1n, maxAmount: 10n ** 18n, capacity: 10n ** 19n, refillPerSecond: 7n };
      const event = { domain: REMOTE.domain, side: 'bridged', limits } as const;
      await bridge.emits(bridge.setLimits(REMOTE, 'bridged', limits), 'LimitsSet', event);
      assert.deepEqual(await bridge.under.limits(REMOTE.domain, 'bridged'), { ...limits, available: capacity });
      assert.deepEqual(await bridge.under.limits(REMOTE.domain, 'canonical'), { ...LIMITS, available: capacity });
    });

    it('fills the bucket the first time', async () => {
      await bridge.run(bridge.setRemote(OTHER));
      await set('canonical', {}, OTHER);
      assert.deepEqual(await bridge.under.limits(OTHER.domain, 'canonical'), { ...LIMITS, available: capacity });
      assert.equal(await bridge.level('bridged', OTHER), 0n);
    });

    it('keeps the level afterwards', async () => {
      await bridge.giveBridged(capacity);
      await bridge.under.pass(100n);
      // The amount restored by the old refill stays; a larger capacity does not fill the bucket.
      await set('bridged', { capacity: 10n * capacity, refillPerSecond: 2n * refillPerSecond });
      assert.equal(await bridge.level('bridged'), 100n * refillPerSecond);
      await bridge.under.pass(10n);
      assert.equal(await bridge.level('bridged'), 120n * refillPerSecond);
      await bridge.under.pass(10n ** 6n);
      await set('bridged', { capacity: maxAmount });
      assert.equal(await bridge.level('bridged'), maxAmount);
      // The amount cut off does not come back.
      await set('bridged', { capacity: 10n * capacity });
      assert.equal(await bridge.level('bridged'), maxAmount);
    });

    it('binds locks by the canonical side, and burns by the bridged one', async () => {
      await bridge.giveBridged(10_000n);
      await set('canonical', { minAmount: 200n, maxAmount: 300n });
      await set('bridged', { minAmount: 400n, maxAmount: 500n });
      const lock = (wireAmount: bigint) => bridge.lock({ wireAmount });
      const burn = (wireAmount: bigint) => bridge.burn({ wireAmount });
      for (const [below, above] of [
        [lock(199n), lock(301n)],
        [burn(399n), burn(501n)],
      ] as const) {
        await bridge.refuses(below, 'BelowMinimum');
        await bridge.refuses(above, 'AboveMaximum');
      }
      await bridge.run(lock(200n), lock(300n), burn(400n), burn(500n));
    });

    it('refills over any time without overflow', async () => {
      const { largestLimit } = kind;
      await set('bridged', { capacity: largestLimit, refillPerSecond: largestLimit });
      await bridge.under.pass(10n ** 9n);
      await bridge.giveBridged(1n);
      assert.equal(await bridge.level('bridged'), largestLimit - 1n);
    });

    it('never fills a bucket above its capacity', async () => {
      await set('bridged', { minAmount: 1n, refillPerSecond: 3n });
      await bridge.giveBridged(10n);
      // Four seconds would restore twelve.
      await bridge.under.pass(4n);
      await set('bridged', { minAmount: 1n, refillPerSecond: 3n, capacity: 2n * capacity });
      assert.equal(await bridge.level('bridged'), capacity);
    });

    it('keeps the level over a new registration', async () => {
      await bridge.run(bridge.setRemote(OTHER));
      await set('canonical', { minAmount: 7n }, OTHER);
      await bridge.run(bridge.setRemote(OTHER));
      const limits = { ...LIMITS, minAmount: 7n, available: capacity };
      assert.deepEqual(await bridge.under.limits(OTHER.domain, 'canonical'), limits);
    });

    it('is refused for a minimum above the maximum', async () => {
      await refuse('canonical', { minAmount: 101n, maxAmount: 100n });
      await set('canonical', { minAmount: 100n, maxAmount: 100n });
    });

    it('is refused for a capacity below the maximum', async () => {
      await refuse('canonical', { maxAmount: 2n * maxAmount, capacity: 2n * maxAmount - STEP });
      await set('canonical', { maxAmount, capacity: maxAmount });
    });

    it('is refused for a capacity below the largest maximum since the opening, so that every refund fits', async () => {
      await set('canonical', { maxAmount: 2n * maxAmount });
      await set('canonical', { minAmount: 1n, maxAmount: 10n });
      await set('canonical', { minAmount: 1n, maxAmount: 20n });
      await refuse('canonical', { minAmount: 1n, maxAmount: 20n, capacity: 2n * maxAmount - STEP });
      await set('canonical', { minAmount: 1n, maxAmount: 20n, capacity: 2n * maxAmount });
      // The other side has its own limits and level.
      await set('bridged', { capacity: maxAmount });
      await refuse('bridged', { minAmount: 1n, maxAmount: 1n, capacity: maxAmount - STEP });
    });

    it('can shrink before the opening, where nothing could be locked', async () => {
      await bridge.run(bridge.setRemote(OTHER));
      await set('canonical', {}, OTHER);
      const small = { minAmount: 1n, maxAmount: 20n, capacity: 20n };
      await set('canonical', small, OTHER);
      await bridge.run(bridge.openRemote(OTHER));
      // The limits at the time of opening count.
      await refuse('canonical', { ...small, maxAmount: 10n, capacity: 10n }, OTHER);
    });

    it('allows an amount that fits the bucket after a refill', async () => {
      await set('bridged', { minAmount: 1n, maxAmount: 1n, capacity: maxAmount, refillPerSecond: 1n });
      await bridge.giveBridged(maxAmount);
      const next = await mintOf(100n);
      await bridge.refuses(next, 'RateLimited');
      await bridge.under.pass(100n);
      await bridge.run(next);
    });

    it('is refused for an unknown remote', () =>
      bridge.refuses(bridge.setLimits(OTHER, 'canonical', LIMITS), 'UnknownRemote'));

    it('is refused for anyone but the admin', () =>
      bridge.refusesCallers(bridge.setLimits(REMOTE, 'canonical', LIMITS), bridge.notAdmins, 'NotAdmin'));
  });
