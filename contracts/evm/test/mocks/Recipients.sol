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

/// @dev Is paid only with enough gas: it uses `need`.
contract ThirstyRecipient {
    uint256 private immutable _need;

    constructor(uint256 need) {
        _need = need;
    }

    receive() external payable {
        uint256 start = gasleft();
        while (start - gasleft() < _need) {}
    }
}

/// @dev Is an admin that collects again from inside the payment of the fees.
contract ReentrantCollector {
    ICausewayBridge private immutable _bridge;

    constructor(ICausewayBridge bridge) {
        _bridge = bridge;
    }

    function accept() external {
        _bridge.acceptAdmin();
    }

    function collect() external {
        _bridge.collectFees(address(this));
    }

    receive() external payable {
        if (msg.value != 0) _bridge.collectFees(address(this));
    }
}

/// @dev Says that every signature is its own (EIP-1271).
contract AgreeingWallet {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return 0x1626ba7e;
    }
}
