import type { BlockRef, BridgeEvent } from './bridge-event.ts';
import type { Failure } from './result.ts';

/** The two functions of a bridge that any account may send tokens with. */
export type SendOperation = 'lockTokens' | 'burnTokens';

/** What one step sends, signed by its payer and not necessarily broadcast; all of it is persisted before broadcast. */
export interface Submission {
  /** Transaction reference (EVM: hash; Solana: the first transaction's signature; Radix: intent hash in bech32m). */
  readonly reference: string;
  /** The signed bytes in the chain's wire form (Solana: base64, several transactions separated by commas; else hex). */
  readonly raw: string;
  readonly payer: string;
  /**
   * The payer's sequence number (EVM: account nonce; Solana: last valid block height; Radix: the epoch from which on it
   * can't be committed); a replacement keeps it.
   */
  readonly sequence: number;
  /** Fee terms, as the chain's provider reads them back to escalate. */
  readonly fee: Readonly<Record<string, string>>;
}

/** What became of a submission. */
export type SubmissionOutcome =
  | { readonly state: 'pending' }
  /** Another transaction took the payer's sequence number, or the chain can no longer include it. */
  | {
      readonly state: 'dropped';
      /** Where transactions expire: true when not even a reorganisation can include it any more, false while one may. */
      readonly expired?: boolean;
    }
  | {
      readonly state: 'included';
      readonly block: BlockRef;
      /** False when a transaction or an inner call of it failed; the others' effects stand. */
      readonly success: boolean;
      readonly failure?: Failure;
      readonly events: readonly BridgeEvent[];
      /** What the execution used, in the chain's own unit (EVM: gas; Solana: compute units; Radix: cost units). */
      readonly executionUnits: bigint;
    };

/** A transaction that a user signs, in the form that wallets of the chain's kind take. */
export type UnsignedTransaction =
  | {
      readonly kind: 'evm';
      /** Absent where the sender is not known. */
      readonly from?: string;
      readonly to: string;
      readonly data: string;
      /** Wei, as a JSON-RPC quantity. */
      readonly value: string;
      /** EIP-155 chain id, as a JSON-RPC quantity. */
      readonly chainId: string;
    }
  | {
      readonly kind: 'solana';
      /** The unsigned version-0 transaction, base64. */
      readonly transaction: string;
      readonly feePayer: string;
      readonly recentBlockhash: string;
      readonly lastValidBlockHeight: number;
      /** The same for wallets that compile transactions themselves. */
      readonly instructions: readonly {
        readonly programId: string;
        readonly accounts: readonly {
          readonly pubkey: string;
          readonly isSigner: boolean;
          readonly isWritable: boolean;
        }[];
        /** Base64. */
        readonly data: string;
      }[];
    }
  | {
      readonly kind: 'radix';
      readonly networkId: number;
      /** The manifest without a fee payment: the wallet adds it. */
      readonly manifest: string;
      readonly blobs: readonly string[];
    };

/** The unsigned transactions of one kind of chain. */
export type UnsignedTransactionOf<K extends UnsignedTransaction['kind']> = Extract<
  UnsignedTransaction,
  { readonly kind: K }
>;
