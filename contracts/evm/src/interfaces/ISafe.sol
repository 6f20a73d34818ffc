// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title What the bridge reads of a Safe
/// @dev The signatures of Safe 1.3.0 to 1.5.0.
interface ISafe {
    /// @notice The owners.
    function getOwners() external view returns (address[] memory);

    /// @notice Number of signatures that a transaction needs.
    function getThreshold() external view returns (uint256);

    /// @notice A page of the linked list of modules; `next` is the sentinel, address(1), at its end.
    /// @param start Module to start after, the sentinel for the first page.
    /// @param pageSize Most modules to return.
    function getModulesPaginated(
        address start,
        uint256 pageSize
    ) external view returns (address[] memory array, address next);

    /// @notice `length` words of storage from slot `offset`.
    /// @param offset First slot.
    /// @param length Number of words.
    function getStorageAt(uint256 offset, uint256 length) external view returns (bytes memory);
}
