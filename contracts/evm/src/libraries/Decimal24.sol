// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @dev A u128 of the form m * 10^e, m in the low 18 bits and e in the high 6, so that four of them and the state of a
///      bucket share one storage slot.
type Decimal24 is uint24;

using {Decimal24Codec.decode} for Decimal24 global;

/// @title Exact conversion between u128 and Decimal24
library Decimal24Codec {
    uint256 private constant MANTISSA_BITS = 18;
    uint256 private constant MANTISSA_MAX = (1 << MANTISSA_BITS) - 1;

    /// @dev `exact` is false, and the result meaningless, when the value has no such form.
    function encode(uint128 value) internal pure returns (Decimal24 encoded, bool exact) {
        uint256 mantissa = value;
        uint256 exponent = 0;
        while (mantissa > MANTISSA_MAX) {
            if (mantissa % 10 != 0) return (Decimal24.wrap(0), false);
            mantissa /= 10;
            ++exponent;
        }
        return (Decimal24.wrap(uint24((exponent << MANTISSA_BITS) | mantissa)), true);
    }

    /// @dev Never overflows on what `encode` produced.
    function decode(Decimal24 encoded) internal pure returns (uint128) {
        uint256 bits = Decimal24.unwrap(encoded);
        unchecked {
            return uint128((bits & MANTISSA_MAX) * 10 ** (bits >> MANTISSA_BITS));
        }
    }
}
