import type {
  BlockRef,
  BridgeEvent,
  ChainKind,
  Domain,
  Failure,
  Hex,
  Message,
  Result,
  SendOperation,
  Status,
  Submission,
  SubmissionOutcome,
  UnsignedTransaction,
} from '@causeway/protocol';
import type { KeyHandle, KeyIdentity } from './key-handle.ts';
import type { WalletOperations } from './wallet.ts';

export type { KeyHandle, KeyIdentity } from './key-handle.ts';

/** Events of blocks `from` … `to`, in order, and the reference that block `to` had when they were read. */
export interface Scan {
  readonly events: readonly BridgeEvent[];
  readonly to: BlockRef;
}

/** A remote's registration at a bridge. */
export interface RemoteRegistration {
  readonly bridge: Hex;
  /** Local address of the bridged token. */
  readonly token: string;
  readonly addressLength: number;
  readonly wireDecimals: number;
  readonly opened: boolean;
}

/** Both directions of the lanes with one remote. */
export interface LaneState {
  readonly nextOutboundNonce: bigint;
  readonly nextInboundNonce: bigint;
  /** Wire units of the canonical asset. */
  readonly outstanding: bigint;
}

/** The two limit sets of a remote: "canonical" limits lock and release, "bridged" limits burn and mint. */
export type LimitSide = 'canonical' | 'bridged';

/** Limits in wire units; `available` is the bucket's current level. */
export interface LimitState {
  readonly minAmount: bigint;
  readonly maxAmount: bigint;
  readonly capacity: bigint;
  readonly refillPerSecond: bigint;
  readonly available: bigint;
}

/** One call of the oracle to the destination's bridge. Its amount is the message's. */
export type OracleCall =
  | {
      readonly function: 'commitRoot';
      readonly source: Domain;
      readonly firstNonce: bigint;
      readonly count: number;
      readonly root: Hex;
    }
  | {
      readonly function: 'mintTokens' | 'releaseTokens' | 'cancelOrder';
      readonly message: Message;
      /** The packed proof of protocol/proof. */
      readonly proof: Hex;
    };

/**
 * Calls bound to one anchor, which the oracle's members sign together. EVM: one transaction of the Safe, bound to its
 * nonce. Solana: one transaction per call, all bound to one block hash. Radix: one transaction, bound to two epochs.
 */
export interface OracleTransaction {
  readonly anchor: string;
  readonly calls: readonly OracleCall[];
  /** The values that a member signs, in order. EVM: the digest, 32 bytes; Solana: each message; Radix: the intent's hash. */
  readonly payloads: readonly Hex[];
  /** 32 bytes that identify `payloads`. EVM, Radix: the only payload; Solana: the hash of all payloads. */
  readonly digest: Hex;
}

/** A member's signatures over an OracleTransaction's payloads. */
export interface OracleSignature {
  /** The member's local address. */
  readonly signer: string;
  /** Signatures of all payloads, concatenated. EVM: 65 bytes each; Solana: 64; Radix: 96, public key ‖ signature. */
  readonly signature: Hex;
}

/** Limits on the oracle's calls on this kind of chain. */
export interface OracleRules {
  /** Most calls in one OracleTransaction. */
  readonly maxCalls: number;
  /** Most messages under one commitRoot. */
  readonly maxCommitMessages: number;
  /** True where a call can use a root only once it is on chain: commitRoot then takes a transaction of its own. */
  readonly commitsApart: boolean;
}

/** A failure of several oracle calls. `callIndex` is the first failing call, absent when unknown. */
export interface CallFailure extends Failure {
  readonly callIndex?: number;
}

/** Arguments of lockTokens and burnTokens; `localAmount` is in local units of the token on this chain. */
export interface SendArguments {
  /** Lock: the destination. Burn: the token's home. */
  readonly remote: Domain;
  /** Recipient on the remote, left-padded. */
  readonly recipient: Hex;
  readonly localAmount: bigint;
  /** The caller's own reference; zero when there is none. */
  readonly reference: Hex;
  /** Local address that is refunded when the order cannot be delivered; the payer when absent. */
  readonly refundAddress?: string;
  /** Lock of a token: approve the amount even when an allowance exists, because earlier locks will use it up. */
  readonly ownApproval?: boolean;
}

