// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {FaultyToken} from "./Tokens.sol";

/// @dev Calls a contract from inside each of its transfers, and keeps how that ended.
contract HookedToken is FaultyToken {
    address public target;
    bytes public call;
    bytes4 public failure;
    uint256 public calls;

    function arm(address target_, bytes calldata call_) external {
        (target, call) = (target_, call_);
    }

    function transfer(address to, uint256 amount) public override returns (bool success) {
        success = super.transfer(to, amount);
        _hook();
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool success) {
        success = super.transferFrom(from, to, amount);
        _hook();
    }

    function _hook() private {
        if (target == address(0)) return;
        ++calls;
        (bool success, bytes memory data) = target.call(call);
        failure = success ? bytes4(0) : bytes4(data);
    }
}

/// @dev A second address of the same balances, as some tokens and some native coins have.
contract AliasToken {
    FaultyToken private immutable _token;

    constructor(FaultyToken token) {
        _token = token;
    }

    function balanceOf(address account) external view returns (uint256) {
        return _token.balanceOf(account);
    }

    /// @dev The token of the tests lets its alias move what belongs to the caller.
    function transfer(address to, uint256 amount) external returns (bool) {
        return AliasedToken(address(_token)).moveFor(msg.sender, to, amount);
    }
}

/// @dev The token that AliasToken is a second address of.
contract AliasedToken is FaultyToken {
    function moveFor(address from, address to, uint256 amount) external returns (bool) {
        _transfer(from, to, amount);
        return true;
    }
}

/// @dev Its transfers leave the allowance as it was.
contract StickyToken is ERC20("Sticky", "STK") {
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        require(allowance(from, msg.sender) >= amount, "allowance");
        _transfer(from, to, amount);
        return true;
    }
}
