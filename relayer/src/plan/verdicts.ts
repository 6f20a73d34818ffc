import type { CallCode } from '@causeway/chains';
import {
  type BridgeContractError,
  type EngineCode,
  SAFE_CONTRACT_ERRORS,
  type SafeContractError,
  SETTLER_CONTRACT_ERRORS,
  type SettlerContractError,
  type TokenContractError,
} from '@causeway/protocol';

/**
 * The meaning of a refused call for its message.
 * done: somebody else did it. wait: it can succeed later, and once it is late the message is cancelled. refill: it
 * succeeds once its bucket has refilled. never: no later attempt can succeed, so the message is cancelled and refunded.
 * stale: the chain moved after it was read, plan again. broken: message, root and chain disagree, an operator decides.
 */
export type Verdict = 'done' | 'wait' | 'refill' | 'never' | 'stale' | 'broken';

const BRIDGE: Readonly<Record<BridgeContractError, Verdict>> = {
  AlreadyExecuted: 'done',
  AlreadyCancelled: 'done',

  InvalidRecipient: 'never',
  ZeroAmount: 'never',
  DustAmount: 'never',
  AmountTooLarge: 'never',
  OrderReplaced: 'never',

  RateLimited: 'refill',

  NonceGap: 'stale',
  UnknownRoot: 'stale',

  MalformedProof: 'broken',
  InvalidKind: 'broken',
  NonceOutOfRange: 'broken',
  MessageIdMismatch: 'broken',
  InvalidProof: 'broken',
  WrongAssetHome: 'broken',
  ZeroRoot: 'broken',
  EmptyBatch: 'broken',

  // Pauses are lifted, and the oracle's set changes.
  InboundPaused: 'wait',
  RemotePaused: 'wait',
  NotOracle: 'wait',
  // A broken invariant or a failed payment: operators learn of it by an alarm, and the message is not lost meanwhile.
  InsufficientOutstanding: 'wait',
  PaymentFailed: 'wait',
  BalanceDeltaMismatch: 'wait',
  SafeERC20FailedOperation: 'wait',
  // An account, a signer or the gas does not fit this call; the next one is built anew.
  InvalidAccount: 'wait',
  InvalidMint: 'wait',
  InvalidToken: 'wait',
  InsufficientGas: 'wait',
  ReentrancyGuardReentrantCall: 'wait',
  BatchTooLarge: 'wait',
  // The remote is registered or opened later than its first message.
  UnknownRemote: 'wait',
  RemoteNotOpen: 'wait',
  // Executions do not raise these. They belong to sending, to administration and to claims.
  AboveMaximum: 'wait',
  BelowMinimum: 'wait',
  FeeTooHigh: 'wait',
  WrongValue: 'wait',
  OutboundPaused: 'wait',
  InboundNotPaused: 'wait',
  InvalidRefundAddress: 'wait',
  AlreadyInitialized: 'wait',
  InvalidDomain: 'wait',
  InvalidFee: 'wait',
  InvalidLimits: 'wait',
  InvalidOracle: 'wait',
  InvalidRemote: 'wait',
  InvalidRole: 'wait',
  NotAContract: 'wait',
  NotAdmin: 'wait',
  NotGuardian: 'wait',
  NotUpgradeAuthority: 'wait',
  NothingToClaim: 'wait',
  RemoteAlreadyOpen: 'wait',
  RootInUse: 'wait',
};

/** A mint or a release that the token refuses. Its owner can change that: it is unpaused, or an account unfrozen. */
const TOKEN: Readonly<Record<TokenContractError, Verdict>> = {
  ERC20InsufficientAllowance: 'wait',
  ERC20InsufficientBalance: 'wait',
  ERC20InvalidApprover: 'wait',
  ERC20InvalidReceiver: 'wait',
  ERC20InvalidSender: 'wait',
  ERC20InvalidSpender: 'wait',
  NotBridge: 'wait',
  // Executions do not raise these. They belong to permits and to the token's creation.
  ECDSAInvalidSignature: 'wait',
  ECDSAInvalidSignatureLength: 'wait',
  ECDSAInvalidSignatureS: 'wait',
  ERC2612ExpiredSignature: 'wait',
  ERC2612InvalidSigner: 'wait',
  InvalidAccountNonce: 'wait',
  InvalidShortString: 'wait',
  StringTooLong: 'wait',
};

/** A Safe refuses the whole transaction, never one message, so none of its reasons ends a message. */
const SAFE = Object.fromEntries(SAFE_CONTRACT_ERRORS.map((code) => [code, 'wait'])) as Readonly<
  Record<SafeContractError, Verdict>
>;

/** The oracle calls no settler. A name that the bridge has too has its verdict there. */
const SETTLER = Object.fromEntries(SETTLER_CONTRACT_ERRORS.map((code) => [code, 'wait'])) as Readonly<
  Record<SettlerContractError, Verdict>
>;

const ENGINE: Readonly<Record<EngineCode, Verdict>> = {
  ACCOUNT_FROZEN: 'wait',
  BLOCKHASH_EXPIRED: 'wait',
  ESCROW_SHORT: 'wait',
  EXECUTION_FAILED: 'wait',
  EXECUTION_PANIC: 'wait',
  EXECUTION_REVERTED: 'wait',
  FEE_EXHAUSTED: 'wait',
  INNER_CALL_FAILED: 'wait',
  INSUFFICIENT_FUNDS: 'wait',
  INTENT_EXPIRED: 'wait',
  INTENT_NOT_YET_VALID: 'wait',
  INVALID_PAYER: 'wait',
  INVALID_SIGNATURE: 'wait',
  InstructionDidNotDeserialize: 'wait',
  InstructionFallbackNotFound: 'wait',
  InstructionMissing: 'wait',
  METHOD_MISSING: 'wait',
  NODE_MISSING: 'wait',
  NOT_OWNER: 'wait',
  OUT_OF_COMPUTE: 'wait',
  OUT_OF_GAS: 'wait',
  PAYMENT_FORBIDDEN: 'wait',
  PROGRAM_FAILED: 'wait',
  TRANSACTION_REVERTED: 'wait',
};

/**
 * The verdict on a refused call by the code of its failure. Every code that a call can fail with is here, and the type
 * checker refuses a table without one: a new error of a contract needs a decision.
 */
export const VERDICTS: Readonly<Record<CallCode, Verdict>> = {
  ...SETTLER,
  ...BRIDGE,
  ...TOKEN,
  ...SAFE,
  ...ENGINE,
  ACCOUNT_CREATION_NEEDED: 'wait',
  ANCHOR_MISMATCH: 'wait',
  ANCHOR_MISSING: 'wait',
  ASSET_MISSING: 'wait',
  BATCH_TOO_LARGE: 'wait',
  BLOCK_NOT_FOUND: 'wait',
  CONTRACT_MISSING: 'wait',
  DEPLOYMENT_MISMATCH: 'wait',
  INVALID_ADDRESS: 'wait',
  INVALID_AMOUNT: 'wait',
  INVALID_ANCHOR: 'wait',
  INVALID_PUBLIC_KEY: 'wait',
  NETWORK_UNSUITABLE: 'wait',
  NO_QUORUM: 'wait',
  RPC_UNAVAILABLE: 'wait',
  SIMULATION_FAILED: 'wait',
  TRANSACTION_TOO_LARGE: 'wait',
  WRONG_BRIDGE: 'wait',
};
