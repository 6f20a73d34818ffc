// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICausewayBridge} from "../../src/interfaces/ICausewayBridge.sol";

/// @dev Refuses the native coin, until told otherwise.
contract RefusingRecipient {
    bool public refuses = true;

    function setRefuses(bool value) external {
        refuses = value;
    }

    function claim(ICausewayBridge bridge, address to) external {
        bridge.claim(to);
    }

    receive() external payable {
        require(!refuses, "refused");
    }
}

/// @dev Burns all the gas it gets.
contract GasBurningRecipient {
    receive() external payable {
        while (true) {}
    }
}

/// @dev Returns as much data as its gas allows, so that a caller who copies it pays for it.
contract ReturnBombRecipient {
    receive() external payable {
        assembly {
            revert(0, 100000)
        }
    }
}

/// @dev Tries to be paid twice: claims again, or has its release executed again, from inside the payment.
contract ReentrantRecipient {
    ICausewayBridge public bridge;
    bytes public call;
    bool public reentered;
    bytes4 public failure;
    bool public refuses;

    constructor(ICausewayBridge bridge_) {
        bridge = bridge_;
    }

    function setCall(bytes calldata call_) external {
        call = call_;
    }

    function setRefuses(bool value) external {
        refuses = value;
    }

    function claim() external {
        bridge.claim(address(this));
    }

    receive() external payable {
        require(!refuses, "refused");
        if (call.length == 0) return;
        (bool success, bytes memory data) = address(bridge).call(call);
        reentered = success;
        failure = bytes4(data);
    }
}
