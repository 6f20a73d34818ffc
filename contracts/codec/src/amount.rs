//! Local units and wire units.

use crate::Error;

/// Most decimals an asset has on the wire.
pub const MAX_WIRE_DECIMALS: u8 = 9;

/// Decimals of an asset with `decimals` on the wire.
pub fn wire_decimals(decimals: u8) -> u8 {
    decimals.min(MAX_WIRE_DECIMALS)
}

/// The wire unit of an asset, in its local units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    local: u64,
    /// Most wire units whose local units fit a u64. It is stored because the runtime's processor can't tell whether a
    /// product overflowed.
    max_wire: u64,
}

/// Powers of ten by the number of decimals that the asset has beyond the wire's; all that fit a u64.
const UNITS: [Unit; 20] = {
    let mut units = [Unit::SAME; 20];
    let mut index = 1;
    while index < units.len() {
        let local = units[index - 1].local * 10;
        units[index] = Unit { local, max_wire: u64::MAX / local };
        index += 1;
    }
    units
};

impl Unit {
    /// The unit of an asset with the wire's decimals.
    pub const SAME: Self = Self { local: 1, max_wire: u64::MAX };

    /// The unit of an asset with `decimals`; none when it exceeds a u64.
    pub fn of(decimals: u8) -> Option<Self> {
        UNITS.get((decimals - wire_decimals(decimals)) as usize).copied()
    }

    /// `amount` local units in wire units.
    pub fn to_wire(self, amount: u64) -> Result<u64, Error> {
        if amount == 0 {
            return Err(Error::ZeroAmount);
        }
        if !amount.is_multiple_of(self.local) {
            return Err(Error::DustAmount);
        }
        Ok(amount / self.local)
    }

    /// `wire_amount` in local units, if they fit a u64.
    pub fn to_local(self, wire_amount: u64) -> Option<u64> {
        (wire_amount <= self.max_wire).then(|| wire_amount.wrapping_mul(self.local))
    }
}
