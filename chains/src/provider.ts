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

/** Events of blocks `from` … `to`, in order, and the reference of block `to` that they were read under. */
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

/** The two limit sets of a remote: canonical guards lock and release, bridged burn and mint. */
export type LimitSide = 'canonical' | 'bridged';

/** Limits in wire units; `available` is what the bucket holds now. */
export interface LimitState {
  readonly minAmount: bigint;
  readonly maxAmount: bigint;
  readonly capacity: bigint;
  readonly refillPerSecond: bigint;
  readonly available: bigint;
}

/** One call of the oracle to the destination's bridge; amounts come from the message. */
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
 * Calls bound to one anchor: what the oracle's members sign together. EVM: one transaction of the Safe, bound to its
 * nonce. Solana: one transaction a call, all bound to one block hash. Radix: one transaction, bound to two epochs.
 */
export interface OracleTransaction {
  readonly anchor: string;
  readonly calls: readonly OracleCall[];
  /** What a member signs, in order (EVM: the 32-byte digest; Solana: each transaction's message; Radix: the intent's hash). */
  readonly payloads: readonly Hex[];
  /** 32 bytes that identify `payloads` (EVM, Radix: the one payload itself; Solana: their hash). */
  readonly digest: Hex;
}

/** A member's signatures over an OracleTransaction's payloads. */
export interface OracleSignature {
  /** The member's local address. */
  readonly signer: string;
  /**
   * The signatures of all payloads, one after the other (EVM: 65 bytes each; Solana: 64; Radix: 96, the public key and
   * then the signature).
   */
  readonly signature: Hex;
}

/** How this kind of chain takes the oracle's calls. */
export interface OracleRules {
  /** Most calls that one OracleTransaction holds. */
  readonly maxCalls: number;
  /** Most messages that one commitRoot covers. */
  readonly maxCommitMessages: number;
  /** True where a root must be on chain before a call can use it: commitRoot then goes into a transaction of its own. */
  readonly commitsApart: boolean;
}

/** What is public about a key. */
export interface KeyIdentity {
  /** The key's local address on the chain kind it is for (Radix: of its account). */
  readonly address: string;
  /** EVM: secp256k1, compressed, 33 bytes; Solana, Radix: ed25519, 32 bytes. */
  readonly publicKey: Hex;
}

/** Signs with one key that never leaves it; keystores and KMS adapters implement this. */
export interface KeyHandle extends KeyIdentity {
  /**
   * Signature of `payload` (EVM: of a 32-byte digest, 65 bytes r ‖ s ‖ v with v 27 or 28; Solana, Radix: ed25519, 64
   * bytes).
   */
  sign(payload: Hex): Promise<Hex>;
}

/** A failure of one of several oracle calls: `callIndex` is the first call that fails, where that is known. */
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
  /** Zero when there is none. */
  readonly reference: Hex;
  /** Local address refunded when the order cannot be delivered; the payer when absent. */
  readonly refundAddress?: string;
  /** Lock of a token: approve the amount even where an allowance is there, which locks sent before will use up. */
  readonly ownApproval?: boolean;
}

/** How one RPC endpoint does; `url` without what could be a secret in it. */
export interface EndpointHealth {
  readonly url: string;
  readonly up: boolean;
  readonly latencyMs: number;
  /** Its newest block, or null where it does not answer. */
  readonly head: number | null;
}

/** Ends a subscription; calling it again changes nothing. */
export type Unsubscribe = () => void;

