import type { Domain } from './domain.ts';
import type { Hex } from './hex.ts';
import type { Message } from './message.ts';

/** A block in the numbering of its chain. `timeMs` is the block's own time, Unix milliseconds. */
export interface BlockRef {
  readonly number: number;
  readonly hash: string;
  readonly timeMs: number;
}

/** Position of an event: its block, its transaction reference and its index in the block. */
export interface EventPosition {
  readonly block: BlockRef;
  readonly transaction: string;
  readonly index: number;
}

/** An event of a bridge, in the same form for every kind of chain. */
export type BridgeEvent =
  /** TokensLocked, TokensBurned or OrderCancelled: an outbound message of this bridge. */
  | { readonly type: 'message'; readonly messageId: Hex; readonly message: Message; readonly at: EventPosition }
  /** TokensMinted or TokensReleased: an inbound message was executed. */
  | {
      readonly type: 'executed';
      readonly operation: 'mintTokens' | 'releaseTokens';
      readonly messageId: Hex;
      readonly recipient: Hex;
      readonly wireAmount: bigint;
      readonly reference: Hex;
      readonly credited: boolean;
      readonly at: EventPosition;
    }
  | {
      readonly type: 'rootCommitted' | 'rootReplaced';
      readonly source: Domain;
      readonly firstNonce: bigint;
      readonly count: number;
      readonly root: Hex;
      readonly at: EventPosition;
    };