/** State of one RPC endpoint. `url` has only scheme and host, because the rest may hold a secret. */
export interface EndpointHealth {
  readonly url: string;
  readonly up: boolean;
  readonly latencyMs: number;
  /** Number of its newest block; null when it does not answer. */
  readonly head: number | null;
}

/** The newest block of a chain. */
export interface Head extends BlockRef {
  /** Hash that `block(number − 1)` has on the same fork; absent for a chain's first block. */
  readonly parentHash?: string;
}

/** Ends a subscription. Further calls do nothing. */
export type Unsubscribe = () => void;

/**
 * One bridge (a chain and an asset family): the interface between chains/ and everything above it. Reads fail with
 * retryable codes such as RPC_UNAVAILABLE and NO_QUORUM; a contract's refusal has the contract's error name as code.
 */
export interface ChainProvider {
  /** Name in configuration, e.g. "ethereum". */
  readonly name: string;
  readonly kind: ChainKind;
  readonly family: string;
  readonly domain: Domain;
  /** This bridge's address, left-padded. */
  readonly bridge: Hex;

  // Blocks
  head(): Promise<Result<Head>>;
  /** The canonical block at `number`, or null when the chain has not reached it. */
  block(number: number): Promise<Result<BlockRef | null>>;
  /**
   * The newest final block by this chain's rule: head − 32 by default, and with `finalizedTag` never beyond that tag.
   * Radix: the head, because a committed transaction is final.
   */
  finalized(): Promise<Result<BlockRef>>;
  /** Number of blocks after which a message is final. */
  readonly finalityBlocks: number;
  /**
   * The newest block number that is final by this chain's rule when `head` is the newest block. `finalized` reads the
   * block of that number too.
   */
  finalNumber(head: BlockRef): Promise<Result<number>>;
  /**
   * Events of this bridge in blocks `from` … `to`, both included, confirmed by the configured quorum. A block that a
   * quorum confirmed before, instead of the number of the last, saves reading it again.
   */
  scan(from: number, to: number | BlockRef): Promise<Result<Scan>>;
  /** Subscribes to new heads, by WebSocket if one is configured and by polling. */
  onHead(listener: (head: Head) => void): Unsubscribe;

  // State
  remote(domain: Domain): Promise<Result<RemoteRegistration | null>>;
  lane(domain: Domain): Promise<Result<LaneState>>;
  limits(domain: Domain, side: LimitSide): Promise<Result<LimitState>>;
  status(source: Domain, nonce: bigint): Promise<Result<Status>>;
  root(source: Domain, firstNonce: bigint, count: number): Promise<Result<Hex | null>>;
  paused(): Promise<Result<{ readonly outbound: boolean; readonly inbound: boolean }>>;
  claimable(address: string): Promise<Result<bigint>>;
  /** Local units that `address` holds: of the canonical asset, or of the bridged token of `home`. */
  balance(address: string, home: Domain): Promise<Result<bigint>>;
  /** Local units of the canonical asset that the bridge itself holds (Solana: its escrow, SOL above the rent). */
  holdings(): Promise<Result<bigint>>;
  /** Total supply of the bridged token of `home`, local units. */
  bridgedSupply(home: Domain): Promise<Result<bigint>>;
  /** Local decimals of the canonical asset, or of the bridged token of `home`. */
  decimals(home: Domain): Promise<Result<number>>;

  // Sending, as any caller
  /** Signs the lock or burn of `key`'s account without broadcasting it. */
  prepareSend(operation: SendOperation, key: KeyHandle, args: SendArguments): Promise<Result<readonly Submission[]>>;
  /** The unsigned transactions for a user's wallet, in the chain's own form: approvals first, the lock or burn last. */
  unsignedSend(
    operation: SendOperation,
    from: string | undefined,
    args: SendArguments,
  ): Promise<Result<readonly UnsignedTransaction[]>>;
  /** prepareSend, broadcast and wait for inclusion. Returns the transaction reference of the lock or burn. */
  lockTokens(key: KeyHandle, args: SendArguments): Promise<Result<string>>;
  burnTokens(key: KeyHandle, args: SendArguments): Promise<Result<string>>;

