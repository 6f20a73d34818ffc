//! Local units and wire units.

use scrypto::prelude::*;

use crate::error::{BridgeError, Checked, ensure};

/// The wire unit of an asset, in attos: the smallest part of a Decimal, 10^-18.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit(u64);

impl Unit {
    /// The unit of an asset with `wire_decimals`, at most 9. Whatever the resource's divisibility: a whole number of
    /// wire units is a whole number of its smallest parts.
    pub fn of(wire_decimals: u8) -> Self {
        Self(10u64.pow(u32::from(DIVISIBILITY_MAXIMUM - wire_decimals)))
    }

    /// `amount` in wire units.
    pub fn to_wire(self, amount: Decimal) -> Checked<u128> {
        ensure(amount.is_positive(), BridgeError::ZeroAmount)?;
        let (attos, unit) = (amount.attos(), I192::from(self.0));
        ensure((attos % unit).is_zero(), BridgeError::DustAmount)?;
        u128::try_from(attos / unit).map_err(|_| BridgeError::AmountTooLarge)
    }

    /// `wire_amount` as an amount. Always fits: 2^128 units of 10^18 attos are below 2^191.
    pub fn to_local(self, wire_amount: u128) -> Decimal {
        Decimal::from_attos(I192::from(wire_amount) * I192::from(self.0))
    }
}
