// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IBridgeTypes} from "../../src/interfaces/IBridgeTypes.sol";
import {ICausewayBridge} from "../../src/interfaces/ICausewayBridge.sol";
import {ISettler} from "../../src/interfaces/ISettler.sol";
import {FaultyToken} from "../mocks/Tokens.sol";
import {BridgeTest} from "./BridgeTest.sol";

/// @dev The fields of terms.
struct Fields {
    uint8 version;
    uint32 domain;
    bytes32 settler;
    bytes32 assetIn;
    uint128 amountIn;
    bytes32 assetOut;
    uint128 quotedOut;
    uint128 minOut;
    bytes32 recipient;
    bytes32 solver;
    uint64 exclusiveUntil;
    uint64 deadline;
    uint8 fallbackTo;
    uint32 home;
    bytes32 homeAddress;
    uint128 finishFee;
    bytes32 salt;
}

/// @dev A settler of the bridge of BridgeTest, with a solver and a user who is the recipient of its swaps.
abstract contract SettlerTest is BridgeTest {
    uint128 internal constant AMOUNT_IN = 1_000_000_000;
    uint128 internal constant FEE = 20_000_000;
    uint128 internal constant OUT = 2_000_003;
    uint64 internal constant NOW = 1_800_000_000;
    uint64 internal constant DEADLINE = NOW + 1_000;

    ISettler internal settler;
    FaultyToken internal wanted;
    address internal solver = address(0x501e);
    address internal finisher = address(0xf1);

    function setUp() public virtual override {
        super.setUp();
        settler = _deploySettler(bridge);
        wanted = new FaultyToken();
        _fund(wanted, solver);
        vm.deal(solver, 2 ** 200);
        vm.deal(finisher, 2 ** 200);
    }

    function _deploySettler(ICausewayBridge of_) internal returns (ISettler) {
        return ISettler(_deploy("Settler.sol:Settler", abi.encode(address(of_))));
    }

    function _fund(FaultyToken asset, address account) internal {
        asset.mint(account, 2 ** 200);
        vm.prank(account);
        asset.approve(address(settler), type(uint256).max);
    }

    /// @dev The bridged token for the wanted one, open to all solvers from now on.
    function _fields() internal view returns (Fields memory) {
        return
            Fields({
                version: 1,
                domain: HERE,
                settler: _word(address(settler)),
                assetIn: _word(address(token)),
                amountIn: AMOUNT_IN,
                assetOut: _word(address(wanted)),
                quotedOut: OUT,
                minOut: OUT / 2,
                recipient: _word(user),
                solver: bytes32(0),
                exclusiveUntil: NOW,
                deadline: DEADLINE,
                fallbackTo: 0,
                home: 0,
                homeAddress: bytes32(0),
                finishFee: FEE,
                salt: keccak256("salt")
            });
    }

    /// @dev The 314 bytes, written from the protocol and not from the contract.
    function _encode(Fields memory f) internal pure returns (bytes memory terms) {
        bytes memory head = abi.encodePacked(f.version, f.domain, f.settler, f.assetIn, f.amountIn, f.assetOut);
        bytes memory users = abi.encodePacked(f.quotedOut, f.minOut, f.recipient, f.solver);
        bytes memory times = abi.encodePacked(f.exclusiveUntil, f.deadline, f.fallbackTo, f.home, f.homeAddress);
        terms = bytes.concat(head, users, times, abi.encodePacked(f.finishFee, f.salt));
        assert(terms.length == 314);
    }

    function _vault(bytes memory terms) internal view returns (address) {
        return settler.vaultOf(keccak256(terms));
    }

    /// @dev Puts `amount` of the bridged token into the vault, as the bridge does.
    function _deliver(bytes memory terms, uint256 amount) internal {
        address vault = _vault(terms);
        vm.prank(address(bridge));
        token.mint(vault, amount);
    }

    /// @dev Puts coins into the vault by a release of the bridge.
    function _deliverCoins(bytes memory terms, uint128 wireAmount) internal {
        _lock(wireAmount);
        IBridgeTypes.Message memory message = _inboundBurn(0);
        message.recipient = _word(_vault(terms));
        message.wireAmount = wireAmount;
        _release(_commitAround(message), 2);
    }

    function _fill(bytes memory terms) internal {
        vm.prank(solver);
        settler.fill(terms, OUT);
    }

    function _state(bytes memory terms) internal view returns (ISettler.State state) {
        (state, ) = settler.swapOf(keccak256(terms));
    }

    function _assertState(bytes memory terms, ISettler.State expected) internal view {
        vm.assertEq(uint256(_state(terms)), uint256(expected));
    }

    /// @dev W3.
    function _assertOwnsNothing() internal view {
        vm.assertEq(address(settler).balance, 0);
        vm.assertEq(wanted.balanceOf(address(settler)), 0);
        vm.assertEq(IERC20(token).balanceOf(address(settler)), 0);
    }

    /// @dev A call of every function that moves something.
    function _calls(bytes memory terms) internal view returns (bytes[8] memory) {
        return
            [
                abi.encodeCall(ISettler.fill, (terms, OUT)),
                abi.encodeCall(ISettler.settle, (terms)),
                abi.encodeCall(ISettler.settleLess, (terms, 1)),
                abi.encodeCall(ISettler.fillAndSettle, (terms, OUT)),
                abi.encodeCall(ISettler.giveBack, (terms)),
                abi.encodeCall(ISettler.withdraw, (terms, address(token), user)),
                abi.encodeCall(ISettler.sweep, (terms, address(token))),
                abi.encodeCall(ISettler.collect, (terms))
            ];
    }
}
