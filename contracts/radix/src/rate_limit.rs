//! Amount limits and token bucket of one side of a remote, in wire units.

use scrypto::prelude::*;

use crate::error::{BridgeError, Checked, ensure};

/// The limits of one side.
#[derive(ScryptoSbor, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Smallest and largest lock or burn.
    pub min_amount: u128,
    pub max_amount: u128,
    /// Most that mints or releases can take at once.
    pub capacity: u128,
    /// What one second restores, up to `capacity`.
    pub refill_per_second: u128,
}

/// Limits, and what the bucket held at `updated_at`.
#[derive(ScryptoSbor, Clone, Debug, Default)]
pub struct RateLimit {
    pub limits: Limits,
    level: u128,
    /// Unix seconds.
    updated_at: i64,
    /// Largest maximum in force since the opening: the largest refund there can be.
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
        let level = if self.limits.capacity == 0 { limits.capacity } else { self.available(now) };
        self.level = level.min(limits.capacity);
        self.updated_at = now;
        self.largest_max_amount = largest;
        self.limits = limits;
        Ok(())
    }

    /// What the bucket holds now. A clock that went back restores nothing.
    pub fn available(&self, now: i64) -> u128 {
        let elapsed = u128::try_from(now.saturating_sub(self.updated_at)).unwrap_or(0);
        let refilled = elapsed.saturating_mul(self.limits.refill_per_second);
        self.level.saturating_add(refilled).min(self.limits.capacity)
    }
}
