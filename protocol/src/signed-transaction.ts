import type { BlockRef, BridgeEvent } from './bridge-event.ts';
import type { ChainKind } from './domain.ts';
import type { ExecutionFailure } from './execution.ts';
import type { Hex } from './hex.ts';

/** The two functions of a bridge with which any account can send tokens. */
export type SendOperation = 'lockTokens' | 'burnTokens';

/** The signed transactions of one step, persisted before they are broadcast. */
export interface SignedTransaction {
  /** Transaction reference. EVM: hash; Solana: the first transaction's signature; Radix: intent hash in bech32m. */
  readonly reference: string;
  /** The signed bytes in the chain's wire form. Solana: base64, transactions separated by commas; others: hex. */
  readonly raw: string;
  readonly payer: string;
  /**
   * The payer's sequence number, which a replacement keeps. EVM: account nonce; Solana: last valid block height; Radix:
   * the first epoch in which it can no longer be committed.
   */
  readonly sequence: number;
  /** Fee terms. The chain's provider reads them to escalate the fee. */
  readonly fee: Readonly<Record<string, string>>;
}

/** The cost of one transaction to its payer, smallest units of the chain's native coin. */
export interface TransactionCost {
  /**
   * What inclusion and execution cost, successful or not. EVM: with the fee of a layer 1, if any; Radix: with storage.
   */
  readonly fee: bigint;
  /**
   * What else left the payer's balance. Solana: rent of the accounts that it paid for, negative when more came back. 0
   * on other kinds, where a new account is part of the fee.
   */
  readonly rent: bigint;
}

/** An order that a successful transaction left as it was. `code` is the contract's error name, or its selector. */
export interface SkippedOrder {
  readonly messageId: Hex;
  readonly code: string;
}

/** The outcome of a submission. */
export type SubmissionOutcome =
  | { readonly state: 'pending' }
  /** Another transaction took the payer's sequence number, or the chain can no longer include it. */
  | {
      readonly state: 'dropped';
      /**
       * On chains where transactions expire: true when no reorganisation can include it any more, false while one can.
       */
      readonly expired?: boolean;
      /** Costs by transaction, zero for one that was not included; absent when none was. */
      readonly costs?: readonly TransactionCost[];
    }
  | {
      readonly state: 'included';
      readonly block: BlockRef;
      /** False when a transaction or one of its inner calls failed; the effects of the others stand. */
      readonly success: boolean;
      /** `callIndex` is the oracle's call that failed, absent when unknown. */
      readonly failure?: ExecutionFailure & { readonly callIndex?: number };
      readonly events: readonly BridgeEvent[];
      /** Orders that the transaction left as they were, by their message ids, with the error that kept each out. */
      readonly skipped?: readonly SkippedOrder[];
      /** Units that the execution used, in the chain's own unit. EVM: gas; Solana: compute units; Radix: cost units. */
      readonly executionUnits: bigint;
      /** The cost of each of the submission's transactions, in their order. */
      readonly costs: readonly TransactionCost[];
    };

/**
 * A transaction for a user to sign, in the form that wallets of that kind of chain accept: the kind's `unsigned.ts` in
 * chains/ describes it.
 */
export interface UnsignedTransaction {
  readonly kind: ChainKind;
  readonly [field: string]: unknown;
}