  // Sending, as the oracle
  /** The oracle's address, members' local addresses and threshold, read from the chain. */
  oracle(): Promise<
    Result<{ readonly address: string; readonly members: readonly string[]; readonly threshold: number }>
  >;
  readonly oracleRules: OracleRules;
  /**
   * The anchor of the next OracleTransaction paid by `payer`; `bind` adapts it to calls. EVM: the Safe's nonce; Solana:
   * a recent block hash, the payer, the compute unit price and the length of the lookup table; Radix: epochs, nonce,
   * notary and fee.
   */
  anchor(payer: KeyIdentity): Promise<Result<string>>;
  /** Succeeds when a transaction bound to `anchor` can be included now; fails with ANCHOR_MISMATCH and the reason. */
  acceptsAnchor(anchor: string): Promise<Result<void>>;
  /**
   * Adapts `anchor` to `calls`; at most 128 characters. It decides everything that two builders could see differently.
   * EVM, Radix: unchanged; Solana: marks the calls that pay a token account without creating it first.
   */
  bind(anchor: string, calls: readonly OracleCall[]): Promise<Result<string>>;
  /**
   * The transaction for `calls` at `anchor`. Relayer and signers each build it and get the same digest. A failure has
   * the `callIndex` of the call that cannot be built, such as ACCOUNT_CREATION_NEEDED when `anchor` leaves out a
   * creation that the builder's own view requires.
   */
  build(anchor: string, calls: readonly OracleCall[]): Promise<Result<OracleTransaction, CallFailure>>;
  /**
   * Runs the calls as the oracle on the current state, without signatures. Fails with the error of the first failing
   * call. Where `commitsApart` is true, each call runs alone.
   */
  simulate(calls: readonly OracleCall[]): Promise<Result<void, CallFailure>>;
  sign(transaction: OracleTransaction, key: KeyHandle): Promise<OracleSignature>;
  /** The member that made `signature`, or null when it is not a valid signature of `transaction`. */
  recoverSigner(transaction: OracleTransaction, signature: OracleSignature): string | null;
  /**
   * The payer-signed submission with as many signatures as the threshold; with `replaces`, at the same sequence and a
   * higher fee. `payer` must be the payer of the anchor.
   */
  prepareOracle(
    transaction: OracleTransaction,
    signatures: readonly OracleSignature[],
    payer: KeyHandle,
    replaces?: Submission,
  ): Promise<Result<Submission>>;
  /** prepareOracle, broadcast and wait for inclusion, with signatures already collected. */
  mintTokens(
    call: OracleCall,
    signatures: readonly OracleSignature[],
    anchor: string,
    payer: KeyHandle,
  ): Promise<Result<string>>;
  releaseTokens(
    call: OracleCall,
    signatures: readonly OracleSignature[],
    anchor: string,
    payer: KeyHandle,
  ): Promise<Result<string>>;

  /** Balances and plain transfers of wallets on this chain. */
  readonly wallet: WalletOperations;

  // Submissions
  /**
   * The same transaction and sequence at a higher fee, for a submission that stays pending too long. Fails with
   * NOT_REPLACEABLE where the signatures cover the fee: such a submission is sent again until it is dropped.
   */
  replace(submission: Submission, payer: KeyHandle): Promise<Result<Submission>>;
  /** Sends a prepared submission. "Already known" and "already included" count as success. */
  broadcast(submission: Submission): Promise<Result<string>>;
  outcome(submission: Submission): Promise<Result<SubmissionOutcome>>;
  /**
   * Raw bytes of a local address (EVM: 20; Solana: 32; Radix: an account's 30), left-padded to 32. Fails with
   * INVALID_ADDRESS and how to fix it.
   */
  parseAddress(address: string): Result<Hex>;
  /** The local text form of a left-padded address. EVM: EIP-55; Radix: bech32m, or hex for bytes that no entity has. */
  formatAddress(address: Hex): string;
  /**
   * True for an address of the chain itself, or of this bridge, from which nobody can send: precompiled contracts,
   * programs, sysvars. `address` is left-padded. Radix: never, because only accounts are addresses of recipients.
   */
  isReserved(address: Hex): boolean;
  /** Live state of each configured RPC endpoint. */
  health(): Promise<readonly EndpointHealth[]>;
  /** Compares the deployment file with the chain. DEPLOYMENT_MISMATCH names the difference. Run once at start. */
  verify(): Promise<Result<void>>;
  /** Ends subscriptions and connections. */
  close(): Promise<void>;
}
