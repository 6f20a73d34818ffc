import type { Domain, Hex, Message, Result, SignedTransaction } from '@causeway/protocol';
import type { CallFailure, OracleFailure, ReadFailure } from '../failures.ts';
import type { KeyHandle, KeyIdentity } from '../keys/key-handle.ts';

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
  /** True for one of `buildVoid`, which has no calls. */
  readonly voids?: true;
  /**
   * The values that a member signs, in order. EVM: the digest, 32 bytes; Solana: each message; Radix: the intent's
   * hash.
   */
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
  /** The limit of all calls' bytes in one OracleTransaction; absent where other limits come first. */
  readonly size?: {
    readonly maxBytes: number;
    /** An upper bound of the bytes of a call whose proof is for a commitment of `messages` messages. */
    readonly bytesOf: (messages: number) => number;
    /** An upper bound of the bytes that an order adds to consecutive ones that are packed. */
    readonly packedBytes?: number;
  };
  /** True where a call can use a root only once it is on chain: commitRoot then takes a transaction of its own. */
  readonly commitsApart: boolean;
}

/** The order of an oracle's transactions, which its chain includes one after the other. */
export interface OracleOrder {
  /** The place in `anchor`, a whole number that grows by one with each transaction; undefined when it is no anchor. */
  placeOf(anchor: string): number | undefined;
  /** The anchor of the transaction at `place`, before `bind`. */
  anchorAt(place: number): string;
  /** The place of the next transaction, as the chain has it. */
  next(): Promise<Result<number, ReadFailure>>;
}

/** The part of a block that one OracleTransaction may use, in the chain's own units. EVM: gas. */
export interface OracleRoom {
  readonly most: bigint;
  /** Whether the bridge takes consecutive orders packed. */
  readonly packs: boolean;
  /** An upper bound of what a call uses; `packed`: together with consecutive ones. */
  useOf(call: OracleCall['function'], packed: boolean): bigint;
}

/** The oracle of a bridge, as one state of its chain has it. */
export interface OracleState {
  /** The address that the bridge itself names. */
  readonly address: string;
  /** The members' local addresses. */
  readonly members: readonly string[];
  readonly threshold: number;
  /**
   * What could act for the oracle, or stop it, and is not of the deployment: a clause each, such as "its guard is …".
   */
  readonly deviations: readonly string[];
}

/**
 * The oracle's transactions: their anchors, building, simulation, members' signatures and the payer's submission.
 * Broadcasting is the Sender's.
 */
export interface OracleSigning {
  /** The oracle as the chain has it now. A signer reads it before each signature. */
  oracle(): Promise<Result<OracleState, ReadFailure>>;
  readonly oracleRules: OracleRules;
  /**
   * The anchor of the next OracleTransaction paid by `payer`; `bind` adapts it to calls. EVM: the Safe's nonce; Solana:
   * a recent block hash, the payer, the compute unit price and the length of the lookup table; Radix: epochs, nonce,
   * notary and fee.
   */
  anchor(payer: KeyIdentity): Promise<Result<string, CallFailure>>;
  /** Succeeds when a transaction bound to `anchor` can be included now; fails with ANCHOR_MISMATCH and the reason. */
  acceptsAnchor(anchor: string): Promise<Result<void, CallFailure>>;
  /**
   * How the oracle's transactions follow each other, so that one can be signed before those before it are included.
   * Absent where they have no order, and each is included or not whatever becomes of the others. EVM: the Safe's nonce.
   */
  readonly order?: OracleOrder | undefined;
  /** The room of the next OracleTransaction. Absent where `oracleRules` say all. */
  readonly room?: (() => Promise<Result<OracleRoom, ReadFailure>>) | undefined;
  /**
   * Adapts `anchor` to `calls`; at most 128 characters. It decides everything that two builders could see differently.
   * EVM and Radix: marks that consecutive orders are packed, where the bridge takes them so; Solana: marks the calls
   * that pay a token account without creating it first.
   */
  bind(anchor: string, calls: readonly OracleCall[]): Promise<Result<string, CallFailure>>;
  /**
   * The calls, by their indexes, of which a bound `anchor` says what their recipients can change at any time, so that
   * another builder may see it otherwise. Absent where no anchor says such a thing. Solana: the calls that pay a token
   * account without creating it.
   */
  readonly assumed?: ((anchor: string) => readonly number[]) | undefined;
  /**
   * A bound anchor in the form that an earlier release knows, for a transaction with the same effects; undefined when
   * it is in that form. Absent where there is one form only.
   */
  readonly earlierAnchor?: ((anchor: string) => string | undefined) | undefined;
  /**
   * The transaction for `calls` at `anchor`. Relayer and signers each build it and get the same digest. A failure has
   * the `callIndex` of the call that cannot be built, such as ACCOUNT_CREATION_NEEDED when `anchor` leaves out a
   * creation that the builder's own view requires.
   */
  build(anchor: string, calls: readonly OracleCall[]): Promise<Result<OracleTransaction, CallFailure>>;
  /**
   * The transaction that takes `anchor` and does nothing else, so that no signature for that anchor can be used any
   * more. Absent where anchors expire by themselves. EVM: the Safe calls the bridge's view `oracle()`, with value 0.
   */
  readonly buildVoid?: ((anchor: string) => Promise<Result<OracleTransaction, CallFailure>>) | undefined;
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
   * higher fee. `payer` must be the payer of the anchor. `behind`: number of the oracle's own transactions that are
   * included first, so that it cannot be tried out yet.
   */
  prepareOracle(
    transaction: OracleTransaction,
    signatures: readonly OracleSignature[],
    payer: KeyHandle,
    replaces?: SignedTransaction,
    behind?: number,
  ): Promise<Result<SignedTransaction, OracleFailure>>;
}
