import { type BlockRef, type EventPosition, messageIn } from '@causeway/protocol';
import type { MessageRow, RootRow } from './chain-view.ts';
import type { BridgeTables } from './schema.ts';

/** The position columns of messages, outcomes and roots. */
export interface PositionColumns {
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly blockTimeMs: number;
  readonly transaction: string;
  readonly positionIndex: number;
}

/** `at` as columns. */
export function fromPosition({ block, transaction, index }: EventPosition): PositionColumns {
  return {
    blockNumber: block.number,
    blockHash: block.hash,
    blockTimeMs: block.timeMs,
    transaction,
    positionIndex: index,
  };
}

/** The position in a row's columns. */
export function toPosition(row: PositionColumns): EventPosition {
  const block: BlockRef = { number: row.blockNumber, hash: row.blockHash, timeMs: row.blockTimeMs };
  return { block, transaction: row.transaction, index: row.positionIndex };
}

/** Converts a row of the messages table to the interface's form. */
export function toMessageRow(row: BridgeTables['messages']['$inferSelect']): MessageRow {
  const { messageId, family, final } = row;
  return { messageId, family, message: messageIn(row), at: toPosition(row), final };
}

/** Converts a row of the roots table to the interface's form. */
export function toRootRow(row: BridgeTables['roots']['$inferSelect']): RootRow {
  const { family, source, destination, firstNonce, count, root } = row;
  return { lane: { family, source, destination }, firstNonce, count, root, at: toPosition(row) };
}