/**
 * One bridge (chain and asset family) as everything above chains/ sees it. Reads fail with retryable codes such as
 * RPC_UNAVAILABLE and NO_QUORUM; contract refusals carry the contracts' error names as code.
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
  head(): Promise<Result<BlockRef>>;
  /** The canonical block at `number`, or null when the chain has none there yet. */
  block(number: number): Promise<Result<BlockRef | null>>;
  /**
   * The newest final block by this chain's rule: head − 32 by default, and not beyond the finalized tag if asked. Radix:
   * the head, since what is committed is final.
   */
  finalized(): Promise<Result<BlockRef>>;
  /** Blocks a message waits for before it is final. */
  readonly finalityBlocks: number;
  /** True where every block that far below the head is final, so that `finalized` tells no more than the head does. */
  readonly finalByDepth: boolean;
  /** Events of this bridge in blocks from … to, both included, confirmed by the configured quorum. */
  scan(from: number, to: number): Promise<Result<Scan>>;
  /** Subscribes to new heads (WebSocket where offered, else polling). */
  onHead(listener: (head: BlockRef) => void): Unsubscribe;

  // State
  remote(domain: Domain): Promise<Result<RemoteRegistration | null>>;
  lane(domain: Domain): Promise<Result<LaneState>>;
  limits(domain: Domain, side: LimitSide): Promise<Result<LimitState>>;
  status(source: Domain, nonce: bigint): Promise<Result<Status>>;
  root(source: Domain, firstNonce: bigint, count: number): Promise<Result<Hex | null>>;
  paused(): Promise<Result<{ readonly outbound: boolean; readonly inbound: boolean }>>;
  claimable(address: string): Promise<Result<bigint>>;
  /** Local units held by `address`: of the canonical asset, or of the bridged token of `home`. */
  balance(address: string, home: Domain): Promise<Result<bigint>>;
  /** Local units of the canonical asset that the bridge itself holds (Solana: its escrow, SOL above the rent). */
  holdings(): Promise<Result<bigint>>;
  /** Local units in existence of the bridged token of `home`. */
  bridgedSupply(home: Domain): Promise<Result<bigint>>;
  /** Decimals of the canonical asset here, or of the bridged token of `home`. */
  decimals(home: Domain): Promise<Result<number>>;

  // Sending, as any caller
  /** The signed lock or burn of `key`'s account, not yet broadcast. */
  prepareSend(operation: SendOperation, key: KeyHandle, args: SendArguments): Promise<Result<readonly Submission[]>>;
  /** The unsigned transactions a user signs, in the chain's own form: approvals first, the lock or burn last. */
  unsignedSend(
    operation: SendOperation,
    from: string | undefined,
    args: SendArguments,
  ): Promise<Result<readonly UnsignedTransaction[]>>;
  /** prepareSend, broadcast and inclusion in one; the transaction reference of the lock or burn. */
  lockTokens(key: KeyHandle, args: SendArguments): Promise<Result<string>>;
  burnTokens(key: KeyHandle, args: SendArguments): Promise<Result<string>>;

  // Sending, as the oracle
  /** Members' local addresses and threshold, as the chain has them. */
  oracle(): Promise<
    Result<{ readonly address: string; readonly members: readonly string[]; readonly threshold: number }>
  >;
  readonly oracleRules: OracleRules;
  /**
   * What the next OracleTransaction, paid by `payer`, is bound to (EVM: the Safe's nonce; Solana: a recent
   * block hash with the payer, the compute unit price and the length of the lookup table; Radix: epochs, nonce, notary
   * and fee). `bind` fits it to calls.
   */
  anchor(payer: KeyIdentity): Promise<Result<string>>;
  /** Success when a transaction bound to `anchor` can be included now; else ANCHOR_MISMATCH with the reason. */
  acceptsAnchor(anchor: string): Promise<Result<void>>;
  /**
   * `anchor` as `calls` need it, at most 128 characters: what builders could see differently is decided here, once
   * (EVM, Radix: unchanged; Solana: with the calls marked that pay a token account without creating it first).
   */
  bind(anchor: string, calls: readonly OracleCall[]): Promise<Result<string>>;
  /**
   * The transaction for `calls` at `anchor`; relayer and signers build it alone and get the same digest. Fails with the
   * `callIndex` of a call that cannot be built so, such as ACCOUNT_CREATION_NEEDED where `anchor` leaves out a creation
   * that is needed in the builder's own view.
   */
  build(anchor: string, calls: readonly OracleCall[]): Promise<Result<OracleTransaction, CallFailure>>;
  /**
   * Runs the calls as the oracle on the current state, without signatures; the first failing call's error. Where
   * commits go apart, each call is run alone.
   */
  simulate(calls: readonly OracleCall[]): Promise<Result<void, CallFailure>>;
  sign(transaction: OracleTransaction, key: KeyHandle): Promise<OracleSignature>;
  /** The member that made `signature`, or null when it is not a valid signature of `transaction`. */
  recoverSigner(transaction: OracleTransaction, signature: OracleSignature): string | null;
  /**
   * The payer-signed submission carrying threshold signatures; with `replaces`, the same sequence at a higher fee. Its
   * payer is the one that the anchor was asked for.
   */
  prepareOracle(
    transaction: OracleTransaction,
    signatures: readonly OracleSignature[],
    payer: KeyHandle,
    replaces?: Submission,
  ): Promise<Result<Submission>>;
  /** mintTokens and releaseTokens with signatures at hand: prepareOracle, broadcast and inclusion in one. */
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

  // Submissions
  /**
   * The same transaction and sequence at a higher fee, for a submission that is pending for too long. NOT_REPLACEABLE
   * where the fee is part of what the oracle signed: such a submission is sent again until it is dropped.
   */
  replace(submission: Submission, payer: KeyHandle): Promise<Result<Submission>>;
  /** Sends a prepared submission; "already known" and "already included" are success. */
  broadcast(submission: Submission): Promise<Result<string>>;
  outcome(submission: Submission): Promise<Result<SubmissionOutcome>>;
  /**
   * Raw bytes of a local address (EVM: 20; Radix: an account's 30) as 32 left-padded bytes; fails with INVALID_ADDRESS
   * and what to change.
   */
  parseAddress(address: string): Result<Hex>;
  /** The local text form (EVM: EIP-55; Radix: bech32m, or hex where nothing has it) of a left-padded address. */
  formatAddress(address: Hex): string;
  /** Live state of each configured RPC endpoint. */
  health(): Promise<readonly EndpointHealth[]>;
  /** Compares the deployment file with the chain: DEPLOYMENT_MISMATCH names what differs. Run once at start. */
  verify(): Promise<Result<void>>;
  /** Ends subscriptions and connections. */
  close(): Promise<void>;
}
