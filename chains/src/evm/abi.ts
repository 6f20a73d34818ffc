import tokenArtifact from '@causeway/contracts-evm/BridgedToken.json' with { type: 'json' };
import bridgeArtifact from '@causeway/contracts-evm/CausewayBridge.json' with { type: 'json' };
import settlerArtifact from '@causeway/contracts-evm/Settler.json' with { type: 'json' };
import { Interface } from 'ethers';

/** The bridge's functions, events and errors. */
export const bridgeAbi = new Interface(bridgeArtifact.abi);

/** The settler's functions, events and errors. */
export const settlerAbi = new Interface(settlerArtifact.abi);

/** Functions and errors of ERC-20 and of the bridged token. */
export const tokenAbi = new Interface(tokenArtifact.abi);

/** The functions and events of Safe 1.5.0, and of its proxy, that Causeway uses. */
export const safeAbi = new Interface([
  'function nonce() view returns (uint256)',
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function getModulesPaginated(address start, uint256 pageSize) view returns (address[] array, address next)',
  'function getStorageAt(uint256 offset, uint256 length) view returns (bytes)',
  'function masterCopy() view returns (address)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
  'function simulateAndRevert(address targetContract, bytes calldataPayload)',
  'event ExecutionSuccess(bytes32 indexed txHash, uint256 payment)',
  'event ExecutionFailure(bytes32 indexed txHash, uint256 payment)',
]);

/** MultiSendCallOnly of Safe 1.5.0. */
export const multiSendAbi = new Interface(['function multiSend(bytes transactions) payable']);
