// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IBridgeTypes} from "../interfaces/IBridgeTypes.sol";
import {Decimal24, Decimal24Codec} from "./Decimal24.sol";

/// @title Amount limits and token bucket of one side of a remote
/// @dev All amounts in wire units. A Bucket fills exactly one storage slot.
library RateLimit {
    struct Bucket {
        uint128 level;
        // Seconds modulo 2^32: only differences are used, so it never expires.
        uint32 updatedAt;
        Decimal24 minAmount;
        Decimal24 maxAmount;
        Decimal24 capacity;
        Decimal24 refillPerSecond;
    }

    /// @dev Refuses an outbound amount outside [minAmount, maxAmount].
    function check(Bucket storage bucket, uint128 wireAmount) internal view {
        if (wireAmount < bucket.minAmount.decode()) revert IBridgeTypes.BelowMinimum();
        if (wireAmount > bucket.maxAmount.decode()) revert IBridgeTypes.AboveMaximum();
    }

    /// @dev Takes an inbound amount out of the bucket.
    function draw(Bucket storage bucket, uint128 wireAmount) internal {
        uint128 level = available(bucket);
        if (wireAmount > level) revert IBridgeTypes.RateLimited();
        setLevel(bucket, level - wireAmount);
    }

    /// @dev Writes what is left of what `available` returned in the same transaction.
    function setLevel(Bucket storage bucket, uint128 level) internal {
        bucket.level = level;
        bucket.updatedAt = uint32(block.timestamp);
    }

    /// @dev What the bucket holds now.
    function available(Bucket storage bucket) internal view returns (uint128) {
        uint256 capacity = bucket.capacity.decode();
        unchecked {
            uint256 elapsed = uint32(block.timestamp) - bucket.updatedAt;
            uint256 level = bucket.level + elapsed * bucket.refillPerSecond.decode();
            return uint128(level < capacity ? level : capacity);
        }
    }

    /// @dev Replaces the limits. A bucket that had no capacity starts full; another keeps its level.
    function set(Bucket storage bucket, IBridgeTypes.Limits calldata limits) internal {
        uint128 level = available(bucket);
        if (bucket.capacity.decode() == 0 || level > limits.capacity) level = limits.capacity;
        bucket.level = level;
        bucket.updatedAt = uint32(block.timestamp);
        bucket.minAmount = _encode(limits.minAmount);
        bucket.maxAmount = _encode(limits.maxAmount);
        bucket.capacity = _encode(limits.capacity);
        bucket.refillPerSecond = _encode(limits.refillPerSecond);
    }

    /// @dev The limits as they were set.
    function get(Bucket storage bucket) internal view returns (IBridgeTypes.Limits memory) {
        return
            IBridgeTypes.Limits({
                minAmount: bucket.minAmount.decode(),
                maxAmount: bucket.maxAmount.decode(),
                capacity: bucket.capacity.decode(),
                refillPerSecond: bucket.refillPerSecond.decode()
            });
    }

    function _encode(uint128 value) private pure returns (Decimal24) {
        (Decimal24 encoded, bool exact) = Decimal24Codec.encode(value);
        if (!exact) revert IBridgeTypes.InvalidLimits();
        return encoded;
    }
}
