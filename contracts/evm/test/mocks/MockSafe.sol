// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ISafe} from "../../src/interfaces/ISafe.sol";

/// @dev What the bridge reads of a Safe, every answer settable.
contract MockSafe is ISafe {
    address[] private _owners;
    uint256 public override getThreshold;
    address public module;
    address public nextModule = address(1);
    address public fallbackHandler;

    constructor(uint256 owners, uint256 threshold) {
        for (uint256 i = 0; i < owners; ++i) _owners.push(address(uint160(0x1000 + i)));
        getThreshold = threshold;
    }

    function setOwner(uint256 index, address owner) external {
        _owners[index] = owner;
    }

    function setModule(address module_) external {
        module = module_;
    }

    function setNextModule(address next) external {
        nextModule = next;
    }

    function setFallbackHandler(address handler) external {
        fallbackHandler = handler;
    }

    function getOwners() external view override returns (address[] memory) {
        return _owners;
    }

    function getModulesPaginated(
        address start,
        uint256 pageSize
    ) external view override returns (address[] memory array, address next) {
        require(start == address(1) && pageSize > 0, "page");
        if (module == address(0)) return (new address[](0), nextModule);
        array = new address[](1);
        array[0] = module;
        next = nextModule;
    }

    function getStorageAt(uint256 offset, uint256 length) external view override returns (bytes memory) {
        require(offset == uint256(keccak256("fallback_manager.handler.address")) && length == 1, "slot");
        return abi.encode(fallbackHandler);
    }
}
