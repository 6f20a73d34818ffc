// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ICausewayBridge} from "../../src/interfaces/ICausewayBridge.sol";

/// @dev An ERC-20 with settable faults.
contract FaultyToken is ERC20("Faulty", "FLT") {
    uint256 public fee;
    bool public returnsFalse;
    mapping(address => bool) public blocked;
    uint8 private _decimals = 18;

    function setDecimals(uint8 decimals_) external {
        _decimals = decimals_;
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function setFee(uint256 fee_) external {
        fee = fee_;
    }

    function setReturnsFalse(bool value) external {
        returnsFalse = value;
    }

    function setBlocked(address account, bool value) external {
        blocked[account] = value;
    }

    function transfer(address to, uint256 amount) public virtual override returns (bool) {
        return !returnsFalse && super.transfer(to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) public virtual override returns (bool) {
        return !returnsFalse && super.transferFrom(from, to, amount);
    }

    function _update(address from, address to, uint256 amount) internal override {
        require(!blocked[to], "blocked");
        super._update(from, to, amount);
        if (from != address(0) && to != address(0) && fee != 0) super._update(to, address(0), fee);
    }
}

/// @dev A token whose transfers return nothing, like the oldest stablecoins.
contract SilentToken {
    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function transfer(address to, uint256 amount) external {
        _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external {
        _move(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) private {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

/// @dev Locks again from inside transferFrom, and lets that transfer pass for both locks.
contract ReentrantToken is ERC20("Reentrant", "RNT") {
    ICausewayBridge public bridge;
    uint32 public destination;
    bytes32 public recipient;

    function arm(ICausewayBridge bridge_, uint32 destination_, bytes32 recipient_, uint256 amount) external {
        (bridge, destination, recipient) = (bridge_, destination_, recipient_);
        _mint(address(this), amount);
        _approve(address(this), address(bridge_), amount);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        if (from == address(this)) return super.transferFrom(from, to, amount);
        bridge.lockTokens(destination, recipient, amount);
        return true;
    }
}

/// @dev A token whose transfers use `need` gas.
contract ThirstyToken is ERC20("Thirsty", "THR") {
    uint256 public need;

    function setNeed(uint256 need_) external {
        need = need_;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        uint256 start = gasleft();
        uint256 end = need;
        bool success = super.transfer(to, amount);
        while (start - gasleft() < end) {}
        return success;
    }
}

/// @dev A token that claims to belong to `bridge`, with settable answers.
contract FakeBridgedToken {
    address public bridge;
    uint8 public decimals;
    uint256 public totalSupply;

    constructor(address bridge_, uint8 decimals_, uint256 totalSupply_) {
        (bridge, decimals, totalSupply) = (bridge_, decimals_, totalSupply_);
    }
}
