//! Local units and wire units.

use scrypto::prelude::*;

use crate::error::{BridgeError, Checked, ensure};

/// The most that a resource manager mints at once: 2^152 attos.
pub const MAX_MINT: Decimal = Decimal::from_attos(I192::from_digits([0, 0, 1 << (152 - 128)]));

/// The wire unit of an asset, in attos: the smallest part of a Decimal, 10^-18. At most 10^18.
///
/// Attos are computed as three digits of 64 bits: general division would add some 3 kB of code, and every call pays for
/// the code's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit(u64);

impl Unit {
    /// The unit of an asset with `wire_decimals`, at most 9. It does not depend on the resource's divisibility: a whole
    /// number of wire units is always a whole number of the resource's smallest parts.
    pub fn of(wire_decimals: u8) -> Self {
        Self(10u64.pow(u32::from(DIVISIBILITY_MAXIMUM - wire_decimals)))
    }

    /// `amount` in wire units.
    pub fn to_wire(self, amount: Decimal) -> Checked<u128> {
        ensure(amount.is_positive(), BridgeError::ZeroAmount)?;
        let unit = u128::from(self.0);
        let mut quotient = [0; 3];
        let mut remainder = 0;
        for (digit, quotient) in amount.attos().to_digits().into_iter().zip(&mut quotient).rev() {
            let value = remainder << 64 | u128::from(digit);
            // Below 2^64, because the remainder is below the unit.
            *quotient = value / unit;
            remainder = value % unit;
        }
        let [low, high, overflow] = quotient;
        ensure(remainder == 0, BridgeError::DustAmount)?;
        ensure(overflow == 0, BridgeError::AmountTooLarge)?;
        Ok(high << 64 | low)
    }

    /// `wire_amount` as an amount. Always fits: 2^128 units of 10^18 attos are below 2^191.
    pub fn to_local(self, wire_amount: u128) -> Decimal {
        let unit = u128::from(self.0);
        let low = (wire_amount & u128::from(u64::MAX)) * unit;
        let high = (wire_amount >> 64) * unit + (low >> 64);
        Decimal::from_attos(I192::from_digits([low as u64, high as u64, (high >> 64) as u64]))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use causeway_codec::amount::wire_decimals;
    use serde_json::Value;

    use super::*;

    fn vectors() -> Vec<Value> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors/amounts.json");
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
    }

    fn text<'a>(vector: &'a Value, field: &str) -> &'a str {
        vector[field].as_str().unwrap()
    }

    /// The vector's amount, if a resource can have its decimals and a Decimal its size.
    fn amount(vector: &Value) -> Option<Decimal> {
        let decimals: u32 = text(vector, "localDecimals").parse().unwrap();
        let missing = u32::from(DIVISIBILITY_MAXIMUM).checked_sub(decimals)?;
        let attos = text(vector, "localAmount").to_owned() + &"0".repeat(missing as usize);
        I192::from_str(&attos).ok().map(Decimal::from_attos)
    }

    #[test]
    fn amounts_convert_to_wire_units_and_back() {
        let mut seen = HashSet::new();
        for vector in vectors() {
            let Some(amount) = amount(&vector) else { continue };
            let decimals = wire_decimals(text(&vector, "localDecimals").parse().unwrap());
            assert_eq!(decimals.to_string(), text(&vector, "wireDecimals"));
            let unit = Unit::of(decimals);
            let result = unit.to_wire(amount);
            let error = result.err().map(BridgeError::name);
            assert_eq!(error, vector["error"].as_str(), "{}", text(&vector, "name"));
            if let Ok(wire_amount) = result {
                assert_eq!(wire_amount.to_string(), text(&vector, "wireAmount"));
                assert_eq!(unit.to_local(wire_amount), amount);
            }
            seen.insert(error);
        }
        assert_eq!(seen, HashSet::from([None, Some("ZeroAmount"), Some("DustAmount"), Some("AmountTooLarge")]));
    }

    #[test]
    fn negative_amounts_are_refused() {
        for amount in [Decimal::from_attos(I192::from(-1)), Decimal::from(-1), Decimal::MIN] {
            assert_eq!(Unit::of(9).to_wire(amount), Err(BridgeError::ZeroAmount));
        }
    }

    #[test]
    fn every_wire_amount_fits_a_decimal() {
        for decimals in 0..=9 {
            let unit = Unit::of(decimals);
            assert_eq!(unit.to_wire(unit.to_local(u128::MAX)), Ok(u128::MAX));
            let error = unit.to_wire(unit.to_local(u128::MAX) + unit.to_local(1));
            assert_eq!(error, Err(BridgeError::AmountTooLarge));
        }
        assert_eq!(Unit::of(0).to_wire(Decimal::MAX.checked_floor().unwrap()), Err(BridgeError::AmountTooLarge));
    }
}
