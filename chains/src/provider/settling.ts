import type { BlockRef, Hex, Message, Result, SignedTransaction, SwapEvent } from '@causeway/protocol';
import type { ReadFailure, ScanFailure, SendFailure } from '../failures.ts';
import type { KeyHandle } from '../keys/key-handle.ts';

/**
 * What became of a swap. none: nobody has filled or returned it, or its slot was closed after its end. filled: the
 * recipient has been paid, and the filler not. settled: both have. returned: the recipient got or took the input.
 */
export type SwapStage = 'none' | 'filled' | 'settled' | 'returned';

/** A swap at its settler. */
export interface SwapState {
  readonly stage: SwapStage;
  /** Local address of who filled, or null. */
  readonly filler: string | null;
}

/** An executed message of the bridge, with the proof of its inclusion under a committed root. */
export interface ProvenDelivery {
  readonly message: Message;
  readonly firstNonce: bigint;
  readonly count: number;
  readonly siblings: readonly Hex[];
}

/**
 * A call of a settler. `terms` are 314 bytes, `asset` is a word as in terms, amounts are local units. `deliveries` are
 * the messages that brought the input where a settler does not see it by itself (Radix), and count nothing elsewhere.
 */
export type SwapCall = { readonly terms: Hex; readonly deliveries?: readonly ProvenDelivery[] } & (
  | { readonly function: 'fill' | 'fillAndSettle'; readonly maxOut: bigint }
  | { readonly function: 'settle' }
  /** `least`: the fewest units of assetIn that the filler accepts. */
  | { readonly function: 'settleLess'; readonly least: bigint }
  | { readonly function: 'giveBack' }
  /** `to`: local address that is paid; the key's account when absent. */
  | { readonly function: 'withdraw'; readonly asset: Hex; readonly to?: string }
  | { readonly function: 'sweep'; readonly asset: Hex }
);

/** Events of a settler, in order, and the reference that the last block had when they were read. */
export interface SwapScan {
  readonly events: readonly SwapEvent[];
  readonly to: BlockRef;
}

/** The settler of one bridge. */
export interface Settling {
  /** Its address, left-padded, as terms name it. */
  readonly address: Hex;
  /** False where `deliveries` tell the settler what the bridge paid for a swap. */
  readonly seesDeliveries: boolean;
  /** Left-padded address to which the order of the swap `id` goes. */
  vaultOf(id: Hex): Hex;
  /** The word of an asset in terms, by its local address; null is the native coin. Fails with InvalidAsset. */
  assetOf(address: string | null): Result<Hex, ReadFailure>;
  /** What became of the swap `id`, on the newest state. */
  swap(id: Hex): Promise<Result<SwapState, ReadFailure>>;
  /** Local units of `asset`, a word as in terms, that wait for the swap `id`. Radix: without what is not delivered. */
  held(id: Hex, asset: Hex): Promise<Result<bigint, ReadFailure>>;
  /**
   * Events of this settler in blocks `from` … `to`, both included, confirmed by the configured quorum like the
   * bridge's: a reorganisation in between gives `to` another hash at the next scan.
   */
  scan(from: number, to: number | BlockRef): Promise<Result<SwapScan, ScanFailure>>;
  /**
   * Signs the call by `key`'s account, without broadcasting it, and what has to come before it: approvals, a token
   * account of a payee. Fails with the settler's error name when it would be refused now.
   */
  prepareSwap(key: KeyHandle, call: SwapCall): Promise<Result<readonly SignedTransaction[], SendFailure>>;
}
