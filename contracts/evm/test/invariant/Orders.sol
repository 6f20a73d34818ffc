// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IBridgedToken} from "../../src/interfaces/IBridgedToken.sol";
import {IBridgeTypes} from "../../src/interfaces/IBridgeTypes.sol";
import {ICausewayBridge} from "../../src/interfaces/ICausewayBridge.sol";
import {FaultyToken} from "../mocks/Tokens.sol";

/// @dev One chain of the two, as the handler sees it.
struct Chain {
    uint32 domain;
    ICausewayBridge bridge;
    // Zero for the native coin.
    FaultyToken asset;
    uint256 assetUnit;
    // The token here of the other chain's asset.
    IBridgedToken bridged;
    uint256 bridgedUnit;
}

/// @dev A committed message and what its receiving chain is called with.
struct Order {
    bool found;
    uint256 from;
    IBridgeTypes.Message message;
    bytes32 id;
    address to;
    uint256 amount;
    // Executed by mintTokens, else by releaseTokens.
    bool mints;
    bytes executeProof;
    bytes cancelProof;
    bool closed;
}

struct Interval {
    uint64 first;
    uint32 count;
}
