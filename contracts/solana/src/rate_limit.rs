//! Amount limits and token bucket of one side of a remote, in wire units.

use crate::error::{BridgeError, Result, require};

/// The limits of one side.
#[derive(Clone, Copy)]
#[repr(C, packed)]
pub struct Limits {
    /// Smallest and largest lock or burn.
    pub min_amount: u64,
    pub max_amount: u64,
    /// The most that mints or releases can take at once.
    pub capacity: u64,
    /// The amount that one second restores, up to `capacity`.
    pub refill_per_second: u64,
}

/// Limits, and the bucket's level at `updated_at`.
#[repr(C, packed)]
pub struct Bucket {
    limits: Limits,
    level: u64,
    /// Unix seconds.
    updated_at: i64,
    /// Largest maximum since the opening, and so the largest possible refund.
    largest_max_amount: u64,
}

impl Bucket {
    /// Refuses an outbound amount outside the limits.
    #[inline(always)]
    pub fn check(&self, wire_amount: u64) -> Result {
        require(wire_amount >= self.limits.min_amount, BridgeError::BelowMinimum)?;
        require(wire_amount <= self.limits.max_amount, BridgeError::AboveMaximum)
    }

    /// Takes an inbound amount out of the bucket.
    #[inline(always)]
    pub fn draw(&mut self, wire_amount: u64, now: i64) -> Result {
        let left = self.available(now).checked_sub(wire_amount).ok_or(BridgeError::RateLimited)?;
        self.level = left;
        self.updated_at = now;
        Ok(())
    }

    /// Replaces the limits. A bucket that had no capacity starts full; another keeps its level, cut to the new capacity.
    /// InvalidLimits when the smallest amount is above the largest, or when a refund might not fit the capacity.
    pub fn set(&mut self, limits: Limits, opened: bool, now: i64) -> Result {
        // Before the opening nothing could be locked or burned, so there is nothing to refund.
        let largest = if opened { self.largest_max_amount.max(limits.max_amount) } else { limits.max_amount };
        let valid = limits.min_amount <= limits.max_amount && limits.capacity >= largest;
        require(valid, BridgeError::InvalidLimits)?;
        let level = if self.limits.capacity == 0 { limits.capacity } else { self.available(now) };
        self.level = level.min(limits.capacity);
        self.updated_at = now;
        self.largest_max_amount = largest;
        self.limits = limits;
        Ok(())
    }

    /// The bucket's level now. A clock that goes back restores nothing.
    fn available(&self, now: i64) -> u64 {
        let Limits { capacity, refill_per_second: refill, .. } = self.limits;
        let elapsed = u64::try_from(now.saturating_sub(self.updated_at)).unwrap_or(0);
        let missing = capacity.saturating_sub(self.level);
        // A division decides, because the runtime's processor can't tell whether the product overflowed.
        match missing.checked_div(refill) {
            Some(seconds) if elapsed > seconds => capacity,
            _ => capacity - missing + elapsed.wrapping_mul(refill),
        }
    }
}
