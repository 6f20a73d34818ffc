//! Amount limits and token bucket of one side of a remote, in wire units.

use scrypto::prelude::*;

use crate::error::{BridgeError, Checked, ensure};

/// The limits of one side.
#[derive(ScryptoSbor, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Smallest and largest lock or burn.
    pub min_amount: u128,
    pub max_amount: u128,
    /// The most that mints or releases can take at once.
    pub capacity: u128,
    /// The amount that one second restores, up to `capacity`.
    pub refill_per_second: u128,
}

/// Limits, and the bucket's level at `updated_at`.
#[derive(ScryptoSbor, Clone, Debug, Default)]
pub struct RateLimit {
    pub limits: Limits,
    level: u128,
    /// Unix seconds.
    updated_at: i64,
    /// Largest maximum since the opening, and so the largest possible refund.
    largest_max_amount: u128,
}

impl RateLimit {
    /// Refuses an outbound amount outside the limits.
    pub fn check(&self, wire_amount: u128) -> Checked {
        ensure(wire_amount >= self.limits.min_amount, BridgeError::BelowMinimum)?;
        ensure(wire_amount <= self.limits.max_amount, BridgeError::AboveMaximum)
    }

    /// Takes an inbound amount out of the bucket.
    pub fn draw(&mut self, wire_amount: u128, now: i64) -> Checked {
        self.level = self.available(now).checked_sub(wire_amount).ok_or(BridgeError::RateLimited)?;
        self.updated_at = now;
        Ok(())
    }

    /// Replaces the limits. A bucket that had no capacity starts full; another keeps its level, cut to the new capacity.
    /// InvalidLimits when the smallest amount is above the largest, or when a refund might not fit the capacity.
    pub fn set(&mut self, limits: Limits, opened: bool, now: i64) -> Checked {
        // Before the opening nothing could be locked or burned, so there is nothing to refund.
        let largest = if opened { self.largest_max_amount.max(limits.max_amount) } else { limits.max_amount };
        let valid = limits.min_amount <= limits.max_amount && limits.capacity >= largest;
        ensure(valid, BridgeError::InvalidLimits)?;
        self.level = if self.limits.capacity == 0 { limits.capacity } else { self.available(now) };
        self.updated_at = now;
        self.largest_max_amount = largest;
        self.limits = limits;
        Ok(())
    }

    /// The bucket's level now. A clock that goes back restores nothing.
    pub fn available(&self, now: i64) -> u128 {
        let elapsed = u128::try_from(now.saturating_sub(self.updated_at)).unwrap_or(0);
        let refilled = elapsed.saturating_mul(self.limits.refill_per_second);
        self.level.saturating_add(refilled).min(self.limits.capacity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { min_amount: 10, max_amount: 100, capacity: 1000, refill_per_second: 7 };

    fn filled() -> RateLimit {
        let mut bucket = RateLimit::default();
        bucket.set(LIMITS, true, 50).unwrap();
        bucket
    }

    #[test]
    fn outbound_amounts_are_within_the_limits() {
        let checks = [9, 10, 100, 101].map(|amount| filled().check(amount));
        assert_eq!(checks, [Err(BridgeError::BelowMinimum), Ok(()), Ok(()), Err(BridgeError::AboveMaximum)]);
        assert_eq!(RateLimit::default().check(1), Err(BridgeError::AboveMaximum));
    }

    #[test]
    fn a_bucket_refills_up_to_its_capacity() {
        let mut bucket = filled();
        assert_eq!(bucket.draw(1001, 50), Err(BridgeError::RateLimited));
        bucket.draw(1000, 50).unwrap();
        assert_eq!([50, 51, 192, 193, i64::MAX].map(|now| bucket.available(now)), [0, 7, 994, 1000, 1000]);
        assert_eq!(bucket.draw(8, 51), Err(BridgeError::RateLimited));
        bucket.draw(7, 51).unwrap();
        assert_eq!(bucket.available(51), 0);
    }

    #[test]
    fn a_clock_that_went_back_restores_nothing() {
        let mut bucket = filled();
        bucket.draw(600, 50).unwrap();
        assert_eq!([49, 0, i64::MIN].map(|now| bucket.available(now)), [400; 3]);
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        let most = Limits { min_amount: 0, max_amount: u128::MAX, capacity: u128::MAX, refill_per_second: 1 << 127 };
        let mut bucket = RateLimit::default();
        bucket.set(most, true, i64::MIN).unwrap();
        bucket.draw(1, i64::MIN).unwrap();
        // Two seconds restore 2^128; one second restores enough to exceed the type together with the level.
        assert_eq!([1, 2].map(|seconds| bucket.available(i64::MIN + seconds)), [u128::MAX; 2]);
        assert_eq!(bucket.available(i64::MAX), u128::MAX);
    }

    #[test]
    fn new_limits_keep_the_level_cut_to_the_capacity() {
        let mut bucket = filled();
        bucket.draw(500, 50).unwrap();
        bucket.set(Limits { capacity: 2000, refill_per_second: 0, ..LIMITS }, true, 51).unwrap();
        assert_eq!(bucket.available(99), 507);
        for capacity in [300, 2000] {
            bucket.set(Limits { capacity, refill_per_second: 0, ..LIMITS }, true, 51).unwrap();
            assert_eq!(bucket.available(99), 300);
        }
    }

    #[test]
    fn limits_leave_room_for_every_refund() {
        let error = Err(BridgeError::InvalidLimits);
        let mut bucket = filled();
        assert_eq!(bucket.set(Limits { min_amount: 101, ..LIMITS }, true, 50), error);
        assert_eq!(bucket.set(Limits { capacity: 99, ..LIMITS }, true, 50), error);
        bucket.set(Limits { max_amount: 20, ..LIMITS }, true, 50).unwrap();
        assert_eq!(bucket.set(Limits { max_amount: 20, capacity: 99, ..LIMITS }, true, 50), error);
        // The remote is not open: nothing was locked or burned under the old limits.
        assert_eq!(bucket.set(Limits { max_amount: 20, capacity: 99, ..LIMITS }, false, 50), Ok(()));
    }
}
