// The closed sets of failures of everything that speaks with a chain. A function names the narrowest set that has its
// codes.
import type { SecretCode } from '@causeway/config';
import type { ExecutionCode, Failure } from '@causeway/protocol';

/** Endpoints that do not answer, or do not agree. */
export type RpcCode = 'BLOCK_NOT_FOUND' | 'NO_QUORUM' | 'RPC_UNAVAILABLE';

/** Text that is no address, public key or signature of a kind of chain. */
export type AddressCode = 'INVALID_ADDRESS' | 'INVALID_PUBLIC_KEY' | 'INVALID_SIGNATURE';

/** Configuration, deployment files and secrets. */
export type ConfigCode =
  | 'CONFIG_INVALID'
  | 'DEPLOYMENT_INVALID'
  | 'DEPLOYMENT_MISSING'
  | 'FAMILY_NOT_DEPLOYED'
  | 'NETWORK_UNKNOWN'
  | SecretCode
  | AddressCode;

/** Keystores, and keys that a service holds. */
export type KeyCode =
  | 'KEYSTORE_INVALID'
  | 'KEYSTORE_MISSING'
  | 'KEYSTORE_PASSWORD'
  | 'KEY_MISMATCH'
  | 'KEY_SERVICE_REFUSED'
  | SecretCode;

/** Reading a chain's state, and running a call without sending it. */
export type ReadCode =
  | RpcCode
  | ExecutionCode
  | AddressCode
  | 'ASSET_MISSING'
  | 'CONTRACT_MISSING'
  | 'DEPLOYMENT_MISMATCH'
  | 'INVALID_AMOUNT'
  | 'NETWORK_UNSUITABLE'
  | 'SIMULATION_FAILED';

/** Reading blocks and their events. */
export type ScanCode =
  | ReadCode
  | 'EVENTS_MISSING'
  | 'INVALID_EVENT'
  | 'LOG_RANGE_TOO_WIDE'
  | 'REORG_DURING_SCAN'
  | 'TRANSACTION_VERSION_UNKNOWN';

/** Building, sending and following a transaction. */
export type SendCode =
  | ScanCode
  | 'FEE_CAP_EXCEEDED'
  | 'NONCE_TAKEN'
  | 'NOT_INCLUDED'
  | 'NOT_REPLACEABLE'
  | 'SENDER_REQUIRED'
  | 'TRANSACTION_REFUSED'
  | 'TRANSACTION_TOO_LARGE'
  | 'UNDERPRICED';

/** What binds an oracle's transaction to one moment does not fit. */
export type AnchorCode = 'ANCHOR_MISMATCH' | 'ANCHOR_MISSING' | 'INVALID_ANCHOR';

/** Building an oracle's transaction, and running its calls without sending them. */
export type CallCode =
  | ReadCode
  | AnchorCode
  | 'ACCOUNT_CREATION_NEEDED'
  | 'BATCH_TOO_LARGE'
  | 'TRANSACTION_TOO_LARGE'
  | 'WRONG_BRIDGE';

/** Signing and sending an oracle's transaction. */
export type OracleCode =
  | SendCode
  | CallCode
  | 'DUPLICATE_SIGNATURE'
  | 'INVALID_TRANSACTION'
  | 'NOT_ENOUGH_SIGNATURES'
  | 'PAYER_MISMATCH';

/** Administering a bridge. ACTION_UNKNOWN: its kind of chain has no such action. */
export type AdminCode = SendCode | 'ACTION_UNKNOWN' | 'SAFE_NOT_PREPARED';

/** Deploying and registering bridges. */
export type DeployCode =
  | AdminCode
  | ConfigCode
  | 'DEFINITION_TAKEN'
  | 'DEPLOYMENT_BLOCK_UNKNOWN'
  | 'ISSUER_POWERS'
  | 'ICON_MISSING'
  | 'REGISTRATION_MISMATCH';

export type RpcFailure = Failure<RpcCode>;
export type AddressFailure = Failure<AddressCode>;
export type ConfigFailure = Failure<ConfigCode>;
export type KeyFailure = Failure<KeyCode>;
export type ReadFailure = Failure<ReadCode>;
export type ScanFailure = Failure<ScanCode>;
export type SendFailure = Failure<SendCode>;
export type OracleFailure = Failure<OracleCode>;
export type AdminFailure = Failure<AdminCode>;

/** A failure of several oracle calls. `callIndex` is the first failing call, absent when unknown. */
export interface CallFailure extends Failure<CallCode> {
  readonly callIndex?: number;
}

export type DeployFailure = Failure<DeployCode>;
